/** Who sits around the real table, clockwise: names and colours that this device remembers. */
import { COLOURS } from '../state/seats'
import { keepText, recallText } from './kept'

export interface Someone {
  name: string
  colour: number
}

export const MOST = 8
const PLACE = 'beside people'
const LONGEST = 24

/** A colour that nobody of them has. */
export function freeColour(people: readonly Someone[]): number {
  const found = COLOURS.findIndex((_, colour) => people.every((one) => one.colour !== colour))
  return Math.max(0, found)
}

/** What was remembered, where it can be read: at least two people, each with a colour of their own. */
export function readPeople(text: string): Someone[] {
  const people: Someone[] = []
  try {
    const found = JSON.parse(text || '[]') as unknown
    for (const one of Array.isArray(found) ? (found as Partial<Someone>[]) : []) {
      if (typeof one.name !== 'string' || typeof one.colour !== 'number' || !COLOURS[one.colour] || people.length >= MOST) continue
      if (people.some((other) => other.colour === one.colour)) continue
      people.push({ name: one.name.slice(0, LONGEST), colour: one.colour })
    }
  } catch {
    // What cannot be read is forgotten.
  }
  while (people.length < 2) people.push(newcomer(people))
  return people
}

function newcomer(people: readonly Someone[]): Someone {
  const colour = freeColour(people)
  return { name: COLOURS[colour] ?? '', colour }
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

class Party {
  /** Who was moved last, and to which place, as it is spoken. */
  moved = $state('')
  people: readonly Someone[] = $state.raw(readPeople(recallText(PLACE)))

  #set(people: readonly Someone[]): void {
    this.people = people
    keepText(PLACE, JSON.stringify(people))
  }

  add(): void {
    if (this.people.length < MOST) this.#set([...this.people, newcomer(this.people)])
  }

  remove(at: number): void {
    if (this.people.length > 2) this.#set(this.people.filter((_, i) => i !== at))
  }

  /** Without letters the name is that of the colour. */
  rename(at: number, name: string): void {
    const plain = name.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    this.#set(this.people.map((one, i) => (i === at ? { ...one, name: plain || (COLOURS[one.colour] ?? '') } : one)))
  }

  /** Whoever sits at `at` sits at `to` instead, and it is said. */
  move(at: number, to: number): void {
    const people = [...this.people]
    const [one] = people.splice(at, 1)
    if (!one || at === to) return
    people.splice(to, 0, one)
    this.#set(people)
    this.moved = `${one.name}, ${PLACES[to] ?? ''}.`
  }
}

export const party = new Party()
