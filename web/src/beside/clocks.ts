/** Clocks of a table: what they show, worked out from times in milliseconds. No time passes in here. */

/** A clock for turns; nobody's time runs while `since` is null. `limit` is 0 where there is none. */
export interface TurnClock {
  limit: number
  /** Time used so far by each person, without the turn that is on. */
  used: readonly number[]
  on: number
  /** Time of the turn that is on, up to `since`. */
  turn: number
  since: number | null
}

export function newClock(people: number, limit: number): TurnClock {
  return { limit, used: Array.from({ length: people }, () => 0), on: 0, turn: 0, since: null }
}

/** How long the turn has taken. */
export function turnTime(clock: TurnClock, now: number): number {
  return clock.turn + (clock.since === null ? 0 : Math.max(0, now - clock.since))
}

/** What the clock of the turn shows: the time that is left, or without a limit the time it took. */
export function shown(clock: TurnClock, now: number): number {
  const time = turnTime(clock, now)
  return clock.limit ? Math.max(0, clock.limit - time) : time
}

export function isOver(clock: TurnClock, now: number): boolean {
  return clock.limit > 0 && turnTime(clock, now) >= clock.limit
}

export function start(clock: TurnClock, now: number): TurnClock {
  return clock.since === null ? { ...clock, since: now } : clock
}

export function pause(clock: TurnClock, now: number): TurnClock {
  return { ...clock, turn: turnTime(clock, now), since: null }
}

/** The turn ends, and that of `to` begins; the clock goes on if it ran. */
export function passTo(clock: TurnClock, to: number, now: number): TurnClock {
  const time = turnTime(clock, now)
  const used = clock.used.map((before, i) => (i === clock.on ? before + time : before))
  return { ...clock, used, on: to, turn: 0, since: clock.since === null ? null : now }
}

/** 1:05, and below a minute with tenths where they are asked for. */
export function asClock(milliseconds: number, tenths = false): string {
  const all = tenths ? Math.floor(milliseconds / 100) / 10 : Math.ceil(milliseconds / 1000)
  const [minutes, seconds] = [Math.floor(all / 60), all % 60]
  const text = tenths ? seconds.toFixed(1).padStart(4, '0') : String(seconds).padStart(2, '0')
  return `${minutes}:${text}`
}

/** A touch on a buzzer. */
export interface Touch {
  who: number
  /** Milliseconds since Go; negative before it. */
  at: number
}

/** Nearer to each other than this, in milliseconds, two touches are a tie. */
export const TIE = 10

export interface Verdict {
  /** Who was first; several where it was a tie. */
  first: readonly number[]
  at: number
  /** How much later the next one was; null where nobody else touched. */
  by: number | null
}

/** Who touched first after Go; null where nobody did. Who touches twice counts once. */
export function judge(touches: readonly Touch[]): Verdict | null {
  const after = touches.filter((touch) => touch.at >= 0).sort((a, b) => a.at - b.at)
  const firsts = after.filter((touch, i) => after.findIndex((other) => other.who === touch.who) === i)
  const [best] = firsts
  if (!best) return null
  const first = firsts.filter((touch) => touch.at - best.at < TIE)
  const next = firsts[first.length]
  return { first: first.map((touch) => touch.who), at: best.at, by: next ? next.at - best.at : null }
}

/** The highest of what was rolled; several where they tie. Who has not rolled yet is undefined. */
export function highest(rolled: readonly (number | undefined)[]): number[] {
  const best = Math.max(...rolled.map((one) => one ?? 0))
  return best > 0 ? rolled.flatMap((one, i) => (one === best ? [i] : [])) : []
}

/** One of so many, each equally likely, by the browser's randomness. */
export function drawOne(many: number): number {
  const edge = 2 ** 32 - (2 ** 32 % many)
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint32Array(1))
    if (value !== undefined && value < edge) return value % many
  }
}
