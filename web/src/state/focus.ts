/**
 * The focus is never lost: where what had it vanishes, is moved or can no longer be pressed, it goes to the nearest part of the
 * page around it that is still there, and on a new page to its heading. From there reading and tabbing go on.
 */

/** Parts of a page that can be read on from. */
const PLACE = 'dialog, section, form, fieldset, ul, ol, dl, aside, main, [role=group], [role=region]'

/** What had the focus last, and all that it lay in, the inmost first. */
let around: readonly Element[] = []

export function keepFocus(page: HTMLElement): void {
  document.addEventListener('focusin', ({ target }) => (around = [...within(target as Element)]))
  document.addEventListener('pointerdown', ({ target }) => around[0]?.contains(target as Node) || letGo(), true)
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && letGo(), true)
  const changed = new MutationObserver(() => isLost() && find(page)?.focus({ preventScroll: true }))
  changed.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

/** Whoever taps beside it, or tabs on, gives the focus away themselves. */
function letGo(): void {
  around = []
}

function* within(element: Element): Generator<Element> {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) yield at
}

function isLost(): boolean {
  const [last] = around
  if (!last || (document.activeElement !== document.body && document.activeElement !== last)) return false
  return document.activeElement === document.body || last.matches(':disabled')
}

/** Where the focus goes; none while a new page is still being fetched. */
function find(page: HTMLElement): HTMLElement | null | undefined {
  const there = around.filter((element): element is HTMLElement => element instanceof HTMLElement && page.contains(element) && element !== page)
  const [last] = there
  if (last && last === around[0] && !last.matches(':disabled')) return last
  const place = there.find((element) => element.matches(PLACE)) ?? page.querySelector<HTMLElement>('h1')
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1
  return place
}
