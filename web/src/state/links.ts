/** Fair dice, as docs/fair-dice.md has them: chains of hashes, what a roll's links come to, and whether they fit. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Dice, Roll } from '../http'
import type { Drawn, Links, Table } from '../wire'

export type ChainEnd = readonly [tip: string, length: number]

const WHOLE = 2n ** 64n

function mac(key: Uint8Array, text: string): Uint8Array {
  return hmac(sha256, key, utf8ToBytes(text))
}

/** SHA-256, so many times over, of bytes in hexadecimal. */
export function hashed(link: string, times: number): string {
  let bytes = hexToBytes(link)
  for (let k = 0; k < times; k++) bytes = sha256(bytes)
  return bytesToHex(bytes)
}

/** Link `k` of the chain with that seed: 1 to `length`; 0 is the tip. */
export function linkOf(seed: string, length: number, k: number): string {
  return hashed(seed, length - k)
}

export interface Terms {
  match: string
  game: string
  version: number
  seal: string
  server: ChainEnd
  chains: readonly (ChainEnd | null)[]
}

export function termsOf(table: Table): Terms | null {
  const { fair } = table
  if (!fair) return null
  return {
    match: table.match_id ?? '', game: table.game, version: fair.version, seal: table.commitment ?? '',
    server: fair.server, chains: fair.chains ?? [],
  }
}

const written = (end: ChainEnd | null) => (end ? `${end[0]}:${end[1]}` : '-')

export function bindingOf({ match, game, version, seal, server, chains }: Terms): string {
  const lines = ['throwdown fair 1', match, game, String(version), seal, written(server), ...chains.map(written)]
  return bytesToHex(sha256(utf8ToBytes(lines.join('\n'))))
}

/** What decides a roll, in hexadecimal. */
export function seedOf(binding: string, roll: Pick<Links, 'roll' | 'n' | 'digest' | 'server' | 'links'>): string {
  const lines = ['throwdown roll', binding, String(roll.roll), String(roll.n), roll.digest, ...roll.links.map((link) => link || '-')]
  return bytesToHex(mac(hexToBytes(roll.server), lines.join('\n')))
}

export function hiddenSeed(secret: string, seed: string): string {
  return bytesToHex(mac(hexToBytes(secret), `throwdown hidden\n${seed}`))
}

function ticketOf(seed: string, event: number, size: number): number {
  const tickets = BigInt(size)
  const edge = WHOLE - (WHOLE % tickets)
  for (let attempt = 0; ; attempt++) {
    const value = BigInt(`0x${bytesToHex(mac(hexToBytes(seed), `${event}:${attempt}:`).slice(0, 8))}`)
    if (value < edge) return Number(value % tickets)
  }
}

function placeOf(seed: string, event: number, size: number, weights: readonly number[]): number {
  let left = ticketOf(seed, event, size)
  return weights.length === 0 ? left : weights.findIndex((weight) => (left -= weight) < 0)
}

/** Whether an event is the one that the seed of its roll gives. */
export function isDrawn(seed: string, event: Drawn): boolean {
  return placeOf(seed, event.n, event.size, event.weights ?? []) === event.drew
}

/** What is known of some chains: the last link of each, and the roll that opened it. */
export class Known {
  #at: ({ link: string; roll: number; end: number } | null)[]

  constructor(ends: readonly (ChainEnd | null)[]) {
    this.#at = ends.map((end) => end && { link: end[0], roll: 0, end: end[1] })
  }

  /** Takes the link of a roll; false where it is not the chain's. */
  take(place: number, roll: number, link: string, next: ChainEnd | null | undefined): boolean {
    const known = this.#at[place]
    if (!known || roll <= known.roll || roll > known.end || hashed(link, roll - known.roll) !== known.link) return false
    this.#at[place] = roll < known.end ? { ...known, link, roll } : next ? { link: next[0], roll, end: roll + next[1] } : null
    return true
  }
}

/** The server's link for a roll, from the secret that is told after the match. */
function serverLinks(secret: string, length: number, rolls: number): string[] {
  const found: string[] = []
  for (let part = 0; found.length < rolls; part++) {
    const chain = [bytesToHex(mac(hexToBytes(secret), `throwdown chain ${part}`))]
    for (let k = 1; k < length; k++) chain.unshift(hashed(chain[0] ?? '', 1))
    found.push(...chain)
  }
  return found
}

export interface Again {
  /** By event: the place among what could come up that the links give. */
  places: Map<number, number>
  /** Whether every link is one of its chain. */
  fits: boolean
  rolls: Links[]
  replaced: number
  silent: number
}

/** A finished match with fair dice, drawn again. */
export function drawnAgain(dice: Dice): Again {
  const fair = dice.fair!
  const chains = fair.chains as readonly (ChainEnd | null)[]
  const server = serverLinks(dice.secret, fair.length, Math.max(1, fair.rolls.length))
  const terms: Terms = { match: fair.match_id, game: fair.game, version: fair.version, seal: dice.commitment, server: [hashed(server[0] ?? '', 1), fair.length], chains }
  const binding = bindingOf(terms)
  const known = new Known(chains)
  const key = mac(hexToBytes(dice.secret), 'throwdown log')
  let fits = true
  const rolls = fair.rolls.map((roll, at): Links => {
    const next = (roll.next ?? {}) as unknown as Record<number, ChainEnd>
    roll.links.forEach((link, seat) => {
      if (link && !known.take(seat, at + 1, link, next[seat])) fits = false
    })
    const text = fair.log.slice(0, roll.n).map(([seat, event]) => `${seat}:${event}\n`).join('')
    const digest = bytesToHex(hmac(sha256, key, sha256(utf8ToBytes(text))))
    return { t: 'links', roll: at + 1, n: roll.n, digest, server: server[at] ?? '', links: roll.links, silent: roll.silent ?? [] }
  })
  const seeds = rolls.map((roll) => seedOf(binding, roll))
  const places = new Map(dice.rolls.map((event) => [event.number, again(event, rolls, seeds, dice.secret)]))
  const links = fair.rolls.flatMap((roll) => roll.links)
  const silent = fair.rolls.reduce((sum, roll) => sum + (roll.silent?.length ?? 0), 0)
  return { places, fits, rolls, replaced: links.filter((link) => !link).length, silent }
}

function again(event: Roll, rolls: readonly Links[], seeds: readonly string[], secret: string): number {
  const at = rolls.findLastIndex((roll) => roll.n < event.number)
  const seed = seeds[at]
  if (seed === undefined) return -1
  const size = event.weights.reduce((sum, weight) => sum + weight, 0) || event.events.length
  return placeOf(event.hidden ? hiddenSeed(secret, seed) : seed, event.number, size, event.weights)
}
