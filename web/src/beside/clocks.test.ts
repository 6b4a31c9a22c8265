import { describe, expect, it } from 'vitest'
import { asClock, drawOne, highest, isOver, judge, newClock, passTo, pause, shown, start } from './clocks'

describe('a turn clock', () => {
  it('counts down while it runs, and stands while it is paused', () => {
    const running = start(newClock(2, 90_000), 1000)
    expect(shown(running, 31_000)).toBe(60_000)
    const paused = pause(running, 31_000)
    expect(shown(paused, 99_000)).toBe(60_000)
    expect(shown(start(paused, 100_000), 110_000)).toBe(50_000)
  })
  it('adds the turn to whoever had it, and begins anew for the next', () => {
    const next = passTo(start(newClock(3, 90_000), 0), 1, 20_000)
    expect(next.used).toEqual([20_000, 0, 0])
    expect(shown(next, 25_000)).toBe(85_000)
  })
  it('stands at zero and takes nothing away', () => {
    const late = start(newClock(2, 30_000), 0)
    expect(isOver(late, 29_999)).toBe(false)
    expect(isOver(late, 30_000)).toBe(true)
    expect(shown(late, 45_000)).toBe(0)
    expect(passTo(late, 1, 45_000).used[0]).toBe(45_000)
  })
  it('counts up without a limit and is never over', () => {
    const free = start(newClock(2, 0), 0)
    expect(shown(free, 65_000)).toBe(65_000)
    expect(isOver(free, 1e9)).toBe(false)
  })
  it('is read as minutes and seconds', () => {
    expect([asClock(51_000), asClock(50_001), asClock(90_000), asClock(0)]).toEqual(['0:51', '0:51', '1:30', '0:00'])
    expect(asClock(42_680, true)).toBe('0:42.6')
  })
})

describe('the buzzer', () => {
  it('gives it to the first touch down, and says by how much', () => {
    expect(judge([{ who: 1, at: 9490 }, { who: 0, at: 9410 }])).toEqual({ first: [0], at: 9410, by: 80 })
  })
  it('calls touches nearer than a hundredth of a second a tie', () => {
    expect(judge([{ who: 0, at: 500 }, { who: 1, at: 509.9 }])?.first).toEqual([0, 1])
    expect(judge([{ who: 0, at: 500 }, { who: 1, at: 510 }])?.first).toEqual([0])
  })
  it('does not count a touch before Go, nor a second one of the same hand', () => {
    expect(judge([{ who: 0, at: -5 }])).toBeNull()
    expect(judge([{ who: 0, at: 100 }, { who: 0, at: 105 }])).toEqual({ first: [0], at: 100, by: null })
  })
})

it('a roll-off names the highest, and all who tie', () => {
  expect(highest([3, 5, 5])).toEqual([1, 2])
  expect(highest([undefined, 2])).toEqual([1])
  expect(highest([undefined, undefined])).toEqual([])
})

it('a draw gives everybody a turn', () => {
  const drawn = new Set(Array.from({ length: 400 }, () => drawOne(5)))
  expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4])
})
