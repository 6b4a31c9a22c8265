import { expect, test } from 'vitest'
import { mostIn } from './figures'

test('the most of each column is found beside dashes, who did not play, thousands and points below zero', () => {
  const rows = [
    ['4', '–', '1,900', '−50', ''],
    ['–', '–', '250', '−300', '+7'],
  ]
  expect(mostIn(rows)).toEqual([
    [true, false, true, true, false],
    [false, false, false, false, true],
  ])
  expect(mostIn([])).toEqual([])
})
