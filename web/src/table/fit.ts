/**
 * How cloth and rail share the height. The rail keeps the most that it ever needed in this game, so that
 * words and buttons do not move between steps; where a phone has no room for that, it gives back what it
 * does not need now, and then the cloth shrinks a little before it scrolls.
 */

const LEAST_ZOOM = 0.8
const DESK = 1080

/** Lays out `root`; `most` is the tallest that the rail was so far. Returns the tallest now. */
export function fit(root: HTMLElement, most: number): number {
  const [bar, board, cloth, rail] = ['.bar', '.board', '.cloth', '.rail'].map((part) =>
    root.querySelector<HTMLElement>(part),
  )
  if (!bar || !board || !cloth || !rail) return most
  rail.style.minHeight = '0'
  cloth.style.zoom = ''
  const natural = rail.offsetHeight
  const tallest = Math.max(most, natural)
  if (innerWidth >= DESK) {
    rail.style.minHeight = `${tallest}px`
    return tallest
  }
  const zoom = Number.parseFloat(getComputedStyle(board).zoom) || 1
  const room = innerHeight / zoom - bar.offsetHeight
  const needed = heightOf(cloth)
  rail.style.minHeight = `${Math.min(tallest, Math.max(natural, room - needed))}px`
  if (needed > room - natural) cloth.style.zoom = String(Math.max(LEAST_ZOOM, (room - natural) / needed))
  return tallest
}

/** What the cloth needs, not what it is given. */
function heightOf(cloth: HTMLElement): number {
  cloth.style.flex = 'none'
  const height = cloth.offsetHeight
  cloth.style.flex = ''
  return height
}
