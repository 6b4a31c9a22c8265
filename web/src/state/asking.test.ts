import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Asking } from './asking.svelte'

const PLAY = { t: 'play', event: 3, after: 7 } as const

/** Something asked as request 1. */
function asked(): Asking {
  let number = 0
  const asking = new Asking(() => ++number)
  asking.ask(PLAY)
  return asking
}

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('what was asked', () => {
  it('is waited for until the steps that it led to are received', () => {
    const asking = asked()
    expect(asking.waits).toBe(true)
    expect(asking.done({ t: 'done', request: 1, n: 8 }, 7)).toBe(true)
    expect([asking.waits, asking.became(8)]).toEqual([true, true])
    asking.came(8)
    expect(asking.waits).toBe(false)
  })

  it('is settled at once where its steps came before the answer', () => {
    const asking = asked()
    asking.done({ t: 'done', request: 1, n: 8 }, 9)
    expect(asking.waits).toBe(false)
  })

  it('is settled after a while where nothing is told of its event, and only the request that it was', () => {
    const asking = asked()
    asking.done({ t: 'done', request: 1, n: 8 }, 7)
    asking.ask(PLAY)
    vi.advanceTimersByTime(2000)
    expect(asking.waits).toBe(true)
    asking.done({ t: 'done', request: 2, n: 9 }, 7)
    vi.advanceTimersByTime(2000)
    expect(asking.waits).toBe(false)
  })

  it('is late after a second without an answer, and no more once it is answered', () => {
    const asking = asked()
    vi.advanceTimersByTime(900)
    expect(asking.isLate).toBe(false)
    vi.advanceTimersByTime(200)
    expect(asking.isLate).toBe(true)
    asking.done({ t: 'done', request: 1, n: 8 }, 7)
    vi.advanceTimersByTime(1200)
    expect([asking.isLate, asking.waits]).toEqual([false, true])
  })

  it('is not settled by what others do, nor by the answer to another request', () => {
    const asking = asked()
    asking.came(8)
    expect(asking.done({ t: 'done', request: 5, n: 8 }, 8)).toBe(false)
    expect(asking.refuse(5, 'not legal')).toBe(false)
    expect([asking.waits, asking.refused]).toEqual([true, ''])
  })

  it('is refused until something is asked anew', () => {
    const asking = asked()
    expect(asking.refuse(1, 'not legal')).toBe(true)
    expect([asking.waits, asking.refused]).toEqual([false, 'not legal'])
    asking.ask(PLAY)
    expect(asking.refused).toBe('')
  })

  it('is forgotten with its match, and its timers with it', () => {
    const asking = asked()
    asking.done({ t: 'done', request: 1, n: 8 }, 7)
    asking.forget()
    expect([asking.waits, asking.became(8), vi.getTimerCount()]).toEqual([false, false, 0])
  })

  it('was just chosen where it was a choice, for some seconds', () => {
    vi.advanceTimersByTime(5000)
    const asking = new Asking(() => 1)
    asking.ask({ t: 'rematch' })
    expect(asking.hasJustChosen).toBe(false)
    asking.ask(PLAY)
    expect(asking.hasJustChosen).toBe(true)
    vi.advanceTimersByTime(4100)
    expect(asking.hasJustChosen).toBe(false)
  })
})
