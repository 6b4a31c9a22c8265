import { expect, test } from 'vitest'
import { drawAgain, seal, ticket } from './fair'

const SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'

test('the seal is the SHA-256 of the secret', () => {
  expect(seal(SECRET)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
})

test('tickets are those that the server draws', () => {
  const seeds = ['aa', 'bb']
  expect([1, 2, 3, 4, 5].map((number) => ticket(SECRET, seeds, number, 6))).toEqual([2, 4, 2, 1, 4])
  expect(ticket(SECRET, [], 7, 24)).toBe(11)
})

test('a weighted roll is the event in whose stretch the ticket falls', () => {
  const roll = { number: 1, events: ['a', 'b', 'c'], weights: [1, 2, 3], drew: 0, hidden: false }
  const at = ticket(SECRET, ['aa', 'bb'], 1, 6)
  expect(drawAgain(roll, SECRET, ['aa', 'bb'])).toBe(at < 1 ? 0 : at < 3 ? 1 : 2)
})
