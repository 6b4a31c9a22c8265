import { expect, test } from 'vitest'
import { dayAndHour, endOfTime, inFigures, inUnits, seen } from './clocks.svelte'
import type { Times } from '../wire'

const clock: Times = { t: 'times', kind: 'clock', whole: 600, seats: [{ seat: 0, left: 65, runs: true }, { seat: 1, left: 600 }] }
const days: Times = { t: 'times', kind: 'days', whole: 172_800, seats: [{ seat: 0, left: 136_800, runs: true }, { seat: 1, left: 172_800, off: 90_000 }] }

test('a bank is shown in minutes and seconds, and a time over days in its two largest units', () => {
  expect([65, 8, 3727].map(inFigures)).toEqual(['1:05', '0:08', '1:02:07'])
  expect([136_800, 172_800, 12_000, 720, 3600].map(inUnits)).toEqual(['1 d 14 h', '2 d', '3 h 20 min', '12 min', '1 h'])
})

test('a clock that runs is counted on from what was told, and one that stands is not', () => {
  expect(seen(clock, clock.seats[0]!, 5)).toMatchObject({ left: 60, words: '1:00', nearly: false })
  expect(seen(clock, clock.seats[0]!, 57)).toMatchObject({ words: '0:08', nearly: true })
  expect(seen(clock, clock.seats[1]!, 57)).toMatchObject({ words: '10:00', runs: false })
})

test('over days it says of how much, and whose days off stop it', () => {
  expect(seen(days, days.seats[0]!, 0)).toMatchObject({ words: '1 d 14 h', note: 'of 2 d' })
  expect(seen(days, days.seats[1]!, 0)).toMatchObject({ words: '1 d 1 h', note: 'days off', runs: false })
})

test('the end of a time is a day and an hour where the reader is', () => {
  const now = new Date(2026, 10, 22, 18, 5)
  expect(dayAndHour(14 * 3600, now)).toBe('Monday, 08:05')
  expect(dayAndHour(3600, now)).toBe('today, 19:05')
  expect(dayAndHour(7 * 86_400, now)).toBe('29 November, 18:05')
})

test('what happens at the end of a time is said before it comes', () => {
  expect([endOfTime('turn', 2), endOfTime('match', 2), endOfTime('match', 3)]).toEqual(['a bot makes the choice', 'the match is lost', 'a bot has the seat to the end'])
})
