/** The figures of an account as they are shown: whole percents that add up, spans, and what may be claimed. */
import type { Point, Report } from '../http'

export const Z95 = 1.96
/** Percent to either side beyond which a part is not drawn: too little is counted. */
export const VAGUE = 15
const MINUS = '−'

export interface Part {
  key: 'luck' | 'own' | 'others' | 'unseen'
  /** Where the bar begins and ends, in percent. */
  from: number
  to: number
  /** Half of the 95 % interval, in percent. */
  span: number
}

/** Start, parts and result of a seat in whole percents, rounded together: each part is the difference of two rounded sums. */
export function partsOf(report: Report, seat: number): { start: number; parts: Part[]; result: number } {
  const keys = (['luck', 'own', 'others', 'unseen'] as const).filter((key) => key !== 'unseen' || report.has_secrets)
  let sum = report.start[seat] ?? 0
  const start = Math.round(100 * sum)
  let from = start
  const parts = keys.map((key) => {
    sum += report[key].value[seat] ?? 0
    const to = Math.round(100 * sum)
    const part = { key, from, to, span: Math.round(100 * Z95 * (report[key].error[seat] ?? 0)) }
    from = to
    return part
  })
  return { start, parts, result: Math.round(100 * (report.result[seat] ?? 0)) }
}

/** "+3", "−3" or "0". */
export function signed(percent: number): string {
  return percent > 0 ? `+${percent}` : percent < 0 ? `${MINUS}${-percent}` : '0'
}

/** A chance of a turn as it may be drawn: from 0 to 100, with the ends of its interval. */
export function chanceAt(report: Report, turn: number, seat: number): { chance: number; low: number; high: number } {
  const here = report.turns[turn]
  const win = here ? (here.win[seat] ?? 0) : (report.result[seat] ?? 0)
  const width = Z95 * (here?.errors[seat] ?? 0)
  const within = (part: number) => 100 * Math.min(1, Math.max(0, part))
  return { chance: within(win), low: within(win - width), high: within(win + width) }
}

/** The moment before a turn, by its heading: "Before round 2, turn 3". */
export function beforeOf(heading: string): string {
  return heading.startsWith('Before ') ? heading : `Before ${heading.replace(/^(Round|Turn|War)\b(?!!)/, (word) => word.toLowerCase())}`
}

export type Cause = 'luck' | 'choices' | 'reading'

/** The one cause that explains more of the result of `seat` than any other, where its interval meets no other. */
export function mainCause(report: Report, seat: number): Cause | null {
  const choices = (report.own.value[seat] ?? 0) + (report.others.value[seat] ?? 0)
  const width = Math.hypot(report.own.error[seat] ?? 0, report.others.error[seat] ?? 0)
  const all: { cause: Cause; value: number; width: number }[] = [
    { cause: 'luck', value: report.luck.value[seat] ?? 0, width: Z95 * (report.luck.error[seat] ?? 0) },
    { cause: 'choices', value: choices, width: Z95 * width },
    { cause: 'reading', value: report.unseen.value[seat] ?? 0, width: Z95 * (report.unseen.error[seat] ?? 0) },
  ]
  const way = (report.result[seat] ?? 0) >= (report.start[seat] ?? 0) ? 1 : -1
  const sorted = all.sort((a, b) => way * (b.value - a.value))
  const [first, second] = sorted
  if (!first || !second) return null
  const low = way * first.value - first.width
  return low > 0 && low > way * second.value + second.width ? first.cause : null
}

/** Whether what one of two seats has of the chance the other lacks: not in a round robin of more. */
export function isShared(report: Report): boolean {
  return report.names.length === 2 && Math.abs((report.start[0] ?? 0) + (report.start[1] ?? 0) - 1) < 0.02
}

/** "to win", or "to win the set". */
export const toWin = (report: Report) => (report.of_set ? 'to win the set' : 'to win')

/** What the account comes to, in a sentence; `name` is "You" or a name. */
export function headline(report: Report, seat: number, name: string): string {
  const result = report.result[seat] ?? 0
  const you = name === 'You'
  if (report.of_set && result > 0 && result < 1) {
    const { start, result: now } = partsOf(report, seat)
    const went = start === now ? `stayed at ${now} %` : `went from ${start} to ${now} %`
    return `${you ? 'Your' : `${name}’s`} chance to win the set ${went}.`
  }
  if (result > 0 && result < 1) return 'Even to the end.'
  const cause = mainCause(report, seat)
  const verb = (result === 1 ? 'won' : 'lost') + (report.of_set ? ' the set' : '')
  if (!cause) return `${name} ${verb}: no one cause stands out.`
  const whose = you ? 'your' : 'the'
  const how: Record<Cause, string> = {
    luck: result === 1 ? 'by luck' : 'to the dice',
    choices: result === 1 ? `by ${whose} choices` : 'by choices',
    reading: result === 1 ? 'by reading' : 'to what was hidden',
  }
  return `${name} ${verb} ${how[cause]}.`
}

/** What is said of another choice of a turn: by how much it was better, or that it is too close to call. */
export function compared(better: NonNullable<Point['better']>): { words: string; span: string } {
  const [low, high] = [-1, 1].map((side) => Math.round(100 * (better.by + side * Z95 * better.error)))
  const span = `from ${signed(low ?? 0).replace('+', '')} to ${signed(high ?? 0).replace('+', '')} %`
  const isClear = better.by > Z95 * better.error
  return { words: isClear ? `better by ${Math.round(100 * better.by)} %` : 'too close to call', span }
}

export const CAUSES: Record<string, string> = { luck: 'Luck', choice: 'Choice', unseen: 'Reading' }

/** What most of a turn's change came from, "" where nothing changed by a percent. */
export function mostly(report: Report, turn: number, seat: number): string {
  const here = report.turns[turn]
  if (!here) return ''
  const all = [
    ['Luck', here.luck[seat] ?? 0],
    ['Choices', here.choices[seat] ?? 0],
    ['Reading', here.unseen[seat] ?? 0],
  ] as const
  const most = all.reduce((best, one) => (Math.abs(one[1]) > Math.abs(best[1]) ? one : best))
  return Math.abs(most[1]) >= 0.01 ? most[0] : ''
}

/** "Round 1" and "turn 3" of "Round 1, turn 3"; a heading without a comma is its own group. */
export function headingParts(heading: string): { group: string; rest: string } {
  const at = heading.indexOf(', ')
  return at < 0 ? { group: '', rest: heading } : { group: heading.slice(0, at), rest: heading.slice(at + 2) }
}
