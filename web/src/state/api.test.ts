import { expect, test } from 'vitest'
import { RefusedError, whyOf } from './api'

test('a refusal is shown as a sentence, and a file keeps its name', () => {
  expect(whyOf(new RefusedError("Duello has no puzzle 'nope'", 404))).toBe("Duello has no puzzle 'nope'.")
  expect(whyOf(new RefusedError("this server has no game 'x'", 404))).toBe("This server has no game 'x'.")
  expect(whyOf(new RefusedError('ours.toml line 3: [x] has no value', 400))).toBe('ours.toml line 3: [x] has no value.')
  expect(whyOf(new Error('The server cannot be reached.'))).toBe('The server cannot be reached.')
})
