import { expect, it, vi } from 'vitest'
import { Earlier } from './earlier.svelte'
import { MatchView } from './match.svelte'

it('is asked for page by page to the beginning of what was missed, and before that only when the log asks', () => {
  const match = new MatchView()
  const send = vi.fn()
  const earlier = new Earlier(() => match, send)
  match.gaps = [
    [0, 10],
    [10, 90],
  ]
  earlier.ask()
  expect(send).toHaveBeenLastCalledWith([10, 90])
  earlier.came({ t: 'story', since: 50, until: 90, steps: [] })
  expect(send).toHaveBeenLastCalledWith([10, 50])
  earlier.came({ t: 'story', since: 10, until: 50, steps: [] })
  expect(send).toHaveBeenCalledTimes(2)
  expect([earlier.more, earlier.waits]).toEqual([true, false])
  earlier.ask()
  expect(send).toHaveBeenLastCalledWith([0, 10])
  expect(earlier.waits).toBe(true)
  earlier.came({ t: 'story', since: 0, until: 10, steps: [] })
  expect([earlier.more, earlier.waits]).toEqual([false, false])
})
