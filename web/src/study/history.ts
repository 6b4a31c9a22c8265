/** A guest's finished matches: chosen by game, opponent and result, and what they come to. */
import type { Finished } from '../http'
import { Z95 } from './figures'

/** Fewer matches than this carry no claim. */
export const FEW = 20

export interface Wish {
  game: string
  opponent: string
  result: '' | 'won' | 'lost' | 'drawn'
}

export const EVERYTHING: Wish = { game: '', opponent: '', result: '' }

export function opponentsOf(match: Finished): string[] {
  return match.names.filter((_, seat) => seat !== match.seat)
}

export function outcomeOf(match: Finished): 'won' | 'lost' | 'drawn' | 'over' {
  if (match.share < 0) return 'over'
  return match.share === 1 ? 'won' : match.share === 0 ? 'lost' : 'drawn'
}

export function chosen(matches: readonly Finished[], wish: Wish): Finished[] {
  return matches.filter(
    (match) =>
      (!wish.game || match.game === wish.game) &&
      (!wish.opponent || opponentsOf(match).includes(wish.opponent)) &&
      (!wish.result || outcomeOf(match) === wish.result),
  )
}

export interface Span {
  value: number
  low: number
  high: number
}

/** The share of wins with Wilson's 95 % interval, in percent. A draw is its part of a win. */
export function winsOf(matches: readonly Finished[]): Span & { many: number } {
  const known = matches.filter((match) => match.share >= 0)
  const many = known.length
  const share = known.reduce((sum, match) => sum + match.share, 0) / Math.max(1, many)
  const z2 = Z95 * Z95
  const middle = (share + z2 / (2 * many)) / (1 + z2 / many)
  const half = (Z95 * Math.sqrt((share * (1 - share)) / many + z2 / (4 * many * many))) / (1 + z2 / many)
  return { many, value: 100 * share, low: 100 * Math.max(0, middle - half), high: 100 * Math.min(1, middle + half) }
}

/** The mean of a part over the matches whose account has been counted, with its 95 % interval, in percent of a match. */
export function meanOf(matches: readonly Finished[], part: 'luck' | 'choices'): (Span & { many: number }) | null {
  const values = matches.flatMap((match) => (match[part] ? [match[part].value] : []))
  const many = values.length
  if (many < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / many
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (many - 1) / many)
  return { many, value: 100 * mean, low: 100 * (mean - Z95 * spread), high: 100 * (mean + Z95 * spread) }
}

export interface Group {
  key: string
  title: string
  matches: Finished[]
}

function grouped(matches: readonly Finished[], keys: (match: Finished) => { key: string; title: string }[]): Group[] {
  const groups = new Map<string, Group>()
  for (const match of matches) {
    for (const { key, title } of keys(match)) {
      const group = groups.get(key) ?? { key, title, matches: [] }
      group.matches.push(match)
      groups.set(key, group)
    }
  }
  return [...groups.values()].sort((a, b) => b.matches.length - a.matches.length || a.title.localeCompare(b.title))
}

export const byGame = (matches: readonly Finished[]): Group[] => grouped(matches, (match) => [{ key: match.game, title: match.title }])

export const byOpponent = (matches: readonly Finished[]): Group[] =>
  grouped(matches, (match) => [...new Set(opponentsOf(match))].map((name) => ({ key: name, title: name })))
