/** Pips: each seat's glyph, drawn around 0 0, and where the pips of a face lie on a die of 48. */
import type { Glyph } from '../state/seats'

export const GLYPH_PATHS: Record<Glyph, string> = {
  triangle: '<path d="M0-4.7 4.75 3.7H-4.75Z" stroke-width="1.1"/>',
  disc: '<circle r="4.2" stroke="none"/>',
  star: '<path d="M0-5.1 1.59-2.18 4.85-1.58 2.57.83 3 4.13 0 2.7-3 4.13-2.57.83-4.85-1.58-1.59-2.18Z" stroke-width="1"/>',
  leaf: '<path d="M-4.6 4.6C-5-1.6-1.6-5 4.6-4.6 5 1.6 1.6 5-4.6 4.6Z" stroke-width=".6"/>',
  diamond: '<path d="M0-5.2 4.1 0 0 5.2-4.1 0Z" stroke-width=".9"/>',
  square: '<rect x="-3.7" y="-3.7" width="7.4" height="7.4" rx=".9" stroke-width=".4"/>',
  ring: '<circle r="3.5" fill="none" stroke-width="2.15"/>',
  cross:
    '<path d="M-1.7-4.6H1.7V-1.7H4.6V1.7H1.7V4.6H-1.7V1.7H-4.6V-1.7H-1.7Z" stroke-width=".7"/>',
}

type Spot = readonly [number, number]
const FACES: Record<string, readonly Spot[]> = {
  '1': [[24, 22.5]],
  '2': [[14, 32.2], [34, 12.8]],
  '3': [[13, 33.2], [24, 22.5], [35, 11.8]],
  '4': [[14, 12.8], [34, 12.8], [14, 32.2], [34, 32.2]],
  '5': [[13, 11.8], [35, 11.8], [24, 22.5], [13, 33.2], [35, 33.2]],
  '6': [[14, 11.5], [14, 22.5], [14, 33.5], [34, 11.5], [34, 22.5], [34, 33.5]],
}

/** The pips of a face as SVG. A single pip is drawn larger. */
export function pips(glyph: Glyph | undefined, face: string): string {
  const spots = FACES[face] ?? []
  const scale = spots.length === 1 ? ' scale(1.62)' : ''
  const mark = GLYPH_PATHS[glyph ?? 'disc']
  return spots.map(([x, y]) => `<g transform="translate(${x} ${y})${scale}">${mark}</g>`).join('')
}

export const DIE_BODY =
  '<rect x="1" y="2.5" width="46" height="45" rx="11.5" fill="var(--die-lo)"/>' +
  '<rect x="1.6" y="1.6" width="44.8" height="42" rx="11" fill="var(--die)" stroke="var(--die-rim)" stroke-width="1.2"/>'

export const QUESTION =
  '<path d="M18.6 18.2a5.6 5.6 0 1 1 7.6 5.2c-1.6.7-2.2 1.7-2.2 3.4" fill="none" stroke="var(--die-pip)" stroke-width="3.2" stroke-linecap="round"/><circle cx="24" cy="32.4" r="2.2" fill="var(--die-pip)" stroke="none"/>'
