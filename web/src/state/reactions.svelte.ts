/** What people at the table say beside the game: six reactions, each shown for a few seconds. */

export const REACTIONS = ['Good luck', 'Nice roll', 'Ouch', 'So close', 'One moment', 'Well played'] as const
/** Milliseconds for which one is shown. */
const SHOWN = 4000
/** Milliseconds between two of one's own, as the server has it. */
export const COOLDOWN = 10_000
const PLACE = 'muted'

function recalled(): string[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as string[]
  } catch {
    return []
  }
}

export class Reactions {
  #said: Record<number, string> = $state({})
  /** The names of those whose reactions are not shown, at any table, until that is taken back. */
  muted: readonly string[] = $state.raw(recalled())

  /** Shows what `name` on that seat of the match says, unless they are muted: they do not learn of it. */
  came(seat: number, name: string, word: string): void {
    if (this.muted.includes(name)) return
    this.#said = { ...this.#said, [seat]: word }
    setTimeout(() => {
      if (this.#said[seat] === word) this.#said = { ...this.#said, [seat]: '' }
    }, SHOWN)
  }

  of(seat: number): string {
    return this.#said[seat] ?? ''
  }

  mute(name: string, on: boolean): void {
    this.muted = on ? [...this.muted, name] : this.muted.filter((one) => one !== name)
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.muted))
    } catch {
      // Where storage is forbidden it holds as long as the page.
    }
  }
}
