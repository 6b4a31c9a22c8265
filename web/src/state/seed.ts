/**
 * This browser's share in the fairness of a match: sixteen random bytes of its own, the same for all of it, and
 * the seal that it saw before the first roll. Both are kept, to be compared when the match is over.
 */
import { kept, keep } from './keep'

function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const seedPlace = (table: string, match: number) => `seed ${table} ${match}`
const sealPlace = (table: string, match: number) => `seal ${table} ${match}`

export function seedFor(table: string, match: number): string {
  const seed = keptSeed(table, match) || fresh()
  keep(seedPlace(table, match), seed)
  return seed
}

export function keptSeed(table: string, match: number): string {
  return kept(seedPlace(table, match))
}

/** Keeps the seal of a match that is not over; the first one seen stands. */
export function keepSeal(table: string, match: number, commitment: string): void {
  if (!keptSeal(table, match)) keep(sealPlace(table, match), commitment)
}

export function keptSeal(table: string, match: number): string {
  return kept(sealPlace(table, match))
}
