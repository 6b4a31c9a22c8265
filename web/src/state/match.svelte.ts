/** One match as it is watched: steps come in bursts and are shown one after another. */
import type { Scene, Step, Steps, Story } from '../wire'
import { isStageReady } from '../arena/cast'
import { isAnyInAir } from './air'
import { reducedMotion, settings, type Pace } from './settings.svelte'
import { KEPT, type Seen } from './review.svelte'
import { Budget, dwell, LEAST, TEMPO } from './tempo'
import { thrownBy, tumbling } from './tumbling'

/** More new steps than this at once are not played through: only the last of them are shown. */
const PATIENCE = 12
const SHOWN_OF_MANY = 3

/** How long dice that are thrown on the stage are in the air. */
const THROWN = 1300
/** And those that fall the short way, at the latest. */
const FALLEN = 700
/** Milliseconds without news after which a person has taken their time: what comes then is not hurried. */
const QUIET = 2500
/** Milliseconds after which dice that are still in the air are looked at again, and waited for at most. */
const LOOK_AGAIN = 30
const LATEST = 3000

/** Milliseconds until the dice that a step throws lie; 0 where it throws none, or none is to be seen in the air. */
export function airTime(step: Step, before: Scene | null, pace: Pace): number {
  if (thrownBy(step, before).size === 0 || reducedMotion()) return 0
  return isStageReady() ? THROWN : TEMPO[pace].roll
}

/** Events after the first number and up to the second, of which nothing was told. */
export type Gap = readonly [after: number, until: number]

export class MatchView {
  /** Every step shown or told so far, oldest first. */
  log: readonly Step[] = $state.raw([])
  /** What the server left out and has not been asked for yet, oldest first. */
  gaps: readonly Gap[] = $state.raw([])
  scene: Scene | null = $state.raw(null)
  /** The last steps with the table as it then was, also of those that were not shown one by one. */
  seen: readonly Seen[] = $state.raw([])
  /** The number of the last event shown. */
  n = $state(0)
  /** Whether that event is a choice of the seat that is told, made on this page or another. */
  own = $state(false)
  /** True while steps are still waiting to be shown. */
  playing = $state(false)
  /** In a live race what is told is shown as it comes, the last scene alone: nobody may see a roll late, and the
   * button to roll is never taken away between two scenes. */
  rush = false
  /** The table moves quickly: what is shown from one own choice to the next is kept short. */
  swift = false
  #hurried = false
  #budget = new Budget()
  #quietSince = 0
  /** Steps up to this event are shown at once. */
  #atOnce = 0
  #queue: Step[] = []
  /** Steps with their scenes that are received and not shown yet. */
  #coming: Seen[] = []
  /** The step whose dice are in the air: it counts as shown once they lie. */
  #aloft: Step | null = null
  /** What came last of the event that was received last, told again. */
  #refreshed: Step | null = null
  #received = 0
  #freeAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Called before a scene is first shown: resolves when all its pieces can be drawn. */
  #ready: (scene: Scene) => Promise<void>

  constructor(ready: (scene: Scene) => Promise<void> = () => Promise.resolve()) {
    this.#ready = ready
  }

  /** The number of the last event received, shown or not: what to ask on from. */
  get received(): number {
    return this.#received
  }

