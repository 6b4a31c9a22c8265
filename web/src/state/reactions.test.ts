import { expect, test, vi } from 'vitest'
import { Reactions } from './reactions.svelte'

test('a reaction is shown for four seconds', () => {
  vi.useFakeTimers()
  const reactions = new Reactions()
  reactions.came(1, 'Ouch', false)
  expect(reactions.of(1)).toBe('Ouch')
  vi.advanceTimersByTime(4100)
  expect(reactions.of(1)).toBe('')
  vi.useRealTimers()
})
