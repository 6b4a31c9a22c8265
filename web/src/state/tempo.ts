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

/** Milliseconds that all steps between two own choices are shown for, at most, where the table moves quickly. */
export const WHOLE = 4500

/** Milliseconds that a step stays before the next one: time to read it. */
export function dwell(step: Step, pace: Pace): number {
  const tempo = TEMPO[pace]
  const letters = (step.said ?? []).reduce((sum, said) => sum + said.words.length, 0)
  return Math.min(tempo.most, tempo.base + tempo.perLetter * letters)
}

/** The time that is left for showing steps. Each is granted a share of it: however many come, in whatever bursts,
 * they never take more than the whole. */
export class Budget {
  left = WHOLE

  /** An own choice was made, or a person took their time. */
  anew(): void {
    this.left = WHOLE
  }

  /** As much of `wanted` as a step may take while so many wait behind it. */
  share(wanted: number, waiting: number): number {
    return this.take(Math.min(wanted, this.left / (waiting + 2)))
  }

  /** Whether `wanted`, which cannot be shortened, may be taken; then it is. */
  affords(wanted: number): boolean {
    if (wanted > this.left / 2) return false
    this.take(wanted)
    return true
  }

  /** Takes what has to be. */
  take(milliseconds: number): number {
    this.left = Math.max(0, this.left - milliseconds)
    return milliseconds
  }
}
