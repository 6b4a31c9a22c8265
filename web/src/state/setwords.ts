/** A set in words, for the pages before a match and after it: a table is shown without. */
import type { Rolled, SetSheet, Table } from '../wire'
import { listed } from './words'

const TIES: Record<string, string> = {
  'another game': 'another game is played.',
  'tie-breaker': 'one die each; the highest scores 1 point.',
}

/** What is agreed about a set of so many: who plays whom, what settles a tie, and what is paid. */
export function setTerms({ kind, count, tie = 'another game', stake = 0 }: SetSheet, players: number): [string, string][] {
  const times = count > 1 ? `${count} times` : 'once'
  const settled = kind === 'round robin' && tie === 'another game' ? 'those who tie play each other again.' : (TIES[tie] ?? '')
  return [
    ...(kind === 'round robin' ? [['Everybody plays everybody', `${times}: ${pairsOf(players) * count} games for two, ${players === 3 ? 'the third looks' : 'the others look'} on.`] as [string, string]] : []),
    ['A tie at the end:', settled],
    ...(stake > 0 ? [['Stakes:', `${players > 2 ? 'everybody else pays' : 'who loses the set pays'} the winner ${stake} play ${stake === 1 ? 'chip' : 'chips'} for each point between them.`] as [string, string]] : []),
  ]
}

/** Who has won a set that is over, as a headline. */
export function setHeadline(table: Table): string {
  const winners = table.series?.winners ?? []
  if (winners.length === 1) return winners[0] === table.you ? 'You win the set' : `${nameIn(table)(winners[0] ?? -1)} wins the set`
  return `${listed(winners.map((seat) => (seat === table.you ? 'You' : nameIn(table)(seat))))} win the set`
}

/** Names in the middle of a sentence. */
function nameIn(table: Table): (seat: number) => string {
  return (seat) => (seat === table.you ? 'you' : table.people?.find((person) => person.seat === seat)?.name || `seat ${seat + 1}`)
}

/** How many pairs there are of so many. */
function pairsOf(players: number): number {
  return (players * (players - 1)) / 2
}

/** Who plays next; at the end what the tie-breaker showed, and what is paid. */
export function setWords(table: Table): string {
  const sheet = table.series
  if (!sheet) return ''
  const name = nameIn(table)
  if (!sheet.over) {
    const next = sheet.kind === 'round robin' ? `Next: ${(sheet.next ?? []).map(name).join(' against ')}.` : ''
    const tied = tiedWords(table, sheet, name)
    return [tied, next].filter(Boolean).join(' ')
  }
  const rolls = rollsOf(sheet).map((roll) => roll.map(({ seat, die }) => `${name(seat)} rolled ${die}`).join(', '))
  const tie = rolls.length > 0 ? `Tie-breaker: ${rolls.join('; then ')}.` : ''
  const paid = (sheet.paid ?? []).flatMap((chips, seat) => (chips ? [`${name(seat)} ${chips > 0 ? '+' : '−'}${Math.abs(chips)}`] : []))
  const stakes = paid.length > 0 ? `In play chips: ${paid.join(', ')}.` : ''
  return [tie, stakes].filter(Boolean).join(' ')
}

/** The tie-breaker's rolls: those who tie in one roll again in the next. */
function rollsOf(sheet: SetSheet): Rolled[][] {
  const rolls: Rolled[][] = []
  for (const die of sheet.dice ?? []) {
    const last = rolls.at(-1)
    if (!last || last.some((other) => other.seat === die.seat)) rolls.push([die])
    else last.push(die)
  }
  return rolls
}

/** Why a set goes on after its last game: who ties, and what settles it. */
function tiedWords(table: Table, sheet: SetSheet, name: (seat: number) => string): string {
  const seats = (table.people ?? []).map((person) => person.seat)
  const most = Math.max(...sheet.totals)
  const isDone = sheet.kind === 'target score' ? most >= sheet.count : sheet.played >= sheet.count * (sheet.kind === 'round robin' ? pairsOf(seats.length) : 1)
  if (!isDone) return ''
  if (sheet.kind === 'round robin') return 'The set is tied: those who tie play each other again.'
  const tied = listed(seats.filter((seat) => sheet.totals[seat] === most).map(name))
  return `${tied.charAt(0).toUpperCase()}${tied.slice(1)} tie with ${most}: another game is played.`
}
