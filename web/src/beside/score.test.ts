import { describe, expect, it } from 'vitest'
import type { Sheet, SheetField } from '../http'
import { counted, emptyLine, fieldsOf, goneCards, outSince, owing, pairings, refusal, score, sheetBy, type Line } from './score'

const SUMS: Sheet = {
  line: 'Round', unit: 'Points', rules: [], empty: 6,
  fields: [
    { key: 'play', label: 'In play', kind: 'parts', least: -99, most: 99 },
    { key: 'pile', label: 'Pile', kind: 'cards', names: ['1', '2'], worths: [5, 4], copies: [2, 6], typed: true, least: -15, most: 400, clause: 'DZ-1' },
    { key: 'ten', label: 'Ten cards', kind: 'flag', worth: 10, only_one: true, needs: { field: 'pile', least: 3, most: 999 }, clause: 'DZ-17' },
  ],
  score: { kind: 'sum', floor: 0 },
  end: { kinds: ['first'], target: 30, tie: 'Roll-Offs' },
}
const two = { seats: 2, settings: {} }
const line = (...cells: Line['cells']): Line => ({ choices: {}, cells })
const NAMES = ['Ada', 'Nils', 'Maya']

describe('a sheet of sums', () => {
  it('stops at the floor at each change, so that the order of changes counts', () => {
    expect(score(SUMS, two, [line({ play: [-5, 8] }, { play: [8, -5] })]).totals).toEqual([8, 3])
  })
  it('adds up cards that were tapped, or the sum that was typed', () => {
    expect(score(SUMS, two, [line({ pile: [0, 0, 1] }, { 'pile:sum': 17 })]).totals).toEqual([14, 17])
  })
  it('goes to the highest once somebody has the target, and a tie is settled in words', () => {
    const tied = [line({ 'pile:sum': 31 }, { 'pile:sum': 31 })]
    expect(score(SUMS, two, tied)).toMatchObject({ over: true, first: [0, 1], tie: 'Roll-Offs' })
    expect(score(SUMS, two, tied, 1)).toMatchObject({ over: true, first: [1], tie: '' })
    expect(score(SUMS, two, [line({ 'pile:sum': 29 }, {})]).over).toBe(false)
  })
  it('refuses what cannot be, with the rule', () => {
    const why = (...cells: Line['cells']) => refusal(SUMS, two, [line(...cells)], 0, NAMES)
    expect(why({ pile: [0, 0] }, { pile: [0] })).toBe('A third 1? There are 2 (DZ-1).')
    expect(why({ ten: 1 }, { ten: 1 })).toBe('Ten cards: one player alone has it, not Ada and Nils (DZ-17).')
    expect(why({ ten: 1, pile: [0, 1] }, {})).toBe('Ada: ten cards needs 3 cards, not 2 (DZ-17).')
    expect(why({ 'pile:sum': 500 }, {})).toBe('Ada: 500 is not possible: -15 to 400 (DZ-1).')
    expect(why({ pile: [0, 1, 1], ten: 1 }, {})).toBe('')
  })
})

describe('what is owed', () => {
  const owed: SheetField = { key: 'owed', label: 'Owed', kind: 'owed', names: ['Skull', 'Others', 'Clock'], owed_by: ['player', 'others', 'all'], asked_by: 'agreed' }
  const sheet: Sheet = { ...SUMS, fields: [...SUMS.fields, owed] }
  it('is asked for where it was agreed, counted in all lines, and scores nothing', () => {
    expect(fieldsOf(sheet, {}).includes(owed)).toBe(false)
    expect(fieldsOf(sheet, { agreed: 1 }).includes(owed)).toBe(true)
    const lines = [line({ owed: [0, 2] }, { owed: [2] }), line({ owed: [2] }, { owed: [2], play: [20] })]
    expect(counted(owed, lines, 2)).toEqual([3, 2])
    expect(score(sheet, two, lines).totals).toEqual([0, 20])
    expect(refusal(sheet, two, lines, 1, NAMES)).toBe('')
  })
  it('is owed by the player, by the others, or by all who play', () => {
    expect([0, 1, 2].map((reason) => owing(owed, reason, 2, [0, 2]))).toEqual([[2], [0], [0, 2]])
  })
})

