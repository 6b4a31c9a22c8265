import { expect, test } from 'vitest'
import { Seating } from './seats'
import { listed, logParts, named, sentence, toYou } from './words'

const seating = new Seating([{ seat: 0, kind: 'person', name: 'Ada' }, { seat: 1, kind: 'bot', name: 'Nils' }], 0)

test('names stand for seats; you are "you", with a capital where a sentence begins', () => {
  expect(named('{0} won. {0} and {1} rolled.', seating)).toBe('You won. You and Nils rolled.')
  expect(named("{1's} dice beat {0's}; {0's} turn.", seating)).toBe('Nils’s dice beat your; your turn.')
})

test('who reads a list of names comes first in it, for “You” has a capital', () => {
  expect(listed(['Nils', 'You', 'Maya'])).toBe('You, Nils and Maya')
  expect(listed(['Nils', 'Maya'])).toBe('Nils and Maya')
  expect([listed(['You']), listed([])]).toEqual(['You', ''])
})

test('a sentence has its name apart, and ends as sentences do', () => {
  expect(sentence({ seat: 1, words: 'rolled 3' }, seating)).toEqual({ name: 'Nils', words: 'rolled 3.' })
  expect(sentence({ seat: -1, words: 'the round is drawn.' }, seating).words).toBe('The round is drawn.')
})

test('what is said of others is turned to you', () => {
  expect(['plays Red', 'has 3 cards', 'is out', 'challenges, 7 dice'].map(toYou)).toEqual([
    'play Red', 'have 3 cards', 'are out', 'challenges, 7 dice',
  ])
})

test('the log is newest first, under its headings', () => {
  const steps = [
    { n: 1, heading: 'Turn 1', said: [{ seat: 0, words: 'a' }, { seat: 1, words: 'b' }] },
    { n: 2, heading: 'Turn 1', said: [{ seat: 0, words: 'c' }] },
    { n: 3, heading: 'Turn 2', said: [{ seat: 1, words: 'd' }] },
  ]
  const read = logParts(steps).map((part) => [part.heading, ...part.lines.map((line) => line.said.words)])
  expect(read).toEqual([['Turn 2', 'd'], ['Turn 1', 'c', 'b', 'a']])
})
