/** The bots that the pages offer, weakest first, each with what it is like; programs may seat others too. */
export interface Level {
  kind: string
  name: string
  line: string
  /** Not one of the levels: how strong it is nobody says. */
  trained?: boolean
}

export const LEVELS: readonly Level[] = [
  { kind: 'novice', name: 'Novice', line: 'Goes by first impressions, and errs often. Good for a first game.' },
  { kind: 'regular', name: 'Regular', line: 'Goes by first impressions, and errs now and then.' },
  { kind: 'sharp', name: 'Sharp', line: 'Thinks ahead, and errs where little is lost.' },
  { kind: 'master', name: 'Master', line: 'Thinks much longer, and never errs on purpose.' },
]

/** The opponent that is proposed. */
const USUAL = 'regular'

const PLACE = 'level'

/** The level that was chosen last on this device, or the usual one. */
export function lastLevel(): string {
  try {
    const kept = localStorage.getItem(PLACE)
    return LEVELS.find((level) => level.kind === kept)?.kind ?? USUAL
  } catch {
    return USUAL
  }
}

export function keepLevel(kind: string): void {
  try {
    localStorage.setItem(PLACE, kind)
  } catch {
    // Where storage is forbidden the usual level is proposed.
  }
}

export function levelName(kind: string): string {
  return LEVELS.find((level) => level.kind === kind)?.name ?? kind.charAt(0).toUpperCase() + kind.slice(1)
}

/** Bots for programs, which no page offers. */
const PLAIN = ['random', 'greedy']

/** The levels among the bots that the server has, each with what the game says of it (`portraits`, by level) or what it is like in every
 *  game; then the trained players that its host has brought along. */
export function offered(bots: readonly string[], portraits: Readonly<Record<string, string>> = {}): Level[] {
  const trained = bots.filter((kind) => !PLAIN.includes(kind) && !LEVELS.some((level) => level.kind === kind))
  return [
    ...LEVELS.filter((level) => bots.includes(level.kind)).map((level) => ({ ...level, line: portraits[level.kind] ?? level.line })),
    ...trained.map((kind) => ({ kind, name: levelName(kind), line: 'A trained player that the host has brought along.', trained: true })),
  ]
}
