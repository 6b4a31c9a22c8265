/** Which dice are thrown, and with which sides: what a table tells the stage. */
import { lot } from '../table/tumble/fall'

/** A die in the air: where it will lie, and the drawings of its six sides, the one drawn among them. */
export interface ThrownDie {
  id: string
  /** What it shows, its place in `sides`. */
  up: number
  sides: readonly string[]
  /** The piece on the page; a piece may be drawn anew while its die is in the air. */
  place: Element | null
  /** The drawings of the sides, in their order. */
  drawings: readonly Element[]
  landed: () => void
}

/** Numbers as on a real die: opposite sides sum to seven, in the order +x, -x, +y, -y, +z, -z. */
const NUMBERED = ['4', '3', '5', '2', '6', '1']

/** The six sides of a die that may show `faces`; fewer than six come round again, `up` among them. */
export function sidesOf(faces: readonly string[], up: string): string[] {
  if (NUMBERED.every((side) => faces.includes(side))) return [...NUMBERED]
  const around = [up, ...faces.filter((face) => face !== up)]
  return NUMBERED.map((_, side) => around[side % around.length] ?? up)
}

/** Which of `many` throws a roll plays: the same on every screen. */
export function whichThrow(dice: readonly ThrownDie[], many: number): number {
  const words = dice.map((die) => `${die.id} ${die.sides[die.up] ?? ''}`).join(' ')
  return Math.floor(lot(words) * many)
}
