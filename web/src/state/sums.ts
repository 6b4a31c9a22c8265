/** Lists of figures that are to add up; the pages of a table do without. */
import type { Value, Values } from './api'
import { valueNow } from './values'

/** "They add up to 51, not to 50."; empty where the entries add up to what the value needs. */
export function sumWords(value: Value, now: Value['value']): string {
  if (!Array.isArray(now) || value.total == null) return ''
  const sum = now.reduce((all: number, entry) => all + Number(entry), 0)
  return sum === value.total ? '' : `They add up to ${sum}, not to ${value.total}.`
}

/** Why a match cannot have these `values`; empty where it can. */
export function unfitWords(specs: readonly Value[], values: Values): string {
  const wrong = specs.find((value) => sumWords(value, valueNow(value, values)))
  return wrong ? `${wrong.label}: ${sumWords(wrong, valueNow(wrong, values)).replace('They', 'they')}` : ''
}
