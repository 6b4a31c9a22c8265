/**
 * How cloth and rail share the height. The rail keeps the most that it ever needed in this game, so that
 * words and buttons do not move between steps; where there is no room for that, it gives back what it
 * does not need now, and then the cloth shrinks a little. A phone scrolls what is left, a desk does not.
 */

const DESK = 1080
const LEAST_ZOOM = { phone: 0.8, desk: 0.6 }
/** The share of a desk's height that the rail may take before its pieces shrink. */
const RAIL_SHARE = 0.4

interface Parts {
  bar: HTMLElement
  board: HTMLElement
  cloth: HTMLElement
  rail: HTMLElement
  own: HTMLElement
}

function partsOf(root: HTMLElement): Parts | null {
  const [bar, board, cloth, rail, own] = ['.bar', '.board', '.cloth', '.rail', '.rail .own'].map((part) =>
    root.querySelector<HTMLElement>(part),
  )
  return bar && board && cloth && rail && own ? { bar, board, cloth, rail, own } : null
}

/** Lays out `root`; `most` is the tallest that the rail was so far. Returns the tallest now. */
export function fit(root: HTMLElement, most: number): number {
  const parts = partsOf(root)
  if (!parts) return most
  const { board, cloth, rail, own } = parts
  rail.style.minHeight = '0'
  cloth.style.zoom = own.style.zoom = ''
  const isDesk = innerWidth >= DESK
  if (isDesk) shrinkOwn(parts)
  const natural = rail.offsetHeight
  const tallest = Math.max(most, natural)
  const room = isDesk ? board.clientHeight - gapOf(board) : roomOnPhone(parts)
  const needed = heightOf(cloth)
  rail.style.minHeight = `${Math.min(tallest, Math.max(natural, room - needed))}px`
  const left = room - natural
  if (needed > left) {
    cloth.style.zoom = String(Math.max(LEAST_ZOOM[isDesk ? 'desk' : 'phone'], left / needed))
  }
  return tallest
}

function shrinkOwn({ rail, own }: Parts): void {
  const share = innerHeight * RAIL_SHARE
  if (rail.offsetHeight > share) own.style.zoom = String(Math.max(LEAST_ZOOM.desk, share / rail.offsetHeight))
}

function roomOnPhone({ bar, board }: Parts): number {
  const zoom = Number.parseFloat(getComputedStyle(board).zoom) || 1
  return innerHeight / zoom - bar.offsetHeight
}

function gapOf(board: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(board).rowGap) || 0
}

/** What the cloth needs, not what it is given. */
function heightOf(cloth: HTMLElement): number {
  cloth.style.flex = 'none'
  const height = cloth.offsetHeight
  cloth.style.flex = ''
  return height
}
