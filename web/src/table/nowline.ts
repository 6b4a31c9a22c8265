/** Which words stand in the Now line: a lost line first, then a refusal, then the choice, then the scene's own. */
import { dayAndHour, endOfTime, type Clocks } from '../state/clocks.svelte'
import type { Health } from '../state/live.svelte'
import type { Seating } from '../state/seats'
import type { Review } from '../state/review.svelte'
import { listed, named, spoken } from '../state/words'
import type { Choice, Scene } from '../wire'

export interface NowLine {
  mood: 'act' | 'wait' | 'over' | 'refused' | 'lost'
  title: string
  note?: string
}

interface Situation {
  /** The match is over without its rules knowing, as after somebody resigned: what was said last. */
  ended: string
  scene: Scene | null
  health: Health
  refused: string
  ready: readonly Choice[]
  playing: boolean
  /** A choice was sent a while ago and is not answered yet. */
  late?: boolean
  /** A roll of fair dice is due, and some browser has not opened its part of it yet. */
  opening?: boolean
  /** Players who have no line to the table just now. */
  away?: readonly string[]
  /** You sit at the table and not in this game: others play it. */
  sitsOut?: boolean
  seating: Seating
}

export function actsFor({ ended, scene, health, refused, ready, playing, late = false, opening = false, away = [], sitsOut = false, seating }: Situation): NowLine {
  if (health === 'lost') {
    return { mood: 'lost', title: 'Connection lost. Trying again …', note: 'Your game is kept. It goes on when the connection is back.' }
  }
  const now = scene?.now
  if (!now) return { mood: 'wait', title: '' }
  const title = named(now.title, seating)
  if (ended && !playing) return { mood: 'over', title: ended }
  if (refused) return { mood: 'refused', title: refused.charAt(0).toUpperCase() + refused.slice(1), note: title }
  if (late && opening) return { mood: 'wait', title: 'The dice wait for a slow connection …', note: 'Every browser opens a part of the roll. Your choice counts once.' }
  if (late) return { mood: 'wait', title: 'Your choice is on its way …', note: 'The connection is slow. It counts once.' }
  const own = now.mood ?? 'wait' // what the server leaves out is as usual
  const mood = playing ? 'wait' : own === 'act' || own === 'over' ? own : 'wait'
  const one = ready.length === 1 ? ready[0] : undefined
  const isSaidInTray = scene.zones?.some((zone) => zone.layout === 'tray') ?? false
  const told = one?.note && !isSaidInTray ? one.note : now.note
  const isWaiting = mood === 'wait' && !playing
  const missing = isWaiting && away.length > 0 ? `${listed(away)} ${away.length > 1 ? 'are' : 'is'} away.` : ''
  const note = [sitsOut && mood === 'wait' ? 'You sit this game out.' : '', named(told, seating), missing].filter(Boolean).join(' ')
  return { mood, title, note }
}

interface Timing {
  clocks: Clocks
  you: number
  /** How many play. */
  seats: number
  /** Steps are still being shown. */
  playing: boolean
  seating: Seating
}

/** The Now line, with what a clock that runs adds to it: until when, and what happens then. */
export function withTime(line: NowLine, { clocks, you, seats, playing, seating }: Timing): NowLine {
  const seat = clocks.running.includes(you) ? you : (clocks.running[0] ?? -1)
  const time = clocks.of(seat)
  if (!time || !clocks.times || (line.mood !== 'act' && line.mood !== 'wait') || playing) return line
  const end = endOfTime(clocks.times.late, seats)
  const until = clocks.times.kind === 'days' ? `${seating.name(seat)} ${seat === you ? 'have' : 'has'} until ${dayAndHour(time.left)}` : ''
  if (until && seat !== you) return { ...line, note: `${until}. You may close this page.` }
  if (until) return { ...line, note: `${until}; then ${end}.` }
  return seat === you && time.nearly ? { ...line, note: `At zero ${end}.` } : line
}

/** A step of the last turn that is seen again: what was said then. */
export function seenAgain({ step, at, last }: Review, seating: Seating): NowLine {
  const title = at === 0 ? 'Before the last turn' : spoken(step?.said, seating)
  return { mood: 'wait', title, note: `The last turn again${at ? `, step ${at} of ${last}` : ''}. The game waits for you as it was.` }
}
