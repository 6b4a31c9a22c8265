import { expect, test } from 'vitest'
import { levelName, offered } from './levels'

test('trained players are offered after the levels, by their names and without a strength', () => {
  const found = offered(['random', 'greedy', 'novice', 'master', 'dora'])
  expect(found.map(({ kind, name, trained }) => [kind, name, trained])).toEqual([
    ['novice', 'Novice', undefined],
    ['master', 'Master', undefined],
    ['dora', 'Dora', true],
  ])
  expect(levelName('dora')).toBe('Dora')
})
