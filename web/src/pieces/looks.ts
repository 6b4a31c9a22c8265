/**
 * The drawings of pieces. A look is drawn by the file of its name: `battle-card` by battle-card.svelte.
 * Where a look has a variant, the file of its longest beginning draws it: `command-die-red` is drawn by
 * command-die.svelte with the variant `red`. To add a look, add a file; it is fetched when first needed.
 */
import type { Component, Snippet } from 'svelte'
import type { Piece, Scene } from '../wire'
import { looksOf } from '../state/scenes'
import * as token from './token.svelte'

export interface LookProps {
  piece: Piece
  /** What is up: the piece's own face, or another one while a die tumbles. */
  face: string
  variant: string
  /** Pieces that lie under this one, in layouts that gather them. */
  children?: Snippet
}

export interface LookModule {
  default: Component<LookProps>
  /** The class of the piece's outline, which draws its rim when it is lit: `die`, `card` or its own. */
  shape: string
  /** More classes, such as those that set a die's colours. */
  classOf?: (piece: Piece, variant: string, seatColour: string) => string
  /** A die tumbles when its face changes; these are the faces seen on the way. */
  faces?: readonly string[]
}

export interface Look {
  module: LookModule
  variant: string
}

const FILES = import.meta.glob<LookModule>(['./*.svelte', '!./token.svelte'])
const fetched = new Map<string, LookModule>()

/** The file that draws a look, and the variant that is left of its name. */
export function fileOf(look: string, files: Iterable<string> = Object.keys(FILES)): [string, string] {
  const names = new Set(files)
  const parts = look.split('-')
  for (let length = parts.length; length > 0; length--) {
    const file = `./${parts.slice(0, length).join('-')}.svelte`
    if (names.has(file)) return [file, parts.slice(length).join('-')]
  }
  return ['', look]
}

export async function fetchLooks(scene: Scene): Promise<void> {
  const files = new Set([...looksOf(scene)].map((look) => fileOf(look)[0]))
  await Promise.all(
    [...files].map(async (file) => {
      const fetch = FILES[file]
      if (fetch && !fetched.has(file)) fetched.set(file, await fetch())
    }),
  )
}

/** A look that nobody drew is a plain token with its face on it. */
export function lookOf(name: string): Look {
  const [file, variant] = fileOf(name)
  return { module: fetched.get(file) ?? (token as unknown as LookModule), variant }
}
