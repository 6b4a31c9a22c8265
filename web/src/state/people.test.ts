import { expect, it } from 'vitest'
import { changedWords, withPeople } from './people'
import { Seating } from './seats'
import { sentence } from './words'

const seated = (you: number) => new Seating(['Cleo', 'Ben'].map((name, seat) => ({ seat, kind: 'person', name })), you)
const log = [0, 1, 2].map((n) => ({ n, heading: 'Turn', said: [] }))

it('says between two events who asked for a hint and who else chose for a seat', () => {
  const told = withPeople(log, { hinted: [{ n: 1, seat: 0 }], changes: [{ n: 1, seat: 1, what: 'bot' }, { n: 2, seat: 1, what: 'back' }] })
  expect(told.map((step) => step.said?.[0]?.words ?? step.n)).toEqual([
    0, 1, 'asked for a hint. The match is marked “with hints”.', 'stayed away: a bot plays on.', 2, 'came back.',
  ])
  expect(withPeople(log, null)).toBe(log)
})

it('tells at the end for whom a bot has chosen and who came for somebody else', () => {
  const changes = [{ n: 1, seat: 1, what: 'bot' }, { n: 2, seat: 1, what: 'back' }, { n: 3, seat: 0, what: 'removed' }, { n: 5, seat: 0, what: 'taken' }]
  expect(changedWords(changes, seated(-1))).toEqual(['A bot made choices for Ben.', 'Cleo came for somebody who was removed.'])
  expect(changedWords(changes, seated(1))).toEqual(['A bot made choices for you.', 'Cleo came for somebody who was removed.'])
  expect(changedWords(undefined, seated(1))).toEqual([])
})

it.each([
  ['late', 'ran out of time: a bot made that choice.'],
  ['bot', 'stayed away: a bot plays on.'],
  ['back', 'came back.'],
  ['removed', 'played on for somebody who was removed.'],
])('says what became of a seat so that it reads after a name and after “You”: %s', (what, words) => {
  const one = withPeople(log.slice(0, 1), { changes: [{ n: 0, seat: 1, what }] })[1]?.said?.[0]
  expect(one && [seated(-1), seated(1)].map((seating) => Object.values(sentence(one, seating)).join(' '))).toEqual([`Ben ${words}`, `You ${words}`])
})
