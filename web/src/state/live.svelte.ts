/** The line to a table: one WebSocket, opened again whenever it is lost, with requests that act once. */
import { identity } from './identity.svelte'
import type { Advice, Arena, Chat, Clock, Done, Links, OpenLink, Race, Reaction, Refused, Reply, Request, Steps, Story, Table, Times, Verdict } from '../wire'

/** `gone`: the server has no such table, so nothing is tried again. */
export type Health = 'connecting' | 'open' | 'lost' | 'gone'

const NO_SUCH_TABLE = 4404

const FIRST_RETRY = 400
const LAST_RETRY = 10_000
/** A request unanswered for so long means that the line is dead, whatever it says of itself. */
const PATIENCE = 8_000

export interface Listener {
  table(table: Table): void
  steps(steps: Steps): void
  story(story: Story): void
  arena(arena: Arena): void
  done(done: Done): void
  refused(refused: Refused): void
  race(race: Race): void
  verdict(verdict: Verdict): void
  clock(clock: Clock): void
  times(times: Times): void
  reaction(reaction: Reaction): void
  chat(chat: Chat): void
  advice(advice: Advice): void
  open(asked: OpenLink): void
  links(links: Links): void
}

export function liveAddress(table: string, page: Location = location): string {
  return `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}/api/tables/${table}/live`
}

type Numbered = Extract<Request, { request: number }>
/** A request as pages make it: its number and the match it is about are added to it. */
type Unnumbered<T> = T extends unknown ? Omit<T, 'request' | 'match_id'> : never
type Told = Exclude<Reply, { t: 'table' | 'done' | 'refused' | 'ping' }>

/** Whether something is told of a match that is not, or no longer, the table's: it must not be shown. */
export function isOfAnother(match: string, told: Told): boolean {
  return 'match_id' in told && told.match_id !== undefined && told.match_id !== match
}

export class Live {
  health: Health = $state('connecting')
  /** Why the server lets nobody in here, where it says so. */
  why = $state('')
  #socket: WebSocket | null = null
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #unfollow: () => void = () => undefined
  /** Numbers start anywhere, so that a page opened again does not repeat its old ones. */
  #number = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 2
  #unanswered = new Map<number, Numbered>()
  /** The table's match, as the last message about the table named it. */
  #match = ''
  /** How often the line was opened: what was said on an earlier one may have been lost. */
  opened = 0

  constructor(
    readonly address: string,
    private readonly listener: Listener,
  ) {}

  /** The line belongs to whoever the cookie names when it is opened: first the page learns who that is. */
  open(): void {
    addEventListener('offline', this.#offline)
    addEventListener('online', this.#online)
    document.addEventListener('visibilitychange', this.#look)
    this.#unfollow = identity.follow(() => this.#reopen())
    void identity.ask().then(
      () => this.#connect(),
      () => this.#lost(),
    )
  }

  close(): void {
    this.#closed = true
    this.#unfollow()
    clearTimeout(this.#retry)
    removeEventListener('offline', this.#offline)
    removeEventListener('online', this.#online)
    document.removeEventListener('visibilitychange', this.#look)
    this.#socket?.close()
  }

  send(message: Request): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Sends a request that must act once; it is sent again after a reconnect until it is answered. */
  ask(message: Unnumbered<Numbered>): number {
    const request = { ...message, request: ++this.#number, match_id: this.#match } as Numbered
    this.#unanswered.set(request.request, request)
    this.#sendNumbered(request)
    return request.request
  }

  /** Each line has its own time to answer: one that has just been opened is not given up for what an earlier one lost. */
  #sendNumbered(request: Numbered): void {
    this.send(request)
    const line = this.opened
    setTimeout(() => this.#suspect(request.request, line), PATIENCE)
  }

  #connect(): void {
    clearTimeout(this.#retry)
    if (this.#closed) return
    const socket = new WebSocket(this.address)
    this.#socket = socket
    socket.onopen = () => this.#opened()
    socket.onmessage = (event: MessageEvent<string>) => {
      for (const line of event.data.split('\n')) this.#hear(JSON.parse(line) as Reply)
    }
    socket.onclose = (event) => {
      if (socket !== this.#socket) return
      if (event.code === NO_SUCH_TABLE) this.#gone(event.reason)
      else this.#lost()
    }
  }

  #opened(): void {
    this.#tries = 0
    this.opened += 1
    this.health = 'open'
    if (document.visibilityState === 'hidden') this.#look()
    for (const request of this.#unanswered.values()) this.#sendNumbered(request)
  }

  #hear(reply: Reply): void {
    if (reply.t === 'ping') this.send({ t: 'pong', number: reply.number })
    else if (reply.t === 'table') {
      this.#match = reply.match_id ?? ''
      this.listener.table(reply)
    } else if (reply.t === 'done') this.#answered(reply.request) && this.listener.done(reply)
    else if (reply.t === 'refused') {
      this.#answered(reply.request)
      this.listener.refused(reply)
    } else if (!isOfAnother(this.#match, reply)) this.#tell(reply)
  }

  #tell(told: Told): void {
    if (told.t === 'race') this.listener.race(told)
    else if (told.t === 'verdict') this.listener.verdict(told)
    else if (told.t === 'clock') this.listener.clock(told)
    else if (told.t === 'times') this.listener.times(told)
    else if (told.t === 'chat') this.listener.chat(told)
    else if (told.t === 'reaction') this.listener.reaction(told)
    else if (told.t === 'steps') this.listener.steps(told)
    else if (told.t === 'advice') this.listener.advice(told)
    else if (told.t === 'open') this.listener.open(told)
    else if (told.t === 'links') this.listener.links(told)
    else if (told.t === 'story') this.listener.story(told)
    else this.listener.arena(told)
  }

  #answered(request: number): boolean {
    return this.#unanswered.delete(request)
  }

  #suspect(request: number, line: number): void {
    if (this.#unanswered.has(request) && this.health === 'open' && this.opened === line) this.#drop()
  }

  #reopen(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#connect()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.#lost()
  }

  #lost(): void {
    if (this.#closed) return
    this.health = 'lost'
    const wait = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.#tries) * (0.75 + Math.random() / 2)
    this.#tries += 1
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), wait)
  }

  #gone(why: string): void {
    this.close()
    this.why = why
    this.health = 'gone'
  }

  /** Tells whether the page is looked at: whoever looks at none is called when it is their turn. */
  #look = (): void => this.send({ t: 'look', on: document.visibilityState === 'visible' })

  #offline = (): void => this.#drop()

  #online = (): void => {
    this.#tries = 0
    if (this.health !== 'open') this.#connect()
  }
}
