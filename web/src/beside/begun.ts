/** Matches that are refereed and not over, at which this device has been: the page of the box leads back to them. */
import type { Refereed } from '../http'
import { listed } from '../state/words'
import type { Scene } from '../wire'
import { keepText, recallText } from './kept'

const PLACE = 'beside matches'
/** The latest so many are kept. */
const MOST = 4

export interface Begun {
  id: string
  title: string
  people: string
  /** How far it has come, such as "Round 2, turn 3"; empty before anything is entered. */
  stands: string
}

export function begunMatches(): readonly Begun[] {
  try {
    const found = JSON.parse(recallText(PLACE) || '[]') as unknown
    return Array.isArray(found) ? (found as Begun[]).filter((one) => typeof one.id === 'string').map((one) => ({ ...one, stands: one.stands ?? '' })) : []
  } catch {
    return []
  }
}

/** Keeps a match in mind until it is over, or goes on with less. */
export function noteMatch({ id, title, people, result, lowered, n, scene }: Pick<Refereed, 'id' | 'title' | 'people' | 'result' | 'lowered' | 'n' | 'scene'>): void {
  const others = begunMatches().filter((one) => one.id !== id)
  const isOn = !result && !lowered
  const { heading } = scene as unknown as Scene
  const own = { id, title, people: listed(people.map((one) => one.name)), stands: n > 0 && heading !== title ? heading : '' }
  keep(isOn ? [own, ...others].slice(0, MOST) : others)
}

/** The server knows it no longer. */
export function forgetMatch(id: string): void {
  keep(begunMatches().filter((one) => one.id !== id))
}

function keep(matches: readonly Begun[]): void {
  keepText(PLACE, matches.length > 0 ? JSON.stringify(matches) : '')
}
