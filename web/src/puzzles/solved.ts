/** What an answer comes to; which puzzles were answered on this device, and how many in a row were right. The first answer counts. */

import { percent } from '../hints/hints.svelte'
import type { PuzzleChoice } from '../http'

const PLACE = 'puzzles'

export interface Solved {
  /** The first answer to each, by game and key. */
  answers: Record<string, 'right' | 'missed'>
  /** How many right first answers there were in a row, now and at most. */
  streak: number
  best: number
}

/** By how many percent `choice` is behind `best`: the difference of the two chances as they are shown. */
export function behind(best: PuzzleChoice, choice: PuzzleChoice): number {
  return percent(best.chance) - percent(choice.chance)
}

const NOTHING: Solved = { answers: {}, streak: 0, best: 0 }

export function solved(): Solved {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Solved>) }
  } catch {
    return NOTHING
  }
}

export const placeOf = (game: string, key: string) => `${game}/${key}`

/** What is known after an answer: only the first to a puzzle changes anything. */
export function after(before: Solved, place: string, isRight: boolean): Solved {
  if (before.answers[place]) return before
  const streak = isRight ? before.streak + 1 : 0
  const answers = { ...before.answers, [place]: isRight ? ('right' as const) : ('missed' as const) }
  return { answers, streak, best: Math.max(before.best, streak) }
}

export function note(game: string, key: string, isRight: boolean): Solved {
  const now = after(solved(), placeOf(game, key), isRight)
  try {
    localStorage.setItem(PLACE, JSON.stringify(now))
  } catch {
    // Where storage is forbidden nothing is remembered.
  }
  return now
}
