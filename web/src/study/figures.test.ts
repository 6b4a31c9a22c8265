import { describe, expect, it } from 'vitest'
import type { Point, Report } from '../http'
import { Seating } from '../state/seats'
import { beforeOf, chanceAt, compared, headingParts, headline, isShared, mainCause, mostly, partsOf, signed, toWin } from './figures'
import { whyOf } from './points'

const none = { value: [0, 0], error: [0, 0] }

function report(more: Partial<Report>): Report {
  return {
    counted: 1, names: ['Ann', 'Nils'], policy: 'par', start: [0.5, 0.5], start_error: [0, 0], result: [1, 0], has_secrets: true,
    luck: none, own: none, others: none, unseen: none, turns: [], points: [], of_set: '', ...more,
  }
}

describe('parts of an account', () => {
  it('are whole percents that add up from the start to the result', () => {
    const third = { value: [0.125, -0.125], error: [0.02, 0.02] }
    const { start, parts, result } = partsOf(report({ luck: third, own: third, others: third, unseen: third }), 0)
    expect(start + parts.reduce((sum, part) => sum + part.to - part.from, 0)).toBe(result)
    expect(parts.map((part) => part.key)).toEqual(['luck', 'own', 'others', 'unseen'])
    expect(parts[0]?.span).toBe(4)
  })

  it('have no reading in a game without secrets', () => {
    expect(partsOf(report({ has_secrets: false }), 0).parts.map((part) => part.key)).not.toContain('unseen')
  })
})

describe('the headline', () => {
  it('names the cause whose interval meets no other', () => {
    const clear = report({ luck: { value: [0.4, -0.4], error: [0.05, 0.05] }, own: { value: [0.1, -0.1], error: [0.02, 0.02] } })
    expect(headline(clear, 0, 'You')).toBe('You won by luck.')
    expect(headline(clear, 1, 'You')).toBe('You lost to the dice.')
  })

  it('names none where two intervals meet', () => {
    const vague = report({ luck: { value: [0.3, -0.3], error: [0.1, 0.1] }, unseen: { value: [0.2, -0.2], error: [0.1, 0.1] } })
    expect(mainCause(vague, 0)).toBeNull()
    expect(headline(vague, 1, 'Nils')).toBe('Nils lost: no one cause stands out.')
    expect(headline(report({ result: [0.5, 0.5] }), 0, 'You')).toBe('Even to the end.')
  })

  it('tells of a set how far its chance went, or that it was won', () => {
    const open = report({ of_set: '3 games', result: [0.625, 0.375], luck: { value: [0.125, -0.125], error: [0.01, 0.01] } })
    expect(headline(open, 0, 'You')).toBe('Your chance to win the set went from 50 to 63 %.')
    expect(headline(report({ of_set: '3 games' }), 1, 'Nils')).toBe('Nils lost the set: no one cause stands out.')
    expect([toWin(open), toWin(report({}))]).toEqual(['to win the set', 'to win'])
    expect([isShared(open), isShared(report({ start: [0.4, 0.3] }))]).toEqual([true, false])
  })
})

describe('figures', () => {
  it('have a sign, and stay between 0 and 100 where they are drawn', () => {
    expect([signed(3), signed(-3), signed(0)]).toEqual(['+3', '−3', '0'])
    const turn = { n: 1, heading: 'Turn 1', win: [1.004, -0.004], errors: [0.01, 0.01], luck: [0.02, 0], choices: [-0.05, 0], unseen: [0, 0] }
    const drawn = report({ turns: [turn] })
    expect(chanceAt(drawn, 0, 0)).toEqual({ chance: 100, low: expect.closeTo(98.44) as number, high: 100 })
    expect(chanceAt(drawn, 1, 1)).toEqual({ chance: 0, low: 0, high: 0 })
    expect(mostly(drawn, 0, 0)).toBe('Choices')
  })

  it('say too close to call where the interval meets 0', () => {
    expect(compared({ event: 1, text: 'R1', by: 0.09, error: 0.015 })).toEqual({ words: 'better by 9 %', span: 'from 6 to 12 %' })
    expect(compared({ event: 1, text: 'R1', by: 0.01, error: 0.015 }).words).toBe('too close to call')
  })

  it('group turns by what stands before the comma', () => {
    expect(headingParts('Round 1, turn 3')).toEqual({ group: 'Round 1', rest: 'turn 3' })
    expect(headingParts('Round 4')).toEqual({ group: '', rest: 'Round 4' })
  })
})

it('the moment before a turn is named once', () => {
  expect(['Before round 1', 'Round 2, turn 3', 'Opening Quick Draw', 'War!, round 1'].map(beforeOf)).toEqual(
    ['Before round 1', 'Before round 2, turn 3', 'Before Opening Quick Draw', 'Before War!, round 1'],
  )
})

it('what is said of a better choice to whoever made it is not said to others', () => {
  const point = (seat: number, why: string) => ({ seat, why }) as Point
  const seating = new Seating([], 0)
  expect(whyOf(point(0, 'Your turn ends with it.'), seating)).toBe('Your turn ends with it.')
  expect(whyOf(point(1, 'Your turn ends with it.'), seating)).toBe('')
  expect(whyOf(point(1, 'The Bonus Roll follows.'), seating)).toBe('The Bonus Roll follows.')
})
