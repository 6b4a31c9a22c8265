/** A refereed match on this screen: followed while the page is open, entries sent one after another. */
import type { Correction, LogLine, Question, Refereed } from '../http'
import { read, RefusedError } from '../state/api'
import { aWhile, Followed } from './followed.svelte'

const at = (key: string, rest = '') => `beside/referee/${encodeURIComponent(key)}${rest}`

/** What is sent: an entry has a seat and a text, anything else has not. */
interface Wish {
  seat?: number
  text?: string
  many?: number
  anyway?: boolean
  answers?: Record<number, string>
}

/** An entry that waits for what the owner of a cup answers; `answers` are those given so far, by seat. */
export interface Asking {
  seat: number
  text: string
  answers: Record<number, string>
  asked: Question
}

export class RefereedMatch extends Followed {
  table: Refereed | null = $state.raw(null)
  /** The seat whose choices are asked for, where several may choose. */
  acting = $state(-1)
  asking: Asking | null = $state.raw(null)
  /** Entries that were tapped while another was on its way. */
  #waiting: Promise<void> = Promise.resolve()

  constructor(readonly key: string) {
    super()
    void this.follow(async () => {
      this.#take(await read<Refereed>('GET', at(this.key, `?after=${this.table?.revision ?? 0}&acting=${this.acting}`)))
    })
  }

  #take(table: Refereed): void {
    if (!this.table || table.revision > this.table.revision) this.table = table
  }

  /** Shows the choices of `seat`. */
  async turnTo(seat: number): Promise<void> {
    this.acting = seat
    await this.ask(async () => {
      this.table = await read<Refereed>('GET', at(this.key, `?acting=${seat}`))
    })
  }

  enter(seat: number, text: string): Promise<void> {
    return this.#post('enter', { seat, text })
  }

  /** The dice that are due lie under their owner's cup, and nobody tells the app. */
  cover(): Promise<void> {
    return this.#post('cover', {})
  }

  /** The owner of the cup answers; `anyway`: the dice count, although they do not fit what was said. */
  answer(answer: string, anyway = false): Promise<void> {
    const { seat = -1, text = '', answers = {}, asked } = this.asking ?? {}
    return this.#post('enter', { seat, text, anyway, answers: { ...answers, [asked?.seat ?? -1]: answer } })
  }

  roll(): Promise<void> {
    return this.#post('roll', {})
  }

  undo(many = 1): Promise<void> {
    return this.#post('undo', { many })
  }

  async hold(seat: number): Promise<void> {
    await this.ask(async () => {
      this.table = await read<Refereed>('POST', at(this.key, '/hold'), { seat })
    })
  }

  lines(since = 0): Promise<LogLine[]> {
    return read<LogLine[]>('GET', at(this.key, `/lines?since=${since}`))
  }

  correct(number: number, text: string, sure: boolean): Promise<Correction> {
    return read<Correction>('POST', at(this.key, '/correct'), { number, text, after: this.table?.revision ?? 0, sure })
  }

  /** One after another: each is made on the table that the one before has left. */
  #post(what: string, wish: Wish): Promise<void> {
    this.#waiting = this.#waiting.then(() => this.ask(() => this.#send(what, wish)))
    return this.#waiting
  }

  /** Sends an entry until it is answered: while there is no line it waits. It names the revision that it was made
   * on, so that one whose answer was lost is not made twice. */
  async #send(what: string, wish: Wish): Promise<void> {
    const entry = { ...wish, after: this.table?.revision ?? 0 }
    while (this.isOpen) {
      try {
        const table = await read<Refereed>('POST', at(this.key, `/${what}`), entry)
        const { seat = -1, text = '', answers = {} } = wish
        this.asking = table.asked ? { seat, text, answers, asked: table.asked } : null
        this.#take(table)
        return
      } catch (failure) {
        if (!(failure instanceof RefusedError) || failure.status > 0) throw failure
        this.isAway = true
        await aWhile()
      }
    }
  }
}
