/** Where a mat or a tower is seen from: the thrower's place, and nearer once dice come to rest. */
import { PerspectiveCamera, Vector3 } from 'three'
import type { Arena } from '../wire'
import { CARD, EDGE, THICK } from './sizes'

/** A tower grows: what is kept in sight above its top. */
const HEADROOM = 0.03

/** The close view after a throw: metres from the die. */
const CLOSE = 0.34
const SLANT = new Vector3(0, -0.5, 1).normalize()
const FROM = new Vector3(0, -1, 1.2).normalize()
const FROM_BELOW = new Vector3(0, -1, 0.32).normalize()

export class Eye {
  readonly camera = new PerspectiveCamera(24, 1, 0.02, 8)
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
    const middle = low.clone().add(high).multiplyScalar(0.5)
    const away = arena.tower ? FROM_BELOW : FROM
    let distance = 0.15
    do {
      distance *= 1.06
      this.#home.copy(middle).addScaledVector(away, distance)
      this.#look(this.#home, middle)
    } while (distance < 6 && !this.#holds(low, high))
    this.#ahead.copy(away).negate()
    return true
  }

  /** Goes so much of the way towards what decides the duel: the die that was thrown, and the Post. */
  approach(share: number, thrown: Vector3): void {
    const { mat, depth = 0 } = this.#arena ?? {}
    const apart = mat === 'post' ? thrown.distanceTo(AT.set(0, depth / 2, 0)) : 0
    if (mat === 'post') AT.add(thrown).multiplyScalar(0.5)
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
  const { width = 0, depth = 0, tower = false, far = 0 } = arena
  if (tower) {
    const top = topOf(arena)[2] + HEADROOM
    return [new Vector3(-0.05, depth / 2 - 0.03, 0), new Vector3(0.05, depth / 2 + 0.03, Math.max(0.08, top))]
  }
  return [new Vector3(-width / 2 - 0.01, -0.1 - far, 0), new Vector3(width / 2 + 0.01, depth + 0.02, 0.01)]
}

/** The middle of what the next piece of a tower is put on. */
export function topOf(arena: Arena): [number, number, number] {
  const last = arena.bodies?.at(-1)
  if (!last) return [0, (arena.depth ?? 0) / 2, arena.width ? THICK : 0]
  const [x = 0, y = 0, z = 0] = last.pose
  return [x, y, z + (last.kind === 'c' ? CARD[2] : EDGE) / 2]
}
