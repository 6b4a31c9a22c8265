import { describe, expect, test } from 'vitest'
import type { Choice, Piece } from '../wire'
import { add, canAdd, complete, countKinds, isBare, kindsInPlay, within } from './choices'

const piece = (kind: string, id = kind): Piece => ({ id, look: 'die', kind })
const choice = (event: number, takes: Record<string, number>): Choice => ({
  event,
  text: `E${event}`,
  name: `choice ${event}`,
  takes,
})

/** One to two dice from two red and one white. */
const POOL = [
  choice(0, { red: 1 }),
  choice(1, { red: 2 }),
  choice(2, { white: 1 }),
  choice(3, { red: 1, white: 1 }),
]
/** The 4 takes a blue 3 and a red 1; the 2 takes a white 2; or nothing at all. */
const LINE = [
  choice(10, { 'card-0': 1, 'blue-3': 1, 'red-1': 1 }),
  choice(11, { 'card-1': 1, 'white-2': 1 }),
  choice(12, {}),
]

describe('what can still be chosen', () => {
  test('a piece lights up if some choice takes it besides those chosen', () => {
    expect(canAdd(POOL, { red: 1 }, 'white')).toBe(true)
    expect(canAdd(POOL, { red: 1 }, 'red')).toBe(true)
    expect(canAdd(POOL, { red: 2 }, 'white')).toBe(false)
    expect(canAdd(POOL, { white: 1 }, 'white')).toBe(false)
  })

  test('a choice is complete when its pieces are all there and no more', () => {
    expect(complete(POOL, { red: 1 }).map((c) => c.event)).toEqual([0])
    expect(complete(POOL, { red: 1, white: 1 }).map((c) => c.event)).toEqual([3])
    expect(complete(LINE, { 'blue-3': 1, 'red-1': 1 })).toEqual([])
  })

  test('dice first and card first lead to the same choice', () => {
    const [card, blue, red] = [piece('card-0'), piece('blue-3'), piece('red-1')]
    const diceFirst = [blue, red, card].reduce<Piece[]>((chosen, p) => add(LINE, chosen, p), [])
    const cardFirst = [card, red, blue].reduce<Piece[]>((chosen, p) => add(LINE, chosen, p), [])
    for (const chosen of [diceFirst, cardFirst]) {
      expect(complete(LINE, countKinds(chosen)).map((c) => c.event)).toEqual([10])
    }
  })

  test('two choices that take the same pieces are both offered', () => {
    const twins = [choice(1, { die: 1 }), choice(2, { die: 1 })]
    expect(complete(twins, { die: 1 })).toHaveLength(2)
  })

  test('a choice without pieces is a button, and never lights a piece', () => {
    expect(LINE.filter(isBare).map((c) => c.event)).toEqual([12])
    expect(within(LINE, {}).map((c) => c.event)).toEqual([10, 11])
    expect(kindsInPlay(LINE)).toEqual(new Set(['card-0', 'blue-3', 'red-1', 'card-1', 'white-2']))
  })
})

describe('tapping a piece that does not go with those chosen', () => {
  test('changes over to it and keeps what still fits', () => {
    const chosen = [piece('card-0'), piece('blue-3'), piece('red-1')]
    expect(add(LINE, chosen, piece('card-1')).map((p) => p.kind)).toEqual(['card-1'])
  })

  test('lets the oldest go first', () => {
    const chosen = [piece('white'), piece('red', 'red-a')]
    expect(add(POOL, chosen, piece('red', 'red-b')).map((p) => p.id)).toEqual(['red-a', 'red-b'])
  })

  test('leaves everything as it was where no choice takes the piece', () => {
    const chosen = [piece('red')]
    expect(add(POOL, chosen, piece('green'))).toEqual(chosen)
  })
})

test('the same piece may be counted several times, as when dice are named', () => {
  const shot = [choice(0, { six: 2, one: 1 })]
  const six = piece('six')
  expect(complete(shot, countKinds([six, six, piece('one')]))).toHaveLength(1)
  expect(canAdd(shot, countKinds([six, six]), 'six')).toBe(false)
})
