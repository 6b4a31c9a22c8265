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

test('what a game says of a level stands in the place of what it is like in every game', () => {
  const [novice, master] = offered(['novice', 'master'], { novice: 'Shoots too early.' })
  expect(novice?.line).toBe('Shoots too early.')
  expect(master?.line).toBe('Thinks much longer, and never errs on purpose.')
})
