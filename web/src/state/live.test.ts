import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Steps } from '../wire'
import { isOfAnother, Live, type Listener } from './live.svelte'

const steps = (match_id: string): Steps => ({ t: 'steps', after: 0, steps: [], match_id })

vi.mock('./identity.svelte', () => ({ identity: { follow: () => () => undefined, ask: () => Promise.resolve() } }))

/** Lines that were opened, oldest first; what was sent on each is kept. */
const lines: Line[] = []

class Line {
  static readonly OPEN = 1
  readyState = 0
  sent: string[] = []
  onopen: () => void = () => undefined
  onclose: (event: { code: number; reason: string }) => void = () => undefined

  constructor() {
    lines.push(this)
  }

  send(text: string): void {
    this.sent.push(text)
  }

  opens(): void {
    this.readyState = Line.OPEN
    this.onopen()
  }

  close(): void {
    this.readyState = 3
  }

  breaks(): void {
    this.close()
    this.onclose({ code: 1006, reason: '' })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' })
  lines.length = 0
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function opened(): Promise<Live> {
  const live = new Live('ws://table', {} as Listener)
  live.open()
  await vi.advanceTimersByTimeAsync(0)
  lines[0]?.opens()
  return live
}

test('what is told of a match that the table has left behind is not shown', () => {
  expect(isOfAnother('00000000000000b2', steps('00000000000000a1'))).toBe(true)
  expect(isOfAnother('00000000000000b2', steps('00000000000000b2'))).toBe(false)
})

test('a request that a line lost is sent again on the next one, which has its own time to answer', async () => {
  const live = await opened()
  live.ask({ t: 'rematch' })
  await vi.advanceTimersByTimeAsync(1000)
  lines[0]?.breaks()
  expect(live.health).toBe('lost')
  await vi.advanceTimersByTimeAsync(6000)
  lines[1]?.opens()
  expect(lines[1]?.sent).toEqual(lines[0]?.sent)
  await vi.advanceTimersByTimeAsync(2000) // eight seconds after it was first sent
  expect(live.health).toBe('open')
  await vi.advanceTimersByTimeAsync(6000) // eight seconds after it was sent on this line
  expect(live.health).toBe('lost')
})
