/**
 * Dice that can be checked: every roll is drawn again from the secret and everybody's seeds, as the server
 * did it. The hash is a library's, not the browser's own, which is missing on plain addresses of a local
 * network, where tables are often played.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Roll } from '../http'

const WHOLE = 2n ** 64n

export function seal(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)))
}

/** A whole number from 0 to size - 1 for event `number`, no number more likely than another. */
export function ticket(secret: string, seeds: readonly string[], number: number, size: number): number {
  const tickets = BigInt(size)
  const edge = WHOLE - (WHOLE % tickets)
  for (let attempt = 0; ; attempt++) {
    const mac = hmac(sha256, hexToBytes(secret), utf8ToBytes(`${number}:${attempt}:${seeds.join('-')}`))
    const value = BigInt(`0x${bytesToHex(mac.slice(0, 8))}`)
    if (value < edge) return Number(value % tickets)
  }
}

/** The index of the event that the secret and the seeds give for a roll. */
export function drawAgain(roll: Roll, secret: string, seeds: readonly string[]): number {
  const size = roll.weights.length > 0 ? roll.weights.reduce((sum, weight) => sum + weight, 0) : roll.events.length
  let left = ticket(secret, seeds, roll.number, size)
  if (roll.weights.length === 0) return left
  return roll.weights.findIndex((weight) => (left -= weight) < 0)
}
