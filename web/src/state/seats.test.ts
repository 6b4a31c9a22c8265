import { expect, test } from 'vitest'
import { coloursWithBots, around, colourClass, freeColour, Seating } from './seats'

test('the server leaves out what is zero: a person without a colour is Red, not her seat', () => {
  const seating = new Seating([{ seat: 0, kind: 'person', colour: 3 }, { seat: 1, kind: 'person' }, { seat: 2, kind: 'open', colour: 2 }], 0)
  expect([0, 1, 2, -1].map((seat) => seating.colourClass(seat))).toEqual(['s4', 's1', 's3', 's0'])
  expect(colourClass(7)).toBe('s8')
})

test('where space is short a name is told by what the others do not share', () => {
  const called = (...names: string[]) => {
    const seating = new Seating(names.map((name, seat) => ({ seat, kind: name.startsWith('Regular') ? 'bot' : 'person', name })), 0)
    return names.map((_, seat) => seating.nameParts(seat).join('|'))
  }
  expect(called('Ada', 'Regular Bea', 'Regular Cato', 'Nils')).toEqual(['|You', 'Regular|Bea', 'Regular|Cato', '|Nils'])
  expect(called('Ada', 'Dapper Otter', 'Dapper Red Fox', 'Merry Owl')).toEqual(['|You', 'Dapper|Otter', 'Dapper|Red Fox', '|Merry Owl'])
  expect(called('Ada', 'Bea', 'Regular Bea')).toEqual(['|You', '|Bea', '|Regular Bea'])
})

test('the others sit clockwise from your left', () => {
  expect(around([0, 1, 2, 3], 2)).toEqual([3, 0, 1])
  expect(around([0, 1], -1)).toEqual([0, 1])
})

test('bots get the colours of their seats, and no two seats the same', () => {
  expect(coloursWithBots(0, 4)).toEqual([0, 1, 2, 3])
  expect(coloursWithBots(1, 3)).toEqual([1, 2, 3])
  expect(new Set(coloursWithBots(5, 8)).size).toBe(8)
})

test('whoever sits down has the colour of their own, or the next that nobody there has', () => {
  const people = [{ seat: 0, kind: 'person', colour: 4 }, { seat: 1, kind: 'bot', colour: 5 }, { seat: 2, kind: 'open', colour: 6 }]
  expect([3, 4, 6].map((wish) => freeColour(wish, people))).toEqual([3, 6, 6])
})
