/** A die as one thing to draw: a rounded cube whose six sides are on one sheet. */
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'

export const COLUMNS = 3
export const ROWS = 2

/** The sides, in the order +x, -x, +y, -y, +z, -z, stand on the sheet row by row. */
export function dieShape(edge: number, radius: number): RoundedBoxGeometry {
  const shape = new RoundedBoxGeometry(edge, edge, edge, 2, radius)
  const uv = shape.getAttribute('uv')
  for (let at = 0; at < uv.count; at++) {
    const side = Math.floor((6 * at) / uv.count)
    const [column, row] = [side % COLUMNS, Math.floor(side / COLUMNS)]
    uv.setXY(at, (column + uv.getX(at)) / COLUMNS, (ROWS - 1 - row + uv.getY(at)) / ROWS)
  }
  shape.clearGroups()
  shape.computeBoundingSphere()
  return shape
}
