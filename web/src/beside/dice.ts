/** What a roll comes to, and how it is told. */
import type { Box, DieKind, Opened, Someone, TrayRoll } from '../http'
import { seal, ticket } from '../state/fair'
import { inWords } from '../state/words'

export function faceOf(box: Box, kind: string, face: number): number {
  return box.dice.find((one) => one.key === kind)?.faces?.[face] ?? face + 1
}

/** "Sum 18 · three 5s". */
export function summary(values: readonly number[]): { sum: number; alike: string } {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [face, most] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return { sum: values.reduce((sum, value) => sum + value, 0), alike: most > 1 ? `${inWords(most)} ${face}s` : '' }
}

/** "kept 5 5, rolled 2 5 1." */
export function told(box: Box, roll: TrayRoll): string {
  const figures = (kept: boolean) => roll.dice.filter((die) => (die.kept ?? false) === kept).map((die) => faceOf(box, die.kind, die.face)).join(' ')
  const kept = figures(true)
  return `${kept ? `kept ${kept}, ` : ''}rolled ${figures(false)}.`
}

/** "Roll three", "Roll". */
export function rollName(many: number): string {
  return many > 0 && many < 9 ? `Roll ${inWords(many)}` : `Roll ${many}`
}

export function startOf(kind: DieKind): number {
  const start = kind.start ?? -1
  return start < 0 ? kind.many : start
}

export function lookOf(kind: DieKind | undefined, who: Someone | undefined): { colour: number; command: string } {
  if (kind?.look === 'command') return { colour: -1, command: kind.key }
  return { colour: kind?.look === 'table' ? -1 : (who?.colour ?? -1), command: '' }
}

/** Rolls of an opened seal that the secret does not give; -1 where the secret is not the one that was sealed. */
export function wrongRolls(box: Box, opened: Opened): number {
  if (seal(opened.secret) !== opened.commitment) return -1
  return opened.rolls.filter((roll) => {
    const thrown = roll.dice.filter((die) => !die.kept)
    return thrown.some((die, i) => {
      const faces = box.dice.find((kind) => kind.key === die.kind)?.faces?.length ?? 6
      return ticket(opened.secret, [], roll.first + i, faces) !== die.face
    })
  }).length
}
