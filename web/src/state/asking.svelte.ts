/** What the player at hand asks of the table, one thing at a time, and what becomes of it. */
import { Delay } from './delay.svelte'
import type { Live } from './live.svelte'
import type { Done } from '../wire'

/** Milliseconds after which an event that was saved is taken to have brought no step. */
const SILENCE = 1500

/** Milliseconds for which a choice has just been made: what it leads to is seen without a call. */
const JUST_NOW = 4000

type Asked = Parameters<Live['ask']>[0]

export class Asking {
  /** Why the last thing that was tried did nothing. */
  refused = $state('')
  /** The request that is not settled yet; 0: there is none. */
  #request = $state(0)
  /** The event that the last request became; 0 until that is told. */
  #event = 0
  #delay = new Delay()
  #silence: ReturnType<typeof setTimeout> | undefined
  /** When the person last chose, in milliseconds of the page: one that was just opened calls nobody either. */
  #choseAt = 0

  /** `send` gives the number of the request. */
  constructor(private readonly send: (asked: Asked) => number) {}

  /** Something is asked and not settled: until then nothing else can be chosen, whatever others do. */
  get waits(): boolean {
    return this.#request > 0
  }

  /** It was asked a while ago and is not answered. */
  get isLate(): boolean {
    return this.#delay.isLong
  }

  get hasJustChosen(): boolean {
    return performance.now() - this.#choseAt < JUST_NOW
  }

  ask(asked: Asked): void {
    this.forget()
    if (asked.t === 'play') this.#choseAt = performance.now()
    this.#request = this.send(asked)
    this.#delay.begin()
  }

  /** The request was carried out as event `n`, and its steps are received or come at once; of some events nothing is
   * told. Returns whether it was waited for. */
  done({ request, n }: Done, received: number): boolean {
    if (request !== this.#request) return false
    this.#event = n
    this.#delay.end()
    if (received >= n) this.settle()
    else this.#silence = setTimeout(() => this.settle(), SILENCE)
    return true
  }

  /** Events up to that one are received: what was asked may be among them. */
  came(received: number): void {
    if (this.#event > 0 && received >= this.#event) this.settle()
  }

  /** Whether the last request became the event `n`. */
  became(n: number): boolean {
    return n === this.#event
  }

  /** The request did nothing. Returns whether it was waited for. */
  refuse(request: number, why: string): boolean {
    if (request !== this.#request) return false
    this.settle()
    this.refused = why
    return true
  }

  /** Nothing is waited for any more. */
  settle(): void {
    clearTimeout(this.#silence)
    this.#delay.end()
    this.#request = 0
  }

  /** Another match has come, or another request: the last one is of no interest. */
  forget(): void {
    this.settle()
    this.#event = 0
    this.refused = ''
  }
}
