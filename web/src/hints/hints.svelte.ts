/** Hints at a table: what was asked for, what has been counted of it, and how it is told. */
import { untrack } from 'svelte'
import { allPieces } from '../state/scenes'
import { settings } from '../state/settings.svelte'
import { isPlain } from '../table/keys'
import type { Advice, AdviceLine, Choice, Piece, Scene } from '../wire'

/** The most pieces of a choice that are drawn beside its name. */
const DRAWN = 6

export type Stage = 'none' | 'terms' | 'counting' | 'shown' | 'refused'

/** What a page does to ask: `ask` returns the number of the request. */
export interface Line {
  prepare: () => void
  ask: () => number
  end: () => void
}

export class Hints {
  stage: Stage = $state('none')
  advice: Advice | null = $state.raw(null)
  /** Why there is no hint. */
  why = $state('')
  /** Set while a finger or the focus is on a line: then lines keep their places. */
  held = $state(false)
  /** The events of the lines in the order in which they are shown. */
  #order: readonly number[] = $state.raw([])
  #request = 0
  /** What could be chosen at the last look, as text. */
  #offered = ''

  constructor(private readonly line: Line) {}

  /** The lines: those too close to call first. */
  lines: readonly AdviceLine[] = $derived.by(() => {
    const all = this.advice?.lines ?? []
    return [...all].sort((a, b) => this.#order.indexOf(a.event) - this.#order.indexOf(b.event))
  })

  get isOpen(): boolean {
    return this.stage === 'counting' || this.stage === 'shown' || this.stage === 'refused'
  }

  /** The button: the first time in a match it tells what a hint means. */
  press(isMarked: boolean): void {
    if (this.isOpen) return this.close()
    if (isMarked) return this.ask()
    this.stage = 'terms'
    this.line.prepare()
  }

  ask(): void {
    this.advice = null
    this.#order = []
    this.why = ''
    this.stage = 'counting'
    this.#request = this.line.ask()
  }

  came(advice: Advice): void {
    if (this.stage !== 'counting' && this.stage !== 'shown') return
    if (advice.refused) return this.#refuse(advice.refused)
    this.advice = advice
    const now = (advice.lines ?? []).map((line) => line.event)
    const kept = this.held ? this.#order.filter((event) => now.includes(event)) : []
    this.#order = [...kept, ...now.filter((event) => !kept.includes(event))]
    this.stage = 'shown'
  }

  /** Whether that request was one for a hint, which is not to be had. */
  refused(request: number, why: string): boolean {
    if (request !== this.#request || this.#request === 0) return false
    this.#refuse(why)
    return true
  }

  #refuse(why: string): void {
    this.why = why
    this.stage = 'refused'
  }

  close(): void {
    if (this.isOpen && !(this.advice?.done ?? false)) this.line.end()
    this.forget()
  }

  /** H presses the button, where there is one; Escape closes the hint, before it takes anything else back. */
  keyed(event: KeyboardEvent, press: (() => void) | undefined): void {
    if (!isPlain(event)) return
    if (event.key === 'h' && settings.keys) press?.()
    if (event.key !== 'Escape' || !this.isOpen) return
    this.close()
    event.stopImmediatePropagation()
    event.preventDefault()
  }

  /** The table goes on: a hint is no longer wanted where something else can be chosen than at the last look, or nothing any more. */
  goOn(choices: readonly Choice[], isMade: boolean): void {
    const before = this.#offered
    this.#offered = JSON.stringify(choices)
    if (isMade || this.#offered !== before) untrack(() => this.stage === 'none' || this.forget())
  }

  /** The choice was made, or the table went on: the server has stopped counting already. */
  forget(): void {
    this.stage = 'none'
    this.advice = null
    this.#order = []
    this.#request = 0
  }
}

/** A chance as a whole percent. */
export function percent(chance: number): number {
  return Math.round(100 * chance)
}

/** The range of a chance, in whole percents. */
export function rangeOf({ chance, doubt }: Pick<AdviceLine, 'chance' | 'doubt'>): [number, number] {
  return [Math.max(0, percent(chance - doubt)), Math.min(100, percent(chance + doubt))]
}

/** The pieces that a choice takes, one each of those that lie there. */
export function piecesFor(scene: Scene, choice: Choice): Piece[] {
  const left = { ...(choice.takes ?? {}) }
  return allPieces(scene).flatMap((piece) => {
    const kind = piece.kind ?? ''
    const wanted = left[kind] ?? 0
    if (wanted === 0) return []
    const many = piece.states?.includes('many') ? wanted : 1
    left[kind] = wanted - many
    return Array<Piece>(many).fill(piece)
  })
}

/** Those of them that are drawn: none where there are too many. */
export function drawnOf(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.length > DRAWN ? [] : pieces
}
