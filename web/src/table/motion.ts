/**
 * Pieces glide from where they lay to where they lie: the table before and after a change is compared
 * by piece, and whatever moved is played from its old place to its new one.
 */
import { reducedMotion } from '../state/settings.svelte'

const MOVE = 220
const STAGGER = 30
const STAGGERED = 6
const EASE = 'cubic-bezier(.2, .8, .2, 1)'

export type Places = ReadonlyMap<string, DOMRect>

export function placesIn(root: HTMLElement): Places {
  const places = new Map<string, DOMRect>()
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    places.set(element.dataset.piece ?? '', element.getBoundingClientRect())
  }
  return places
}

export function glide(root: HTMLElement, before: Places): void {
  if (reducedMotion() || before.size === 0) return
  const source = root.querySelector('[data-source]')?.getBoundingClientRect()
  let moved = 0
  for (const element of root.querySelectorAll<HTMLElement>('[data-piece]')) {
    const old = before.get(element.dataset.piece ?? '')
    const from = old ?? (element.dataset.dealt === undefined ? undefined : source)
    const to = element.getBoundingClientRect()
    if (!from) appear(element)
    else if (isElsewhere(from, to)) move(element, from, to, old === undefined, Math.min(moved++, STAGGERED) * STAGGER)
  }
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
