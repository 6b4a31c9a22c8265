/** Which part of a picture has to be drawn again: wherever something was that has moved, and where it is now. */
import { Vector3, type PerspectiveCamera } from 'three'

/** Pixels beyond what was reckoned, for smoothed edges. */
const RIM = 3
/** A ball beside the middle of the picture looks so much longer, at the most. */
const SLANTED = 1.15

/** x, y, width and height in pixels, from the lower left corner. */
export type Part = readonly [number, number, number, number]

export class Region {
  /** From -1 to 1 in the picture, as yet of nothing. */
  #left = Infinity
  #right = -Infinity
  #low = Infinity
  #high = -Infinity

  constructor(private readonly camera: PerspectiveCamera) {}

  /** Something that a ball of `radius` round `place` holds was moved away, or has come there. */
  add(place: Vector3, radius: number): void {
    const depth = -SEEN.copy(place).applyMatrix4(this.camera.matrixWorldInverse).z - radius
    if (depth <= 0) {
      this.#widen(-1, 1, -1, 1)
      return
    }
    const tall = (SLANTED * radius) / depth / Math.tan((this.camera.fov * Math.PI) / 360)
    const wide = tall / this.camera.aspect
    const { x, y } = SEEN.copy(place).project(this.camera)
    this.#widen(x - wide, x + wide, y - tall, y + tall)
  }

  /** The part in a picture of that size, and a new beginning; null where nothing in sight has changed. */
  take(width: number, height: number): Part | null {
    const [left, right] = [pixel(this.#left, width, -RIM), pixel(this.#right, width, RIM)]
    const [low, high] = [pixel(this.#low, height, -RIM), pixel(this.#high, height, RIM)]
    this.#left = this.#low = Infinity
    this.#right = this.#high = -Infinity
    return right > left && high > low ? [left, low, right - left, high - low] : null
  }

  #widen(left: number, right: number, low: number, high: number): void {
    this.#left = Math.min(this.#left, left)
    this.#right = Math.max(this.#right, right)
    this.#low = Math.min(this.#low, low)
    this.#high = Math.max(this.#high, high)
  }
}

const SEEN = new Vector3()

/** A place from -1 to 1 as a pixel of the picture. */
function pixel(place: number, size: number, rim: number): number {
  return Math.min(size, Math.max(0, Math.round(((place + 1) / 2) * size) + rim))
}
