/** What is due at a refereed table. */
import type { Due } from '../http'
import { listed } from '../state/words'

/** Whether dice are due, not cards: each outcome is a face. */
export function areDice(due: Due): boolean {
  return due.texts.length <= 7 && due.texts.every((text) => /^\d$/.test(text))
}

/** "Nils and Theo pass": what one tap does for those who have no phone of their own. */
export function passedBy(names: readonly string[]): string {
  return `${listed(names)} ${names.length === 1 ? 'passes' : 'pass'}`
}
