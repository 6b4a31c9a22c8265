/**
 * This browser's part in fair dice: it keeps a chain for each match, opens a link for each roll, once, and checks every
 * roll as it happens. See docs/fair-dice.md.
 */
import type { Link, Links, OpenLink, Table } from '../wire'
import { bindingOf, isDrawn, Known, linkOf, seedOf, termsOf, type ChainEnd, type Terms } from './links'

const LENGTH = 1024
const DAYS = 60 * 24 * 3600 * 1000

/** What the browser keeps of a match: the seed of the chain that it opens now, the last roll that it opened, and the last
 * that it saw. */
interface Kept {
  seed: string
  length: number
  before: number
  opened: { roll: number; digest: string; link: string; next: string }
  seen: { roll: number; server: string; digest: string }
  seal: string
  server: string
  since: number
}

const place = (match: string) => `chain ${match}`

export function keptChain(match: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function keep(match: string, kept: Kept): void {
  try {
    localStorage.setItem(place(match), JSON.stringify(kept))
  } catch {
    // Then the server's chain stands in after a reload, and everybody sees that it does.
  }
}

/** Chains of matches that are long over go. */
function tidy(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const kept = key.startsWith('chain ') ? keptChain(key.slice('chain '.length)) : null
      if (kept && Date.now() - kept.since > DAYS) localStorage.removeItem(key)
    }
  } catch {
    // Nothing is kept here.
  }
}

function fresh(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class FairDice {
  /** How many rolls were checked, and in how many the server's chain stood in, by seat of the match. */
  checked = $state(0)
  replaced: readonly number[] = $state.raw([])
  silent: readonly number[] = $state.raw([])
  /** The seats that were asked for the last roll and gave nothing. */
  lately: readonly number[] = $state.raw([])
  /** The own link of a roll is opened, and the roll has not come up yet. */
  waits = $state(false)
  /** What does not hold, in a sentence; then no link is opened any more. */
  wrong = $state('')
  #kept: Kept | null = null
  #terms: Terms | null = null
  #binding = ''
  #known = new Known([])
  #roll = 0
  /** Rolls may have been missed since the line was opened. */
  #missed = true
  #you = -1

  constructor(readonly match: string) {
    this.#kept = keptChain(match)
  }

  /** The chain that this browser commits to before the match. */
  commits(table: Table): { tip: string; links: number } {
    tidy()
    this.#kept ??= {
      seed: fresh(), length: LENGTH, before: 0, opened: { roll: 0, digest: '', link: '', next: '' }, seen: { roll: 0, server: '', digest: '' },
      seal: table.commitment ?? '', server: table.fair?.server[0] ?? '', since: Date.now(),
    }
    keep(this.match, this.#kept)
    return { tip: linkOf(this.#kept.seed, this.#kept.length, 0), links: this.#kept.length }
  }

  /** The table as it is now; `you` is the own seat in the match. */
  told(table: Table, you: number): void {
    const terms = termsOf(table)
    this.#you = you
    if (!terms || terms.chains.length === 0 || this.#terms) return
    const kept = this.#kept
    this.#terms = terms
    this.#binding = bindingOf(terms)
    this.#known = new Known([terms.server, ...terms.chains])
    this.replaced = this.silent = terms.chains.map(() => 0)
    if (kept && (kept.seal !== terms.seal || kept.server !== terms.server[0])) this.wrong = 'The table’s seal is not the one from before the match.'
    if (kept && kept.before === 0 && !this.#isMine(terms)) this.#kept = null
  }

  #isMine(terms: Terms): boolean {
    const own = terms.chains[this.#you]
    return Boolean(own && this.#kept && own[0] === linkOf(this.#kept.seed, this.#kept.length, 0))
  }

  /** The line was opened again. */
  joined(): void {
    this.#missed = true
    this.waits = false
  }

  /** The answer to a request for a link; null where nothing is to be answered. */
  opens({ roll, n, digest }: OpenLink): Link | null {
    const kept = this.#kept
    const nothing: Link = { t: 'link', roll, match_id: this.match }
    if (this.wrong || !kept || !this.#terms) return nothing
    const k = roll - kept.before
    const isAgain = roll === kept.opened.roll
    if (isAgain ? digest !== kept.opened.digest : roll < kept.opened.roll) {
      this.wrong = 'The table asked twice for the same roll, after other choices.'
      return nothing
    }
    const isEarly = this.#missed ? roll > n + 1 : roll !== this.#roll + 1
    if (!isAgain && isEarly) {
      this.wrong = 'The table asked for a roll that is not due.'
      return nothing
    }
    this.waits = isAgain || k <= kept.length
    if (isAgain) return { ...nothing, link: kept.opened.link, next: kept.opened.next }
    if (k > kept.length) return nothing
    const after = k === kept.length ? fresh() : ''
    const next = after && linkOf(after, kept.length, 0)
    kept.opened = { roll, digest, link: linkOf(kept.seed, kept.length, k), next }
    if (after) [kept.seed, kept.before] = [after, roll]
    keep(this.match, kept)
    return { ...nothing, link: kept.opened.link, next }
  }

  /** A roll has come up: everything that can be known of it is checked. */
  came(links: Links): void {
    if (!this.#terms || links.roll <= this.#roll) return
    this.waits = false
    this.wrong ||= this.#check(links)
    this.#roll = links.roll
    this.#missed = false
    if (this.wrong) return
    this.checked += 1
    this.lately = links.silent ?? []
    this.replaced = this.replaced.map((count, seat) => count + (links.links[seat] ? 0 : 1))
    this.silent = this.silent.map((count, seat) => count + (this.lately.includes(seat) ? 1 : 0))
    if (this.#kept) {
      this.#kept.seen = { roll: links.roll, server: links.server, digest: links.digest }
      keep(this.match, this.#kept)
    }
  }

  #check(links: Links): string {
    const next = (links.next ?? {}) as unknown as Record<number, ChainEnd>
    const server: ChainEnd | null = links.server_next ? [links.server_next, this.#terms?.server[1] ?? 0] : null
    if (!this.#known.take(0, links.roll, links.server, server)) return 'The table opened a link that it had not committed to.'
    for (const [seat, link] of links.links.entries())
      if (link && !this.#known.take(seat + 1, links.roll, link, next[seat])) return 'A link is not one of its seat’s chain.'
    const opened = this.#kept?.opened
    const asked = opened?.roll === links.roll
    if (asked && opened.digest !== links.digest) return 'The table changed a choice after it had asked for the links.'
    if (asked && this.#you >= 0 && !links.links[this.#you] && !links.silent?.includes(this.#you)) return 'The table left out the link that this browser opened.'
    const seed = seedOf(this.#binding, links)
    return links.events?.every((event) => isDrawn(seed, event)) ?? true ? '' : 'A die is not the one that the links give.'
  }
}
