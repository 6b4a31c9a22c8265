/**
 * Where chosen pieces lie: in a zone laid out as a tray, if there is one; else under the one chosen piece
 * of a line, if there is one; else they stay where they are, lifted.
 */
import { piecesOf } from '../state/scenes'
import type { Picker } from '../state/picker.svelte'
import type { Piece, Scene, Zone } from '../wire'
import type { Gathered } from './context'

export function gather(scene: Scene, picker: Picker): Gathered | null {
  const { chosen } = picker
  const note = picker.ready.length === 1 ? (picker.ready[0]?.note ?? '') : ''
  const tray = scene.zones?.find((zone) => zone.layout === 'tray')
  if (tray) return { zone: tray.id, under: '', pieces: chosen.filter((one) => isLoose(scene, one)), note }
  const line = scene.zones?.find((zone) => zone.layout === 'line')
  const target = line && chosen.find((one) => lies(one, line))
  if (!line || !target) return null
  return { zone: line.id, under: target.id, pieces: chosen.filter((one) => !lies(one, line)), note }
}

function lies(piece: Piece, zone: Zone): boolean {
  return piecesOf(zone).some((one) => one.id === piece.id)
}

function isLoose(scene: Scene, piece: Piece): boolean {
  return (scene.zones ?? []).some((zone) => zone.place === 'rail' && lies(piece, zone))
}

/** True where a piece is drawn elsewhere, so that its own place shows an empty slot. */
export function isAway(gathered: Gathered | null, piece: Piece): boolean {
  if (piece.states?.includes('many')) return false
  return gathered !== null && gathered.pieces.some((one) => one.id === piece.id)
}
