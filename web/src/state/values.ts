/** Table values as pages show them: what is changed, what it was, and which of them a table has at all. */
import type { Value, Values } from './api'

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

/** Whether the value has any effect in a match of so many seats with these `values`, and may be chosen at all. */
export function applies(value: Value, seats: number, values: Values, specs: readonly Value[]): boolean {
  if (value.offered === false || (value.seats?.length && !value.seats.includes(seats))) return false
  const now = (key: string) => {
    const other = specs.find((spec) => spec.key === key)
    return other && applies(other, seats, values, specs) ? valueNow(other, values) : other?.value
  }
  const holds = ([key, fitting]: [string, readonly (boolean | number | string)[]]) => {
    const found = key === 'seats' ? seats : now(key)
    return fitting.some((one) => one === found)
  }
  const barred = Object.entries(value.unless ?? {}).some(([key, fitting]) => {
    const other = specs.find((spec) => spec.key === key)
    return (key === 'seats' || (other && applies(other, seats, values, specs))) && holds([key, fitting])
  })
  return !barred && Object.entries(value.when ?? {}).every(holds)
}

/** Those of `values` that have any effect in a match of so many seats. */
export function applying(specs: readonly Value[], values: Values, seats: number): Values {
  const had = new Set(specs.filter((spec) => applies(spec, seats, values, specs)).map((spec) => spec.key))
  return Object.fromEntries(Object.entries(values).filter(([key]) => had.has(key)))
}

/** One entry of a list value: what it is called, what it is, and what it was, if that is something else. */
export interface Entry {
  name: string
  now: number | string
  was: number | string | null
}

/** The entries of a list; of a list with one for each seat, those of the seats that `seatNames` names. */
export function entries(value: Value, now: Value['value'], seatNames: readonly string[] = []): Entry[] {
  if (!Array.isArray(now)) return []
  const own = Array.isArray(value.value) ? value.value : []
  const bySeat = value.of_seats && seatNames.length > 0
  const shown = bySeat ? now.slice(0, seatNames.length) : now
  return shown.map((figure, i) => {
    const was = own[i] ?? figure
    return { name: (bySeat ? seatNames : value.names)?.[i] ?? String(i + 1), now: figure, was: was === figure ? null : was }
  })
}

/** The whole number that a person typed; null where it is none, or not from `least` to `most`. */
export function wholeNumber(typed: string, least: number, most: number): number | null {
  const figure = /^[-−]?\d+$/.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : Number.NaN
  return figure >= least && figure <= most ? figure : null
}

/** "12 was 15, Skull was −5", or "was 150"; empty where nothing is changed. */
export function wasWords(value: Value, now: Value['value'], seatNames: readonly string[] = []): string {
  if (!isChanged(value, now)) return ''
  const changed = entries(value, now, seatNames).filter((entry) => entry.was !== null)
  if (changed.length > 0) return changed.map((entry) => `${entry.name} was ${entry.was}`).join(', ')
  return `Was ${inForce(value, value.value, seatNames)}`
}

/** What a value is in words: the name of a seat where it is one. */
export function inForce(value: Value, now: Value['value'], seatNames: readonly string[] = []): string {
  if (value.of_seats && typeof now === 'number') return seatNames[now % (seatNames.length || 1)] ?? `Seat ${now + 1}`
  return plain(now)
}

export function plain(value: Value['value']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** How a link goes on that brings values: their name, then their file, each in base64url of UTF-8. */
export const DECK_LINK = '#deck='

/** The end of a link that brings the values of a file under `name`. */
export function deckLink(name: string, file: string): string {
  return `${DECK_LINK}${packed(name)}.${packed(file)}`
}

/** The name and the file that the end of a link brings; null where it is none. */
export function deckOf(hash: string): { name: string; file: string } | null {
  if (!hash.startsWith(DECK_LINK)) return null
  const [name = '', file = ''] = hash.slice(DECK_LINK.length).split('.')
  try {
    return { name: unpacked(name), file: unpacked(file) }
  } catch {
    return { name: '', file: '' }
  }
}

function packed(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function unpacked(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)))
}

/** The name of a file for values of that name: letters that any system takes. */
export function fileName(name: string): string {
  return `${name.trim().replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'values'}.toml`
}
