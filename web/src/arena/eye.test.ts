import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { Arena, Body } from '../wire'
import { Eye } from './eye'
import { EDGE, THICK } from './sizes'

const MIDDLE = 0.15
const at = (z: number, x = 0): Body => ({ pose: [x, MIDDLE, z, 1, 0, 0, 0] })
const standing = Array.from({ length: 9 }, (_, k) => at(THICK + (k + 0.5) * EDGE))
const felled: Arena = {
  t: 'arena',
  n: 1,
  mat: 'tower',
  width: 0.3,
  depth: 2 * MIDDLE,
  tower: true,
  bodies: standing.map((_, k) => at(THICK + EDGE / 2, 0.02 * k)),
  flying: [...standing, at(0)],
}

describe('where a tower is seen from (KD-D8)', () => {
  it.each([0.5, 1.6, 3])('all of one that falls is in sight, with the piece that felled it, in a picture %d times as wide as high', (aspect) => {
    const eye = new Eye()
    eye.stand(felled, aspect)
    const top = new Vector3(0, MIDDLE, THICK + 10 * EDGE).project(eye.camera)
    expect(Math.abs(top.x)).toBeLessThan(1)
    expect(Math.abs(top.y)).toBeLessThan(1)
  })
})
