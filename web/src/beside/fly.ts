/** Dice that fly between the faces that are tapped and the slots in which they lie, and what turns as the turn passes. */
import { reducedMotion } from '../state/settings.svelte'

const FLIGHT = 150
const TURN = 250
const EASE = 'cubic-bezier(.2, .8, .2, 1)'
/** A die that has landed waits there as long for the server to say the same. */
const LANDED = 400

/** The dice in the slots of a pad: which they are, and the face of each that is in. */
export interface Slots {
  ids: string
  faces: readonly string[]
}
interface Put {
  ids: string
  /** How many entries there were before it. */
  n: number
  at: number
  face: string
}
/** What was put into slots, so that a pad which is drawn anew after Undo knows from where a die went back. */
let puts: readonly Put[] = []
const KNOWN = 60

/** A die is on its way into the slot at `at`, and lies there unless the server refuses it. */
export function putIn({ ids }: Slots, n: number, at: number, face: string): void {
  puts = [...puts.filter((put) => put.n < n), { ids, n, at, face }].slice(-KNOWN)
}

/** What was taken back from these slots, now that there are `n` entries. What lies no more because the dice are rolled again was not. */
export function takenBack({ ids, faces }: Slots, n: number): readonly Put[] {
  const back = puts.filter((put) => put.n >= n && put.ids === ids && !faces[put.at])
  puts = puts.filter((put) => !back.includes(put))
  return back
}

/** Where an element lies in `root`, whichever way that is turned. */
function placeIn(root: HTMLElement, element: HTMLElement): { x: number; y: number; size: number } {
  let [x, y] = [0, 0]
  for (let each: HTMLElement | null = element; each && each !== root; each = each.offsetParent as HTMLElement | null) {
    x += each.offsetLeft
    y += each.offsetTop
  }
  return { x: x + element.offsetWidth / 2, y: y + element.offsetHeight / 2, size: element.offsetWidth }
}

/** A copy of `die` flies from one element in `root` to another; returns what takes it away before its time. */
export function fly(root: HTMLElement, die: HTMLElement, from: HTMLElement, to: HTMLElement): () => void {
  if (reducedMotion()) return () => undefined
  const [start, end] = [placeIn(root, from), placeIn(root, to)]
  const copy = die.cloneNode(true) as HTMLElement
  for (const name of ['data-enters', 'aria-label']) copy.removeAttribute(name)
  copy.classList.remove('is-selectable')
  copy.setAttribute('aria-hidden', 'true')
  copy.inert = true
  const half = die.offsetWidth / 2
  Object.assign(copy.style, { position: 'absolute', left: `${-half}px`, top: `${-half}px`, margin: '0', zIndex: '8', pointerEvents: 'none' })
  root.append(copy)
  const at = ({ x, y, size }: typeof start) => ({ transform: `translate(${x}px, ${y}px) scale(${size / (2 * half)})` })
  const flight = copy.animate([at(start), at(end)], { duration: FLIGHT, easing: EASE, fill: 'forwards' })
  flight.finished.then(() => setTimeout(() => copy.remove(), to.matches('.die') ? 0 : LANDED)).catch(() => copy.remove())
  return () => copy.remove()
}

/** Where something lay on the screen, and by how many quarters it was turned. */
export interface Lay {
  x: number
  y: number
  side: number
}

/** Quarters from `to` back to `from`, the short way. */
export function quarters(from: number, to: number): number {
  return ((((from - to) % 4) + 6) % 4) - 2
}

export function layOf(element: HTMLElement, side: number): Lay {
  const box = element.getBoundingClientRect()
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, side }
}

/** What lay there glides and turns to where it lies now. */
export function glideFrom(was: Lay, element: HTMLElement, side: number): void {
  const now = layOf(element, side)
  const [dx, dy] = [was.x - now.x, was.y - now.y]
  const turns = quarters(was.side, side)
  if (reducedMotion() || (turns === 0 && Math.hypot(dx, dy) < 2)) return
  // The way on the screen, in the element's own directions.
  const [cos, sin] = [[1, 0], [0, 1], [-1, 0], [0, -1]][side % 4] ?? [1, 0]
  const [x, y] = [dx * (cos ?? 1) + dy * (sin ?? 0), dy * (cos ?? 1) - dx * (sin ?? 0)]
  element.animate([{ translate: `${x}px ${y}px`, rotate: `${turns * 90}deg` }, { translate: '0 0', rotate: '0deg' }], { duration: TURN, easing: EASE })
}
