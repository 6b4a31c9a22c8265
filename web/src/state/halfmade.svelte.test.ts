import { beforeEach, expect, it, vi } from 'vitest'
import type { Scene } from '../wire'
import { HalfMade } from './halfmade'
import { Picker } from './picker.svelte'

/** A table with two dice, of which one choice takes one. */
function table(event = 1): Scene {
  const pieces = ['a', 'b'].map((id) => ({ id, look: 'die', kind: 'die' }))
  return { zones: [{ id: 'dice', place: 'table', layout: 'row', pieces }], choices: [{ event, name: 'Keep', takes: { die: 1 } }] } as unknown as Scene
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value), removeItem: (key: string) => stored.delete(key) })
  return () => vi.unstubAllGlobals()
})

function begun(): { picker: Picker; choice: HalfMade; offer: (scene: Scene) => void } {
  let scene = $state.raw(table())
  const picker = new Picker(() => scene)
  const choice = new HalfMade(picker, (n) => `half-made t 1 ${n}`)
  choice.shown(4, true)
  picker.restore(['a'])
  return { picker, choice, offer: (next) => (scene = next) }
}

it('stays while others move and it is still the same, and goes with an own event or another choice', () => {
  const { picker, choice, offer } = begun()
  choice.shown(5, true)
  expect(picker.ids).toEqual(['a'])
  choice.shown(6, false)
  expect(picker.ids).toEqual([])
  picker.restore(['b'])
  offer(table(2))
  choice.shown(7, true)
  expect(picker.ids).toEqual([])
})

it('is there again after a reload, at the same event alone', () => {
  begun().choice.keep(4)
  const again = new Picker(table)
  const choice = new HalfMade(again, (n) => `half-made t 1 ${n}`)
  choice.shown(4, true)
  expect(again.ids).toEqual(['a'])
  choice.keep(4)
  choice.shown(5, false)
  expect(again.ids).toEqual([])
})
