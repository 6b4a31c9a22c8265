/**
 * What a press is aimed at stays where it is until the press is over. A field that is left takes what was typed before the
 * pointer is up again: a sentence that grows or shrinks with that would move everything under it, and the click would be lost.
 */

/** What says something anew when a field is left. */
const SAID = '.now, [role="alert"]'
const DOWN = ['pointerdown', 'mousedown'] as const // a touch comes with a mouse of its own, after it
const UP = ['pointerup', 'pointercancel', 'mouseup', 'click'] as const

/** Holds all sentences in `area` as large as they are, from any press on the page to its end. */
export function still(area: HTMLElement): () => void {
  let held: HTMLElement[] = []
  let ending = 0

  function hold(): void {
    clearTimeout(ending)
    if (held.length > 0) return
    held = [...area.querySelectorAll<HTMLElement>(SAID)]
    const sizes = held.map((one) => getComputedStyle(one)).map(({ width, height, marginTop }) => ({ width, height, marginTop, overflow: 'clip' }))
    held.forEach((one, i) => Object.assign(one.style, sizes[i]))
  }

  function release(): void {
    clearTimeout(ending)
    // The click comes right after the pointer is up, and still has to find what was pressed.
    ending = window.setTimeout(() => {
      for (const { style } of held) style.width = style.height = style.marginTop = style.overflow = ''
      held = []
    })
  }

  for (const kind of DOWN) window.addEventListener(kind, hold, true)
  for (const kind of UP) window.addEventListener(kind, release, true)
  return () => {
    clearTimeout(ending)
    for (const kind of DOWN) window.removeEventListener(kind, hold, true)
    for (const kind of UP) window.removeEventListener(kind, release, true)
  }
}
