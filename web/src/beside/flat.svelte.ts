/** Whether this screen lies flat among the players, so that words turn to whoever is on turn; and who sits where. */
import { MediaQuery } from 'svelte/reactivity'
import { keepText, recallText } from './kept'

const PLACE = 'beside screen'
/** Edges clockwise from the nearest, as quarter turns. */
export type Side = 0 | 1 | 2 | 3
/** How many sit at each edge, by their number. */
const AT_EDGES: Readonly<Record<number, readonly [number, number, number, number]>> = {
  2: [1, 0, 1, 0], 3: [1, 1, 0, 1], 4: [1, 1, 1, 1], 5: [1, 1, 2, 1], 6: [2, 1, 2, 1], 7: [1, 2, 2, 2], 8: [2, 2, 2, 2],
}

export interface Edge {
  side: Side
  seats: readonly number[]
}

/** The edges at which somebody sits, clockwise, each with its seats clockwise. */
export function edgesOf(seats: readonly number[]): Edge[] {
  const counts = AT_EDGES[seats.length] ?? [seats.length, 0, 0, 0]
  let from = 0
  return counts.flatMap((many, side) => {
    const here = seats.slice(from, (from += many))
    return many > 0 ? [{ side: side as Side, seats: here }] : []
  })
}

class Flat {
  /** Large enough for plates at its edges; not a television. */
  readonly #room = new MediaQuery('(min-width: 900px) and (min-height: 640px) and (max-width: 2199px)')
  /** A screen without a mouse is taken to lie on the table until somebody says otherwise. */
  readonly #touched = new MediaQuery('(pointer: coarse)')
  #said = $state(recallText(PLACE))

  get fits(): boolean {
    return this.#room.current
  }

  get isOn(): boolean {
    return this.#said ? this.#said === 'flat' : this.#touched.current
  }

  turn(on: boolean): void {
    this.#said = on ? 'flat' : 'stands'
    keepText(PLACE, this.#said)
  }
}

export const flat = new Flat()
