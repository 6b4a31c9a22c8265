/** A half-made choice while others move, and over a reload of the page: it is kept with its table, match and event. */
import { keep, kept } from './keep'
import type { Picker } from './picker.svelte'

export class HalfMade {
  /** What could be chosen when the last event was shown, as text. */
  #offered = ''

  /** `place` names where the choice after an event is kept. */
  constructor(
    private readonly picker: Picker,
    private readonly place: (n: number) => string,
  ) {}

  /** The event `n` is shown. What was chosen stays where somebody else moved and the choice is still the same. */
  shown(n: number, isOthers: boolean): void {
    const before = this.#offered
    this.#offered = JSON.stringify(this.picker.choices)
    if (isOthers && this.#offered === before && this.picker.chosen.length > 0) return
    this.picker.restore(JSON.parse(kept(this.place(n)) || '[]') as string[])
    if (this.picker.ids.length === 0) this.picker.propose()
  }

  /** Keeps what is chosen after the event `n`. */
  keep(n: number): void {
    if (n > 0) keep(this.place(n), this.picker.ids.length > 0 ? JSON.stringify(this.picker.ids) : '')
  }

  /** Another match has come: what it offers is another choice, though it may look the same. */
  forget(): void {
    this.#offered = ''
  }
}