describe('a sheet of cards that each player has once', () => {
  const names = ['Pair', 'House', 'Straight']
  const ghosts: Sheet = {
    line: 'Round', unit: 'Cards left', rules: [], empty: 6,
    fields: [
      { key: 'lost', label: 'Eliminated', kind: 'cards', names, worths: [-1, -1, -1], once_until: 'back', clause: 'KA-8' },
      { key: 'back', label: 'Back', kind: 'flag', worth: 1, only_at: 0, needs: { field: 'lost', most: 0 }, clause: 'KA-12' },
    ],
    score: { kind: 'sum', start_of: 'cards', least: 0, out: 'Ghost', clause: 'KA-12' },
    end: { kinds: ['last'] },
  }
  const setup = { seats: 3, settings: { cards: 2 } }
  const before = [line({ lost: [0] }, {}, {}), line({ lost: [1] }, { lost: [2] }, {}), line({}, {}, {})]
  it('refuses one that is out, with the line, and says since when a player is a ghost', () => {
    expect(refusal(ghosts, setup, [...before, line({}, { lost: [2] }, {})], 3, NAMES)).toBe('Nils: Straight is out since round 2 (KA-8).')
    expect(refusal(ghosts, setup, [line({ lost: [1, 1] }, {}, {})], 0, NAMES)).toBe('Ada: House is written twice (KA-8).')
    expect(refusal(ghosts, setup, [...before, line({ lost: [2] }, {}, {})], 3, NAMES)).toBe('Ada has not so many: -1 would be left (KA-12).')
    const { rows } = score(ghosts, setup, before)
    expect([0, 1, 2].map((seat) => outSince(ghosts, rows, seat))).toEqual([1, -1, -1])
  })
  it('has no ghost back in the round in which the last card was eliminated (KA-12)', () => {
    const [first] = before
    expect(refusal(ghosts, setup, [first ?? line(), line({ lost: [1], back: 1 }, {}, {})], 1, NAMES)).toBe('Ada: back in a later round, not in this one (KA-12).')
  })
  it('has them all again once a ghost is back', () => {
    const back = [...before, line({ back: 1 }, {}, {})]
    expect(goneCards(ghosts, back, 3, 0)).toEqual(new Map([[0, 0], [1, 1]]))
    expect(refusal(ghosts, setup, [...back, line({ lost: [1] }, {}, {})], 4, NAMES)).toBe('')
    expect(outSince(ghosts, score(ghosts, setup, back).rows, 0)).toBe(-1)
  })
})

it('goes on from what was played before the sheet', () => {
  const turns: Sheet = { ...SUMS, opening: 'Opening', opening_gain: { points: 10, fine: -10, clause: 'KD-4' }, end: { kinds: ['lines'], target: 3 } }
  const setup = { ...two, start: { totals: [20, 4], lines: 3 } } // the opening and two turns
  expect(score(turns, setup, [])).toMatchObject({ totals: [20, 4], over: false })
  expect(score(turns, setup, [line({ play: [5] }, {})])).toMatchObject({ totals: [25, 4], over: true, first: [0] })
  expect(refusal(turns, setup, [line({ play: [5] }, {})], 0, NAMES)).toBe('') // the opening lies before the sheet
})

describe('a sheet whose first line one player wins, and whose numbers come in steps', () => {
  const field: SheetField = { key: 'brought', label: 'What it brought', kind: 'number', least: -500, most: 500, step: 10, clause: 'KD-5' }
  const sheet: Sheet = { ...SUMS, fields: [field], opening: 'Opening', opening_gain: { points: 10, fine: -10, clause: 'KD-4' } }
  const why = (settings: Record<string, number>, ...gains: number[][]) => refusal(sheet, { seats: 3, settings }, gains.map((each) => line(...each.map((brought) => ({ brought })))), gains.length - 1, NAMES)
  it('refuses an opening that nobody or several have won, or that brought another anything but a fine (KD-4, KD-12)', () => {
    for (const wrong of [[0, 0, 0], [1, 0, 0], [10, 10, 0], [10, 5, 0]]) expect(why({}, wrong), String(wrong)).toBe('Opening: one player has 10, the others nothing (KD-4).')
    for (const right of [[10, 0, 0], [0, 0, 10], [0, 10, -10]]) expect(why({}, right), String(right)).toBe('')
  })
  it('refuses a number between the steps, which a match may have agreed otherwise', () => {
    expect(why({}, [10, 0, 0], [37, 0, 0])).toBe('Ada: 37 is not possible: multiples of 10 (KD-5).')
    expect(why({}, [10, 0, 0], [0, -30, 500])).toBe('')
    expect(why({ 'brought:step': 1 }, [10, 0, 0], [37, 0, 0])).toBe('')
  })
})

it('counts cards as a match had them that goes on with its sheet (DZ-2, DZ-3)', () => {
  const settings = { 'pile:worth:1': -9, 'pile:copies:0': 1, 'pile:least': -54 }
  const setup = { seats: 2, settings }
  const sheet = sheetBy(SUMS, settings)
  expect(score(sheet, setup, [line({ play: [20], pile: [0, 1, 1] }, {})]).totals).toEqual([7, 0])
  expect(refusal(sheet, setup, [line({ pile: [0] }, { pile: [0] })], 0, NAMES)).toBe('A second 1? There is 1 (DZ-1).')
  expect(refusal(sheet, setup, [line({ 'pile:sum': -54 }, {})], 0, NAMES)).toBe('')
  expect(sheetBy(SUMS, {})).toEqual(SUMS)
})

it('starts the last round at the end of a turn, not with the opening (KD-9)', () => {
  const sheet: Sheet = { ...SUMS, opening: 'Opening', end: { kinds: ['purse'], target: 30 } }
  const lines = [line({ 'pile:sum': 30 }, {}), line({}, {}), line({}, {})]
  expect(lines.map((_, at) => score(sheet, two, lines.slice(0, at + 1)).over)).toEqual([false, false, true])
})

it('an empty line brings nothing', () => {
  expect(score(SUMS, two, [emptyLine(2)]).totals).toEqual([0, 0])
})

it('everybody meets everybody once', () => {
  expect(pairings([0, 1, 2, 3]).length).toBe(6)
  expect(pairings([0, 1, 2])).toEqual([[1, 2], [0, 2], [0, 1]])
})
