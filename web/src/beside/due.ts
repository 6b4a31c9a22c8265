/** What is due at a refereed table. */
import type { Due } from '../http'
import { capital, listed } from '../state/words'

/** Whether dice are due, not cards: each outcome is a face. */
export function areDice(due: Due): boolean {
  return due.texts.length <= 7 && due.texts.every((text) => /^\d$/.test(text))
}

const SUITS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' }

/** What is typed `text` and called `name`, as it is shown: 5h is a 5 of hearts. */
export function shownAs(text: string, name: string): string {
  const card = /^(\d+)([cdhs])$/.exec(text)
  if (card) return `${card[1] ?? ''}${SUITS[card[2] ?? ''] ?? ''}`
  return capital(name === text ? text.replaceAll('-', ' ') : name)
}

/** "Nils and Theo pass": what one tap does for those who have no phone of their own. */
export function passedBy(names: readonly string[]): string {
  return `${listed(names)} ${names.length === 1 ? 'passes' : 'pass'}`
}
