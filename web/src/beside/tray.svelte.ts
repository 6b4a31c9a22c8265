/** The shared dice of a table: followed while the page is open, rolled on request. */
import type { RollWish, Tray } from '../http'
import { RefusedError, whyOf } from '../state/api'
import { besideApi, requestWord } from './api'

const AGAIN = 2000

export class SharedDice {
  tray: Tray | null = $state.raw(null)
  /** Why the last request did nothing; empty where it did. */
  refused = $state('')
  /** The server cannot be reached just now. */
  isAway = $state(false)
  rolling = $state(false)
  #open = true

  constructor(readonly key: string) {
    void this.#follow()
  }

  async #follow(): Promise<void> {
    while (this.#open) {
      try {
        const after = document.visibilityState === 'visible' ? (this.tray?.revision ?? 0) : 0
        this.#take(await besideApi.dice(this.key, after))
        this.isAway = false
        if (document.visibilityState !== 'visible') await shown()
      } catch (failure) {
        if (failure instanceof RefusedError && failure.status >= 400 && failure.status < 500) {
          this.refused = whyOf(failure)
          return
        }
        this.isAway = true
        await new Promise((resolve) => setTimeout(resolve, AGAIN))
      }
    }
  }

  #take(tray: Tray): void {
    if (!this.tray || tray.revision > this.tray.revision) this.tray = tray
  }

  async roll(wish: Omit<RollWish, 'request'>): Promise<void> {
    await this.#ask(() => besideApi.roll(this.key, { ...wish, request: requestWord() }))
  }

  async openSeal(): Promise<void> {
    await this.#ask(() => besideApi.open(this.key))
  }

  async #ask(request: () => Promise<Tray>): Promise<void> {
    this.refused = ''
    this.rolling = true
    try {
      this.#take(await request())
      this.isAway = false
    } catch (failure) {
      this.refused = whyOf(failure)
    } finally {
      this.rolling = false
    }
  }

  stop(): void {
    this.#open = false
  }
}

/** Returns when the page is looked at again. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })
}
