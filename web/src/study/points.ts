/** The turns that mattered, in words. */
import type { Point, Report } from '../http'
import type { Seating } from '../state/seats'
import { named } from '../state/words'

/** What a turn did, and whose doing it was; `seat` is the side from which the account is read. */
export function titleOf(point: Point, report: Report, seating: Seating, seat: number): string {
  const isGood = (point.change[point.seat < report.names.length ? point.seat : seat] ?? 0) >= 0
  if (point.cause === 'luck') return `Luck ${(point.change[seat] ?? 0) >= 0 ? 'for' : 'against'} ${seating.nameInText(seat)}`
  const name = seating.name(point.seat)
  const whose = name === 'You' ? 'Your' : `${name}’s`
  if (point.cause === 'choice') return `${whose} choice ${isGood ? 'gained' : 'cost'} ${Math.abs(Math.round(100 * (point.change[point.seat] ?? 0)))} %`
  return `${whose} choice met what was hidden`
}

/** What the game says of the better choice. It is said to whoever chose: "you" and "your" are left to them. */
export function whyOf(point: Point, seating: Seating): string {
  return point.seat === seating.you || !/\byou(rs?|rself)?\b/i.test(point.why) ? named(point.why, seating) : ''
}
