/** A set in words, for the pages before a match and after it: a table is shown without. */
import type { SetSheet, Table } from '../wire'
import { listed } from './words'

const TIES: Record<string, string> = {
  'another game': 'another game is played.',
  'tie-breaker': 'one die each; the highest scores 1 point.',
}

/** What is agreed about the end of a set: what settles a tie, and what is paid. */
export function setTerms({ kind, tie = 'another game', stake = 0 }: SetSheet): [string, string][] {
  const settled = kind === 'round robin' && tie === 'another game' ? 'those who tie play each other again.' : (TIES[tie] ?? '')
  return [
    ['A tie at the end:', settled],
    ...(stake > 0 ? [['Stakes:', `who loses the set pays the winner ${stake} play ${stake === 1 ? 'chip' : 'chips'} for each point between them.`] as [string, string]] : []),
  ]
}

/** Who plays next, and how the set ended, in words with names. */
export function setWords(table: Table): string {
  const sheet = table.series
  if (!sheet) return ''
  const name = (seat: number) => (seat === table.you ? 'you' : table.people?.find((person) => person.seat === seat)?.name || `seat ${seat + 1}`)
  if (!sheet.over) {
    const next = sheet.kind === 'round robin' ? `Next: ${(sheet.next ?? []).map(name).join(' against ')}.` : ''
    const tied = tiedWords(table, sheet, name)
    return [tied, next].filter(Boolean).join(' ')
  }
  const dice = (sheet.dice ?? []).map(({ seat, die }) => `${name(seat)} rolled ${die}`)
  const tie = dice.length > 0 ? `Tie-breaker: ${dice.join(', ')}. ` : ''
  const paid = (sheet.paid ?? []).flatMap((chips, seat) => (chips ? [`${name(seat)} ${chips > 0 ? '+' : '−'}${Math.abs(chips)}`] : []))
  const stakes = paid.length > 0 ? ` In play chips: ${paid.join(', ')}.` : ''
  return `${tie}${sheet.winner === table.you ? 'You win' : `${name(sheet.winner ?? -1)} wins`} the set.${stakes}`
}

/** Why a set goes on after its last game: who ties, and what settles it. */
function tiedWords(table: Table, sheet: SetSheet, name: (seat: number) => string): string {
  const seats = (table.people ?? []).map((person) => person.seat)
  const most = Math.max(...sheet.totals)
  const pairs = (seats.length * (seats.length - 1)) / 2
  const isDone = sheet.kind === 'target score' ? most >= sheet.count : sheet.played >= sheet.count * (sheet.kind === 'round robin' ? pairs : 1)
  if (!isDone) return ''
  if (sheet.kind === 'round robin') return 'The set is tied: those who tie play each other again.'
  const tied = listed(seats.filter((seat) => sheet.totals[seat] === most).map(name))
  return `${tied.charAt(0).toUpperCase()}${tied.slice(1)} tie with ${most}: another game is played.`
}
