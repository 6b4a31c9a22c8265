/** The library of throws, one file for each number of dice, fetched when first thrown. */
import { inflate, readThrows, type Throw } from './throws'

export const MOST = 14
const FILES = import.meta.glob<string>('./throws/*.bin', { eager: true, import: 'default', query: '?url' })
const fetched = new Map<number, Promise<Throw[]>>()

export function throwsOf(dice: number): Promise<Throw[]> {
  const known = fetched.get(dice)
  if (known) return known
  const coming = load(dice)
  fetched.set(dice, coming)
  coming.catch(() => fetched.delete(dice))
  return coming
}

async function load(dice: number): Promise<Throw[]> {
  const answer = await fetch(FILES[`./throws/${dice}.bin`] ?? '')
  if (!answer.ok) throw new Error(`the throws of ${dice} dice are missing`)
  return readThrows(await inflate(await answer.arrayBuffer()))
}
