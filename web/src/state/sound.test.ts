import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let played: number[] = []

class Param {
  value = 0
  setValueAtTime(): void {}
  linearRampToValueAtTime(): void {}
  exponentialRampToValueAtTime(): void {}
}

class Wave {
  type = ''
  frequency = new Param()
  connect<T>(to: T): T {
    return to
  }
  start(): void {
    played.push(this.frequency.value)
  }
  stop(): void {}
}

class Level {
  gain = new Param()
  connect<T>(to: T): T {
    return to
  }
}

class Context {
  state = 'running'
  currentTime = 0
  destination = {}
  createOscillator = () => new Wave()
  createGain = () => new Level()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date(2026, 5, 1, 15))
  vi.resetModules()
  vi.stubGlobal('AudioContext', Context)
  vi.stubGlobal('navigator', {})
  played = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('nothing sounds before a gesture, and each occasion has its own tones after it', async () => {
  const { ring } = await import('./bell')
  const { allowSound } = await import('./sound')
  ring('turn')
  vi.runAllTimers()
  expect(played).toEqual([])
  allowSound()
  for (const [occasion, tones] of [['turn', [660, 880]], ['asked', [740, 740]], ['end', [880, 660, 550]]] as const) {
    played = []
    ring(occasion)
    vi.runAllTimers()
    expect(played).toEqual(tones)
  }
})

test('sound is off by one setting, and at night where that is wished', async () => {
  const { settings } = await import('./settings.svelte')
  const { allowSound, tone } = await import('./sound')
  allowSound()
  settings.setSound(false)
  tone(440, 0.1)
  settings.setSound(true)
  settings.setQuietAtNight(true)
  for (const hour of [22, 23, 3, 6]) {
    vi.setSystemTime(new Date(2026, 5, 1, hour))
    tone(440, 0.1)
  }
  expect(played).toEqual([])
  for (const hour of [7, 21]) {
    vi.setSystemTime(new Date(2026, 5, 1, hour))
    tone(440, 0.1)
  }
  expect(played).toEqual([440, 440])
})

test('the device shakes on a turn only once it has been touched, and not where that is off', async () => {
  const shaken: unknown[] = []
  const navigator = { vibrate: (way: unknown) => shaken.push(way), userActivation: { hasBeenActive: false } }
  vi.stubGlobal('navigator', navigator)
  const { ring } = await import('./bell')
  const { settings } = await import('./settings.svelte')
  ring('turn')
  expect(shaken).toEqual([])
  navigator.userActivation.hasBeenActive = true
  ring('turn')
  settings.setVibration(false)
  ring('turn')
  expect(shaken).toEqual([[30]])
})
