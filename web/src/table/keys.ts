/**
 * The table by keyboard: digits choose pieces, arrows go from piece to piece, Enter is the main button,
 * Escape takes back (of several of the same piece one), Space hurries the table on.
 */

export interface KeyTable {
  root: HTMLElement
  tapDigit: (digit: string) => boolean
  takeBack: () => boolean
  hurry: () => boolean
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A key alone, and nobody is writing or has a sheet open: only then does it mean something to the page. */
export function isPlain({ target, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return !metaKey && !ctrlKey && !altKey && !isWithin(target, 'input, textarea, select, dialog')
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Handles a key; true where it meant something here. */
export function onKey(event: KeyboardEvent, table: KeyTable): boolean {
  if (!isPlain(event) || isWithin(event.target, '[role=radiogroup]')) return false
  if (/^[0-9]$/.test(event.key)) return table.tapDigit(event.key)
  if (event.key in WAYS) return wander(table.root, WAYS[event.key] ?? [0, 0])
  if (event.key === 'Escape') return table.takeBack()
  if (event.key === 'Enter') return enter(event, table.root)
  if (event.key === ' ') return !isControl(event.target) && table.hurry()
  return false
}

function isControl(target: EventTarget | null): boolean {
  return isWithin(target, 'button, a')
}

/** Enter presses the main button, unless another button or link has the focus. */
function enter(event: KeyboardEvent, root: HTMLElement): boolean {
  const isPiece = event.target instanceof HTMLElement && event.target.closest('[data-piece]') !== null
  const main = root.querySelector<HTMLButtonElement>('[data-key=main]:not(:disabled)')
  if (!main || (isControl(event.target) && !isPiece)) return false
  main.click()
  return true
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect()
  return [box.left + box.width / 2, box.top + box.height / 2]
}

/** Moves the focus to the nearest piece that way; from nowhere to the first of all. */
function wander(root: HTMLElement, way: readonly [number, number]): boolean {
  const pieces = [...root.querySelectorAll<HTMLElement>('.piece[data-piece]')]
  const here = pieces.find((piece) => piece === document.activeElement)
  const next = here ? nearest(here, pieces, way) : (pieces.find((piece) => piece.tagName === 'BUTTON') ?? pieces[0])
  next?.focus()
  return next !== undefined
}

function nearest(
  here: HTMLElement,
  pieces: readonly HTMLElement[],
  [dx, dy]: readonly [number, number],
): HTMLElement | undefined {
  const [x, y] = middle(here)
  const ranked = pieces.flatMap((piece) => {
    const [px, py] = middle(piece)
    const along = (px - x) * dx + (py - y) * dy
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx)
    return along > 1 ? [{ piece, far: along + 2 * aside }] : []
  })
  return ranked.sort((a, b) => a.far - b.far)[0]?.piece
}
