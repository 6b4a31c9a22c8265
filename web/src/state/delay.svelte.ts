/** How long an answer keeps a page waiting: only a long wait is told, so that words do not flash up for each request. */

/** Milliseconds after which a wait is long. */
const LONG = 1000

export class Delay {
  isLong = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly long = LONG) {}

  begin(): void {
    this.end()
    this.#timer = setTimeout(() => (this.isLong = true), this.long)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.isLong = false
  }
}
