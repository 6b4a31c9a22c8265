/** What is due at a refereed table. */
import type { Due } from '../http'

/** Whether dice are due, not cards: each outcome is a face. */
export function areDice(due: Due): boolean {
  return due.texts.length <= 7 && due.texts.every((text) => /^\d$/.test(text))
}
