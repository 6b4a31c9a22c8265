/**
 * How a match ended, read from its result: "won by 0, 3 1" is seat 0 with 3 points against 1, "won by 0 2,
 * 7 3 7 3" are partners, and "drawn by 0 1, 2 2" is a tie.
 */
import { listed } from './words'
import type { Seating } from './seats'

export interface Outcome {
  winners: number[]
  points: string[]
  isDrawn: boolean
}

export function readResult(result: string): Outcome {
  const parts = /^(?:won|drawn) by ([\d ]+), ([-\d ]+)/.exec(result)
  if (!parts) return { winners: [], points: [], isDrawn: false }
  const [winners, points] = [parts[1] ?? '', parts[2] ?? ''].map((words) => words.trim().split(/\s+/)) as [string[], string[]]
  return { winners: winners.map(Number), points, isDrawn: result.startsWith('drawn') }
}

/** Keeps a line from being broken after a dash. */
const JOINER = '\u2060'

/** "3–1"; where points are lost too "5600 to −300", for a dash would be read as a minus. */
function figuresOf(own = '', other = ''): string {
  const isNegative = own.startsWith('-') || other.startsWith('-')
  return isNegative ? `${own} to ${other}`.replaceAll('-', '−') : `${own}–${JOINER}${other}`
}

/**
 * "You win, 3–1", "Nils wins", "Nils and Maya win" or "draw". A game that explains its results says with `score`
 * what follows; of others points are told where two play and they differ.
 */
export function headline({ winners, points, isDrawn }: Outcome, seating: Seating, score?: string): string {
  if (winners.length === 0) return 'The match is over'
  const names = winners.map((seat) => seating.name(seat))
  if (winners.length > 1) return `${listed(names)} ${isDrawn ? 'draw' : 'win'}${isDrawn ? '' : (score ?? '')}`
  const seat = winners[0] ?? 0
  const [own, other] = [points[seat], points[1 - seat]]
  const figures = points.length === 2 && own !== other ? `, ${figuresOf(own, other)}` : ''
  return `${names[0]} ${seat === seating.you ? 'win' : 'wins'}${score ?? figures}`
}

/** Whom the match was played with, after its title: " against Nils" of two; among more some may be partners. */
export function withWhom(others: readonly string[], isPlayer: boolean): string {
  if (others.length === 0) return ''
  return ` ${isPlayer ? (others.length > 1 ? 'with' : 'against') : 'of'} ${listed(others)}`
}
