/** The line of this screen to the buzzer of a refereed table, open while the buzzer is on. */
import { RaceWatch } from '../state/race.svelte'
import type { Buzzer, BuzzerReply, BuzzerRequest } from '../wire'

const NO_BUZZER = 4404
const AGAIN = 600

export class BuzzerLine {
  now: Buzzer | null = $state.raw(null)
  isOpen = $state(false)
  /** Why what this screen did last did nothing; empty where it did. */
  refused = $state('')
  /** When Go was heard here, by `performance.now()`; null where it was not. */
  went: number | null = $state(null)
  readonly count = new RaceWatch(() => this.#go())
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(private readonly key: string) {
    this.#connect()
  }

  send(request: BuzzerRequest): void {
    this.refused = ''
    this.#say(request)
  }

  stop(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.count.stop()
    this.#socket?.close()
  }

  #go(): void {
    this.went = performance.now()
    this.refused = ''
  }

  #say(request: BuzzerRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  #connect(): void {
    if (this.#isClosed) return
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/beside/referee/${encodeURIComponent(this.key)}/buzzer`)
    this.#socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      for (const line of event.data.split('\n')) this.#hear(JSON.parse(line) as BuzzerReply)
    }
    socket.onclose = (event) => {
      this.isOpen = false
      this.count.stop()
      if (event.code !== NO_BUZZER) this.#retry = setTimeout(() => this.#connect(), AGAIN)
    }
  }

  #hear(reply: BuzzerReply): void {
    if (reply.t === 'ping') this.#say({ t: 'pong', number: reply.number })
    else if (reply.t === 'refused') this.refused = reply.why
    else this.#follow(reply)
  }

  /** A count that is told of again goes on as it was heard first. */
  #follow(next: Buzzer): void {
    const [begins, before] = [next.begins ?? 0, this.isOpen ? this.now : null]
    const isOn = before?.stage === 'count' && (before.begins ?? 0) > 0 && begins > 0
    if (next.stage === 'count' && !isOn) {
      this.went = null
      this.refused = ''
      this.count.came({ t: 'race', seats: next.seats ?? [], begins })
    } else if (next.stage === 'set') this.count.stop()
    this.now = next
    this.isOpen = true
  }
}
