/** A lesson as it is gone through: its steps are shown like those of a match, and the next comes with the right choice. */
import type { LessonStep, LessonTold } from '../http'
import { fetchLooks } from '../pieces/looks'
import { MatchView } from '../state/match.svelte'
import type { Choice, Steps } from '../wire'
import { finish, keepPlace } from './places'
import { LessonPicker } from './picker.svelte'

/** After so many wrong taps, or milliseconds, the same is said in other words. */
const PATIENCE = 2
const LONG = 20_000

export class Lesson {
  /** The step, from 0. */
  at = $state(0)
  match = $state.raw(new MatchView(fetchLooks))
  /** What the coach answers to a choice that was not the step's; empty while nothing was wrong. */
  answer = $state('')
  isStuck = $state(false)
  #strays = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly picker = new LessonPicker(
    () => this.match.scene,
    () => this.wanted,
    (choice) => this.stray(choice),
  )

  constructor(readonly told: LessonTold) {}

  get step(): LessonStep {
    const step = this.told.steps[this.at]
    if (!step) throw new Error(`the lesson has no step ${this.at}`)
    return step
  }

  /** The choice that the step asks for; none while its table is still being shown, and in the last. */
  get wanted(): Choice | undefined {
    return this.match.playing ? undefined : this.match.scene?.choices?.find((choice) => choice.event === this.step.event)
  }

  get isLast(): boolean {
    return this.at === this.told.steps.length - 1
  }

  /** Goes to a step, with the table as it is then. */
  go(at: number): void {
    this.match.stop()
    this.at = Math.max(0, Math.min(at, this.told.steps.length - 1))
    const match = new MatchView(fetchLooks)
    const until = this.told.steps.slice(0, this.at + 1).flatMap(({ steps }) => (steps as Steps).steps)
    match.receive({ t: 'steps', after: 0, steps: until.map((step, i) => (i < until.length - 1 ? { ...step, scene: null } : step)) })
    this.match = match
    this.#arrive()
  }

  choose(choice: Choice): void {
    if (choice.event !== this.step.event) {
      this.stray(choice)
      return
    }
    this.at += 1
    this.match.chose()
    this.match.receive(this.step.steps as Steps)
    this.#arrive()
  }

  /** A tap or choice that moves nothing: the coach says why, and then what is lit. */
  stray(choice?: Choice): void {
    const step = this.step
    const own = choice && step.wrong.find(({ event }) => event === choice.event)?.why
    this.answer = own ?? (step.otherwise || 'Not yet. Only what is lit moves in this step.')
    this.#strays += 1
    if (!own) this.picker.takeBack()
    this.isStuck ||= this.#strays >= PATIENCE
  }

  stop(): void {
    this.match.stop()
    clearTimeout(this.#timer)
  }

  #arrive(): void {
    this.answer = ''
    this.isStuck = false
    this.#strays = 0
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => (this.isStuck = true), LONG)
    const { game, lesson } = this.told
    if (this.isLast) finish(game, lesson.key)
    else keepPlace(game, lesson.key, this.at)
  }
}
