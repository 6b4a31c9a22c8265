/** Table values as pages show them: what is changed, what it was, and which of them a table has at all. */
import type { Value, Values } from './api'

/** The key under which a page tells the sheets over it which values are in force. */
export const IN_FORCE = Symbol('values in force')
export type InForce = () => Values

export const MARKS: Record<string, string> = { R: 'our reading', H: 'house value', P: 'publisher’s value' }

export function valueNow(value: Value, values: Values): Value['value'] {
  return values[value.key] ?? value.value
}

/** What a new table proposes to people where the game itself, as programs play it, has something else. */
export function proposed(specs: readonly Value[]): Values {
  return Object.fromEntries(specs.flatMap(({ key, at_table }) => (at_table === undefined || at_table === null ? [] : [[key, at_table]])))
}

export function isChanged(value: Value, now: Value['value']): boolean {
  return JSON.stringify(now) !== JSON.stringify(value.value)
}

/** `values` with one of them set; what is as the game has it is left out. */
export function withValue(values: Values, value: Value, now: Value['value']): Values {
  const { [value.key]: _, ...rest } = values
  return isChanged(value, now) ? { ...rest, [value.key]: now } : rest
}

/** Whether a table of so many seats has this value. */
export function applies(value: Value, seats: number): boolean {
  return !value.seats?.length || value.seats.includes(seats)
}

/** Those of `values` that a table of so many seats has. */
export function applying(specs: readonly Value[], values: Values, seats: number): Values {
  const had = new Set(specs.filter((spec) => applies(spec, seats)).map((spec) => spec.key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => had.has(key)))
}

/** One entry of a list value: what it is called, what it is, and what it was, if that is something else. */
export interface Entry {
  name: string
  now: number | string
  was: number | string | null
}

export function entries(value: Value, now: Value['value']): Entry[] {
  if (!Array.isArray(now)) return []
  const own = Array.isArray(value.value) ? value.value : []
  return now.map((figure, i) => {
    const was = own[i] ?? figure
    return { name: value.names?.[i] ?? String(i + 1), now: figure, was: was === figure ? null : was }
  })
}

/** "12 was 15, Skull was −5", or "was 150"; empty where nothing is changed. */
export function wasWords(value: Value, now: Value['value']): string {
  if (!isChanged(value, now)) return ''
  const changed = entries(value, now).filter((entry) => entry.was !== null)
  if (changed.length > 0) return changed.map((entry) => `${entry.name} was ${entry.was}`).join(', ')
  return `Was ${plain(value.value)}`
}

export function plain(value: Value['value']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** The name of a file for values of that name: letters that any system takes. */
export function fileName(name: string): string {
  return `${name.trim().replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'values'}.toml`
}
