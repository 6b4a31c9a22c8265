import { expect, test } from 'vitest'
import { isOfAnother } from './live.svelte'
import type { Steps } from '../wire'

const steps = (match_id: string): Steps => ({ t: 'steps', after: 0, steps: [], match_id })

test('what is told of a match that the table has left behind is not shown', () => {
  expect(isOfAnother('00000000000000b2', steps('00000000000000a1'))).toBe(true)
  expect(isOfAnother('00000000000000b2', steps('00000000000000b2'))).toBe(false)
})
