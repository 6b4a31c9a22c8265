import { describe, expect, test } from 'vitest'
import type { Choice, Piece } from '../wire'
import { lacking, spokenLacking } from './lacking'

const piece = (kind: string, look: string): Piece => ({ id: kind, look, kind })
const choice = (takes: Record<string, number>): Choice => ({ event: 0, text: 'E', name: 'choice', takes })
const RED = piece('red', 'command-die-red')
const CARD = piece('card-0', 'battle-card')
const OFFER = piece('offer', 'dardz-offer')

describe('what is still to be chosen is said by the name of the thing', () => {
  test('one of a kind, several, or either of two', () => {
    expect(lacking([CARD], [], [choice({ 'card-0': 1 })])).toBe('Choose a card')
    expect(lacking([RED], [], [choice({ red: 1 }), choice({ red: 2 })])).toBe('Choose dice')
    expect(lacking([OFFER], [], [choice({ offer: 1 })])).toBe('Choose an offer')
    expect(lacking([CARD, RED], [], [choice({ 'card-0': 1, red: 1 })])).toBe('Choose a card or a die')
  })

  test('what goes with what is chosen already', () => {
    expect(lacking([RED], [CARD], [choice({ 'card-0': 1, red: 1 })])).toBe('Choose a die')
    expect(lacking([RED], [RED], [choice({ red: 3 })])).toBe('Choose another die')
  })

  test('what is staked is told before a player is chosen', () => {
    const hundred: Piece = { id: 'stake', look: 'token', kind: 'hundred', face: '100', states: ['many'] }
    const seat = piece('seat-1', 'seat')
    expect(lacking([seat, hundred], [hundred, hundred, hundred], [choice({ hundred: 3, 'seat-1': 1 })])).toBe('300 so far: choose a player')
  })

  test('dice that are named are not added up, and those named so far are read aloud', () => {
    const two: Piece = { id: 'shot-2', look: 'die', kind: 'shot-2', face: '2', states: ['many'] }
    const five: Piece = { ...two, id: 'shot-5', kind: 'shot-5', face: '5' }
    const shot = [choice({ 'shot-2': 2, 'shot-5': 1 })]
    expect(lacking([two, five], [two, two], shot)).toBe('Choose another die')
    expect(spokenLacking([two, five], [two, two], shot)).toBe('2 2 so far: choose another die')
    expect(spokenLacking([two, five], [], shot)).toBe('Choose dice')
  })

  test('things of many sorts, or without a common name, are not listed', () => {
    expect(lacking([CARD, RED, OFFER], [], [])).toBe('Choose one')
    expect(lacking([piece('bid', 'bid')], [RED], [])).toBe('Choose one more')
  })
})
