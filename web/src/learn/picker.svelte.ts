/** Choosing in a lesson: all pieces of the game can be tapped, and only those of the step's choice are lit. */
import { complete, countKinds, takes } from '../state/choices'
import { Picker } from '../state/picker.svelte'
import { allPieces } from '../state/scenes'
import type { Choice, Piece, Scene } from '../wire'

export class LessonPicker extends Picker {
  #scene: () => Scene | null
  #wanted: () => Choice | undefined
  #strayed: (choice?: Choice) => void
  override ready: readonly Choice[] = $derived.by(() => {
    const choice = this.#wanted()
    return choice ? complete([choice], countKinds(this.chosen)) : []
  })

  /** `strayed` is told of a tap on a piece that the step's choice does not take, with the choice that it would make. */
  constructor(scene: () => Scene | null, wanted: () => Choice | undefined, strayed: (choice?: Choice) => void) {
    super(scene)
    this.#scene = scene
    this.#wanted = wanted
    this.#strayed = strayed
  }

  override get addable(): readonly Piece[] {
    return super.addable.filter((piece) => this.#isWanted(piece))
  }

  #isWanted({ kind = '' }: Piece): boolean {
    const choice = this.#wanted()
    return choice !== undefined && (countKinds(this.chosen)[kind] ?? 0) < (takes(choice)[kind] ?? 0)
  }

  override isLit(piece: Piece): boolean {
    return this.isTappable(piece) && this.#isWanted(piece)
  }

  override isLitAgain(piece: Piece): boolean {
    return this.isLit(piece) && this.isChosen(piece) && (piece.states?.includes('many') ?? false)
  }

  override tap(piece: Piece): void {
    if (!this.isTappable(piece)) return
    if (this.isLit(piece) || this.isChosen(piece)) super.tap(piece)
    else this.#strayed(complete(this.choices, countKinds([...this.chosen, piece]))[0])
  }

  /** What the table proposes, where the step's choice takes all of it. */
  override propose(): void {
    const scene = this.#scene()
    const choice = this.#wanted()
    const preset = scene ? allPieces(scene).filter((piece) => piece.states?.includes('preset')) : []
    const counts = countKinds(preset)
    if (choice && Object.entries(counts).every(([kind, count]) => count <= (takes(choice)[kind] ?? 0))) this.restore(preset.map((piece) => piece.id))
  }
}
