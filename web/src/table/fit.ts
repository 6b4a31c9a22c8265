/**
 * How cloth and rail share the screen, which itself never scrolls.
 *
 * Upright and on a desk they share the height. The rail keeps the most that it ever needed in this game, so that words
 * and buttons do not move between steps; where there is no room for that, it gives back what it does not need now. What
 * is still too high first loses its air (`data-tight`), then the cloth shrinks a little, and what is left scrolls: the
 * cloth, and in the rail the pieces alone, never the words and the buttons. On its side the rail is a column of its own.
 */

export type Shape = 'desk' | 'upright' | 'lying'

const DESK = '(min-width: 1080px) and (min-height: 522px)'
const LYING = '(max-height: 521px) and (min-width: 560px)'
const LEAST_ZOOM: Record<Shape, number> = { upright: 0.8, lying: 0.8, desk: 0.6 }
/** The share of a desk's height that the rail may take before its pieces shrink. */
const RAIL_SHARE = 0.4
/** Where both scroll, the share of the height that the cloth keeps: more where it holds what can be chosen. */
const CLOTH_SHARE = { asked: 0.5, idle: 0.34 }
/** Of the own pieces so many pixels stay in sight at least. */
const LEAST_OWN = 96
/** So many pixels of free room are too few to make a cloth that was shrunk larger again. */
const LOOSE = 8
/** Of what scrolls so many pixels are nothing that anybody misses. */
const SLACK = 2
const LIT = 'button.is-selectable, button.is-selected, [data-sling]'

interface Parts {
  board: HTMLElement
  field: HTMLElement
  cloth: HTMLElement
  rail: HTMLElement
  own: HTMLElement
  /** What lies among the own pieces to be pressed, as in a replay. */
  controls: HTMLElement | null
}

export function shape(): Shape {
  return matchMedia(DESK).matches ? 'desk' : matchMedia(LYING).matches ? 'lying' : 'upright'
}

function partsOf(root: HTMLElement): Parts | null {
  const [board, field, cloth, rail, own] = ['.board', '.field', '.cloth', '.rail', '.rail .own'].map((part) =>
    root.querySelector<HTMLElement>(part),
  )
  const controls = root.querySelector<HTMLElement>('.rail .own > .controls')
  return board && field && cloth && rail && own ? { board, field, cloth, rail, own, controls } : null
}

/** How high everything was when a table was laid out last. */
const measured = new WeakMap<HTMLElement, string>()

/**
 * Lays `root` out anew only where a part of it has become higher or lower since, as by a piece that was chosen. A full
 * table is laid out in a dozen steps; to see that nothing has changed takes one.
 */
export function fitAgain(root: HTMLElement, most: number): number {
  const parts = partsOf(root)
  return parts && heightsOf(parts) === measured.get(root) ? most : fit(root, most)
}

/** Lays out `root`; `most` is the highest that the rail was so far. Returns the highest now. */
export function fit(root: HTMLElement, most: number): number {
  const parts = partsOf(root)
  if (!parts) return most
  const { rail, cloth, own } = parts
  rail.style.minHeight = '0'
  rail.style.maxHeight = ''
  cloth.classList.remove('scrolls')
  own.classList.remove('scrolls')
  cloth.style.flex = 'none' // so that it is as high as it needs to be, and not as it is given
  const now = shape()
  shrinkOwn(parts, now)
  tighten(root, parts, now)
  let highest = most
  if (now !== 'lying') highest = share(parts, now, most)
  else if (isTooHigh(parts, now)) shrink(parts, roomOf(parts, now), LEAST_ZOOM.lying)
  cloth.style.flex = ''
  own.classList.toggle('scrolls', own.scrollHeight > own.clientHeight + SLACK)
  cloth.classList.toggle('scrolls', cloth.scrollHeight > cloth.clientHeight + SLACK)
  measured.set(root, heightsOf(parts))
  return highest
}

/**
 * Takes the air away where cloth and rail are too high with it. That, and each size of the cloth, means new styles for all
 * that lies on the table, which take longer than all else here: what is too high without air is left as it is.
 */
function tighten(root: HTMLElement, parts: Parts, now: Shape): void {
  if (root.dataset.tight !== undefined && !isTooHigh(parts, now)) {
    delete root.dataset.tight
    parts.cloth.style.zoom = ''
    shrinkOwn(parts, now)
  }
  if (root.dataset.tight === undefined && isTooHigh(parts, now)) {
    root.dataset.tight = ''
    shrinkOwn(parts, now)
  }
}