  /** Takes in steps. Returns false where some are missing before them. */
  receive(message: Steps): boolean {
    if (message.after > this.#received) return false
    const since = message.since ?? 0
    if (since > this.#received) this.gaps = [...this.gaps, [this.#received, since]]
    const news = message.steps.filter((step) => step.n > this.#received)
    const last = message.steps.at(-1)
    if (news.length === 0 && last?.scene && last.n === this.#received) void this.#refresh(last)
    if (news.length > 0) this.#take(news)
    return true
  }

  /** Takes in what was said before, as it was asked for: a gap becomes smaller, or is filled. */
  tell({ since, until, steps = [] }: Story): void {
    if (!this.gaps.some((gap) => gap[1] === until)) return
    this.log = [...this.log, ...steps].sort((a, b) => a.n - b.n)
    this.gaps = this.gaps.flatMap((gap): Gap[] => {
      if (gap[1] !== until) return [gap]
      return since > gap[0] ? [[gap[0], since]] : []
    })
  }

  #take(news: Step[]): void {
    this.#received = news.at(-1)?.n ?? this.#received
    if (!this.playing && performance.now() - this.#quietSince > QUIET) this.#budget.anew()
    const isFirst = this.scene === null && this.#queue.length === 0
    const shown = isFirst || this.rush ? 1 : news.length > PATIENCE ? SHOWN_OF_MANY : news.length
    this.#coming.push(...news.filter((step): step is Seen => Boolean(step.scene)))
    const skipped = news.slice(0, news.length - shown)
    this.#queue.push(...skipped.map((step) => ({ ...step, scene: null })), ...news.slice(-shown))
    this.#pump()
  }

  /** The same event again, as after a reconnect, or the table before the first one: it may look different, nothing happened. */
  async #refresh(step: Step): Promise<void> {
    this.#refreshed = step
    if (step.scene) await this.#ready(step.scene)
    if (this.#refreshed !== step || step.n !== this.#received) return
    if (this.#queue.length > 0) this.#queue[this.#queue.length - 1] = step
    else if (this.#aloft) this.#aloft = step
    else if (step.scene) [this.scene, this.own] = [step.scene, step.own ?? false]
  }

  /** Shows no step for so many milliseconds: a throw is still in the air. */
  hold(milliseconds: number): void {
    this.#freeAt = Math.max(this.#freeAt, performance.now() + milliseconds)
    this.#pump()
  }

  /** An own choice was made: what it brings is shown in the usual time again. */
  chose(): void {
    this.#hurried = false
    this.#budget.anew()
  }

  /** Shows all that waits at once, and what follows quickly, until the next own choice. */
  hurry(): void {
    this.#hurried = true
    this.#atOnce = this.#received
    this.#queue = this.#queue.map((step, at, { length }) => (at < length - 1 ? { ...step, scene: null } : step))
    if (this.#freeAt !== Number.POSITIVE_INFINITY) this.#freeAt = 0
    this.#pump()
  }

  /** Milliseconds until all that waits is shown, as far as that is known. */
  get remaining(): number {
    if (!this.playing) return 0
    const first = Number.isFinite(this.#freeAt) ? Math.max(0, this.#freeAt - performance.now()) : 0
    const wanted = this.#queue.reduce((sum, step) => sum + (step.scene ? dwell(step, this.#pace) + (step.rolled ? THROWN : 0) : 0), first)
    return this.#isBrief ? Math.min(wanted, this.#budget.left) : wanted
  }

  get #isBrief(): boolean {
    return this.swift || this.#hurried
  }

  get #pace(): Pace {
    return this.#isBrief && settings.pace === 'calm' ? 'quick' : settings.pace
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.playing = this.#queue.length > 0 || this.#aloft !== null
    if (!this.playing) {
      this.#quietSince = performance.now()
      return
    }
    const wait = this.#airborne(this.#freeAt - performance.now())
    if (wait <= 0) void this.#show()
    else if (wait !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#pump(), wait)
  }

  /** A die that is in the air for longer than it should be is waited for, though not for ever. */
  #airborne(wait: number): number {
    const isLate = this.#aloft !== null && wait <= 0 && this.#freeAt > 0 && isAnyInAir() && wait > -LATEST
    return isLate ? LOOK_AGAIN : wait
  }

  async #show(): Promise<void> {
    this.#freeAt = Number.POSITIVE_INFINITY
    const step = this.#aloft ?? this.#next()
    if (!step) return
    if (step.scene) await this.#ready(step.scene)
    if (this.#aloft === null && this.#throw(step)) return
    this.#aloft = null
    this.log = [...this.log, step]
    this.n = step.n
    this.own = step.own ?? false
    this.#keep(step.n)
    if (step.scene) this.scene = step.scene
    this.#freeAt = performance.now() + (step.scene && !this.#isHasty(step) ? this.#stays(step) : 0)
    this.#pump()
  }

  /** The next step; without its scene where others wait behind it and there is no time to see it. */
  #next(): Step | undefined {
    const step = this.#queue.shift()
    const waiting = this.#queue.length
    const isPassedOver = step && waiting > 0 && this.#isBrief && this.#budget.share(LEAST, waiting) < LEAST
    return isPassedOver ? { ...step, scene: null } : step
  }

  #keep(n: number): void {
    const shown = this.#coming.filter((step) => step.n <= n)
    if (shown.length === 0) return
    this.#coming = this.#coming.filter((step) => step.n > n)
    this.seen = [...this.seen, ...shown].slice(-KEPT)
  }

  #isHasty(step: Step): boolean {
    return this.rush || step.n <= this.#atOnce
  }

  #stays(step: Step): number {
    const wanted = dwell(step, this.#pace)
    return this.#isBrief ? this.#budget.share(wanted, this.#queue.length) : wanted
  }

  /** How long the dice of a step are in the air: where time is short they fall the short way, or just lie there. */
  #airOf(step: Step, before: Scene | null): number {
    settings.falls = step.n <= this.#atOnce ? 'not' : 'in full'
    if (this.#isHasty(step)) return 0
    const air = airTime(step, before, this.#pace)
    if (air === 0 || !this.#isBrief || this.#budget.affords(Math.max(air, FALLEN))) return air
    settings.falls = this.#budget.affords(FALLEN) ? 'short' : 'not'
    return settings.falls === 'short' ? airTime(step, before, this.#pace) : 0
  }

  /** Throws the dice of a step, if there are any to be seen: nothing else of it is shown before they lie. */
  #throw(step: Step): boolean {
    const before = this.scene
    const air = this.#airOf(step, before)
    if (air === 0 || !before || !step.scene) return false
    this.#aloft = step
    this.scene = tumbling(before, step.scene, thrownBy(step, before))
    this.#freeAt = performance.now() + air
    this.#pump()
    return true
  }

  stop(): void {
    clearTimeout(this.#timer)
    settings.falls = 'in full'
  }
}
