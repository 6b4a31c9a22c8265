/** A live race as this page knows it: the count before it, and when the own dice have landed. */
import type { Race } from '../wire'
import { settings } from './settings.svelte'
import { tone } from './sound'

/** The count is yet to come, is running, or is over: dice may be rolled. */
export type Stage = 'none' | 'soon' | 'count' | 'on'

const COUNTED = 3
/** Milliseconds that "Roll!" stays. */
const GO = 800
const LOW: readonly [number, number] = [523, 0.12]
const HIGH: readonly [number, number] = [1047, 0.4]

export class RaceWatch {
  stage: Stage = $state('none')
  /** 3, 2, 1, then 0 for a moment; none where nothing is counted. */
  figure: number | null = $state(null)
  /** The own dice are in the air. */
  inAir = $state(false)
  resumed = $state(false)
  seats: readonly number[] = $state.raw([])
  #roll = 0
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #begun: () => void

  constructor(begun: () => void = () => undefined) {
    this.#begun = begun
  }

  /** What the server says of the race. Its seconds count from now: every page hears it at the same moment. */
  came({ seats = [], resumed = false, begins = 0, roll = 0 }: Race): void {
    this.stop()
    if (seats.length === 0) return
    this.seats = seats
    this.resumed = resumed
    this.#roll = roll
    if (begins < 0) this.stage = 'soon'
    else if (begins > 0) this.#count(begins)
    else this.#begin()
  }

  #count(begins: number): void {
    this.stage = 'count'
    for (let left = Math.min(COUNTED, Math.ceil(begins)); left > 0; left--) {
      this.#after(begins - left, () => {
        this.figure = left
        tone(...LOW)
      })
    }
    this.#after(begins, () => {
      this.figure = 0
      tone(...HIGH)
      this.#begin()
      this.#after(GO / 1000, () => (this.figure = null))
    })
  }

  #begin(): void {
    this.stage = 'on'
    settings.inRace = true
    this.#begun()
  }

  /** The own roll was told: until its dice lie the next one has to wait. */
  rolled(): void {
    if (this.stage !== 'on' || this.#roll <= 0) return
    this.inAir = true
    this.#after(this.#roll, () => (this.inAir = false))
  }

  #after(seconds: number, act: () => void): void {
    if (seconds <= 0) {
      act()
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, 1000 * seconds)
    this.#timers.add(timer)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.stage = 'none'
    this.figure = null
    this.inAir = this.resumed = settings.inRace = false
    this.seats = []
  }
}
