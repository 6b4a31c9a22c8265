/** Short tones, made here. A browser plays none before its person has tapped or pressed a key. */
import { settings } from './settings.svelte'

let context: AudioContext | null = null

/** Call in a tap or a key press: from then on there may be sound. */
export function allowSound(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

const [EVENING, MORNING] = [22, 7]

/** Whether it is night where the device is. */
export function isNight(now: Date): boolean {
  return now.getHours() >= EVENING || now.getHours() < MORNING
}

/** A tone of so many hertz and seconds; silent where sound is off or not allowed yet. */
export function tone(hertz: number, seconds: number): void {
  if (!context || context.state !== 'running' || !settings.sound || (settings.quietAtNight && isNight(new Date()))) return
  const [now, wave, level] = [context.currentTime, context.createOscillator(), context.createGain()]
  wave.type = 'triangle'
  wave.frequency.value = hertz
  level.gain.setValueAtTime(0, now)
  level.gain.linearRampToValueAtTime(0.22, now + 0.01)
  level.gain.exponentialRampToValueAtTime(0.001, now + seconds)
  wave.connect(level).connect(context.destination)
  wave.start(now)
  wave.stop(now + seconds)
}
