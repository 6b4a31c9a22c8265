import { describe, expect, it, vi } from 'vitest'
import type { Scene } from '../wire'
import { lastTurn, Review, type Seen } from './review.svelte'

const SCENE = { zones: [], now: { title: '', mood: 'wait' } } as unknown as Scene

function seen(n: number, heading: string): Seen {
  return { n, heading, said: [{ seat: 0, words: 'rolled' }], scene: SCENE }
}

const numbers = (steps: readonly Seen[]) => steps.map((step) => step.n)

describe('the last turn', () => {
  it('is told from the table before it to its last step', () => {
    const steps = [seen(1, 'Turn 1'), seen(2, 'Turn 1'), seen(3, 'Turn 2'), seen(4, 'Turn 2'), seen(5, 'Turn 2')]
    expect(numbers(lastTurn(steps))).toEqual([2, 3, 4, 5])
  })

  it('takes in the turn before where the newest has only begun', () => {
    const steps = [seen(1, 'Turn 1'), seen(2, 'Turn 1'), seen(3, 'Turn 2'), seen(4, 'Turn 2'), seen(5, 'Turn 3')]
    expect(numbers(lastTurn(steps))).toEqual([2, 3, 4, 5])
  })

  it('is the whole of what happened where that is no more', () => {
    expect(numbers(lastTurn([seen(1, 'Turn 1'), seen(2, 'Turn 1')]))).toEqual([1, 2])
    expect(lastTurn([])).toEqual([])
  })
})

describe('seeing it again', () => {
  it('goes step by step, and from the last one back to the match', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const review = new Review()
    expect(review.begin([seen(1, 'Turn 1')])).toBe(false)
    expect(review.begin([seen(1, 'Turn 1'), seen(2, 'Turn 1'), seen(3, 'Turn 1')])).toBe(true)
    expect([review.step?.n, review.at, review.last]).toEqual([2, 1, 2])
    review.go(-1)
    review.go(-1)
    expect(review.step?.n).toBe(1)
    review.go(1)
    review.go(1)
    expect(review.step?.n).toBe(3)
    review.go(1)
    expect(review.step).toBe(null)
  })
})
