import { expect, it } from 'vitest'
import { Calling } from './calling'

it('a turn and the end are called once each, and not what a page finds as it opens', () => {
  const calling = new Calling()
  expect([null, 'turn', 'turn', 'wait', 'turn', null, 'turn', 'end', 'end'].map((moment) => calling.comesTo(moment as 'turn' | null))).toEqual([
    false, false, false, false, true, false, false, true, false,
  ])
})

it('who is asked for something is called, and not who has agreed to it or only looks on', () => {
  const calling = new Calling()
  expect(calling.isAsked([1], 0)).toBe(true)
  expect(calling.isAsked([1], 0)).toBe(false)
  expect(calling.isAsked([1, 0], 0)).toBe(false)
  expect(calling.isAsked([], 0)).toBe(false)
  expect(calling.isAsked([1], -1)).toBe(false)
})
