import { expect, test } from 'vitest'
import type { Value } from './api'
import { applies, applying, entries, fileName, proposed, wasWords, withValue } from './values'

const points: Value = {
  key: 'action-points', kind: 'table', label: 'Points', note: '', mark: 'H', clause: 'DZ-3', needs: 'numbers',
  value: [2, -5], published: [2, -5], names: ['Jackpot', 'Skull'],
}
const teams: Value = {
  key: 'teams', kind: 'option', label: 'Teams', note: '', mark: 'H', clause: 'DZ-24', needs: 'true or false',
  value: false, published: false, seats: [4, 6, 8],
}

test('a value that is put back is no longer changed', () => {
  const changed = withValue({}, points, [2, -9])
  expect(changed).toEqual({ 'action-points': [2, -9] })
  expect(withValue(changed, points, [2, -5])).toEqual({})
})

test('what was is told by the names of the entries', () => {
  expect(entries(points, [2, -9]).map((entry) => entry.was)).toEqual([null, -5])
  expect(wasWords(points, [2, -9])).toBe('Skull was -5')
  expect(wasWords(teams, true)).toBe('Was No')
  expect(wasWords(teams, false)).toBe('')
})

test('an option for some numbers of seats is left out at others', () => {
  expect(applies(teams, 6)).toBe(true)
  expect(applies(points, 3)).toBe(true)
  expect(applying([points, teams], { teams: true, 'action-points': [0, 0] }, 3)).toEqual({ 'action-points': [0, 0] })
})

test('a file is named by what its values are called', () => {
  expect(fileName('Saturday / house')).toBe('Saturday-house.toml')
  expect(fileName(' ')).toBe('values.toml')
})

test('a new table proposes what people play by, where programs play by something else', () => {
  expect(proposed([points, { ...teams, at_table: true }])).toEqual({ teams: true })
})
