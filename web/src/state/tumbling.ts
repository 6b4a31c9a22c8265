/**
 * The table while dice are in the air: as it was before the roll, but with the dice that are thrown on their
 * way. Whatever else a roll changes (words, offers, cards, plates) is shown once they lie.
 */
import type { Piece, Scene, Step, Zone } from '../wire'
import { allPieces, isDie, piecesOf } from './scenes'

/** What a die that is in the air is called: a screen reader must not know more than the eye. */
const IN_AIR = 'die, rolling'

/** Layouts of what is thrown and placed by hand, which is seen on its own mat. */
const BY_HAND: ReadonlySet<string> = new Set(['mat', 'tower'])

/** The dice that `step` throws, by id: those that were on the table, or are new, and show a face of their own. */
export function thrownBy(step: Step, before: Scene | null): ReadonlySet<string> {
  if (!step.rolled || !step.scene || !before) return new Set()
  const old = new Map(allPieces(before).map((piece) => [piece.id, piece]))
  const lying = (step.scene.zones ?? []).filter((zone) => !BY_HAND.has(zone.layout ?? '')).flatMap(piecesOf)
  return new Set(lying.filter((piece) => isThrown(piece, old.get(piece.id))).map((piece) => piece.id))
}

function isThrown(piece: Piece, before: Piece | undefined): boolean {
  if (!isDie(piece) || !piece.face || piece.face === '?' || piece.states?.includes('picture')) return false
  if (!before) return !piece.states?.includes('spent')
  return before.face !== '?' && before.face !== piece.face
}

/** The scene `before` with the dice `thrown` by what leads to `after`; nothing can be chosen in it. */
export function tumbling(before: Scene, after: Scene, thrown: ReadonlySet<string>): Scene {
  const known = new Set((before.zones ?? []).map((zone) => zone.id))
  const kept = (before.zones ?? []).map((zone) => withDice(zone, after, thrown))
  const fresh = (after.zones ?? []).filter((zone) => !known.has(zone.id) && holds(zone, thrown)).map((zone) => onlyDice(zone, thrown))
  return {
    ...before,
    choices: [],
    now: { title: 'The dice are rolling.', mood: 'wait' },
    zones: [...kept, ...fresh],
  }
}

function holds(zone: Zone, thrown: ReadonlySet<string>): boolean {
  return piecesOf(zone).some((piece) => thrown.has(piece.id))
}

/** A zone as it was, with the thrown dice of the same zone afterwards, each in its place. */
function withDice(zone: Zone, after: Scene, thrown: ReadonlySet<string>): Zone {
  const later = piecesOf((after.zones ?? []).find((one) => one.id === zone.id) ?? { ...zone, pieces: [] })
  const flying = new Map(later.filter((piece) => thrown.has(piece.id)).map((piece) => [piece.id, inAir(piece)]))
  const elsewhere = new Set([...thrown].filter((id) => !flying.has(id)))
  const pieces = piecesOf(zone)
    .filter((piece) => !elsewhere.has(piece.id))
    .map((piece) => flying.get(piece.id) ?? still(piece))
  const had = new Set(pieces.map((piece) => piece.id))
  return { ...zone, pieces: [...pieces, ...[...flying.values()].filter((piece) => !had.has(piece.id))] }
}

function onlyDice(zone: Zone, thrown: ReadonlySet<string>): Zone {
  return { ...zone, label: '', note: '', pieces: piecesOf(zone).filter((piece) => thrown.has(piece.id)).map(inAir) }
}

function inAir(piece: Piece): Piece {
  return { ...piece, kind: '', says: IN_AIR, note: '', states: ['rolling'] }
}

function still(piece: Piece): Piece {
  return { ...piece, kind: '' }
}
