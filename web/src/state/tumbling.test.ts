import { expect, test } from 'vitest'
import type { Piece, Scene, Step } from '../wire'
import { thrownBy, tumbling } from './tumbling'

const die = (id: string, face: string, more: Partial<Piece> = {}): Piece => ({ id, look: 'die', face, says: `die, ${face}`, ...more })

const BEFORE: Scene = {
  heading: 'Round 1',
  now: { title: 'Choose.', mood: 'act' },
  zones: [
    { id: 'throw', place: 'table', label: 'Main Roll', pieces: [die('a', '3'), die('b', '', { kind: 'x' })] },
    { id: 'hand', place: 'rail', pieces: [{ id: 'card', look: 'dardz-number', face: '5', kind: 'five' }] },
  ],
  choices: [{ event: 1, text: 'x', name: 'X' }],
}

const AFTER: Scene = {
  heading: 'Round 1',
  now: { title: 'Pick the 9.', mood: 'act' },
  zones: [
    { id: 'throw', place: 'table', label: 'Bonus Roll', pieces: [die('a', '3'), die('b', '6', { states: ['spent'] }), die('c', '1')] },
    { id: 'offers', place: 'table', label: 'Offers', pieces: [die('offer', '6', { states: ['picture'] })] },
    { id: 'hand', place: 'rail', pieces: [{ id: 'card', look: 'dardz-number', face: '5', states: ['out'] }] },
  ],
}
const ROLL: Step = { n: 2, heading: 'Round 1', rolled: true, scene: AFTER }

test('dice that lie, and pictures of dice, are not thrown', () => {
  expect([...thrownBy(ROLL, BEFORE)]).toEqual(['b', 'c'])
})

test('what a player does throws no dice, whatever faces change', () => {
  expect(thrownBy({ ...ROLL, rolled: false }, BEFORE).size).toBe(0)
})

test('while dice tumble the table is as it was, but for them', () => {
  const scene = tumbling(BEFORE, AFTER, thrownBy(ROLL, BEFORE))
  expect(scene.choices).toEqual([])
  expect(scene.now.mood).toBe('wait')
  expect(scene.zones?.map((zone) => [zone.id, zone.label])).toEqual([['throw', 'Main Roll'], ['hand', undefined]])
  const [first, second, third] = scene.zones?.[0]?.pieces ?? []
  expect([first?.face, second?.face, third?.face]).toEqual(['3', '6', '1'])
  expect(second?.states).toEqual(['rolling'])
  expect(second?.says).toBe('die, rolling')
  expect(scene.zones?.[1]?.pieces?.[0]?.states).toBeUndefined()
})
