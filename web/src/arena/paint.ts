/** The sides of dice as textures, painted from the drawings that the table itself uses. */
import { CanvasTexture, SRGBColorSpace, type Texture } from 'three'

const SIZE = 128
/** Drawings are 48 wide; the side of a die is what lies within its rim. */
const VIEW = { x: 2.6, y: 2.6, width: 42.8, height: 40 }
const INHERITED = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'opacity'] as const

const painted = new Map<string, Promise<Texture>>()

/** The texture of one drawing in its present colours. */
export function paint(drawing: Element): Promise<Texture> {
  const svg = drawing.querySelector('svg') ?? drawing
  const source = plain(svg as SVGElement)
  const known = painted.get(source)
  if (known) return known
  const coming = rendered(source)
  painted.set(source, coming)
  coming.catch(() => painted.delete(source))
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

async function rendered(source: string): Promise<Texture> {
  const picture = new Image(SIZE, SIZE)
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  canvas.getContext('2d')?.drawImage(picture, 0, 0, SIZE, SIZE)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 4
  return texture
}
