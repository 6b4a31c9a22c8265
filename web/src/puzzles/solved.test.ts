import { expect, test } from 'vitest'
import { after, behind, type Solved } from './solved'

const begin: Solved = { answers: {}, streak: 2, best: 5 }

test('a right first answer lengthens the row, and a missed one ends it', () => {
  expect(after(begin, 'duello/1-2', true)).toEqual({ answers: { 'duello/1-2': 'right' }, streak: 3, best: 5 })
  expect(after(begin, 'duello/1-2', false)).toEqual({ answers: { 'duello/1-2': 'missed' }, streak: 0, best: 5 })
})

test('answering again mends nothing and counts nothing', () => {
  const missed = after(begin, 'duello/1-2', false)
  expect(after(missed, 'duello/1-2', true)).toEqual(missed)
})

test('a longer row than ever is the best', () => {
  expect(after({ ...begin, streak: 5 }, 'duello/1-2', true).best).toBe(6)
})

test('a choice is behind the best by the difference of the two figures that are shown', () => {
  expect(behind({ event: 1, chance: 0.394, doubt: 0 }, { event: 2, chance: 0.246, doubt: 0 })).toBe(39 - 25)
})
