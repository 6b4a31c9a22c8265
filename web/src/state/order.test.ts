import { expect, test } from 'vitest'
import { moved, shuffled } from './order'

test('one seat changes places, and the others keep their order', () => {
  expect(moved([0, 1, 2, 3], 2, 1)).toEqual([0, 2, 1, 3])
  expect(moved([0, 1, 2, 3], 0, 1)).toEqual([1, 0, 2, 3])
  expect(moved([0, 1, 2], 1, 2)).toEqual([0, 2, 1])
})

test('a shuffle names every seat once, in an order that chance makes', () => {
  expect(shuffled([0, 1, 2, 3], () => 0)).toEqual([3, 2, 1, 0])
  expect(shuffled([0, 1, 2, 3], () => 0.99)).toEqual([0, 1, 2, 3])
  expect(shuffled([0, 1, 2, 3]).sort()).toEqual([0, 1, 2, 3])
})
