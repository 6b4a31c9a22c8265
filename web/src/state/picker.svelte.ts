/** The half-made choice: which pieces are chosen, what lights up, and which choices they make up. */
import type { Choice, Piece, Scene } from '../wire'
import { add, canAdd, complete, countKinds, isBare, kindsInPlay, within } from './choices'
import { allPieces } from './scenes'

export class Picker {
  #scene: () => Scene | null
  #ids: readonly string[] = $state.raw([])
  /** Set while nothing may be tapped: steps are playing, a request is on its way, the line is lost. */
  locked = $state(false)

  choices: readonly Choice[] = $derived.by(() => this.#scene()?.choices ?? [])
  #byId = $derived.by(() => {
    const scene = this.#scene()
    return new Map(scene ? allPieces(scene).map((piece) => [piece.id, piece]) : [])
  })
  chosen: readonly Piece[] = $derived.by(() =>
    this.#ids.flatMap((id) => {
      const piece = this.#byId.get(id)
      return piece && this.kinds.has(piece.kind ?? '') ? [piece] : []
    }),
  )
  kinds = $derived.by(() => kindsInPlay(this.choices))
  #counts = $derived.by(() => countKinds(this.chosen))
  /** The choices that are complete: their buttons may be pressed. */
  ready: readonly Choice[] = $derived.by(() => complete(this.choices, this.#counts))
  /** The choices without pieces: always buttons. */
  bare: readonly Choice[] = $derived.by(() => this.choices.filter(isBare))
  /** All kinds that may be added to the pieces chosen. */
  #open = $derived.by(
    () => new Set([...this.kinds].filter((kind) => canAdd(this.choices, this.#counts, kind))),
  )

  constructor(scene: () => Scene | null) {
    this.#scene = scene
  }

  /** The pieces that can be added to those chosen, whether or not they may be tapped at this moment. */
  get addable(): readonly Piece[] {
    const scene = this.#scene()
    return scene ? allPieces(scene).filter((piece) => this.#open.has(piece.kind ?? '')) : []
  }

  get ids(): readonly string[] {
    return this.#ids
  }

  /** A choice made half before, as before a reload. Pieces that are gone are forgotten. */
  restore(ids: readonly string[]): void {
    this.#ids = ids
  }

  /** What the table proposes: the pieces in the state `preset`, where some choice takes them all. */
  propose(): void {
    const scene = this.#scene()
    const preset = scene ? allPieces(scene).filter((piece) => piece.states?.includes('preset')) : []
    if (within(this.choices, countKinds(preset)).length > 0) this.#ids = preset.map((piece) => piece.id)
  }

  /** Some choice takes a piece like it. */
  isInPlay(piece: Piece): boolean {
    return this.kinds.has(piece.kind ?? '')
  }

  isTappable(piece: Piece): boolean {
    return !this.locked && this.isInPlay(piece)
  }

  times(piece: Piece): number {
    return this.chosen.filter((one) => one.id === piece.id).length
  }

  isChosen(piece: Piece): boolean {
    return this.times(piece) > 0
  }

  /** Lit: it can be added; or the choice is complete and tapping would change over to another. */
  isLit(piece: Piece): boolean {
    if (!this.isTappable(piece)) return false
    return this.#open.has(piece.kind ?? '') || (this.#open.size === 0 && this.ready.length > 0)
  }

  /** Lit although it is chosen: the same piece is asked for once more. */
  isLitAgain(_piece: Piece): boolean {
    return false
  }

  tap(piece: Piece): void {
    if (!this.isTappable(piece)) return
    const again = piece.states?.includes('many') && this.#open.has(piece.kind ?? '')
    if (this.isChosen(piece) && !again) this.#drop(piece)
    else this.#ids = add(this.choices, this.chosen, piece).map((one) => one.id)
  }

  #drop(piece: Piece): void {
    this.#ids = this.#ids.filter((id) => id !== piece.id)
  }

  /** Lets one chosen piece go, where the same piece may be chosen several times. */
  putBack(piece: Piece): void {
    if (this.locked) return
    const at = this.chosen.findLastIndex((one) => one.id === piece.id)
    this.#ids = this.chosen.filter((_, i) => i !== at).map((one) => one.id)
  }

  /** The choice that is made as soon as its pieces are chosen, without a button: all are in the state `once`. */
  get once(): Choice | null {
    const [one, ...more] = this.ready
    return !this.locked && one && more.length === 0 && this.chosen.every((piece) => piece.states?.includes('once')) ? one : null
  }

  takeBack(): void {
    this.#ids = []
  }

  /** Whether what was chosen last is one of several of the same piece, as of a bid that is raised die by die. */
  get isCounted(): boolean {
    return this.chosen.at(-1)?.states?.includes('many') ?? false
  }

  /** One step back: one of several of the same piece, else all that is chosen. */
  stepBack(): void {
    const last = this.chosen.at(-1)
    if (last && this.isCounted) this.putBack(last)
    else this.takeBack()
  }
}
