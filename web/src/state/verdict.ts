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

/** The stretch of time that a verdict is drawn on, with some air on both sides, and where it is marked. */
export function spanOf({ presses }: Verdict): { from: number; to: number; ticks: number[] } {
  const times = presses.flatMap((press) => [press.counts, press.arrived])
  const [least, most] = [Math.min(...times), Math.max(...times)]
  const air = Math.max(10, (most - least) * 0.12)
  const [from, to] = [least - air, most + air]
  const step = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((each) => (to - from) / each <= 6) ?? 10_000
  const first = Math.ceil(from / step) * step
  const ticks = Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, k) => first + k * step)
  return { from, to, ticks }
}
