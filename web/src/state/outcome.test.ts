import { expect, test } from 'vitest'
import { headline, readResult, withWhom } from './outcome'
import { Seating } from './seats'

const seating = new Seating(
  ['Ada', 'Nils', 'Maya'].map((name, seat) => ({ seat, kind: 'person', name })),
  0,
)

test('a result names its winners and the points by seat', () => {
  expect(readResult('won by 0, 3 1')).toEqual({ winners: [0], points: ['3', '1'], isDrawn: false })
  expect(readResult('drawn by 0 2, 7 3 7')).toEqual({ winners: [0, 2], points: ['7', '3', '7'], isDrawn: true })
  expect(readResult('won by 1, 0 0, seat 0 resigned')).toEqual({ winners: [1], points: ['0', '0'], isDrawn: false })
  expect(readResult('*')).toEqual({ winners: [], points: [], isDrawn: false })
})

test('the headline speaks to you, and tells points only where they tell something', () => {
  expect(headline(readResult('won by 0, 3 1'), seating)).toBe('You win, 3–\u20601')
  expect(headline(readResult('won by 1, 2 3'), seating)).toBe('Nils wins, 3–\u20602')
  expect(headline(readResult('won by 1, 0 0'), seating)).toBe('Nils wins')
  expect(headline(readResult('won by 0, 5600 -300'), seating)).toBe('You win, 5600 to −300')
  expect(headline(readResult('won by 2, 1 2 3'), seating)).toBe('Maya wins')
  expect(headline(readResult('drawn by 0 1, 2 2'), seating)).toBe('You and Nils draw')
  expect(headline(readResult('won by 0 2, 7 3 7'), seating)).toBe('You and Maya win')
  const partner = new Seating(seating.people, 2)
  expect(headline(readResult('won by 0 2, 7 3 7'), partner)).toBe('You and Ada win')
  expect(headline(readResult('won by 1, 0 6'), seating, ' 6 points')).toBe('Nils wins 6 points')
})

test('among more than two nobody is called an opponent, for a partner is none (DZ-24)', () => {
  expect(withWhom(['Nils'], true)).toBe(' against Nils')
  expect(withWhom(['Nils', 'Maya'], true)).toBe(' with Nils and Maya')
  expect(withWhom(['Nils', 'Maya'], false)).toBe(' of Nils and Maya')
  expect(withWhom([], true)).toBe('')
})
