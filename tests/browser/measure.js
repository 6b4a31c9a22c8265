// What is wrong with the table as it is laid out now: a list of sentences, empty where nothing is.
// Every rectangle is in CSS pixels of the window; SLACK of them is nothing that anybody sees.
(settled) => {
  const SLACK = 2.5
  const faults = []
  const play = document.querySelector('.play')
  const [cloth, rail] = ['.cloth', '.rail'].map((part) => play.querySelector(part))
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }

  const short = (text) => text.replace(/\s+/g, ' ').trim().slice(0, 48)
  const nameOf = (one) => {
    const zone = one.closest('[data-zone]')?.dataset.zone ?? one.closest('[class]')?.className ?? ''
    const words = one.getAttribute?.('aria-label') || one.textContent || one.className
    return `"${short(words)}" (${short(String(zone)).slice(0, 24)})`
  }
  const boxOf = (one) => one.getBoundingClientRect()
  const inset = ({ left, top, right, bottom }, x, y = x) => ({ left: left + x, top: top + y, right: right - x, bottom: bottom - y })
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  })
  const width = (box) => box.right - box.left
  const height = (box) => box.bottom - box.top
  const overlap = (a, b, least) => { const both = meet(a, b); return width(both) > least && height(both) > least }
  const within = (a, b, slack = SLACK) => a.left >= b.left - slack && a.top >= b.top - slack && a.right <= b.right + slack && a.bottom <= b.bottom + slack
  const isSeen = (one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    if (one.closest('.vh, dialog, .sheetp, [data-stage], .cube')) return false
    for (let up = one; up && up !== play; up = up.parentElement) if (getComputedStyle(up).clipPath.startsWith('inset(50')) return false
    const box = boxOf(one)
    return box.width > 0 && box.height > 0
  }
  // Where an element may be seen: the screen, cut by whatever clips it. What scrolls is kept apart.
  const clipsOf = (one) => {
    let [clip, room, scroller] = [screen, screen, null]
    for (let up = one.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const box = boxOf(up)
      clip = meet(clip, box)
      if (/auto|scroll/.test(overflowY) && up.scrollHeight > up.clientHeight + 1 && up !== document.documentElement && up !== document.body) {
        scroller ??= up
        room = meet(room, { ...box, left: box.left, right: box.right, top: -1e6, bottom: 1e6 })
      } else room = meet(room, box)
    }
    return { clip, room: scroller ? { ...room, top: -1e6, bottom: 1e6 } : room, scroller }
  }

  // The page

  const page = document.documentElement
  if (page.scrollWidth > innerWidth + 1) faults.push(`the page is ${page.scrollWidth - innerWidth} px wider than the screen`)
  if (page.scrollHeight > innerHeight + 1) faults.push(`the page is ${page.scrollHeight - innerHeight} px higher than the screen`)
  for (const part of play.querySelectorAll('.bar, .board, .cloth, .rail, .own, .acts, .mid, .opps, .ring, .zone')) {
    const style = getComputedStyle(part)
    if (/auto|scroll/.test(style.overflowX) && part.scrollWidth > part.clientWidth + 1) faults.push(`${part.className.slice(0, 20)} scrolls sideways by ${part.scrollWidth - part.clientWidth} px`)
  }
  for (const card of play.querySelectorAll('.scorecard')) {
    if (isSeen(card) && card.scrollWidth > card.clientWidth + 1) faults.push(`the score card is ${card.scrollWidth - card.clientWidth} px wider than its place`)
  }
  if (overlap(meet(boxOf(cloth), screen), boxOf(rail), 1)) faults.push('the rail lies over the cloth')

  // Scrollers say that there is more

  const cued = (scroller) => {
    const cue = scroller?.parentElement?.querySelector(':scope > [data-cue]') ?? scroller?.querySelector(':scope > [data-cue]')
    return cue && isSeen(cue) && within(boxOf(cue), screen)
  }
  for (const scroller of play.querySelectorAll('.cloth, .own')) {
    if (/auto|scroll/.test(getComputedStyle(scroller).overflowY) && scroller.scrollHeight > scroller.clientHeight + 1 && !cued(scroller)) {
      faults.push(`${scroller.className.split(' ')[0]} has ${scroller.scrollHeight - scroller.clientHeight} px more and no cue`)
    }
  }

  // Decisions: what can be chosen, and the buttons

  const decisions = [...play.querySelectorAll('button[data-piece].is-selectable, button[data-piece].is-selected, .acts button, [data-sling], [data-pad], .own input')].filter(isSeen)
  const hits = (one) => {
    const box = boxOf(one)
    const points = [[0.5, 0.5], [0.2, 0.25], [0.8, 0.25], [0.2, 0.75], [0.8, 0.75]]
    return points.map(([x, y]) => {
      const found = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)
      return found && (one.contains(found) || found.contains(one) && found.closest('figure, .row') && false) ? null : found
    }).filter((found) => found !== null)
  }
  let scrolled = 0
  let onCloth = 0
  let clothSeen = 0
  for (const one of decisions) {
    const { clip, scroller } = clipsOf(one)
    const isFull = within(boxOf(one), clip)
    if (cloth.contains(one)) { onCloth += 1; if (isFull) clothSeen += 1 }
    if (!isFull) {
      if (!scroller) { faults.push(`out of view: ${nameOf(one)} at ${Object.values(boxOf(one).toJSON()).slice(0, 4).map(Math.round)}`); continue }
      if (one.closest('.acts')) faults.push(`a button must be scrolled to: ${nameOf(one)}`)
      scrolled += 1
      const [top, left] = [scroller.scrollTop, scroller.scrollLeft]
      one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      if (!within(boxOf(one), clipsOf(one).clip)) faults.push(`cannot be scrolled into view: ${nameOf(one)}`)
      if (hits(one).length) faults.push(`covered: ${nameOf(one)} by ${nameOf(hits(one)[0])}`)
      scroller.scrollTop = top
      scroller.scrollLeft = left
      continue
    }
    const over = hits(one)
    if (over.length) faults.push(`covered: ${nameOf(one)} by ${over[0] ? nameOf(over[0]) : 'the edge'}`)
  }
  if (onCloth > 0 && clothSeen === 0) faults.push('of what can be chosen on the cloth nothing is in view')

  // Words and pieces: nothing is cut off, nothing lies on another

  const texts = []
  const walker = document.createTreeWalker(play, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    if (!node.data.trim() || !isSeen(parent) || parent.closest('svg, .pad, kbd, select, script, style')) continue
    if (getComputedStyle(parent).writingMode !== 'horizontal-tb') continue
    range.selectNodeContents(node)
    const style = getComputedStyle(parent)
    for (const line of range.getClientRects()) {
      if (line.width < 1) continue
      const tall = Math.min(line.height, Number.parseFloat(style.fontSize) * (parent.currentCSSZoom ?? 1))
      const middle = (line.top + line.bottom) / 2
      texts.push({ words: node.data, node, parent, box: { left: line.left, right: line.right, top: middle - 0.36 * tall, bottom: middle + 0.36 * tall } })
    }
  }
  const ellipsed = (one) => one.closest('.ticker, .bar .title, .who b') // names and the log's last line are written out elsewhere
  for (const { words, parent, box } of texts) {
    const { clip, room } = clipsOf(parent)
    let cut = null
    if (!within(box, room)) cut = 'cut off'
    for (let up = parent; up && up !== play; up = up.parentElement) {
      if (getComputedStyle(up).textOverflow === 'ellipsis' && up.scrollWidth > up.clientWidth + 1) cut = ellipsed(up) ? null : 'shortened'
    }
    if (cut && !ellipsed(parent)) faults.push(`${cut}: "${short(words)}" in ${nameOf(parent)}`)
    void clip
  }
  const pieces = [...play.querySelectorAll('[data-piece], .wins, [data-tag]')].filter((one) => isSeen(one) && !one.closest('.ticks, .pad'))
  for (const piece of pieces) {
    const { room } = clipsOf(piece)
    if (!within(boxOf(piece), room)) faults.push(`cut off: ${nameOf(piece)}`)
  }
  const side = boxOf(cloth)
  const isBeside = (box) => box.left < side.left - SLACK || box.right > side.right + SLACK
  for (const piece of pieces) if (cloth.contains(piece) && isBeside(boxOf(piece))) faults.push(`over the side of the cloth: ${nameOf(piece)}`)
  for (const { words, parent, box } of texts) if (cloth.contains(parent) && !ellipsed(parent) && isBeside(box)) faults.push(`over the side of the cloth: "${short(words)}" in ${nameOf(parent)}`)
  const isFan = (a, b) => {
    const same = (one) => one.closest('.pile, .deck, .at-seat .hand, .tower, .track, .marks')
    return same(a) && same(a) === same(b)
  }
  const visible = (one) => meet(boxOf(one), clipsOf(one).clip)
  const shown = pieces.map((piece) => ({ piece, box: visible(piece) })).filter(({ box }) => width(box) > 0 && height(box) > 0)
  for (let i = 0; i < shown.length; i++) {
    for (let j = i + 1; j < shown.length; j++) {
      const [a, b] = [shown[i], shown[j]]
      if (a.piece.contains(b.piece) || b.piece.contains(a.piece) || isFan(a.piece, b.piece)) continue
      if (a.piece.closest('.deck') || b.piece.closest('.deck')) continue
      if (a.piece.matches('.offer') || b.piece.matches('.offer')) continue
      if (overlap(a.box, b.box, SLACK)) faults.push(`overlap: ${nameOf(a.piece)} and ${nameOf(b.piece)}`)
    }
  }
  const seenTexts = texts.map((text) => ({ ...text, box: meet(text.box, clipsOf(text.node).clip) })).filter(({ box }) => width(box) > 0 && height(box) > 0)
  for (const { words, parent, box } of seenTexts) {
    for (const { piece, box: other } of shown) {
      if (piece.contains(parent) || parent.contains(piece)) continue
      if (piece.matches('.offer') || parent.closest('.deck') || piece.closest('.deck')) continue
      if (overlap(box, other, SLACK)) faults.push(`overlap: the words "${short(words)}" and ${nameOf(piece)}`)
    }
  }
  for (let i = 0; i < seenTexts.length; i++) {
    for (let j = i + 1; j < seenTexts.length; j++) {
      const [a, b] = [seenTexts[i], seenTexts[j]]
      if (a.parent === b.parent || a.parent.closest('.deck') || b.parent.closest('.deck')) continue
      if (overlap(a.box, b.box, SLACK)) faults.push(`overlap: the words "${short(a.words)}" and "${short(b.words)}"`)
    }
  }

  // The Now line is a sentence and at most one more

  const lines = new Set(seenTexts.filter(({ parent }) => parent.closest('.now')).map(({ box }) => Math.round(box.top)))
  if (lines.size > 5) faults.push(`the Now line is ${lines.size} lines high: "${short(play.querySelector('.now').innerText)}"`)

  return { faults: [...new Set(faults)], scrolled, decisions: decisions.length }
}
