import { PerspectiveCamera, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { Region } from './region'

const WIDTH = 1000
const HEIGHT = 500

function looking(): PerspectiveCamera {
  const camera = new PerspectiveCamera(24, WIDTH / HEIGHT, 0.02, 8)
  camera.position.set(0, -1, 1)
  camera.lookAt(0, 0, 0)
  camera.updateProjectionMatrix()
  camera.updateMatrixWorld()
  return camera
}

/** The pixel of a place, from the lower left corner. */
function pixel(place: Vector3, camera: PerspectiveCamera): [number, number] {
  const seen = place.clone().project(camera)
  return [((seen.x + 1) / 2) * WIDTH, ((seen.y + 1) / 2) * HEIGHT]
}

/** Places all over a ball. */
function surface(middle: Vector3, radius: number): Vector3[] {
  return Array.from({ length: 200 }, (_, at) => {
    const height = 1 - (2 * at + 1) / 200
    const around = at * 2.4
    const out = Math.sqrt(1 - height * height)
    return new Vector3(out * Math.cos(around), out * Math.sin(around), height).multiplyScalar(radius).add(middle)
  })
}

test.each([
  [0, 0, 0],
  [0.35, 0.1, 0],
  [-0.3, -0.2, 0.3],
])('all of a thing that has moved is drawn again: %d %d %d', (x, y, z) => {
  const camera = looking()
  const region = new Region(camera)
  const middle = new Vector3(x, y, z)
  region.add(middle, 0.03)
  const [left, low, width, height] = region.take(WIDTH, HEIGHT) ?? [0, 0, 0, 0]
  for (const place of surface(middle, 0.03)) {
    const [across, up] = pixel(place, camera)
    expect(across).toBeGreaterThanOrEqual(Math.max(0, left))
    expect(across).toBeLessThanOrEqual(left + width)
    expect(up).toBeGreaterThanOrEqual(low)
    expect(up).toBeLessThanOrEqual(low + height)
  }
  expect(width * height).toBeLessThan(0.2 * WIDTH * HEIGHT)
})

test('where something was is drawn again together with where it is', () => {
  const camera = looking()
  const region = new Region(camera)
  region.add(new Vector3(-0.2, 0, 0), 0.01)
  region.add(new Vector3(0.2, 0, 0), 0.01)
  const [left, , width] = region.take(WIDTH, HEIGHT) ?? [0, 0, 0, 0]
  expect(left).toBeLessThan(pixel(new Vector3(-0.2, 0, 0), camera)[0])
  expect(left + width).toBeGreaterThan(pixel(new Vector3(0.2, 0, 0), camera)[0])
})

test('nothing is drawn again twice, nor what is out of sight', () => {
  const region = new Region(looking())
  region.add(new Vector3(0, 0, 0), 0.01)
  expect(region.take(WIDTH, HEIGHT)).not.toBeNull()
  expect(region.take(WIDTH, HEIGHT)).toBeNull()
  region.add(new Vector3(5, 0, 0), 0.01)
  expect(region.take(WIDTH, HEIGHT)).toBeNull()
})

test('what is at the eye may be anywhere in the picture', () => {
  const region = new Region(looking())
  region.add(new Vector3(0, -1, 1), 0.01)
  expect(region.take(WIDTH, HEIGHT)).toEqual([0, 0, WIDTH, HEIGHT])
})
