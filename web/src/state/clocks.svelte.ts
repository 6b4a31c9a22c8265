/** The clocks of the seats, counted on from what the server told last. */
import type { SeatTime, Times } from '../wire'

const OFTEN = 250
const SELDOM = 15_000
/** Seconds under which a bank is nearly gone: then its clock stands out. */
const NEARLY = 10
/** And the share of the time for a choice over days. */
const NEARLY_SHARE = 0.25

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface SeatClock {
  /** Seconds. */
  left: number
  runs: boolean
  /** Little is left. */
  nearly: boolean
  /** What the clock shows, and what stands beside it. */
  words: string
  note: string
  spoken: string
}

/** "9:45", or "1:02:07" from an hour on. */
export function inFigures(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), whole % MINUTE]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** "1 d 14 h", "3 h 20 min", "12 min": the two largest units. */
export function inUnits(seconds: number): string {
  const minutes = Math.max(0, Math.ceil(seconds / MINUTE))
  const [days, hours, rest] = [Math.floor(minutes / (24 * 60)), Math.floor((minutes % (24 * 60)) / 60), minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** So many seconds from now, as a day and an hour where the reader is: "Monday, 08:05". */
export function dayAndHour(seconds: number, now = new Date()): string {
  const at = new Date(now.getTime() + 1000 * seconds)
  const hour = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const isFar = seconds > 6 * DAY
  const day = at.toDateString() === now.toDateString() ? 'today' : at.toLocaleDateString('en-GB', isFar ? { day: 'numeric', month: 'long' } : { weekday: 'long' })
  return `${day}, ${hour}`
}

/** What happens when a time is up, for `seats` who play: "a bot makes the choice". */
export function endOfTime(late: string | undefined, seats: number): string {
  if (late !== 'match') return 'a bot makes the choice'
  return seats === 2 ? 'the match is lost' : 'a bot has the seat to the end'
}

/** The clock of a seat so many seconds after it was told. */
export function seen(times: Times, seat: SeatTime, passed: number): SeatClock {
  const runs = Boolean(seat.runs) && !times.paused
  const off = Math.max(0, (seat.off ?? 0) - passed)
  const left = Math.max(0, seat.left - (runs ? passed : 0))
  const isDays = times.kind === 'days'
  const nearly = runs && left < (isDays ? NEARLY_SHARE * times.whole : NEARLY)
  const words = isDays ? inUnits(left) : inFigures(left)
  if (off > 0) return { left, runs: false, nearly: false, words: inUnits(off), note: 'days off', spoken: `Days off for ${inUnits(off)}` }
  const note = isDays ? (runs ? `of ${inUnits(times.whole)}` : 'a choice') : ''
  return { left, runs, nearly, words, note, spoken: `${runs ? 'Clock runs' : 'Clock stands'}: ${isDays ? inUnits(left) : inFigures(left)}` }
}

export class Clocks {
  times: Times | null = $state.raw(null)
  #told = 0
  /** Milliseconds, by the page's clock. */
  #now = $state(0)
  #timer: ReturnType<typeof setInterval> | undefined

  came(times: Times): void {
    this.stop()
    this.times = times
    this.#told = this.#now = performance.now()
    const often = times.kind === 'clock' ? OFTEN : SELDOM
    if (times.seats.some((seat) => seat.runs)) this.#timer = setInterval(() => (this.#now = performance.now()), often)
  }

  /** Another match is coming: it has clocks of its own. */
  forget(): void {
    this.stop()
    this.times = null
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  of(seat: number): SeatClock | null {
    const told = this.times?.seats.find((one) => one.seat === seat)
    return this.times && told ? seen(this.times, told, (this.#now - this.#told) / 1000) : null
  }

  /** The seats whose clocks run. */
  get running(): number[] {
    return (this.times?.seats ?? []).flatMap((one) => (this.of(one.seat)?.runs ? [one.seat] : []))
  }

  /** How many days off a seat may take yet, and whether it has some now. */
  off(seat: number): { left: number; now: boolean } {
    const told = this.times?.seats.find((one) => one.seat === seat)
    return { left: told?.vacation ?? 0, now: (told?.off ?? 0) > 0 }
  }
}
