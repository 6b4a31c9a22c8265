/**
 * A match of a set: who plays it, who looks on, and how the set stands. The players of a match sit on its
 * seats 0, 1 and so on; those of the table who sit it out are numbered after them.
 */
import type { Card, Person, Scene, SetSheet, Table } from '../wire'

/** What was agreed of a set: see the server's plan. */
export interface Plan {
  kind: string
  count: number
  tie: string
  stake: number
}

export interface Lineup {
  people: Person[]
  /** Your number among them; -1 for somebody who only watches. */
  you: number
  /** How many of them play. */
  playing: number
}

/** The seats of the table in the order of the match: first who plays, then who sits out. */
function order(table: Table): number[] {
  const seats = (table.people ?? []).map((person) => person.seat)
  const lineup = table.lineup ?? []
  return lineup.length > 0 ? [...lineup, ...seats.filter((seat) => !lineup.includes(seat))] : seats
}

/** The seats in the match of those who have won the set, several where they play for one side; empty while it goes on. */
export function setWinners(table: Table): number[] {
  return (table.series?.winners ?? []).map((seat) => order(table).indexOf(seat))
}

export function lineupOf(table: Table | null): Lineup {
  if (!table) return { people: [], you: -1, playing: 0 }
  const seats = order(table)
  const people = seats.flatMap((seat, number) => {
    const person = table.people?.find((one) => one.seat === seat)
    return person ? [{ ...person, seat: number }] : []
  })
  const playing = (table.lineup ?? []).length || seats.length
  return { people, you: seats.indexOf(table.you ?? -1), playing }
}

/** The score sheet with one row for each of the lineup, in its order. */
export function sheetCard(table: Table, sheet: SetSheet): Card {
  return { title: sheet.title, columns: sheet.columns, rows: order(table).map((seat) => sheet.rows[seat] ?? []) }
}

/** What a match keeps on its plates also in a set: it is played for these. */
const PLAYED_FOR = /^(point|card|chip)s?$/

/** The set's sheet, to be shown beside the card of a match that has one of its own. */
export function sheetBeside(scene: Scene, table: Table): Card | null {
  return table.series && scene.card ? sheetCard(table, table.series) : null
}

/** A heading after others in their line, in small letters; the title of the game, which stands beside it, is left out. */
function inHeading(heading: string, title: string): string {
  if (heading === title) return ''
  const rest = heading.startsWith(`${title} · `) ? heading.slice(title.length + 3) : heading
  return rest.charAt(0).toLowerCase() + rest.slice(1)
}

/** The match as a game of its set: which game it is, and the set's totals on plates that tell no score of the match. */
export function inSet(scene: Scene, table: Table): Scene {
  const sheet = table.series
  if (!sheet) return scene
  const seats = order(table)
  const game = sheet.played + (table.phase === 'playing' ? 1 : 0)
  const unit = sheet.kind === 'target score' ? `of ${sheet.count} points` : 'points'
  const plates = (scene.plates ?? []).map((plate) => ({
    ...plate,
    score: String(sheet.totals[seats[plate.seat] ?? -1] ?? 0),
    unit,
  }))
  const isScored = plates.length > 0 && scene.plates?.every((plate) => PLAYED_FOR.test(plate.unit ?? ''))
  return {
    ...scene,
    heading: [`Game ${game}`, inHeading(scene.heading, table.title)].filter(Boolean).join(' · '),
    plates: isScored ? scene.plates : plates,
    card: scene.card ?? sheetCard(table, sheet),
  }
}
