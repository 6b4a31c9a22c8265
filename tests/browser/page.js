// What is wrong with a page that may scroll, as it is laid out now: a list of sentences, empty where nothing is.
() => {
  const TOUCH = 43.5 // CSS pixels that a finger needs, less a rounding
  const faults = new Set()
  const short = (one) => `"${(one.getAttribute('aria-label') || one.innerText || one.tagName).trim().slice(0, 48)}"`
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !one.closest('.vh, svg, canvas')
  const hasWords = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
  const scrollsSideways = (one) => {
    for (let up = one.parentElement; up; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true
    return false
  }
  const isClipped = (one) => /hidden|clip/.test(getComputedStyle(one).overflowY)
  // What lies below the edge of a frame that nobody can scroll: the focus alone would bring it into sight.
  const isOutOfReach = (one) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up)
      if (/auto|scroll/.test(style.overflowY) || style.position === 'fixed') return false
      if (isClipped(up) && one.getBoundingClientRect().top > up.getBoundingClientRect().bottom) return true
    }
    return false
  }
  const wider = document.documentElement.scrollWidth - innerWidth
  if (wider > 1) faults.add(`the page is ${wider} px wider than the screen`)
  for (const one of document.querySelectorAll('#app *')) {
    if (!isSeen(one)) continue
    const box = one.getBoundingClientRect()
    if (!box.width || !box.height) continue
    const { overflowX, overflowY, textOverflow } = getComputedStyle(one)
    if (hasWords(one) && (box.right > innerWidth + 1 || box.left < -1) && !scrollsSideways(one)) faults.add(`off the screen: ${short(one)}`)
    // An address is copied, not read; the title of a long page may be shortened in the bar.
    const isCut =
      ((textOverflow === 'ellipsis' || overflowX === 'hidden') && one.scrollWidth > one.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && one.clientHeight && one.scrollHeight > one.clientHeight + 3)
    if (hasWords(one) && isOutOfReach(one)) faults.add(`out of reach: ${short(one)}`)
    if (hasWords(one) && isCut && !one.closest('.lk, .bar .title')) faults.add(`shortened: ${short(one)}`)
    if (one.matches('button, .ib, .btn, summary') && Math.min(box.width, box.height) < TOUCH) {
      faults.add(`too small to tap: ${short(one)}, ${Math.round(box.width)} x ${Math.round(box.height)}`)
    }
  }
  const title = document.querySelector('.bar .title')?.getBoundingClientRect()
  if (title && title.height > title.width) faults.add('the title stands upright')
  const foot = document.querySelector('.foot')
  if (foot && getComputedStyle(foot).position === 'fixed') {
    const from = scrollY
    scrollTo(0, document.documentElement.scrollHeight)
    const edge = foot.getBoundingClientRect().top + 1
    for (const one of document.querySelectorAll('main *')) {
      if (isSeen(one) && hasWords(one) && !foot.contains(one) && one.getBoundingClientRect().bottom > edge) faults.add(`under the buttons at the end of the page: ${short(one)}`)
    }
    scrollTo(0, from)
  } else if (foot) {
    const { left, right, top, bottom } = foot.getBoundingClientRect()
    for (const one of document.querySelectorAll('main *')) {
      if (!isSeen(one) || !hasWords(one) || foot.contains(one)) continue
      const box = one.getBoundingClientRect()
      const frame = one.matches('[tabindex]') ? 7 : 0 // of what the focus lies on
      if (box.right + frame > left && box.left - frame < right && box.bottom + frame > top && box.top - frame < bottom) faults.add(`under the buttons: ${short(one)}`)
    }
  }
  return [...faults]
}
