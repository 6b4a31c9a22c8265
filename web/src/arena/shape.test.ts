import { Vector3 } from 'three'
import { expect, test } from 'vitest'
import { COLUMNS, dieShape, ROWS } from './shape'
import { SIDES } from './throws'

test('each side of a die has its own place on the sheet', () => {
  const shape = dieShape(1, 0.1)
  const [place, uv] = [shape.getAttribute('position'), shape.getAttribute('uv')]
  SIDES.forEach((side, at) => {
    for (let corner = 0; corner < place.count; corner++) {
      if (new Vector3().fromBufferAttribute(place, corner).dot(side) < 0.499) continue
      expect(Math.floor(uv.getX(corner) * COLUMNS)).toBe(at % COLUMNS)
      expect(Math.floor((1 - uv.getY(corner)) * ROWS)).toBe(Math.floor(at / COLUMNS))
    }
  })
  expect(shape.groups).toEqual([])
})
