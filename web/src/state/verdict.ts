/** A verdict in words: who was first in a live race, and by how much. */
import type { Seating } from './seats'
import { listed } from './words'
import type { Verdict } from '../wire'

export function milliseconds(time: number): string {
  return (time / 1000).toFixed(3)
}

export function headlineOf({ first, margin }: Verdict, seating: Seating): string {
  const names = listed(first.map((seat) => seating.name(seat)))
  if (first.length > 1) return `${names}: a tie`
  const by = margin > 0 ? `, by ${Math.round(margin)} ms` : ''
  return `${names} ${first[0] === seating.you ? 'were' : 'was'} first${by}`
}
