/** What the log says of the people at a table: who asked for a hint, and who else chose for a seat. */
import type { Changed, Hinted, Step, Table } from '../wire'
import type { Seating } from './seats'

/** What became of a seat, said of whoever sits there now: after a name and after "You". */
const CHANGED: Record<string, string> = {
  bot: 'stayed away: a bot plays on.',
  back: 'came back.',
  late: 'ran out of time: a bot made that choice.',
  removed: 'played on for somebody who was removed.',
  taken: 'took the seat of somebody who was removed.',
}

interface Note {
  n: number
  seat: number
  words: string
}

function notesOf(hinted: readonly Hinted[], changes: readonly Changed[]): Note[] {
  const hints = hinted.map(({ n, seat }, i) => ({ n, seat, words: i === 0 ? 'asked for a hint. The match is marked “with hints”.' : 'asked for a hint.' }))
  return [...hints, ...changes.map(({ n, seat, what }) => ({ n, seat, words: CHANGED[what] ?? '' }))].sort((a, b) => a.n - b.n)
}

/** The log with a sentence for each hint and each change of who chooses, between the events before it and after it. */
export function withPeople(log: readonly Step[], table: Pick<Table, 'hinted' | 'changes'> | null | undefined): readonly Step[] {
  const notes = notesOf(table?.hinted ?? [], table?.changes ?? [])
  if (!notes.length) return log
  const steps = [...log]
  notes.forEach((note, i) => {
    const at = steps.findLastIndex((step) => Math.floor(step.n) <= note.n)
    const before = steps[at]
    if (before) steps.splice(at + 1, 0, { n: note.n + (i + 1) / (notes.length + 1), heading: before.heading, said: [{ seat: note.seat, words: note.words }] })
  })
  return steps
}

/** For whom a bot has chosen, and which seats changed hands, in sentences for the end of the match. */
export function changedWords(changes: readonly Changed[] | undefined, seating: Seating): string[] {
  const all = changes ?? []
  return [...new Set(all.map((one) => one.seat))].flatMap((seat) => {
    const own = all.filter((one) => one.seat === seat).map((one) => one.what)
    if (own.includes('taken')) return [`${seating.name(seat)} came for somebody who was removed.`]
    if (own.includes('removed')) return [`${seating.name(seat)} played on for somebody who was removed.`]
    return [`A bot made choices for ${seating.nameInText(seat)}.`]
  })
}
