import { describe, expect, it } from 'vitest'
import { partsOf, rightOf, saying } from './answers'

const ANSWERS = ['all wrong.', 'all right.', 'the 1 is right, two 4s are wrong.', 'one 4 is right, the 1 and one 4 are wrong.', 'two 4s are right, the 1 is wrong.', 'the 1 and one 4 are right, one 4 is wrong.']

describe('answers that say what is right (DU-4)', () => {
  it('are taken apart', () => {
    expect(ANSWERS.map(rightOf)).toEqual([[], [], ['the 1'], ['one 4'], ['two 4s'], ['the 1', 'one 4']])
  })
  it('are found by all that is right, and by nothing else', () => {
    expect(saying(ANSWERS, [])).toEqual(['all wrong.', 'all right.'])
    expect(saying(ANSWERS, ['one 4', 'the 1'])).toEqual(['the 1 and one 4 are right, one 4 is wrong.'])
    expect(saying(ANSWERS, ['the 1'])).toEqual(['the 1 is right, two 4s are wrong.'])
  })
  it('offer what goes with what is chosen', () => {
    expect(partsOf(ANSWERS, ['one 4'])).toEqual([{ part: 'the 1', fits: true }, { part: 'one 4', fits: true }, { part: 'two 4s', fits: false }])
  })
})
