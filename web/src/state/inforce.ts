/** What a page tells the sheets over it: which values are in force, their name, and what seats are called. */
import type { Values } from './api'

/** The key under which a page tells the sheets over it which values are in force. */
export const IN_FORCE = Symbol('values in force')
export type InForce = () => Values

/** The key under which a page tells the name of those values, where they have one. */
export const DECK = Symbol('name of the values')
export type DeckName = () => string

/** The key under which a page says what seats are called: those of the table, and those of a match. */
export const SEAT_NAMES = Symbol('names of seats')
export type SeatNames = () => { players: readonly string[]; match: readonly string[] }
