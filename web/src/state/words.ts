/** Sentences of the log, put together as they are shown and spoken. */
import type { Said, Step } from '../wire'
import type { Seating } from './seats'

/** What a page calls whoever reads it; nobody at a table has that name. */
const YOU = 'You'

/** `words` with a full stop, but for those that end in a mark of their own. */
export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name that stands before the words, and the words: "Nils", "rolled white 2, blue 3." */
export function sentence(said: Said, seating: Seating): { name: string; words: string } {
  const words = ended(named(said.words, seating))
  if (said.seat < 0) return { name: '', words: capital(words) }
  return { name: seating.name(said.seat), words }
}

export function spoken(said: readonly Said[] | undefined, seating: Seating): string {
  return (said ?? [])
    .map((one) => {
      const { name, words } = sentence(one, seating)
      return name ? `${name} ${words}` : words
    })
    .join(' ')
}

export interface LogPart {
  heading: string
  /** The newest sentence first. */
  lines: { key: string; said: Said }[]
}

/** The log as it is read: the newest heading first, and under each the newest sentence first. */
export function logParts(steps: readonly Step[]): LogPart[] {
  const parts: LogPart[] = []
  for (const step of steps) {
    const lines = (step.said ?? []).map((said, i) => ({ key: `${step.n}.${i}`, said }))
    if (lines.length === 0) continue
    const newest = parts[0]
    if (newest?.heading === step.heading) newest.lines.unshift(...lines.reverse())
    else parts.unshift({ heading: step.heading, lines: lines.reverse() })
  }
  return parts
}

/** "one", "two" ... for small counts in prose. */
export function inWords(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][count] ?? String(count)
}

/** "You, Nils and Maya": whoever reads it comes first, for "Nils and You" has a capital in the middle. */
export function listed(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? ''
  const all = [...names.filter((name) => name === YOU), ...names.filter((name) => name !== YOU)]
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`
}

/**
 * Puts names into words of the table: `{0}` stands for whoever sits on seat 0, `{0's}` for what is
 * theirs; for you that is "you" and "your", with a capital where a sentence begins.
 */
export function named(words: string | undefined, seating: Seating): string {
  return (words ?? '').replace(/\{(\d+)('s)?\}/g, (_, digits: string, own: string | undefined, at: number, all: string) => {
    const seat = Number(digits)
    if (seat !== seating.you) return seating.name(seat) + (own ? '’s' : '')
    const you = own ? 'your' : 'you'
    return /(^|[.!?]\s+)$/.test(all.slice(0, at)) ? capital(you) : you
  })
}

/** "plays Red" of somebody is "play Red" of you. */
export function toYou(line: string): string {
  if (line.startsWith('has ')) return line.replace('has', 'have')
  if (line.startsWith('is ')) return line.replace('is', 'are')
  return line.replace(/^([a-z]+)s(?= )/, '$1')
}
