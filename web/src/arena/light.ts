/**
 * The light that mats and stages share, and how they are drawn. Colours are reckoned with as they are written:
 * a renderer in software takes a third of its time for the way to linear light and back.
 */
import {
  CanvasTexture, ColorManagement, HemisphereLight, LinearSRGBColorSpace, WebGLRenderer, type WebGLRendererParameters,
} from 'three'

ColorManagement.enabled = false

/** What comes back from below: 0x4d of linear light, as it looks on a side that is half turned away. */
const BELOW = 0x828282

export function renderer(more: WebGLRendererParameters = {}): WebGLRenderer {
  const made = new WebGLRenderer({ alpha: true, antialias: true, ...more })
  made.outputColorSpace = LinearSRGBColorSpace
  return made
}

export function daylight(): HemisphereLight {
  return new HemisphereLight(0xffffff, BELOW, Math.PI)
}

/** A soft round shadow, `dark` in its middle. */
export function shadow(dark: string): CanvasTexture {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const pen = canvas.getContext('2d')
  if (pen) {
    const fade = pen.createRadialGradient(32, 32, 8, 32, 32, 31)
    fade.addColorStop(0, dark)
    fade.addColorStop(1, '#0000')
    pen.fillStyle = fade
    pen.fillRect(0, 0, 64, 64)
  }
  return new CanvasTexture(canvas)
}
