/** When whoever has a table open is called: as it becomes their turn, as the match ends, and as others ask for something. */

export type Moment = 'turn' | 'wait' | 'end'

export class Calling {
  #moment: Moment | null = null
  #agreed = 0

  /** Whether the match has come to a moment that is called. What a page finds as it opens is no news. */
  comesTo(moment: Moment | null): boolean {
    if (!moment || moment === this.#moment) return false
    const isFirst = this.#moment === null
    this.#moment = moment
    return !isFirst && moment !== 'wait'
  }

  /** Whether others ask for something: the seats that `agreed` to it are more than before, and the own one is not among them. */
  isAsked(agreed: readonly number[], you: number): boolean {
    const isNews = agreed.length > this.#agreed && !agreed.includes(you)
    this.#agreed = agreed.length
    return isNews && you >= 0
  }
}
