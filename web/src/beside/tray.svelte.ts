/** The shared dice of a table: followed while the page is open, rolled on request. */
import type { RollWish, Tray } from '../http'
import { besideApi, requestWord } from './api'
import { Followed } from './followed.svelte'

export class SharedDice extends Followed {
  tray: Tray | null = $state.raw(null)

  constructor(readonly key: string) {
    super()
    void this.follow(async () => {
      const after = document.visibilityState === 'visible' ? (this.tray?.revision ?? 0) : 0
      this.#take(await besideApi.dice(this.key, after))
      if (document.visibilityState !== 'visible') await shown()
    })
  }

  #take(tray: Tray): void {
    if (!this.tray || tray.revision > this.tray.revision) this.tray = tray
  }

  async roll(wish: Omit<RollWish, 'request'>): Promise<void> {
    await this.ask(async () => this.#take(await besideApi.roll(this.key, { ...wish, request: requestWord() })))
  }

  async openSeal(): Promise<void> {
    await this.ask(async () => this.#take(await besideApi.open(this.key)))
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
