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
