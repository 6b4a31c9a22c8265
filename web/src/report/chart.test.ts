import { expect, test } from 'vitest'
import { scaleOf } from './chart'

test('a scale holds 0 and every interval', () => {
  expect(scaleOf([{ name: 'a', mean: 40, margin: 5 }], false)).toEqual([0, 45])
  expect(scaleOf([{ name: 'a', mean: 2, margin: 1 }, { name: 'b', mean: -1, margin: 3 }], false)).toEqual([-4, 3])
})

test('a scale of nothing but zeros is not empty', () => {
  expect(scaleOf([{ name: 'a', mean: 0, margin: 0 }], false)).toEqual([0, 1])
})

test('the scale of parts of a whole is the whole', () => {
  expect(scaleOf([{ name: 'a', mean: 2, margin: 3 }], true)).toEqual([0, 100])
})
