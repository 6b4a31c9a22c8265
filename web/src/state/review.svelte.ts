/** The last turn seen again, step by step, while the match itself goes on unseen behind it. */
import type { Scene, Step } from '../wire'
import { reducedMotion } from './settings.svelte'

/** The steps with a scene that are kept for seeing them again. */
export const KEPT = 48
/** Milliseconds that a step stays before the next one follows by itself; where motion is reduced none does. */
const STAYS = 2400

export type Seen = Step & { scene: Scene }

/** The steps of the last turn: those under the newest heading, and under the one before it where the newest turn has
 * only begun. The first is the table as it was before them. */
export function lastTurn(steps: readonly Seen[]): readonly Seen[] {
  const begins = steps.flatMap((step, at) => (at === 0 || step.heading !== steps[at - 1]?.heading ? [at] : []))
  const newest = begins.at(-1) ?? 0
  const from = steps.length - newest > 2 ? newest : (begins.at(-2) ?? newest)
  return steps.slice(Math.max(0, from - 1))
}

export class Review {
  #steps: readonly Seen[] = $state.raw([])
  /** Which step is shown; 0 is the table before the turn. */
  at = $state(0)
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The step that is shown; none while the match itself is. */
  get step(): Seen | null {
    return this.#steps[this.at] ?? null
  }

  get last(): number {
    return this.#steps.length - 1
  }

  /** Shows the last turn of `steps` from its beginning; false where nothing has happened yet. */
  begin(steps: readonly Seen[]): boolean {
    const turn = lastTurn(steps)
    if (turn.length < 2) return false
    this.#steps = turn
    this.at = 1
    this.#wait()
    return true
  }

  /** One step on or back; past the last one the match is shown again. */
  go(by: 1 | -1): void {
    if (this.at + by > this.last) this.end()
    else this.at = Math.max(0, this.at + by)
    clearTimeout(this.#timer)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#steps = []
    this.at = 0
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (reducedMotion()) return
    this.#timer = setTimeout(() => {
      if (this.at >= this.last) return
      this.at += 1
      this.#wait()
    }, STAYS)
  }
}
