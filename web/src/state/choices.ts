/**
 * What may be tapped next: choices as sets of pieces, counted by kind. Pieces of one kind are
 * interchangeable, so everything here counts kinds and never looks at which piece it was.
 */
import type { Choice, Piece } from '../wire'

export type Counts = Record<string, number>

export function takes(choice: Choice): Counts {
  return choice.takes ?? {}
}

/** A bare choice takes no pieces: it is a button and nothing else. */
export function isBare(choice: Choice): boolean {
  return Object.keys(takes(choice)).length === 0
}

export function countKinds(pieces: readonly Piece[]): Counts {
  const counts: Counts = {}
  for (const { kind = '' } of pieces) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

function holds(choice: Choice, counts: Counts): boolean {
  return Object.entries(counts).every(([kind, count]) => (takes(choice)[kind] ?? 0) >= count)
}

function size(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** The choices that the chosen pieces can still grow into, or are. */
export function within(choices: readonly Choice[], counts: Counts): Choice[] {
  return choices.filter((choice) => !isBare(choice) && holds(choice, counts))
}

/** The choices that the chosen pieces make up exactly. */
export function complete(choices: readonly Choice[], counts: Counts): Choice[] {
  return within(choices, counts).filter((choice) => size(takes(choice)) === size(counts))
}

export function canAdd(choices: readonly Choice[], counts: Counts, kind: string): boolean {
  return within(choices, { ...counts, [kind]: (counts[kind] ?? 0) + 1 }).length > 0
}

/** Every kind that some choice takes: what can be tapped at all. */
export function kindsInPlay(choices: readonly Choice[]): Set<string> {
  return new Set(choices.flatMap((choice) => Object.keys(takes(choice))))
}

/**
 * Chooses `piece` besides `chosen`. Where no choice takes them all, the pieces that do not go with
 * the new one are let go, those chosen first being the first to go.
 */
export function add(choices: readonly Choice[], chosen: readonly Piece[], piece: Piece): Piece[] {
  let kept = [piece]
  for (const older of [...chosen].reverse()) {
    if (within(choices, countKinds([older, ...kept])).length > 0) kept = [older, ...kept]
  }
  return within(choices, countKinds(kept)).length > 0 ? kept : [...chosen]
}
