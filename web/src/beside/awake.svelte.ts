/** Keeps the screen on while a clock runs, where the browser lets a page do so: only over https. */
class Awake {
  /** Why the screen may go dark; empty while it is kept on, or nothing asked for it. */
  refused = $state('')
  #lock: WakeLockSentinel | null = null
  #wanted = 0

  constructor() {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && this.#wanted > 0) void this.#take()
    })
  }

  /** Asks for it; returns what lets it go again. */
  keep(): () => void {
    this.#wanted += 1
    void this.#take()
    return () => {
      this.#wanted -= 1
      if (this.#wanted > 0) return
      void this.#lock?.release().catch(() => undefined)
      this.#lock = null
      this.refused = ''
    }
  }

  async #take(): Promise<void> {
    if (!('wakeLock' in navigator)) {
      this.refused = 'This browser lets the screen go dark: only pages over https may keep it on.'
      return
    }
    try {
      this.#lock = await navigator.wakeLock.request('screen')
      this.refused = ''
    } catch {
      this.refused = 'The screen may go dark: the battery is low, or the browser does not allow more.'
    }
  }
}

export const awake = new Awake()