function heightsOf({ board, cloth, rail, own }: Parts): string {
  const parts = [...rail.children, ...own.children].map((one) => one.clientHeight)
  return [board.clientWidth, board.clientHeight, cloth.scrollHeight, own.scrollHeight, ...parts].join(' ')
}

/** What cloth and rail share, on its side what each of them has. */
function roomOf({ board, rail }: Parts, now: Shape): number {
  if (now === 'lying') return board.clientHeight
  const [between, below] = [getComputedStyle(board).rowGap, getComputedStyle(rail).marginBottom]
  return board.clientHeight - (Number.parseFloat(between) || 0) - (Number.parseFloat(below) || 0)
}

function isTooHigh(parts: Parts, now: Shape): boolean {
  return parts.cloth.offsetHeight > roomOf(parts, now) - (now === 'lying' ? 0 : parts.rail.offsetHeight)
}

/** Cloth and rail one above the other. */
function share(parts: Parts, now: Shape, most: number): number {
  const { rail, cloth } = parts
  const room = roomOf(parts, now)
  const [needed, natural] = [cloth.offsetHeight, rail.offsetHeight]
  const highest = Math.max(most, natural)
  rail.style.minHeight = `${Math.min(highest, Math.max(natural, room - needed))}px`
  if (needed <= room - natural) return highest
  const zoom = shrink(parts, room - natural, LEAST_ZOOM[now])
  const kept = Math.min(cloth.offsetHeight * zoom, room * (cloth.querySelector(LIT) ? CLOTH_SHARE.asked : CLOTH_SHARE.idle))
  const least = natural - parts.own.offsetHeight + Math.min(LEAST_OWN, parts.own.offsetHeight)
  rail.style.minHeight = '0'
  rail.style.maxHeight = `${Math.min(natural, Math.max(least, room - kept))}px`
  return highest
}

/** Shrinks the cloth towards `room`, to `least` of its size at most, from the size that it has; returns its zoom. */
function shrink({ cloth }: Parts, room: number, least: number): number {
  let zoom = Number(cloth.style.zoom || 1)
  if (zoom < 1 && cloth.offsetHeight * zoom < room - LOOSE) {
    cloth.style.zoom = ''
    zoom = 1
  }
  for (let tries = 0; tries < 3; tries++) {
    const height = cloth.offsetHeight * zoom
    if (height <= room + 0.5 || zoom === least) break
    zoom = Math.max(least, (zoom * room) / height)
    cloth.style.zoom = String(zoom)
  }
  return zoom
}

/**
 * Shrinks the own pieces on a desk towards their share of the room, but not the controls beside them, which have to be
 * pressed, nor below what the words and buttons beside them take anyway.
 */
function shrinkOwn(parts: Parts, now: Shape): void {
  const { rail, own, controls } = parts
  own.style.zoom = ''
  if (controls) controls.style.zoom = ''
  if (now !== 'desk') return
  const kept = controls?.offsetHeight ?? 0
  own.style.height = '0'
  const most = Math.max(roomOf(parts, now) * RAIL_SHARE, rail.offsetHeight)
  own.style.height = ''
  if (rail.offsetHeight <= most) return
  const zoom = Math.max(LEAST_ZOOM.desk, (most - kept) / (rail.offsetHeight - kept))
  own.style.zoom = String(zoom)
  if (controls) controls.style.zoom = String(1 / zoom)
}

/** Brings what can be chosen into sight, in the cloth and among the own pieces, where nothing of it is. */
export function reveal(root: HTMLElement): void {
  for (const scroller of root.querySelectorAll<HTMLElement>('.scrolls')) {
    const lit = [...scroller.querySelectorAll<HTMLElement>(LIT)]
    const { top, bottom } = scroller.getBoundingClientRect()
    const isInSight = (one: HTMLElement) => {
      const box = one.getBoundingClientRect()
      return box.top >= top - 1 && box.bottom <= bottom + 1
    }
    if (!lit.some(isInSight)) lit[0]?.scrollIntoView({ block: 'center' })
  }
}

/** Where more lies than is in sight. */
export type More = '' | 'above' | 'below' | 'above and below'

export function moreOf(scroller: HTMLElement | null | undefined): More {
  if (!scroller?.classList.contains('scrolls')) return ''
  const above = scroller.scrollTop > SLACK
  const below = scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - SLACK
  return above && below ? 'above and below' : above ? 'above' : below ? 'below' : ''
}
