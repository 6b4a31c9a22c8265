/** What people at the table say beside the game: six reactions, each shown for a few seconds. Of whoever is muted the
 * server tells none. */

export const REACTIONS = ['Good luck', 'Nice roll', 'Ouch', 'So close', 'One moment', 'Well played'] as const
/** Milliseconds for which one is shown. */
const SHOWN = 4000

export class Reactions {
  #said: Record<number, string> = $state({})

  /** Shows what is said on that seat of the match. */
  came(seat: number, word: string): void {
    this.#said = { ...this.#said, [seat]: word }
    setTimeout(() => {
      if (this.#said[seat] === word) this.#said = { ...this.#said, [seat]: '' }
    }, SHOWN)
  }

  of(seat: number): string {
    return this.#said[seat] ?? ''
  }
}
