/** Fair dice at a table: what computes them is fetched where a table has them, and messages wait for it in their order. */
import type { FairDice } from './fairdice.svelte'
import type { Link, Links, OpenLink, Seed, Table } from '../wire'

type Share = Pick<Seed, 'tip' | 'links'>

export class FairSeat {
  /** The rolls of the table's match; null where its dice are sealed, or until it is fetched. */
  dice = $state.raw<FairDice | null>(null)
  #ready: Promise<void> = Promise.resolve()
  #opened = 0

  constructor(private readonly send: (link: Link) => void) {}

  /** The table as it is told on a line that was opened so many times. */
  table(next: Table, opened: number): void {
    const match = next.match_id ?? ''
    if (!next.fair) {
      if (this.dice && this.dice.match !== match) this.dice = null
      return
    }
    const isAnew = opened !== this.#opened
    this.#opened = opened
    const at = next.you ?? -1
    const you = next.lineup?.length ? next.lineup.indexOf(at) : at
    this.#then(async () => {
      if (this.dice?.match !== match) this.dice = new (await import('./fairdice.svelte')).FairDice(match)
      if (isAnew) this.dice.joined()
      if (next.phase !== 'waiting') this.dice.told(next, you)
    })
  }

  /** Gives this browser's share of the dice: for fair dice the end of a chain too. */
  share(next: Table, give: (share: Share) => void): void {
    if (!next.fair) give({})
    else this.#then(() => give(this.dice?.commits(next) ?? {}))
  }

  opens(asked: OpenLink): void {
    this.#then(() => {
      const link = this.dice?.opens(asked)
      if (link) this.send(link)
    })
  }

  came(links: Links): void {
    this.#then(() => this.dice?.came(links))
  }

  /** What is said beside the heading; empty while there is nothing to say. */
  words(name: (seat: number) => string): string {
    const { dice } = this
    if (!dice || dice.wrong || dice.checked === 0) return ''
    return dice.lately.length > 0 ? `dice without ${dice.lately.map(name).join(' and ')}` : 'dice checked ✓'
  }

  /** A roll is due of which this browser has opened its part, and another one has not. */
  get waits(): boolean {
    return this.dice?.waits ?? false
  }

  get wrong(): string {
    return this.dice?.wrong ?? ''
  }

  #then(act: () => void | Promise<void>): void {
    this.#ready = this.#ready.then(act).catch((failure: unknown) => console.error(failure))
  }
}
