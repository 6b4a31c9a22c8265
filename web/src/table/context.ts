/** What every part of a table knows: who sits where, and the choice being made, if any. */
import { getContext, setContext } from 'svelte'
import type { Clocks } from '../state/clocks.svelte'
import type { Picker } from '../state/picker.svelte'
import type { Seating } from '../state/seats'
import type { Legend, Piece } from '../wire'
import type { Throw } from './tumble/fall'

export interface AtTable {
  readonly seating: Seating
  readonly picker: Picker | null
  /** What somebody on that seat says just now: one of the six reactions, or nothing. */
  readonly says: (seat: number) => string
  /** The clocks of the seats, where the table has some. */
  readonly clocks: Clocks | null
  /** Where chosen pieces are gathered instead of staying in place: in a zone, or under a piece. */
  readonly gathered: Gathered | null
  /** What explains pieces that have no text of their own, by piece. */
  readonly legends: ReadonlyMap<string, Legend>
  /** Marks pieces by their digit for the keyboard; empty until keys are used. */
  readonly digits: ReadonlyMap<string, string>
  /** What each die showed last, and its throw while it is in the air; by piece, not drawn from. */
  readonly shown: Map<string, { face: string; thrown: Throw | null }>
}

export interface Gathered {
  zone: string
  under: string
  pieces: readonly Piece[]
  note: string
}

const KEY = Symbol('table')

export function setTable(table: AtTable): AtTable {
  return setContext(KEY, table)
}

/** A table at rest, whose pieces are looked at: nothing is chosen, said or timed. */
export function setStillTable(seating: () => Seating): AtTable {
  return setTable({
    get seating() { return seating() },
    picker: null, says: () => '', clocks: null, gathered: null, legends: new Map(), digits: new Map(), shown: new Map(),
  })
}

export function atTable(): AtTable {
  return getContext<AtTable>(KEY)
}
