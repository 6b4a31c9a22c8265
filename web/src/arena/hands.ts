/** What a hand may do, as the arena bounds it, and where a throw goes: the same figures as on the server. */
import { reducedMotion } from '../state/settings.svelte'
import type { Hand } from '../wire'

export const AIM = 25
export const STRENGTH = 100
export const REACH = 0.03
export const SPINS = [['-60', 'Back'], ['0', 'None'], ['60', 'Forward']] as const

const RELEASE = { y: -0.16, z: 0.06 }
const [SLOWEST, FASTEST] = [0.5, 2.3]
const DROP = -0.3
const GRAVITY = 9.81
const HALF = 0.008
/** Seconds from the hand to the table. */
const FALLS = (DROP + Math.sqrt(DROP * DROP + 2 * GRAVITY * (RELEASE.z - HALF))) / GRAVITY
/** Where throws of a strength come to rest, in metres, on the whole. */
const RESTS: readonly (readonly [number, number])[] = [
  [0, -0.11], [20, -0.045], [40, 0.04], [60, 0.135], [80, 0.26], [100, 0.44],
]

export type Spot = readonly [number, number, number]

export function bounded(value: number, most: number, least = -most): number {
  return Math.min(most, Math.max(least, value))
}

/** The way of a throw: points of its flight, where it lands first, whether that is before the mat, as it must be, and
 * about where it will lie, on a mat that lies so much further away. */
export function wayOf(hand: Hand, far = 0): { flight: Spot[]; lands: Spot; bounces: boolean; rests: Spot } {
  const angle = ((hand.aim ?? 0) * Math.PI) / 180
  const speed = SLOWEST + ((FASTEST - SLOWEST) * (hand.strength ?? 0)) / STRENGTH
  const at = (time: number): Spot => [
    (hand.aside ?? 0) + speed * Math.sin(angle) * time,
    RELEASE.y - far + speed * Math.cos(angle) * time,
    RELEASE.z + DROP * time - (GRAVITY * time * time) / 2,
  ]
  const lands = at(FALLS)
  const reach = restOf(hand.strength ?? 0) - RELEASE.y
  const rests: Spot = [(hand.aside ?? 0) + reach * Math.tan(angle), RELEASE.y - far + reach, HALF]
  const hop = [0.2, 0.4, 0.6, 0.8, 1].map((share): Spot => [
    lands[0] + (rests[0] - lands[0]) * share,
    lands[1] + (rests[1] - lands[1]) * share,
    HALF + 0.05 * share * (1 - share) * 4 * 0.3,
  ])
  return { flight: [0, 0.2, 0.4, 0.6, 0.8].map((share) => at(FALLS * share)).concat(hop), lands, bounces: lands[1] < 0, rests }
}

function restOf(strength: number): number {
  const above = RESTS.findIndex(([at]) => at >= strength)
  const [from, to] = [RESTS[Math.max(0, above - 1)], RESTS[Math.max(0, above)]]
  if (!from || !to || from === to) return to?.[1] ?? 0
  return from[1] + ((to[1] - from[1]) * (strength - from[0])) / (to[0] - from[0])
}

/** Tells the time at every frame, until the function that it returns is called; never where motion is reduced. */
export function everyFrame(tell: (now: number) => void): () => void {
  if (reducedMotion()) return () => undefined
  let frame = 0
  const next = (now: number): void => {
    tell(now)
    frame = requestAnimationFrame(next)
  }
  frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}

/** How far a hand of keys and buttons sways: degrees of aim and parts of strength, at the ends of the meter. */
export const SWAY = { aim: 5, strength: 8 } as const
const SWING = 1700

/** Where the steadying meter stands, -1 to 1, after so many milliseconds: 0 is steady. */
export function meterAt(milliseconds: number): number {
  return Math.sin((milliseconds / SWING) * 2 * Math.PI)
}

/** A hand that nobody sees move still trembles: where its meter stands by chance, for reduced motion. */
export function unseenMeter(): number {
  return Math.random() - 0.5
}

/** How far a hand that puts a piece on a tower trembles, in metres, and how long it takes across and away. */
const TREMBLE = 0.0024
const [ACROSS, AWAY] = [1900, 2700]

/** The hand as it lets a piece go after so many milliseconds. */
export function trembling(hand: Hand, milliseconds: number): Hand {
  const [dx, dy] = [Math.sin((milliseconds / ACROSS) * 2 * Math.PI), Math.cos((milliseconds / AWAY) * 2 * Math.PI)]
  return {
    ...hand,
    x: bounded((hand.x ?? 0) + TREMBLE * dx, REACH),
    y: bounded((hand.y ?? 0) + TREMBLE * dy, REACH),
  }
}

/** The hand as it throws while the meter stands there. */
export function swayed(hand: Hand, meter: number): Hand {
  return {
    ...hand,
    aim: bounded((hand.aim ?? 0) + SWAY.aim * meter, AIM),
    strength: bounded((hand.strength ?? 0) + SWAY.strength * meter, STRENGTH, 0),
  }
}

/** `3° left`, `straight on`. */
export function aimWords(aim: number): string {
  const whole = Math.round(aim)
  return whole === 0 ? 'straight' : `${Math.abs(whole)}° ${whole < 0 ? 'left' : 'right'}`
}

/** `3 mm right, 1 mm near`. */
export function placeWords(x: number, y: number): string {
  const side = Math.round(x * 1000)
  const depth = Math.round(y * 1000)
  const words = [
    ...(side ? [`${Math.abs(side)} mm ${side < 0 ? 'left' : 'right'}`] : []),
    ...(depth ? [`${Math.abs(depth)} mm ${depth < 0 ? 'near' : 'far'}`] : []),
  ]
  return words.join(', ') || 'true'
}
