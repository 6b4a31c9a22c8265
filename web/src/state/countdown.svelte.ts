/** Whole seconds that are left, counted down where the page can see them. */
const OFTEN = 250

export class Countdown {
  /** None where no clock runs. */
  left: number | null = $state(null)
  #ends = 0
  #most = 0
  #timer: ReturnType<typeof setInterval> | undefined

  /** From now on so many seconds, of which no more than `most` are shown; 0 for no clock. */
  start(seconds: number, most: number): void {
    this.stop()
    if (seconds <= 0) return
    this.#most = most
    this.#ends = performance.now() + 1000 * seconds
    this.#show()
    this.#timer = setInterval(() => this.#show(), OFTEN)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.left = null
  }

  #show(): void {
    this.left = Math.max(0, Math.min(this.#most, Math.ceil((this.#ends - performance.now()) / 1000)))
  }
}
