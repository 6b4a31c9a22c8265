/** The account of one finished match as far as it is counted, asked for again until it is done. */
import type { Report, Studied } from '../http'
import { whyOf } from '../state/api'
import { studyApi } from './api'

const AGAIN = 1000 // ms between two looks

export class Counted {
  studied = $state.raw<Studied | null>(null)
  /** Why there is no account. */
  failed = $state('')
  readonly report = $derived<Report | null>(this.studied?.account ?? null)
  #timer: ReturnType<typeof setTimeout> | undefined
  #isGone = false

  constructor(
    readonly table: string,
    readonly match: number,
  ) {}

  /** Look how far it is; with `begin` it is counted where nobody has asked before, else only what is known is told. */
  async look(begin = true): Promise<void> {
    clearTimeout(this.#timer)
    this.failed = ''
    try {
      this.studied = await studyApi.account(this.table, this.match, begin)
      this.failed = this.studied.why ?? ''
      const goesOn = !this.failed && this.studied.counted < 1 && this.studied.begun !== false
      if (goesOn && !this.#isGone) this.#timer = setTimeout(() => void this.look(begin), AGAIN)
    } catch (failure) {
      this.failed = whyOf(failure)
    }
  }

  stop(): void {
    this.#isGone = true
    clearTimeout(this.#timer)
  }
}
