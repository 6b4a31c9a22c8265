/** One match as it is watched: steps come in bursts and are shown one after another. */
import type { Scene, Step, Steps } from '../wire'
import { isStageReady } from '../arena/cast'
import { allPieces, isDie } from './scenes'
import { settings, type Pace } from './settings.svelte'

/** More new steps than this at once are not played through: only the last of them are shown. */
const PATIENCE = 12
const SHOWN_OF_MANY = 3

interface Tempo {
  base: number
  perLetter: number
  most: number
  roll: number
}
const TEMPO: Record<Pace, Tempo> = {
  calm: { base: 450, perLetter: 14, most: 1500, roll: 650 },
  quick: { base: 150, perLetter: 4, most: 500, roll: 450 },
  'at once': { base: 0, perLetter: 0, most: 0, roll: 0 },
}

/** How long dice that are thrown on the stage are in the air. */
const THROWN = 1300

/** Milliseconds that a step stays before the next one: time to read it, and for its dice to land. */
export function dwell(step: Step, before: Scene | null, pace: Pace): number {
  const tempo = TEMPO[pace]
  const letters = (step.said ?? []).reduce((sum, said) => sum + said.words.length, 0)
  return Math.min(tempo.most, tempo.base + tempo.perLetter * letters) + (rolls(step, before) ? (isStageReady() ? THROWN : tempo.roll) : 0)
}

/** True where some die shows another face than before. */
function rolls(step: Step, before: Scene | null): boolean {
  if (!step.scene || !before) return false
  const faces = new Map(allPieces(before).map((piece) => [piece.id, piece.face ?? '']))
  return allPieces(step.scene).some(
    (piece) => isDie(piece) && piece.face && faces.has(piece.id) && faces.get(piece.id) !== piece.face,
  )
}

export class MatchView {
  /** Every step shown so far, oldest first. */
  log: readonly Step[] = $state.raw([])
  scene: Scene | null = $state.raw(null)
  /** The number of the last event shown. */
  n = $state(0)
  /** True while steps are still waiting to be shown. */
  playing = $state(false)
  /** In a live race what is told is shown as it comes, the last scene alone: nobody may see a roll late, and the
   * button to roll is never taken away between two scenes. */
  rush = false
  #queue: Step[] = []
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
    const news = message.steps.filter((step) => step.n > this.#received)
    const last = message.steps.at(-1)
    if (news.length === 0 && last?.scene && last.n === this.#received) this.#refresh(last)
    if (news.length > 0) this.#take(news)
    return true
  }

  #take(news: Step[]): void {
    this.#received = news.at(-1)?.n ?? this.#received
    const isFirst = this.scene === null && this.#queue.length === 0
    const shown = isFirst || this.rush ? 1 : news.length > PATIENCE ? SHOWN_OF_MANY : news.length
    const skipped = news.slice(0, news.length - shown)
    this.#queue.push(...skipped.map((step) => ({ ...step, scene: null })), ...news.slice(-shown))
    this.#pump()
  }

  /** The same event again, as after a reconnect: the table may look different, nothing happened. */
  #refresh(step: Step): void {
    if (this.#queue.length > 0) this.#queue[this.#queue.length - 1] = step
    else if (step.scene) this.scene = step.scene
  }

  /** Shows no step for so many milliseconds: a throw is still in the air. */
  hold(milliseconds: number): void {
    this.#freeAt = Math.max(this.#freeAt, performance.now() + milliseconds)
    this.#pump()
  }

  /** Shows the next waiting step now. */
  hurry(): void {
    this.#freeAt = 0
    this.#pump()
  }

  #pump(): void {
    clearTimeout(this.#timer)
    this.playing = this.#queue.length > 0
    if (!this.playing) return
    const wait = this.#freeAt - performance.now()
    if (wait <= 0) void this.#show()
    else this.#timer = setTimeout(() => this.#pump(), wait)
  }

  async #show(): Promise<void> {
    this.#freeAt = Number.POSITIVE_INFINITY
    const step = this.#queue.shift()
    if (!step) return
    if (step.scene) await this.#ready(step.scene)
    const before = this.scene
    this.log = [...this.log, step]
    this.n = step.n
    if (step.scene) this.scene = step.scene
    this.#freeAt = performance.now() + (step.scene && !this.rush ? dwell(step, before, settings.pace) : 0)
    this.#pump()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
