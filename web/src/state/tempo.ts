/** How long each step of a match is shown, and what all of them together may take from one own choice to the next. */
import type { Step } from '../wire'
import type { Pace } from './settings.svelte'

interface Tempo {
  base: number
  perLetter: number
  most: number
  roll: number
}
export const TEMPO: Record<Pace, Tempo> = {
  calm: { base: 450, perLetter: 14, most: 1500, roll: 650 },
  quick: { base: 150, perLetter: 4, most: 500, roll: 450 },
  'at once': { base: 0, perLetter: 0, most: 0, roll: 0 },
}

/** Milliseconds from one own choice to the end of all that follows it, at most, where the table moves quickly. */
export const WHOLE = 4500
/** A step that would stay for fewer milliseconds than this is not drawn: it takes longer to draw than to see. */
export const LEAST = 40

/** Milliseconds that a step stays before the next one: time to read it. */
export function dwell(step: Step, pace: Pace): number {
  const tempo = TEMPO[pace]
  const letters = (step.said ?? []).reduce((sum, said) => sum + said.words.length, 0)
  return Math.min(tempo.most, tempo.base + tempo.perLetter * letters)
}

/** The time that is left for showing steps. It runs by the clock, so that what bots think and what a slow machine
 * takes to draw count as well. Each step is granted a share of it, however many come, in whatever bursts. */
export class Budget {
  #until = performance.now() + WHOLE

  get left(): number {
    return Math.max(0, this.#until - performance.now())
  }

  /** An own choice was made, or a person took their time. */
  anew(): void {
    this.#until = performance.now() + WHOLE
  }

  /** As much of `wanted` as a step may take while so many wait behind it. */
  share(wanted: number, waiting: number): number {
    return Math.min(wanted, this.left / (waiting + 2))
  }

  /** Whether there is time for `wanted`, which cannot be shortened. */
  affords(wanted: number): boolean {
    return wanted <= this.left / 2
  }
}
