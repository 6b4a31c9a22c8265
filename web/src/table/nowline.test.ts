import { expect, test } from 'vitest'
import { Seating } from '../state/seats'
import type { Scene } from '../wire'
import { actsFor } from './nowline'

const seating = new Seating(['Ada', 'Nils', 'Mo'].map((name, seat) => ({ seat, kind: 'person', name })), 2)
const waiting = { title: '{0} rolls.', note: 'Five dice.' }
const situation = { ended: '', health: 'open', refused: '', ready: [], playing: false, seating } as const

function noteOf(scene: Partial<Scene>, sitsOut: boolean): string | undefined {
  return actsFor({ ...situation, scene: { heading: '', now: waiting, ...scene }, sitsOut }).note
}

test('who sits a game of a set out is told so while others play, and nothing of it at its end', () => {
  expect(noteOf({}, true)).toBe('You sit this game out. Five dice.')
  expect(noteOf({ now: { title: '{0} rolls.' } }, true)).toBe('You sit this game out.')
  expect(noteOf({ now: { ...waiting, mood: 'over' } }, true)).toBe('Five dice.')
  expect(noteOf({}, false)).toBe('Five dice.')
})

test('a choice that is sent and not answered for a while is on its way, and cannot be made again', () => {
  const line = actsFor({ ...situation, scene: { heading: '', now: { title: 'Choose dice.', mood: 'act' } }, late: true })
  expect(line).toEqual({ mood: 'wait', title: 'Your choice is on its way …', note: 'The connection is slow. It counts once.' })
})

test('while a roll waits for the part of some browser the dice are said to wait, not the own line to be slow', () => {
  const line = actsFor({ ...situation, scene: { heading: '', now: { title: 'Choose dice.', mood: 'act' } }, late: true, opening: true })
  expect(line).toEqual({ mood: 'wait', title: 'The dice wait for a slow connection …', note: 'Every browser opens a part of the roll. Your choice counts once.' })
  expect(actsFor({ ...situation, scene: { heading: '', now: { title: 'Choose dice.', mood: 'act' } }, opening: true }).title).toBe('Choose dice.')
})

test('whoever waits is told who is away, and nobody else is', () => {
  const told = (now: Scene['now'], away: readonly string[]) => actsFor({ ...situation, scene: { heading: '', now }, away }).note
  expect(told(waiting, ['Ada'])).toBe('Five dice. Ada is away.')
  expect(told({ title: '{0} rolls.' }, ['Ada', 'Nils'])).toBe('Ada and Nils are away.')
  expect(told({ ...waiting, mood: 'act' }, ['Ada'])).toBe('Five dice.')
})
