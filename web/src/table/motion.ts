/**
 * Pieces glide from where they lay to where they lie: the table before and after a change is compared
 * by piece, and whatever moved is played from its old place to its new one.
 */
import { reducedMotion } from '../state/settings.svelte'

const MOVE = 220
const STAGGER = 30
const STAGGERED = 6
const EASE = 'cubic-bezier(.2, .8, .2, 1)'

/** Where a piece lay, and how it was drawn there. */
interface Place {
  rect: DOMRect
  drawn: HTMLElement
}
export type Places = ReadonlyMap<string, Place>

export function placesIn(root: HTMLElement): Places {
  const places = new Map<string, Place>()
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    places.set(element.dataset.piece ?? '', { rect: element.getBoundingClientRect(), drawn: element })
  }
  return places
}

export function glide(root: HTMLElement, before: Places): void {
  if (reducedMotion() || before.size === 0) return
  const source = root.querySelector('[data-source]')?.getBoundingClientRect()
  let moved = 0
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const old = before.get(element.dataset.piece ?? '')
    const from = old?.rect ?? (element.dataset.dealt === undefined ? undefined : source)
    const to = element.getBoundingClientRect()
    if (!from) appear(element)
    else if (isTick(element) && old && !isTick(old.drawn)) carry(root, old, to)
    else if (isElsewhere(from, to)) move(element, from, to, old === undefined, Math.min(moved++, STAGGERED) * STAGGER)
  }
}

/** When all that moves in `root` has come to its end; what moves for ever is left out. */
export async function atRest(root: HTMLElement): Promise<void> {
  const moving = root.getAnimations({ subtree: true }).filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map((one) => one.finished))
}

/** A piece that is drawn as a mere tick where it lies now, as in a pile. */
function isTick(element: HTMLElement): boolean {
  return !element.classList.contains('piece')
}

/** A card that becomes a tick flies there as the card that it was: its tick, enlarged, would be a block of ink. */
function carry(root: HTMLElement, { rect, drawn }: Place, to: DOMRect): void {
  const card = drawn.cloneNode(true) as HTMLElement
  for (const name of ['data-piece', 'aria-label', 'role']) card.removeAttribute(name)
  card.setAttribute('aria-hidden', 'true')
  card.inert = true
  Object.assign(card.style, {
    position: 'fixed', left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px`,
    margin: '0', zIndex: '8', pointerEvents: 'none', transformOrigin: '0 0',
  })
  card.style.setProperty('--w', `${rect.width}px`)
  root.append(card)
  const scale = Math.max(0.12, to.height / rect.height)
  const end = `translate(${to.left - rect.left}px, ${to.top - rect.top}px) scale(${scale})`
  const flight = card.animate([{ transform: 'none' }, { transform: end }], { duration: MOVE, easing: EASE, fill: 'forwards' })
  flight.finished.finally(() => card.remove()).catch(() => undefined)
}

function isElsewhere(from: DOMRect, to: DOMRect): boolean {
  return Math.abs(from.left - to.left) > 2 || Math.abs(from.top - to.top) > 2
}

function move(element: HTMLElement, from: DOMRect, to: DOMRect, dealt: boolean, delay: number): void {
  const scale = to.width > 0 ? from.width / to.width : 1
  const turn = dealt ? ' rotateY(70deg)' : ''
  const zoom = element.currentCSSZoom
  const start = `translate(${(from.left - to.left) / zoom}px, ${(from.top - to.top) / zoom}px) scale(${scale})${turn}`
  element.animate(
    [
      { transformOrigin: '0 0', transform: start, zIndex: 6 },
      { transformOrigin: '0 0', transform: 'none', zIndex: 6 },
    ],
    { duration: MOVE, delay, easing: EASE, fill: 'backwards' },
  )
}

function appear(element: HTMLElement): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150, easing: EASE })
}
