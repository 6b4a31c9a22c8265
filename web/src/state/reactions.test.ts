import { expect, test, vi } from 'vitest'
import { Reactions } from './reactions.svelte'

test('a reaction is shown for four seconds, and of whoever is muted none', () => {
  vi.useFakeTimers()
  const reactions = new Reactions()
  reactions.came(1, 'Nils', 'Ouch')
  expect(reactions.of(1)).toBe('Ouch')
  vi.advanceTimersByTime(4100)
  expect(reactions.of(1)).toBe('')
  reactions.mute('Nils', true)
  reactions.came(1, 'Nils', 'So close')
  expect(reactions.of(1)).toBe('')
  reactions.mute('Nils', false)
  reactions.came(1, 'Nils', 'So close')
  expect(reactions.of(1)).toBe('So close')
  vi.useRealTimers()
})
