import { expect, test } from 'vitest'
import type { Value } from './api'
import { sumWords, unfitWords } from './sums'
import { applies, applying, deckLink, deckOf, entries, fileName, inForce, proposed, wasWords, wholeNumber, withValue } from './values'

/** What a value has where a game says nothing of it. */
const silent = {
  at_table: null, least: null, most: null, length: null, total: null, choices: [], names: [], seats: [], when: {}, unless: {},
  of_seats: false, offered: true,
}
const points: Value = {
  ...silent,
  key: 'action-points', kind: 'table', label: 'Points', note: '', mark: 'H', clause: 'DZ-3', needs: 'numbers',
  value: [2, -5], published: [2, -5], names: ['Jackpot', 'Skull'],
}
const teams: Value = {
  ...silent,
  key: 'teams', kind: 'option', label: 'Teams', note: '', mark: 'H', clause: 'DZ-24', needs: 'true or false',
  value: false, published: false, seats: [4, 6, 8],
}

test('a value that is put back is no longer changed', () => {
  const changed = withValue({}, points, [2, -9])
  expect(changed).toEqual({ 'action-points': [2, -9] })
  expect(withValue(changed, points, [2, -5])).toEqual({})
})

test('entries that do not add up say to what, and the value is named where it is refused', () => {
  const cards: Value = { ...points, key: 'card-counts', label: 'Kadoova cards', value: [3, 2], names: ['Toll', 'Nope'], total: 5 }
  expect([[3, 2], [3, 3]].map((now) => sumWords(cards, now))).toEqual(['', 'They add up to 6, not to 5.'])
  expect(sumWords(points, [9, 9])).toBe('')
  expect(unfitWords([points, cards], { 'card-counts': [1, 1] })).toBe('Kadoova cards: they add up to 2, not to 5.')
  expect(unfitWords([points, cards], {})).toBe('')
})

test('what was is told by the names of the entries', () => {
  expect(entries(points, [2, -9]).map((entry) => entry.was)).toEqual([null, -5])
  expect(wasWords(points, [2, -9])).toBe('Skull was -5')
  expect(wasWords(teams, true)).toBe('Was No')
  expect(wasWords(teams, false)).toBe('')
})

test('an option for some numbers of seats is left out at others', () => {
  expect(applies(teams, 6, {}, [teams])).toBe(true)
  expect(applies(points, 3, {}, [teams])).toBe(true)
  expect(applying([points, teams], { teams: true, 'action-points': [0, 0] }, 3)).toEqual({ 'action-points': [0, 0] })
})

test('an option that does nothing with these seats and other options is left out', () => {
  const target = { ...points, key: 'target', when: { teams: [false] } }
  const duel = { ...points, key: 'duel', when: { seats: [2] } }
  const hidden = { ...points, key: 'hidden', offered: false }
  const specs = [points, teams, target, duel, hidden]
  const kept = (values: Record<string, boolean>, seats: number) => specs.filter((spec) => applies(spec, seats, values, specs)).map(({ key }) => key)
  expect(kept({ teams: true }, 4)).toEqual(['action-points', 'teams'])
  // Three seats have no teams, whatever was chosen before their number.
  expect(kept({ teams: true }, 3)).toEqual(['action-points', 'target'])
  expect(kept({}, 2)).toEqual(['action-points', 'target', 'duel'])
})

test('an option that does nothing beside one that these seats have is left out', () => {
  const short = { ...teams, key: 'short', value: true, seats: [2] }
  const goal = { ...points, key: 'goal', unless: { short: [true] } }
  const kept = (values: Record<string, boolean>, seats: number) => applies(goal, seats, values, [short, goal])
  expect([kept({}, 2), kept({ short: false }, 2), kept({}, 3)]).toEqual([false, true, true])
})

test('a list by seat and a seat are told by the names of those who sit there', () => {
  const chips: Value = { ...points, value: [100, 100, 100], of_seats: true, names: [] }
  expect(entries(chips, [100, 50, 100], ['You', 'Bea']).map((entry) => [entry.name, entry.now])).toEqual([['You', 100], ['Bea', 50]])
  expect(wasWords(chips, [100, 50, 100], ['You', 'Bea'])).toBe('Bea was 100')
  expect(inForce({ ...chips, value: 0 }, 1, ['You', 'Bea'])).toBe('Bea')
  expect(inForce({ ...chips, value: 0 }, 1)).toBe('Seat 2')
})

test('a number is typed as digits, and within its bounds', () => {
  expect(['150', ' 350 ', '-5', '−5', '501', '12.5', '1e2', '', 'ten'].map((typed) => wholeNumber(typed, -10, 500))).toEqual([
    150, 350, -5, -5, null, null, null, null, null,
  ])
})

test('a file is named by what its values are called', () => {
  expect(fileName('Saturday / house')).toBe('Saturday-house.toml')
  expect(fileName(' ')).toBe('values.toml')
})

test('a new table proposes what people play by, where programs play by something else', () => {
  expect(proposed([points, { ...teams, at_table: true }])).toEqual({ teams: true })
})

test('a link brings a deck by its name, whatever letters it has, and one that was cut short brings none', () => {
  const file = '[red-swords]\nvalue = [0, 0, 1, 1, 2, 2] # Käse ÷ 2\n'
  expect(deckOf(deckLink('Nils’ Schachtel ♠', file))).toEqual({ name: 'Nils’ Schachtel ♠', file })
  expect(deckOf(deckLink('x', '👍').slice(0, -1))?.file).not.toBe('👍')
  expect(deckOf('#x')).toBeNull()
})
