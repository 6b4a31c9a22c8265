import { expect, test } from 'vitest'
import type { Due } from '../http'
import type { Piece } from '../wire'
import { areDice, asked, faceAdded, loggedAs, passedBy, shownAs, slotsOf } from './due'

const due = (...texts: string[]): Due => ({ texts, names: texts, seat: -1, here: true, cover: false, cards: false, left: [], thrown: false })

test('dice are due where each outcome is a face; cards that are digits among others are cards', () => {
  expect(areDice(due('1', '2', '3', '4', '5', '6'))).toBe(true)
  expect(areDice(due('red', 'black'))).toBe(false)
  expect(areDice(due('7', '8', '9', '7g'))).toBe(false)
})

test('a question is answered, of a throw it is told what happened, and dice and cards come up', () => {
  expect(asked('The tower sways.', { ...due('stands', 'falls'), thrown: true })).toBe('Tap what happened.')
  expect(asked('Whose die is the closest?', { ...due('0', '1'), thrown: true })).toBe('Tap the answer.')
  expect(asked('A card for Ada.', due('7', '8'))).toBe('Tap what came up.')
})

test('what came up is shown by the name of the card, by its suit, or by the words that are typed', () => {
  expect(shownAs('FH', 'Full House')).toBe('Full House')
  expect(shownAs('5h', '5h')).toBe('5♥')
  expect(shownAs('hold 4 4', 'hold 4 4')).toBe('Hold 4 4')
})

test('an entry that is asked for again is called as in the log, and says whose it is', () => {
  const people = [{ name: 'Ada' }, { name: 'Nils' }] as const
  expect(loggedAs({ seat: -1, text: 'FH', name: 'Full House', whose: 1 }, people)).toBe('Full House for Nils')
  expect(loggedAs({ seat: -1, text: '5h', name: '5h', whose: -1 }, people)).toBe('5♥')
  expect(loggedAs({ seat: 0, text: 'eliminate FH', name: 'eliminate Full House', whose: 0 }, people)).toBe('Ada: Eliminate Full House')
})

test('what is rolled again is not in, what is kept is, and dice that are not rolled have no slot', () => {
  const dice = ['5, being rolled', '3, held', 'not rolled', 'not in this roll'].map((says, k): Piece => ({ id: `die-${k}`, look: 'die', face: /^\d/.exec(says)?.[0] ?? '', says: `die, ${says}` }))
  const card: Piece = { id: 'card', look: 'card', says: 'card, not rolled' }
  expect(slotsOf([...dice, card], dice[2] ?? card).map(({ face }) => face)).toEqual(['', '3', ''])
})

test('the face that came up last is the one that was not there, wherever it lies among those that were', () => {
  expect(faceAdded(['2', '5', '6'], ['2', '4', '5', '6'])).toBe('4')
  expect(faceAdded(['2', '6'], ['2', '6', '6'])).toBe('6')
  expect(faceAdded(['2', '6'], ['2'])).toBe('')
})

test('who passes with one tap is named, and what they choose with it', () => {
  expect(passedBy('All', 'Pass')).toBe('All: pass')
  expect(passedBy('Nils and Theo', 'Leave it so')).toBe('Nils and Theo: leave it so')
})
