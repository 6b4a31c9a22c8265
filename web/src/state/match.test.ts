import { describe, expect, it, vi } from 'vitest'
import type { Scene, Step, Steps } from '../wire'
import { MatchView } from './match.svelte'

const SCENE = { zones: [], now: { title: '', mood: 'wait' } } as unknown as Scene

function said(n: number): Step {
  return { n, heading: 'Turn', said: [{ seat: 0, words: `event ${String(n)}` }] }
}

function now(n: number, since: number): Steps {
  return { t: 'steps', after: 0, steps: [{ n, heading: 'Turn', scene: SCENE }], since }
}

/** What is shown is shown after a moment, when its pieces can be drawn. */
async function shown(match: MatchView): Promise<void> {
  while (match.playing) await new Promise((resolve) => setTimeout(resolve, 1))
}

const told = (match: MatchView) => match.log.filter((step) => step.said?.length).map((step) => step.n)

describe('what was said before', () => {
  it('is a gap for who joins late, and filled page by page', async () => {
    const match = new MatchView()
    match.receive(now(100, 100))
    await shown(match)
    expect(match.gaps).toEqual([[0, 100]])
    match.tell({ t: 'story', since: 50, until: 100, steps: [said(60), said(100)] })
    expect(match.gaps).toEqual([[0, 50]])
    match.tell({ t: 'story', since: 0, until: 50, steps: [said(1), said(50)] })
    expect(match.gaps).toEqual([])
    expect(told(match)).toEqual([1, 50, 60, 100])
  })

  it('is a gap of its own for who was away, and told once', async () => {
    const match = new MatchView()
    match.receive(now(10, 10))
    await shown(match)
    match.receive(now(30, 29))
    await shown(match)
    expect(match.gaps).toEqual([
      [0, 10],
      [10, 29],
    ])
    const story = { t: 'story' as const, since: 10, until: 29, steps: [said(12), said(29)] }
    match.tell(story)
    match.tell(story)
    expect(match.gaps).toEqual([[0, 10]])
    expect(told(match)).toEqual([12, 29])
  })
})

it('shows the table before the first event once its pieces can be drawn', async () => {
  let draw = (): void => undefined
  const match = new MatchView(() => new Promise((resolve) => (draw = resolve)))
  match.receive({ t: 'steps', after: 0, steps: [{ n: 0, heading: 'Turn', scene: SCENE }] })
  await Promise.resolve()
  expect(match.scene).toBeNull()
  draw()
  await vi.waitFor(() => expect(match.scene).toBe(SCENE))
})

it('waits for pieces that are fetched without looking again and again', () => {
  vi.useFakeTimers()
  const match = new MatchView(() => new Promise(() => undefined))
  match.receive(now(1, 1))
  match.receive({ t: 'steps', after: 1, steps: [{ n: 2, heading: 'Turn', scene: SCENE }] })
  expect(match.playing).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
