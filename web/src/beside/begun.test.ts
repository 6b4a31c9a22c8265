import { expect, test } from 'vitest'
import { begunMatches, forgetMatch, noteMatch } from './begun'

const match = (id: string, more: Partial<Parameters<typeof noteMatch>[0]> = {}) => ({ id, title: 'DARDZ', people: [{ name: 'Ada' }, { name: 'Nils' }], result: '', lowered: null, n: 7, scene: { heading: 'Round 2, turn 3' } as never, ...more })

test('a match beside a box is kept in mind with how it stands, the latest first, until it is over or the server knows it no longer', () => {
  for (const id of ['one', 'two', 'three', 'one']) noteMatch(match(id))
  expect(begunMatches().map(({ id }) => id)).toEqual(['one', 'three', 'two'])
  expect(begunMatches()[0]).toEqual({ id: 'one', title: 'DARDZ', people: 'Ada and Nils', stands: 'Round 2, turn 3' })
  noteMatch(match('one', { result: 'won by 0' }))
  forgetMatch('two')
  expect(begunMatches().map(({ id }) => id)).toEqual(['three'])
})
