/**
 * Throws as the arena packed them (`throwdown.arena.poses`): poses of every die, thirty a second, and which
 * of a cube's 24 rotations makes a throw end with the wanted side up.
 */
import { Quaternion, Vector3 } from 'three'

export const FRAMES_A_SECOND = 30
const CHANNELS = 7
const PLACE = 4000
const TURN = 2047

/** One throw: `poses` holds x, y, z, then x, y, z, w of the quaternion, for each die of each frame. */
export interface Throw {
  dice: number
  frames: number
  poses: Float32Array
}

export async function inflate(packed: ArrayBuffer): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

export function readThrows(data: Uint8Array): Throw[] {
  const throws: Throw[] = []
  const reader = { data, at: 0 }
  while (reader.at < data.length) throws.push(readThrow(reader))
  return throws
}

interface Reader {
  data: Uint8Array
  at: number
}

function byte(reader: Reader): number {
  return reader.data[reader.at++] ?? 0
}

/** A zigzag varint. */
function signed(reader: Reader): number {
  let value = 0
  let shift = 0
  let next = byte(reader)
  for (; next > 127; next = byte(reader)) {
    value |= (next & 127) << shift
    shift += 7
  }
  value |= next << shift
  return (value >>> 1) ^ -(value & 1)
}

function readThrow(reader: Reader): Throw {
  const dice = byte(reader)
  const frames = (byte(reader) << 8) | byte(reader)
  const poses = new Float32Array(dice * frames * CHANNELS)
  for (let die = 0; die < dice; die++) {
    for (let channel = 0; channel < CHANNELS; channel++) readChannel(reader, poses, dice, frames, die, channel)
  }
  return { dice, frames, poses }
}

/** Every frame is told by how it differs from going on as before; w of a quaternion comes first. */
function readChannel(
  reader: Reader, poses: Float32Array, dice: number, frames: number, die: number, channel: number,
): void {
  const scale = channel < 3 ? PLACE : TURN
  const at = channel < 3 ? channel : channel === 3 ? 6 : channel - 1
  let value = 0
  let speed = 0
  for (let frame = 0; frame < frames; frame++) {
    const change = signed(reader)
    if (frame === 0) value = change
    else {
      speed += change
      value += speed
    }
    poses[(frame * dice + die) * CHANNELS + at] = value / scale
  }
}

/** Where a die is at a moment, given in frames. */
export function poseAt(thrown: Throw, die: number, moment: number, place: Vector3, turn: Quaternion): void {
  const last = thrown.frames - 1
  const frame = Math.min(last, Math.max(0, Math.floor(moment)))
  const share = Math.min(1, Math.max(0, moment - frame))
  const from = (frame * thrown.dice + die) * CHANNELS
  const to = (Math.min(last, frame + 1) * thrown.dice + die) * CHANNELS
  place.fromArray(thrown.poses, from).lerp(NEXT.fromArray(thrown.poses, to), share)
  turn.fromArray(thrown.poses, from + 3).slerp(NEXT_TURN.fromArray(thrown.poses, to + 3), share).normalize()
}
const NEXT = new Vector3()
const NEXT_TURN = new Quaternion()

/** The sides of a cube in the order of three's box: +x, -x, +y, -y, +z, -z. */
export const SIDES = [
  new Vector3(1, 0, 0), new Vector3(-1, 0, 0), new Vector3(0, 1, 0),
  new Vector3(0, -1, 0), new Vector3(0, 0, 1), new Vector3(0, 0, -1),
] as const

/** The 24 rotations of a cube onto itself. */
export const ROTATIONS: readonly Quaternion[] = rotations()

function rotations(): Quaternion[] {
  const found: Quaternion[] = []
  for (const up of SIDES) {
    const tip = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up)
    for (let quarter = 0; quarter < 4; quarter++) {
      const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), (quarter * Math.PI) / 2)
      found.push(tip.clone().multiply(turn))
    }
  }
  return found
}

/** How a cube lies that shows `side` to the eye (+z), its drawing upright. */
export function upright(side: number): Quaternion {
  const up = new Vector3(0, 0, 1)
  if (side === 0) return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -Math.PI / 2)
  if (side === 1) return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2)
  if (side === 2) return new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2)
  if (side === 3) return new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2)
  if (side === 5) return new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI)
  return new Quaternion().setFromUnitVectors(up, up)
}

/**
 * The rotation to give a cube before a throw that ends in `end`, so that its `side` ends up on top; of the
 * four that do, the one that leaves its drawing most nearly upright.
 */
export function turnedUp(end: Quaternion, side: number): Quaternion {
  const wanted = upright(side)
  let best = ROTATIONS[0] as Quaternion
  let nearest = Number.POSITIVE_INFINITY
  for (const rotation of ROTATIONS) {
    const result = end.clone().multiply(rotation)
    const height = (SIDES[side] as Vector3).clone().applyQuaternion(result).z
    const angle = (1 - height) * 100 + result.angleTo(wanted)
    if (angle < nearest) [nearest, best] = [angle, rotation]
  }
  return best
}
