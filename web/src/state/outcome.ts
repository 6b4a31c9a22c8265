/** How a match ended, read from its result: "won by 0, 3 1" is seat 0 with 3 points against 1. */
import { listed } from './words'
import type { Seating } from './seats'

export interface Outcome {
  winners: number[]
  points: string[]
}

export function readResult(result: string): Outcome {
  const parts = /^(?:won|drawn) by ([\d ]+), ([-\d ]+)/.exec(result)
  if (!parts) return { winners: [], points: [] }
  return { winners: (parts[1] ?? '').trim().split(/\s+/).map(Number), points: (parts[2] ?? '').trim().split(/\s+/) }
}

/** "You win, 3–1", "Nils wins", "Nils and Maya draw". Points are told where two play and they differ. */
export function headline({ winners, points }: Outcome, seating: Seating): string {
  if (winners.length === 0) return 'The match is over'
  const names = winners.map((seat) => seating.name(seat))
  if (winners.length > 1) return `${listed(names)} draw`
  const seat = winners[0] ?? 0
  const [own, other] = [points[seat], points[1 - seat]]
  const figures = points.length === 2 && own !== other ? `, ${own}–${other}` : ''
  return `${names[0]} ${seat === seating.you ? 'win' : 'wins'}${figures}`
}
