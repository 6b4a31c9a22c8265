import { expect, it } from 'vitest'
import type { Box, TrayRoll } from '../http'
import { rollName, startOf, summary, told } from './dice'

const box: Box = { key: 'x', title: 'X', line: '', seats: [2, 2], sheet: null, open: false, secret: false, cups: false, names: {}, keys: {}, counted: false, deck: [], without: [], values: {}, part_of: '', dice: [{ key: 'red', name: 'red die', many: 4, faces: [0, 0, 1, 1, 1, 2] }] }
const roll: TrayRoll = { number: 1, who: 0, first: 3, dice: [{ kind: 'red', face: 5, kept: true }, { kind: 'red', face: 0 }, { kind: 'red', face: 2 }] }

it('adds a roll up and says how many are alike', () => {
  expect(summary([5, 5, 2, 5, 1])).toEqual({ sum: 18, alike: 'three 5s' })
  expect(summary([1, 2])).toEqual({ sum: 3, alike: '' })
})

it('tells what was kept and what was rolled by the faces of that die', () => {
  expect(told(box, roll)).toBe('kept 2, rolled 0 1.')
})

it('names the button by the number of dice', () => {
  expect([rollName(3), rollName(1), rollName(12)]).toEqual(['Roll three', 'Roll one', 'Roll 12'])
})

it('begins with all dice of a kind unless the box says otherwise', () => {
  expect(startOf({ key: 'a', name: 'die', many: 5 })).toBe(5)
  expect(startOf({ key: 'a', name: 'die', many: 15, start: 10 })).toBe(10)
})
