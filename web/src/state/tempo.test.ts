import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scene, Step } from '../wire'
import { MatchView } from './match.svelte'
import { Budget, dwell, WHOLE } from './tempo'

const LONG = 'rolled three 6s and a 2, and takes the two cards of the middle'

function step(n: number): Step {
  return { n, heading: 'Round 1', said: [{ seat: 1, words: LONG }], scene: { zones: [], now: { title: '', mood: 'wait' } } as unknown as Scene }
}

function steps(from: number, many: number): Step[] {
  return Array.from({ length: many }, (_, at) => step(from + at))
}

/** Milliseconds that a slow machine takes to draw a step. */
const DRAWN = 90

describe('the time from one own choice to the next', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is shared by the steps that wait, and runs by the clock', () => {
    const budget = new Budget()
    const wanted = dwell(step(1), 'quick')
    expect(budget.share(wanted, 0)).toBe(wanted)
    expect(budget.share(wanted, 98)).toBe(WHOLE / 100)
    vi.advanceTimersByTime(WHOLE - 100)
    expect(budget.share(wanted, 0)).toBe(50)
    expect(budget.affords(60)).toBe(false)
    vi.advanceTimersByTime(200)
    expect(budget.share(wanted, 0)).toBe(0)
    budget.anew()
    expect(budget.left).toBe(WHOLE)
  })

  it.each([1, 3, 12])('is bounded where a slow machine draws bursts of %i steps', async (many) => {
    const match = new MatchView(() => new Promise((done) => setTimeout(done, DRAWN)))
    match.swift = true
    match.receive({ t: 'steps', after: 0, steps: [step(1)] })
    await vi.advanceTimersByTimeAsync(5_000)
    match.chose()
    for (let from = 2; from < 98; from += many) match.receive({ t: 'steps', after: from - 1, steps: steps(from, many) })
    const last = match.received
    await vi.advanceTimersByTimeAsync(WHOLE + 2 * DRAWN)
    expect(match.n).toBe(last)
    expect(match.playing).toBe(false)
    expect(match.log).toHaveLength(last)
  })
})

describe('a match as it is watched', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function opened(swift: boolean): Promise<MatchView> {
    const match = new MatchView()
    match.swift = swift
    match.receive({ t: 'steps', after: 0, steps: [step(1)] })
    await vi.advanceTimersByTimeAsync(5_000)
    match.chose()
    return match
  }

  it('is shown within the whole time where bursts of steps come at a quick table', async () => {
    const match = await opened(true)
    for (let from = 2; from < 62; from += 6) {
      match.receive({ t: 'steps', after: from - 1, steps: steps(from, 6) })
      await vi.advanceTimersByTimeAsync(300)
    }
    await vi.advanceTimersByTimeAsync(WHOLE - 3000 + 50)
    expect(match.playing).toBe(false)
    expect(match.n).toBe(61)
  })

  it('takes its time at a calm table, until a tap shows all that waits at once', async () => {
    const match = await opened(false)
    match.receive({ t: 'steps', after: 1, steps: steps(2, 9) })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(match.n).toBeLessThan(5)
    expect(match.remaining).toBeGreaterThan(5_000)
    match.hurry()
    await vi.advanceTimersByTimeAsync(1)
    expect(match.n).toBe(10)
    expect(match.log.map(({ n }) => n)).toEqual(steps(1, 10).map(({ n }) => n))
    expect(match.playing).toBe(false)
  })

  it('goes on quickly after a tap, and calmly again after the next own choice', async () => {
    const match = await opened(false)
    match.receive({ t: 'steps', after: 1, steps: steps(2, 4) })
    match.hurry()
    await vi.advanceTimersByTimeAsync(1)
    match.receive({ t: 'steps', after: 5, steps: steps(6, 10) })
    const brief = match.remaining
    expect(brief).toBeLessThanOrEqual(WHOLE)
    await vi.advanceTimersByTimeAsync(WHOLE)
    expect(match.n).toBe(15)
    match.chose()
    match.receive({ t: 'steps', after: 15, steps: steps(16, 10) })
    await vi.advanceTimersByTimeAsync(WHOLE)
    expect(match.n).toBeLessThan(25)
  })
})
