/** Mats as textures: their rings or bands, and what is written on them. */
import { CanvasTexture, LinearMipmapNearestFilter, type Texture } from 'three'
import type { Arena } from '../wire'

/** Pixels of a texture to a metre. */
const SCALE = 2600

/** Opposite edges of the mat are those of the texture, its far edge on top. */
export function matTexture(arena: Arena): Texture {
  const { width = 1, depth = 1 } = arena
  const canvas = canvasOf(width, depth)
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = '#2c6766'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    if (arena.rings?.length) rings(pen, arena, SCALE)
    else if (arena.bands?.length) bands(pen, arena, SCALE)
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

/** The table before a mat, hatched in `ink` and named: where a die must bounce. */
export function bounceTexture(width: number, depth: number, ink: string): Texture {
  const canvas = canvasOf(width, depth)
  const pen = canvas.getContext('2d')
  if (pen) {
    const { width: across, height: down } = canvas
    pen.strokeStyle = pen.fillStyle = ink
    pen.lineWidth = 1.6
    pen.globalAlpha = 0.22
    for (let x = -down; x < across; x += 13) line(pen, x, down, x + down, 0)
    pen.globalAlpha = 0.6
    pen.setLineDash([9, 7])
    pen.strokeRect(1, 1, across - 2, down - 2)
    pen.globalAlpha = 1
    named(pen, 'must bounce here', across / 2, down / 2)
  }
  const texture = new CanvasTexture(canvas)
  texture.anisotropy = 8
  return texture
}

function canvasOf(width: number, depth: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width * SCALE
  canvas.height = depth * SCALE
  return canvas
}

function line(pen: CanvasRenderingContext2D, ...[x, y, toX, toY]: [number, number, number, number]): void {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(toX, toY)
  pen.stroke()
}

/** Words on a plain ground among the hatching. */
function named(pen: CanvasRenderingContext2D, words: string, x: number, y: number): void {
  pen.font = `600 ${Math.min(30, pen.canvas.width / 9)}px Commissioner, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  const wide = pen.measureText(words).width + 16
  pen.clearRect(x - wide / 2, y - 26, wide, 52)
  upright(pen, words, x, y)
}

/** A mat seen at a slant looks so much shorter. */
const SLANT = 1.5

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
    upright(pen, arena.labels?.[at] ?? '', 30, (from + to) / 2)
  }
}

/** Words as high as they look written upright to somebody who sees the mat at a slant. */
function upright(pen: CanvasRenderingContext2D, words: string, x: number, y: number): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(1, SLANT)
  pen.fillText(words, 0, 0)
  pen.restore()
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
