/** What is due at a refereed table. */
import type { Due, Logged, Someone } from '../http'
import { capital } from '../state/words'
import type { Piece } from '../wire'

/** Whether dice are due, not cards: each outcome is a face. */
export function areDice(due: Due): boolean {
  return due.texts.length <= 7 && due.texts.every((text) => /^\d$/.test(text))
}

/** What is to be tapped where `title` says what is due: the answer to a question, how a throw went, or dice and cards. */
export function asked(title: string, { thrown }: Due): string {
  if (title.endsWith('?')) return 'Tap the answer.'
  return thrown ? 'Tap what happened.' : 'Tap what came up.'
}

const SUITS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' }

/** What is typed `text` and called `name`, as it is shown: 5h is a 5 of hearts. */
export function shownAs(text: string, name: string): string {
  const card = /^(\d+)([cdhs])$/.exec(text)
  if (card) return `${card[1] ?? ''}${SUITS[card[2] ?? ''] ?? ''}`
  return capital(name === text ? text.replaceAll('-', ' ') : name)
}

/** An entry within a sentence: whose choice it is and what, or what came up, and whose dice or cards these are. */
export function loggedAs({ seat, text, name, whose }: Logged, people: readonly Someone[]): string {
  const shown = shownAs(text, name)
  const owner = people[whose]?.name ?? ''
  if (!owner) return shown
  return seat >= 0 ? `${owner}: ${shown}` : `${shown} for ${owner}`
}

/** Whether a die is still to come to rest. */
export function isAwaited({ says = '' }: Piece): boolean {
  return /, (not|being) rolled$/.test(says)
}

/** The dice of the kind of `die` that lie beside it, as the slots of a roll: those that are in or kept, and those that are still
 * to come. What is being rolled lies as it was until the first of its roll comes to rest, and is not in; of a roll that does
 * not take all dice the others have no slot. */
export function slotsOf(pieces: readonly Piece[], die: Piece): readonly Piece[] {
  const slots = pieces.filter((piece) => piece.look === die.look && !/, not in this roll$/.test(piece.says ?? ''))
  return slots.map((piece) => (isAwaited(piece) ? { ...piece, face: '' } : piece))
}

/** The face that has come to lie among dice of which the others lay before; empty unless it is one alone. They may be sorted. */
export function faceAdded(before: readonly string[], now: readonly string[]): string {
  const many = (faces: readonly string[], face: string) => faces.filter((each) => each === face).length
  return now.length === before.length + 1 ? (now.find((face) => many(now, face) > many(before, face)) ?? '') : ''
}

/** "Nils and Theo: leave it so", "All: roll": the choice that one tap makes for those who have no phone of their own. */
export function passedBy(whose: string, choice: string): string {
  return `${whose}: ${choice.charAt(0).toLowerCase()}${choice.slice(1)}`
}
