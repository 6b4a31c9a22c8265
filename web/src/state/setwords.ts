/** A set in words, for the page of a result: a table is shown without. */
import type { Table } from '../wire'

/** Who plays next, and how the set ended, in words with names. */
export function setWords(table: Table): string {
  const sheet = table.series
  if (!sheet) return ''
  const name = (seat: number) => (seat === table.you ? 'you' : table.people?.find((person) => person.seat === seat)?.name || `seat ${seat + 1}`)
  if (!sheet.over) return sheet.kind === 'round robin' ? `Next: ${(sheet.next ?? []).map(name).join(' against ')}.` : ''
  const dice = (sheet.dice ?? []).map(({ seat, die }) => `${name(seat)} rolled ${die}`)
  const tie = dice.length > 0 ? `Tie-breaker: ${dice.join(', ')}. ` : ''
  const paid = (sheet.paid ?? []).flatMap((chips, seat) => (chips ? [`${name(seat)} ${chips > 0 ? '+' : '−'}${Math.abs(chips)}`] : []))
  const stakes = paid.length > 0 ? ` In play chips: ${paid.join(', ')}.` : ''
  return `${tie}${sheet.winner === table.you ? 'You win' : `${name(sheet.winner ?? -1)} wins`} the set.${stakes}`
}
