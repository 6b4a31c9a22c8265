/** What people at the table say beside the game: six reactions, each shown for a few seconds. Of whoever is muted the
 * server tells none. */

export const REACTIONS = ['Good luck', 'Nice roll', 'Ouch', 'So close', 'One moment', 'Well played'] as const
/** Milliseconds for which one is shown. */
const SHOWN = 4000

export class Reactions {
  #said: Record<number, string> = $state({})
  /** An own one was sent and has not come back yet. */
  #isSent = false

  sent(): void {
    this.#isSent = true
  }

  /** Returns whether an own one was on its way, which the server did not take. */
  refuse(): boolean {
    const wasSent = this.#isSent
    this.#isSent = false
    return wasSent
  }

  /** Shows what is said on that seat of the match. */
  came(seat: number, word: string, isOwn: boolean): void {
    if (isOwn) this.#isSent = false
    this.#said = { ...this.#said, [seat]: word }
    setTimeout(() => {
      if (this.#said[seat] === word) this.#said = { ...this.#said, [seat]: '' }
    }, SHOWN)
  }

  of(seat: number): string {
    return this.#said[seat] ?? ''
  }
}
