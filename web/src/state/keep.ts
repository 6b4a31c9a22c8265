/** What a page keeps for as long as its tab lives. Where storage is forbidden, nothing is kept. */

export function kept(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? ''
  } catch {
    return ''
  }
}

export function keep(place: string, value: string): void {
  try {
    if (value) sessionStorage.setItem(place, value)
    else sessionStorage.removeItem(place)
  } catch {
    // Then the page forgets it on a reload, and says nothing.
  }
}
