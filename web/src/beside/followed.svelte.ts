/** Something kept beside a box on the server: followed while the page is open, changed by requests. */
import { RefusedError, whyOf } from '../state/api'

const AGAIN = 2000

/** Returns when the server may be tried again after it was out of reach. */
export function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, AGAIN))
}

export class Followed {
  /** Why the last request did nothing; empty where it did. */
  refused = $state('')
  /** The server cannot be reached just now. */
  isAway = $state(false)
  /** A request is on its way. */
  busy = $state(false)
  protected isOpen = true

  /** Calls `look`, which waits for news, again and again, until the page is closed or the server refuses for good. */
  protected async follow(look: () => Promise<void>): Promise<void> {
    while (this.isOpen) {
      try {
        await look()
        this.isAway = false
      } catch (failure) {
        if (failure instanceof RefusedError && failure.status >= 400 && failure.status < 500) {
          this.refused = whyOf(failure)
          return
        }
        this.isAway = true
        await aWhile()
      }
    }
  }

  protected async ask(request: () => Promise<void>): Promise<void> {
    this.refused = ''
    this.busy = true
    try {
      await request()
      this.isAway = false
    } catch (failure) {
      this.refused = whyOf(failure)
    } finally {
      this.busy = false
    }
  }

  stop(): void {
    this.isOpen = false
  }
}
