/** Looking pieces up by a long press or the secondary button, whether they can be chosen or not. */

/** Milliseconds of a long press, and pixels that a finger may move meanwhile. */
const LONG = 450
const SLACK = 10

/** The id of the piece that `target` belongs to, or nothing. A die that lies under a cup is its own piece; a mat on which
 * dice are thrown is looked up as the zone that it is. */
export function pieceAt(target: EventTarget | null): string {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-piece], [data-lies]') : null
  return element?.dataset.piece ?? element?.dataset.lies ?? ''
}

/** An action of the table: `lookUp` opens a piece and says whether there is such a one. */
export function looking(root: HTMLElement, lookUp: (id: string) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from: PointerEvent | null = null
  let opened = false

  function pressed(event: PointerEvent): void {
    opened = false
    const id = pieceAt(event.target)
    if (!id || event.button !== 0) return
    from = event
    timer = setTimeout(() => (opened = lookUp(id)), LONG)
  }
  function moved(event: PointerEvent): void {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLACK) ended()
  }
  function ended(): void {
    clearTimeout(timer)
    from = null
  }
  /** The tap that ends a long press chooses nothing. */
  function clicked(event: MouseEvent): void {
    if (!opened) return
    opened = false
    event.preventDefault()
    event.stopPropagation()
  }
  function asked(event: MouseEvent): void {
    if (pieceAt(event.target) && (opened || lookUp(pieceAt(event.target)))) event.preventDefault()
  }

  const heard = [
    ['pointerdown', pressed, false], ['pointermove', moved, false], ['pointerup', ended, false],
    ['pointercancel', ended, false], ['click', clicked, true], ['contextmenu', asked, false],
  ] as const
  for (const [name, handler, capture] of heard) root.addEventListener(name, handler as EventListener, capture)
  return {
    destroy(): void {
      ended()
      for (const [name, handler, capture] of heard) root.removeEventListener(name, handler as EventListener, capture)
    },
  }
}
