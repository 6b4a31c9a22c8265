import { describe, expect, it } from 'vitest'
import type { Scene, SetSheet, Table } from '../wire'
import { inSet, lineupOf, setWinners, sheetBeside } from './sets'
import { setHeadline, setTerms, setWords } from './setwords'

const people = ['Ada', 'Nils', 'Mo'].map((name, seat) => ({ seat, kind: 'person', name }))
const sheet: SetSheet = {
  title: 'Round robin', columns: ['Game', '1', 'Points'], rows: [['3', '3'], ['–', '0'], ['', '0']],
  kind: 'round robin', count: 1, played: 1, totals: [3, 0, 0], next: [1, 2],
}
const table = { t: 'table', id: 'x', game: 'duello', title: 'Duello', phase: 'playing', people, you: 2, lineup: [1, 2], series: sheet } as unknown as Table
const scene: Scene = { heading: 'Round 1 · turn 2', now: { title: '' }, plates: [{ seat: 0 }, { seat: 1 }] }

describe('a match of a set', () => {
  it('seats who plays first and who sits out after them', () => {
    const { people: seated, you, playing } = lineupOf(table)
    expect(seated.map((person) => [person.seat, person.name])).toEqual([[0, 'Nils'], [1, 'Mo'], [2, 'Ada']])
    expect([you, playing]).toEqual([1, 2])
  })

  it('leaves a table without a lineup as it is', () => {
    expect(lineupOf({ ...table, lineup: [] })).toEqual({ people, you: 2, playing: 3 })
  })

  it('shows the running sheet in the order of the match, and the totals on the plates', () => {
    const shown = inSet(scene, table)
    expect(shown.heading).toBe('Game 2 · round 1 · turn 2')
    expect(shown.card?.rows).toEqual([['–', '0'], ['', '0'], ['3', '3']])
    const headed = (heading: string, title: string) => inSet({ ...scene, heading }, { ...table, title }).heading
    expect([headed('Quick Draw', 'Quick Draw'), headed('War! · round 2', 'War!')]).toEqual(['Game 2', 'Game 2 · round 2'])
    expect(shown.plates?.map((plate) => plate.score)).toEqual(['0', '0'])
  })

  it('leaves the score of a match that keeps one, and has the sheet beside it', () => {
    const card = { title: 'To 150 points', columns: ['Round', 'Score'], rows: [['63'], ['28']] }
    const scored: Scene = { ...scene, card, plates: [{ seat: 0, score: '63', unit: 'points' }, { seat: 1, score: '28', unit: 'points' }] }
    const shown = inSet(scored, table)
    expect(shown.heading).toBe('Game 2 · round 1 · turn 2')
    expect(shown.card).toBe(card)
    expect(shown.plates?.map((plate) => plate.score)).toEqual(['63', '28'])
    expect(sheetBeside(scored, table)?.rows).toEqual([['–', '0'], ['', '0'], ['3', '3']])
    expect(sheetBeside(scene, table)).toBeNull()
    const left: Scene = { ...scored, plates: [{ seat: 0, score: '9', unit: 'dice left' }, { seat: 1, score: '2', unit: 'points' }] }
    expect(inSet(left, table).plates?.map((plate) => plate.score)).toEqual(['0', '0'])
  })

  it('says who plays whom next, and at the end who has won and what is paid', () => {
    expect(setWords(table)).toBe('Next: Nils against you.')
    const over = { ...sheet, over: true, winners: [0], paid: [6, -3, -3], dice: [{ seat: 0, die: 5 }, { seat: 1, die: 2 }] }
    expect(setWords({ ...table, series: over })).toBe('Tie-breaker: Ada rolled 5, Nils rolled 2. In play chips: Ada +6, Nils −3, you −3.')
    const again = { ...over, paid: [], dice: [...[0, 1, 2].map((seat) => ({ seat, die: 4 })), { seat: 0, die: 6 }, { seat: 1, die: 1 }, { seat: 2, die: 5 }] }
    expect(setWords({ ...table, series: again })).toBe(
      'Tie-breaker: Ada rolled 4, Nils rolled 4, you rolled 4; then Ada rolled 6, Nils rolled 1, you rolled 5.',
    )
    expect(setHeadline({ ...table, series: over })).toBe('Ada wins the set')
    expect(setHeadline({ ...table, you: 0, series: over })).toBe('You win the set')
    expect([setWinners(table), setWinners({ ...table, series: over })]).toEqual([[], [2]]) // Ada sat the last match out
  })

  it('says that all of a side have won (DZ-24)', () => {
    const over = { ...table, series: { ...sheet, over: true, winners: [0, 2] } }
    expect(setHeadline(over)).toBe('You and Ada win the set')
    expect(setHeadline({ ...over, you: 1 })).toBe('Ada and Mo win the set')
    expect(setWinners(over)).toEqual([2, 1])
  })

  it('says why a set goes on after its last game, and nothing of a tie before', () => {
    const games: SetSheet = { ...sheet, kind: 'number of games', count: 2, next: [0, 1, 2], totals: [4, 1, 4] }
    expect(setWords({ ...table, series: { ...games, played: 1 } })).toBe('')
    expect(setWords({ ...table, series: { ...games, played: 2 } })).toBe('Ada and you tie with 4: another game is played.')
    const target: SetSheet = { ...games, kind: 'target score', count: 5, played: 9 }
    expect(setWords({ ...table, series: target })).toBe('')
    expect(setWords({ ...table, series: { ...target, totals: [2, 6, 6] } })).toBe('Nils and you tie with 6: another game is played.')
    expect(setWords({ ...table, series: { ...sheet, played: 3 } })).toBe('The set is tied: those who tie play each other again. Next: Nils against you.')
  })

  it('says before a set who plays whom, how a tie at its end is settled, and what is paid', () => {
    expect(setTerms(sheet, 4)).toEqual([
      ['Everybody plays everybody', 'once: 6 games for two, the others look on.'],
      ['A tie at the end:', 'those who tie play each other again.'],
    ])
    expect(setTerms({ ...sheet, count: 2 }, 3)[0]).toEqual(['Everybody plays everybody', '2 times: 6 games for two, the third looks on.'])
    expect(setTerms({ ...sheet, kind: 'target score', tie: 'another game' }, 2)).toEqual([['A tie at the end:', 'another game is played.']])
    expect(setTerms({ ...sheet, kind: 'number of games', tie: 'tie-breaker', stake: 2 }, 2)).toEqual([
      ['A tie at the end:', 'one die each; the highest scores 1 point.'],
      ['Stakes:', 'who loses the set pays the winner 2 play chips for each point between them.'],
    ])
    expect(setTerms({ ...sheet, kind: 'number of games', stake: 1 }, 3)[1]).toEqual(['Stakes:', 'everybody else pays the winner 1 play chip for each point between them.'])
  })
})
