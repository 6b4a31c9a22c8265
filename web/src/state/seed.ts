/** This browser's own share of the dice: sixteen random bytes for each match, the same for all of it. */

function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function seedFor(table: string, match: number): string {
  const place = `seed ${table} ${match}`
  try {
    const kept = sessionStorage.getItem(place)
    if (kept) return kept
    const seed = fresh()
    sessionStorage.setItem(place, seed)
    return seed
  } catch {
    return fresh()
  }
}
