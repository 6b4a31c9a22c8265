/** Mats as textures: their rings or bands, and what is written on them. */
import { CanvasTexture, LinearMipmapNearestFilter, type Texture } from 'three'
import type { Arena } from '../wire'

/** Opposite edges of the mat are those of the texture, its far edge on top. */
export function matTexture(arena: Arena): Texture {
  const { width = 1, depth = 1 } = arena
  const scale = 2600
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = depth * scale
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#2c6766'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    if (arena.rings?.length) rings(pen, arena, scale)
    else if (arena.bands?.length) bands(pen, arena, scale)
    else circles(pen, canvas)
    pen.setLineDash([14, 12])
    pen.lineWidth = 2
    pen.strokeStyle = '#f6efdf77'
    pen.strokeRect(16, 16, canvas.width - 32, canvas.height - 32)
  }
  const texture = new CanvasTexture(canvas)
  texture.anisotropy = 8
  texture.minFilter = LinearMipmapNearestFilter
  return texture
}

const RINGS = ['#a8201a', '#f3e8d2', '#347573']
const FIGURE = '800 46px Besley, serif'

function rings(pen: CanvasRenderingContext2D, arena: Arena, scale: number): void {
  const [x, y] = [pen.canvas.width / 2, pen.canvas.height / 2]
  const radii = arena.rings ?? []
  for (let at = radii.length - 1; at >= 0; at--) {
    pen.beginPath()
    pen.arc(x, y, (radii[at] ?? 0) * scale, 0, 2 * Math.PI)
    pen.fillStyle = RINGS[at] ?? '#347573'
    pen.fill()
    pen.lineWidth = 4
    pen.strokeStyle = '#f6efdf'
    pen.stroke()
  }
  pen.font = FIGURE
  arena.labels?.forEach((label, at) => {
    const [inner, outer] = [at === 0 ? 0 : (radii[at - 1] ?? 0), radii[at] ?? 0]
    pen.fillStyle = at === 1 ? '#14231f' : '#fff8e7'
    pen.fillText(label, x, at === 0 ? y : y + ((inner + outer) / 2) * scale)
  })
}

function bands(pen: CanvasRenderingContext2D, arena: Arena, scale: number): void {
  const { width, height } = pen.canvas
  const lines = [...(arena.bands ?? []), arena.depth ?? 0]
  pen.font = FIGURE.replace('46', '80')
  pen.textAlign = 'left'
  for (let at = 0; at < lines.length - 1; at++) {
    const [from, to] = [height - (lines[at] ?? 0) * scale, height - (lines[at + 1] ?? 0) * scale]
    pen.fillStyle = at === lines.length - 2 ? '#a8201a' : at % 2 ? '#2c6766' : '#347573'
    pen.fillRect(14, to, width - 28, from - to)
    pen.fillStyle = '#f6efdf'
    pen.fillRect(14, to - 2, width - 28, 4)
    pen.fillText(arena.labels?.[at] ?? '', 30, (from + to) / 2)
  }
}

function circles(pen: CanvasRenderingContext2D, canvas: HTMLCanvasElement): void {
  pen.lineWidth = 3
  pen.strokeStyle = '#f6efdf66'
  for (const radius of [60, 110, 160]) {
    pen.beginPath()
    pen.arc(canvas.width / 2, canvas.height / 2, radius, 0, 2 * Math.PI)
    pen.stroke()
  }
}
