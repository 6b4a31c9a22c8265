/** The sides of dice as textures, painted from the drawings that the table itself uses. */
import { CanvasTexture, type Texture } from 'three'
import { COLUMNS, ROWS } from './shape'

const SIZE = 128
/** Drawings are 48 wide; the side of a die is what lies within its rim. */
const VIEW = { x: 2.6, y: 2.6, width: 42.8, height: 40 }
const INHERITED = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'] as const

const painted = new Map<string, Promise<Texture>>()

/** The sheet of a die with these drawings on its sides, in their present colours. */
export function sheet(drawings: readonly Element[]): Promise<Texture> {
  const sources = drawings.map((drawing) => plain((drawing.querySelector('svg') ?? drawing) as SVGElement))
  const all = sources.join()
  const known = painted.get(all)
  if (known) return known
  const coming = rendered(sources)
  painted.set(all, coming)
  coming.catch(() => painted.delete(all))
  return coming
}

/** The drawing as text that needs no style sheet: colours resolved, the body's rim left out. */
function plain(svg: SVGElement): string {
  const copy = svg.cloneNode(true) as SVGElement
  const from = [...svg.querySelectorAll('*')]
  const to = [...copy.querySelectorAll('*')]
  from.forEach((element, at) => resolve(element, to[at] as SVGElement))
  const isRim = (element: Element | undefined) => element?.tagName === 'rect'
  const body = isRim(from[1]) ? getComputedStyle(from[1] as Element).fill : 'white'
  for (const rim of to.slice(0, 2).filter(isRim)) rim.remove()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', `${SIZE}`)
  copy.setAttribute('height', `${SIZE}`)
  copy.setAttribute('viewBox', `${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`)
  copy.setAttribute('preserveAspectRatio', 'none')
  copy.removeAttribute('class')
  const ground = `<rect width="48" height="48" fill="${body}"/>`
  return new XMLSerializer().serializeToString(copy).replace(/(<svg[^>]*>)/, `$1${ground}`)
}

function resolve(from: Element, to: SVGElement): void {
  const style = getComputedStyle(from)
  for (const property of INHERITED) to.style.setProperty(property, style.getPropertyValue(property))
  to.removeAttribute('class')
}

async function rendered(sources: readonly string[]): Promise<Texture> {
  const pictures = await Promise.all(sources.map(picture))
  const canvas = document.createElement('canvas')
  canvas.width = COLUMNS * SIZE
  canvas.height = ROWS * SIZE
  const pen = canvas.getContext('2d')
  pictures.forEach((one, side) => {
    pen?.drawImage(one, (side % COLUMNS) * SIZE, Math.floor(side / COLUMNS) * SIZE, SIZE, SIZE)
  })
  const texture = new CanvasTexture(canvas)
  texture.anisotropy = 4
  return texture
}

async function picture(source: string): Promise<HTMLImageElement> {
  const made = new Image(SIZE, SIZE)
  made.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await made.decode()
  return made
}
