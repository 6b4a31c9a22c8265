/** The bots that the pages offer, weakest first, each with what it is like; programs may seat others too. */
export interface Level {
  kind: string
  name: string
  line: string
}

export const LEVELS: readonly Level[] = [
  { kind: 'novice', name: 'Novice', line: 'Sees few of its choices, and plays at random half the time. Good for a first game.' },
  { kind: 'regular', name: 'Regular', line: 'Takes the best it sees, and slips one time in four.' },
  { kind: 'sharp', name: 'Sharp', line: 'Thinks ahead, and seldom slips.' },
  { kind: 'master', name: 'Master', line: 'Thinks ten times as long, and never slips.' },
]

/** The opponent that is proposed. */
export const USUAL = 'regular'

export function levelName(kind: string): string {
  return LEVELS.find((level) => level.kind === kind)?.name ?? kind
}

/** The levels among the bots that the server has. */
export function offered(bots: readonly string[]): Level[] {
  return LEVELS.filter((level) => bots.includes(level.kind))
}
