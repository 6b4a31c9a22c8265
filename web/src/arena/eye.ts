/** Where a mat or a tower is seen from: the thrower's place, and nearer once dice come to rest. */
import { PerspectiveCamera, Vector3 } from 'three'
import type { Arena } from '../wire'
import type { Spot } from './hands'
import { CARD, EDGE, THICK } from './sizes'

/** A tower grows: what is kept in sight above its top. */
const HEADROOM = 0.03

/** What it looks straight at, as shares of the way from the near edge of what matters to the far one. */
const TARGETS = [0.2, 0.3, 0.4, 0.5] as const
/** Before a mat so much of the table is in sight: enough to see a die bounce there. */
export const BEFORE = 0.05
/** Beside a mat so much is in sight, and where dice lie beside it no more than so much. */
const [RIM, BESIDE] = [0.006, 0.04]

/** The close view after a throw: metres from the die. */
const CLOSE = 0.34
const SLANT = new Vector3(0, -0.5, 1).normalize()
/** How steeply a mat is looked at, in degrees: as flat or steep as makes it largest in the picture. */
const SLANTS = [20, 24, 28, 32, 36, 40, 45, 50, 55, 60, 65] as const
const FROM_BELOW = new Vector3(0, -1, 0.32).normalize()

export class Eye {
  readonly camera = new PerspectiveCamera(30, 1, 0.02, 8)
  /** Where the thrower stands, and which way all that matters lies from there. */
  readonly #home = new Vector3()
  readonly #ahead = new Vector3()
  #arena: Arena | null = null

  constructor() {
    this.camera.up.set(0, 0, 1)
  }

  /** Stands so far back that all which matters is in sight; false if it knew of this arena and this shape. */
  stand(arena: Arena, aspect: number): boolean {
    if (arena === this.#arena && aspect === this.camera.aspect) return false
    this.#arena = arena
    this.camera.aspect = aspect
    this.camera.updateProjectionMatrix()
    const [low, high] = extent(arena)
    const ways = arena.tower ? [FROM_BELOW] : SLANTS.map(from)
    const targets = (arena.tower ? [0.5] : TARGETS).map((share) => low.clone().lerp(high, 0.5).setY(low.y + share * (high.y - low.y)))
    let largest = 0
    for (const away of ways)
      for (const target of targets) {
        const distance = this.#distance(away, low, high, target)
        const size = arena.tower ? 1 : this.#size(arena)
        if (size <= largest) continue
        largest = size
        this.#home.copy(target).addScaledVector(away, distance)
        this.#ahead.copy(away).negate()
      }
    this.goHome()
    return true
  }

  /** To the thrower's place, where it stood before it went near. */
  goHome(): void {
    this.#look(this.#home, PLACE.copy(this.#home).add(this.#ahead))
  }

  /** The pixels of a place on the table in a picture of that size, from its upper left corner. */
  #pixel([x, y, z]: Spot, width: number, height: number): readonly [number, number] {
    SEEN.set(x, y, z).project(this.camera)
    return [((SEEN.x + 1) / 2) * width, ((1 - SEEN.y) / 2) * height]
  }

  /** How far away from `target` all that matters is in sight; the camera stands there then. */
  #distance(away: Vector3, low: Vector3, high: Vector3, target: Vector3): number {
    let distance = 0.15
    do {
      distance *= 1.04
      this.#look(PLACE.copy(target).addScaledVector(away, distance), target)
    } while (distance < 6 && !this.#holds(low, high))
    return distance
  }

  /** How large the mat is in the picture from where the camera stands. */
  #size({ width = 0, depth = 0 }: Arena): number {
    const [left, near] = this.#pixel([-width / 2, 0, 0], 1, 1)
    const [right] = this.#pixel([width / 2, 0, 0], 1, 1)
    const [, far] = this.#pixel([0, depth, 0], 1, 1)
    const [farLeft] = this.#pixel([-width / 2, depth, 0], 1, 1)
    const [farRight] = this.#pixel([width / 2, depth, 0], 1, 1)
    return (right - left + farRight - farLeft) * (near - far)
  }

  /** Goes so much of the way towards what decides the duel: the die that was thrown, and the Post. */
  approach(share: number, thrown: Vector3): void {
    const { post = 0, depth = 0 } = this.#arena ?? {}
    const apart = post ? thrown.distanceTo(AT.set(0, depth / 2, 0)) : 0
    if (post) AT.add(thrown).multiplyScalar(0.5)
    else AT.copy(thrown)
    SEEN.copy(this.#home).addScaledVector(this.#ahead, this.#home.distanceTo(AT)).lerp(AT, share)
    PLACE.copy(AT).addScaledVector(SLANT, CLOSE + 2.4 * apart)
    this.#look(PLACE.lerpVectors(this.#home, PLACE, share), SEEN)
  }

  #look(from: Vector3, at: Vector3): void {
    this.camera.position.copy(from)
    this.camera.lookAt(at)
    this.camera.updateMatrixWorld()
  }

  #holds(low: Vector3, high: Vector3): boolean {
    for (const x of [low.x, high.x])
      for (const y of [low.y, high.y])
        for (const z of [low.z, high.z]) {
          SEEN.set(x, y, z).project(this.camera)
          if (Math.abs(SEEN.x) > 1 || Math.abs(SEEN.y) > 1) return false
        }
    return true
  }
}

const AT = new Vector3()
const SEEN = new Vector3()
const PLACE = new Vector3()

/** The box of all that matters. */
function extent(arena: Arena): [Vector3, Vector3] {
  const { width = 0, depth = 0, tower = false } = arena
  if (tower) {
    const top = Math.max(topOf(arena)[2], fallsFrom(arena)) + HEADROOM
    return [new Vector3(-0.05, depth / 2 - 0.03, 0), new Vector3(0.05, depth / 2 + 0.03, Math.max(0.08, top))]
  }
  const aside = Math.min(BESIDE, Math.max(RIM, ...(arena.bodies ?? []).map(({ pose: [x = 0] }) => Math.abs(x) - width / 2 + EDGE)))
  return [new Vector3(-width / 2 - aside, -BEFORE, 0), new Vector3(width / 2 + aside, depth + RIM, EDGE)]
}

function from(degrees: number): Vector3 {
  const angle = (degrees * Math.PI) / 180
  return new Vector3(0, -Math.cos(angle), Math.sin(angle))
}

/** How high a tower was with the piece that was put on it last: where that felled it, the top lies low by now. */
function fallsFrom({ flying = [] }: Arena): number {
  const piece = flying.at(-1)?.kind === 'c' ? CARD[2] : EDGE
  return Math.max(0, ...flying.map(({ pose: [, , z = 0] }) => z)) + EDGE / 2 + piece
}

/** The middle of what the next piece of a tower is put on. */
export function topOf(arena: Arena): [number, number, number] {
  const last = arena.bodies?.at(-1)
  if (!last) return [0, (arena.depth ?? 0) / 2, arena.width ? THICK : 0]
  const [x = 0, y = 0, z = 0] = last.pose
  return [x, y, z + (last.kind === 'c' ? CARD[2] : EDGE) / 2]
}
