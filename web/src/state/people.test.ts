import { expect, it } from 'vitest'
import { changedWords, withPeople } from './people'

const log = [0, 1, 2].map((n) => ({ n, heading: 'Turn', said: [] }))

it('says between two events who asked for a hint and who else chose for a seat', () => {
  const told = withPeople(log, { hinted: [{ n: 1, seat: 0 }], changes: [{ n: 1, seat: 1, what: 'bot' }, { n: 2, seat: 1, what: 'back' }] })
  expect(told.map((step) => step.said?.[0]?.words ?? step.n)).toEqual([
    0, 1, 'asked for a hint. The match is marked “with hints”.', 'is away: a bot plays on.', 2, 'is back.',
  ])
  expect(withPeople(log, null)).toBe(log)
})

it('tells at the end for whom a bot has chosen and who came for somebody else', () => {
  const changes = [{ n: 1, seat: 1, what: 'bot' }, { n: 2, seat: 1, what: 'back' }, { n: 3, seat: 0, what: 'removed' }, { n: 5, seat: 0, what: 'taken' }]
  expect(changedWords(changes, (seat) => ['Cleo', 'Ben'][seat] ?? '')).toEqual(['A bot made choices for Ben.', 'Cleo came for somebody who was removed.'])
  expect(changedWords(undefined, String)).toEqual([])
})
