/** What a table must know of a throw before the view of the mat is there. */
import type { Arena, Hand } from '../wire'

/** The hand as it is before a person aims. */
export const AT_REST: Hand = { aim: 0, strength: 60, spin: 0 }

/** Frames that the close view of what decides is held after a throw. */
export const LOOK = 40

/** Milliseconds that a throw is to be watched: its frames are 30 a second, told in `frames`. */
export function flightTime(arena: Arena): number {
  return (((arena.frames ?? 0) + (arena.tower ? 0 : LOOK)) / 30) * 1000 + 250
}
