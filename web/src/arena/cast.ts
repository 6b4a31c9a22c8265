/**
 * The way from a die of the table to the stage. Dice that change in the same moment are one roll. What
 * draws the stage is fetched aside, when a table first shows dice; until it is there dice fall the short way.
 */
import { reducedMotion, settings } from '../state/settings.svelte'
import type { Throw } from '../table/tumble/fall'
import { sidesOf, type ThrownDie } from './dice'
import type { Stage } from './stage'

let stage: Stage | null = null
let coming: Promise<void> | null = null
let gathered: ThrownDie[] = []

/** Whether dice are thrown on the stage now: wanted, fetched, and the page in sight. */
export function isStageReady(): boolean {
  return stage !== null && wantsStage() && !settings.inRace && settings.falls === 'in full' && document.visibilityState === 'visible'
}

export function wantsStage(): boolean {
  return !settings.quickDice && settings.pace === 'calm' && !reducedMotion()
}

/** Fetches the stage when the page has nothing better to do. */
export function prepareStage(): void {
  if (coming || !wantsStage()) return
  coming = new Promise<void>((ready) => whenIdle(ready)).then(fetchStage)
}

async function fetchStage(): Promise<void> {
  try {
    const { Stage } = await import('./stage')
    stage = new Stage()
  } catch {
    // No WebGL, or no connection: dice go on falling the short way.
  }
}

function whenIdle(ready: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => ready(), { timeout: 1500 })
  else setTimeout(ready, 300)
}

/** A throw of die `id` to `face` on the stage, together with all that are thrown in this moment. */
export function aloft(id: string, face: string, faces: readonly string[]): Throw {
  const sides = sidesOf(faces, face)
  let landed = () => undefined as void
  const finished = new Promise<void>((done) => (landed = done))
  let die: ThrownDie | null = null
  return {
    sides: sides.map((side, at) => ({ turn: `${at}`, face: side })),
    isOnStage: true,
    play: (cube) => {
      const place = cube.closest('[data-piece]')
      if (die) die.place = place
      else {
        die = { id, up: sides.indexOf(face), sides, place, drawings: [...cube.children], landed }
        cast(die)
      }
      return { finished, cancel: () => undefined }
    },
  }
}

function cast(die: ThrownDie): void {
  gathered.push(die)
  if (gathered.length === 1) queueMicrotask(throwGathered)
}

function throwGathered(): void {
  const dice = gathered
  gathered = []
  const table = document.querySelector('.cloth')?.getBoundingClientRect()
  const rolled = stage && table ? stage.roll(dice, table) : Promise.reject(new Error('no table'))
  rolled.catch(() => {
    for (const die of dice) die.landed()
  })
}
