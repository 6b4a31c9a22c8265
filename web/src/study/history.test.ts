import { describe, expect, it } from 'vitest'
import type { Finished } from '../http'
import { byGame, byOpponent, chosen, EVERYTHING, meanOf, outcomeOf, winsOf } from './history'

function match(more: Partial<Finished>): Finished {
  return {
    table: 't', number: 1, game: 'duello', title: 'Duello', names: ['Ann', 'Nils'], seat: 0, result: '', share: 1, ended: 1,
    luck: null, choices: null, hinted: false, changed: '', refereed: false, ...more,
  }
}

const three = [match({}), match({ share: 0, game: 'kadice', title: 'KA’DICE!' }), match({ share: 0.5, names: ['Maya', 'Ann'], seat: 1 })]

describe('my matches', () => {
  it('are chosen by game, opponent and result', () => {
    expect(chosen(three, EVERYTHING)).toHaveLength(3)
    expect(chosen(three, { ...EVERYTHING, game: 'kadice' })).toHaveLength(1)
    expect(chosen(three, { ...EVERYTHING, opponent: 'Maya' })).toHaveLength(1)
    expect(chosen(three, { ...EVERYTHING, result: 'drawn' }).map(outcomeOf)).toEqual(['drawn'])
    expect(outcomeOf(match({ share: -1 }))).toBe('over')
  })

  it('are grouped by game and by opponent, the most first', () => {
    expect(byGame(three).map((group) => [group.title, group.matches.length])).toEqual([['Duello', 2], ['KA’DICE!', 1]])
    expect(byOpponent(three).map((group) => group.title)).toEqual(['Nils', 'Maya'])
  })

  it('have a share of wins with its interval', () => {
    const { value, low, high, many } = winsOf(three)
    expect([value, many]).toEqual([50, 3])
    expect(low).toBeGreaterThan(0)
    expect(high).toBeLessThan(100)
    expect(winsOf([match({ share: -1 })]).many).toBe(0)
  })

  it('have a mean of luck only where two accounts have been counted', () => {
    const lucky = match({ luck: { value: 0.2, error: 0 } })
    expect(meanOf([lucky], 'luck')).toBeNull()
    expect(meanOf([lucky, match({ luck: { value: 0.1, error: 0 } })], 'luck')?.value).toBeCloseTo(15)
  })
})
