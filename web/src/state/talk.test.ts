import { expect, test } from 'vitest'
import { Talk } from './talk.svelte'

const line = (n: number) => ({ n, seat: 1, name: 'Nils', text: `line ${n}`, at: n })

test('lines that come again are there once, in their order, and what was read is not new again', () => {
  const talk = new Talk('a table')
  talk.came({ t: 'chat', lines: [line(2)] })
  talk.came({ t: 'chat', lines: [line(1), line(2)] })
  expect(talk.lines.map((one) => one.n)).toEqual([1, 2])
  expect(talk.unread).toBe(2)
  talk.read()
  talk.came({ t: 'chat', lines: [line(3)] })
  expect(talk.unread).toBe(1)
})

test('lines that were erased are gone from an open page', () => {
  const talk = new Talk('another table')
  talk.came({ t: 'chat', lines: [line(1), line(2)] })
  talk.came({ t: 'chat', lines: [line(2)], whole: true })
  expect(talk.lines.map((one) => one.n)).toEqual([2])
})

test('what a connection lost is said again on the next one, and what came through is not', () => {
  const talk = new Talk('a third table')
  talk.came({ t: 'chat', lines: [], whole: true }, 0)
  talk.write(' hello  Nils ', 1)
  talk.write('are you there?', 1)
  expect(talk.lost(1)).toEqual([])
  talk.came({ t: 'chat', lines: [{ ...line(1), seat: 0, text: 'hello Nils' }], whole: true }, 0)
  expect(talk.lost(2)).toEqual(['are you there?'])
  expect(talk.lost(2)).toEqual([])
  talk.came({ t: 'chat', lines: [{ ...line(2), seat: 0, text: 'are you there?' }] }, 0)
  expect(talk.unsaid).toEqual([])
})

test('what others write is read aloud, and not what was there before or is one’s own', () => {
  const talk = new Talk('a fourth table')
  talk.came({ t: 'chat', lines: [line(1)], whole: true }, 0)
  expect(talk.heard).toBe('')
  talk.came({ t: 'chat', lines: [{ ...line(2), seat: 0 }] }, 0)
  expect(talk.heard).toBe('')
  talk.came({ t: 'chat', lines: [line(3)] }, 0)
  expect(talk.heard).toBe('Nils writes: line 3')
})
