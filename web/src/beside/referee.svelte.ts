/** A refereed match on this screen: followed while the page is open, entries sent one after another. */
import type { Correction, LogLine, Refereed } from '../http'
import { read, RefusedError } from '../state/api'
import { aWhile, Followed } from './followed.svelte'

const at = (key: string, rest = '') => `beside/referee/${encodeURIComponent(key)}${rest}`

export class RefereedMatch extends Followed {
  table: Refereed | null = $state.raw(null)
  /** The seat whose choices are asked for, where several may choose. */
  acting = $state(-1)
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
  #post(what: string, wish: object): Promise<void> {
    this.#waiting = this.#waiting.then(() => this.ask(() => this.#send(what, wish)))
    return this.#waiting
  }

  /** Sends an entry until it is answered: while there is no line it waits. It names the revision that it was made
   * on, so that one whose answer was lost is not made twice. */
  async #send(what: string, wish: object): Promise<void> {
    const entry = { ...wish, after: this.table?.revision ?? 0 }
    while (this.isOpen) {
      try {
        this.#take(await read<Refereed>('POST', at(this.key, `/${what}`), entry))
        return
      } catch (failure) {
        if (!(failure instanceof RefusedError) || failure.status > 0) throw failure
        this.isAway = true
        await aWhile()
      }
    }
  }
}
