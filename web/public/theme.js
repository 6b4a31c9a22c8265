// Before anything is drawn: the theme and the motion chosen on this machine, so that the page never flashes in others.
try {
  const theme = localStorage.getItem('theme')
  if (localStorage.getItem('motion') === 'less') document.documentElement.dataset.motion = 'less'
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; then the system's theme stands.
}
