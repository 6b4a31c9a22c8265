/** Reading a scene: its zones and pieces, with the defaults that the server leaves out put back. */
import type { Legend, Piece, Plate, Scene, Zone } from '../wire'

export type Place = 'seat' | 'table' | 'rail'

export function zonesAt(scene: Scene, place: Place, seat?: number): Zone[] {
  const here = (scene.zones ?? []).filter((zone) => zone.place === place)
  return seat === undefined ? here : here.filter((zone) => (zone.seat ?? -1) === seat)
}

/** What the pieces of a zone are, and their rule: a legend is kept under the zone's id without the number of a seat. */
export function legendOf(scene: Scene, zone: Zone): Legend | undefined {
  return scene.legends?.[zone.id.replace(/-?\d+$/, '')]
}

/** The ids of own dice under a closed cup end so: looked up, they are told of as a whole, not by their faces. */
export const COVERED = '-covered'

/** The legends of the pieces that lie there, by piece. */
export function legendsOf(scene: Scene): ReadonlyMap<string, Legend> {
  const known = (scene.zones ?? []).flatMap((zone) => {
    const legend = legendOf(scene, zone)
    const ids = piecesOf(zone).flatMap((piece) => [piece.id, `${piece.id}${COVERED}`])
    return legend ? ids.map((id) => [id, legend] as const) : []
  })
  return new Map(known)
}

/** What the pointer is told while it rests on a piece called `name`: what it does or is, and the clause. */
export function tipOf(piece: Piece, name: string, legend?: Legend): string | undefined {
  const text = piece.text || legend?.text
  const clause = piece.clause || legend?.clause
  return text ? `${name}: ${text}${clause ? ` (${clause})` : ''}` : undefined
}

export function piecesOf(zone: Zone): Piece[] {
  return zone.pieces ?? []
}

export function allPieces(scene: Scene): Piece[] {
  return (scene.zones ?? []).flatMap(piecesOf)
}

/** A die by its look: `die`, `command-die-red` and the like. */
export function isDie(piece: Piece): boolean {
  return piece.look.split('-').includes('die')
}

/** Nothing lies in it and nothing could: beside a seat not even its label is shown then. */
export function isEmpty(zone: Zone): boolean {
  const isBare = piecesOf(zone).length === 0 && (zone.count ?? 0) <= 0 && (zone.slots ?? 0) === 0
  return isBare && (zone.place === 'seat' || !zone.label)
}

export function plateOf(scene: Scene, seat: number): Plate | undefined {
  return scene.plates?.find((plate) => plate.seat === seat)
}

export function seatsOf(scene: Scene): number[] {
  return (scene.plates ?? []).map((plate) => plate.seat)
}

/** More than five sit in a ring of tiles where nothing but words lies in their middle. */
export function isRing(scene: Scene): boolean {
  return zonesAt(scene, 'table').some((zone) => zone.layout === 'hub')
}

/** All looks that are drawn of a scene, those in the account of a result among them. */
export function looksOf(scene: Scene): Set<string> {
  const counted = (scene.account?.rows ?? []).flatMap((row) => row.parts ?? []).flatMap((part) => part.pieces ?? [])
  return new Set([...allPieces(scene), ...counted].map((piece) => piece.look))
}
