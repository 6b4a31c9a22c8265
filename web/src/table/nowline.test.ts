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
