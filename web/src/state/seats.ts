/** Seats as the table shows them: a colour, a word and a glyph for each, and the order around the table. */
import type { Person } from '../wire'

export const COLOURS = ['Red', 'Blue', 'Yellow', 'Green', 'Pink', 'Orange', 'Sky', 'Slate'] as const
export const GLYPHS = ['triangle', 'disc', 'star', 'leaf', 'diamond', 'square', 'ring', 'cross'] as const
export type Glyph = (typeof GLYPHS)[number]

/** The class that sets a seat colour's custom properties; `s0` is the table's own bone. */
export function colourClass(colour: number | undefined): string {
  return colour === undefined || colour < 0 ? 's0' : `s${(colour % COLOURS.length) + 1}`
}

export function colourWords(colour: number): string {
  const at = colour % COLOURS.length
  return `${COLOURS[at] ?? ''} ${GLYPHS[at] ?? ''}`
}

export function glyphOf(colour: number | undefined): Glyph | undefined {
  return colour === undefined || colour < 0 ? undefined : GLYPHS[colour % GLYPHS.length]
}

/** All seats but `near`, clockwise: the first sits at its left hand. */
export function around(seats: readonly number[], near: number): number[] {
  const at = seats.indexOf(near)
  return at < 0 ? [...seats] : [...seats.slice(at + 1), ...seats.slice(0, at)]
}

/** The colour of whoever sits there; an open seat has the one that a bot there would have. */
export function colourOf(person: Person): number {
  return person.colour ?? 0
}

/** The colour of whoever sits down and wishes for one, as the server gives it: that, or the next that nobody there has. */
export function freeColour(wish: number, people: readonly Person[]): number {
  const taken = people.filter((person) => person.kind !== 'open').map(colourOf)
  return COLOURS.map((_, k) => (wish + k) % COLOURS.length).find((colour) => !taken.includes(colour)) ?? wish
}

/** The colours of so many seats where `own` sits on the first and bots on the others, as the server gives them. */
export function coloursWithBots(own: number, seats: number): number[] {
  const colours = [own]
  for (let seat = 1; seat < seats; seat++) {
    let colour = seat % COLOURS.length
    while (colours.includes(colour)) colour = (colour + 1) % COLOURS.length
    colours.push(colour)
  }
  return colours
}

/** Who sits where, asked for by seat. `you` is -1 for somebody who only watches. */
export class Seating {
  constructor(
    readonly people: readonly Person[],
    readonly you: number,
  ) {}

  person(seat: number): Person | undefined {
    return this.people.find((person) => person.seat === seat)
  }

  name(seat: number): string {
    if (seat === this.you) return 'You'
    return this.person(seat)?.name || `Seat ${seat + 1}`
  }

  /** The name where it stands in the middle of a sentence. */
  nameInText(seat: number): string {
    return seat === this.you ? 'you' : this.name(seat)
  }

  /** The name in two parts: the words before what tells it from the others, such as a bot's level, and the rest. Where space
   * is short the rest stands alone. */
  nameParts(seat: number): readonly [lead: string, own: string] {
    const name = this.name(seat)
    const [first = '', ...rest] = name.split(' ')
    const own = rest.join(' ')
    const others = this.people.filter((person) => person.seat !== seat && person.name).map((person) => this.name(person.seat))
    const isShared = this.person(seat)?.kind === 'bot' || others.some((other) => other.startsWith(`${first} `))
    const isTaken = others.some((other) => other === own || other.endsWith(` ${own}`))
    return own && isShared && !isTaken ? [first, own] : ['', name]
  }

  colour(seat: number): number | undefined {
    if (seat < 0) return undefined
    const person = this.person(seat)
    return person ? colourOf(person) : seat
  }

  colourClass(seat: number): string {
    return colourClass(this.colour(seat))
  }
}
