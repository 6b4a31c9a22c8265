// Before anything is drawn: the theme chosen on this machine, so that the page never flashes in the other one.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; then the system's theme stands.
}
