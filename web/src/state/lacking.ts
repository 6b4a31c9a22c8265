/** What is still to be chosen, as the main button says it while no choice is complete. */
import type { Choice, Piece } from '../wire'
import { takes } from './choices'
import { isDie } from './scenes'

const NOUNS: readonly [look: RegExp, noun: string][] = [
  [/card|^dardz-(action|number)$/, 'card'],
  [/^chip$/, 'chip'],
  [/^dardz-offer$/, 'offer'],
  [/^seat$/, 'player'],
  [/^sign$/, 'sign'],
  [/^space$/, 'space'],
]

function nounOf(piece: Piece): string {
  return isDie(piece) ? 'die' : (NOUNS.find(([look]) => look.test(piece.look))?.[1] ?? '')
}

/** "a card", "another die", or "dice" where one choice takes several of what is so called. */
function article(noun: string, isMore: boolean, isMany: boolean): string {
  if (isMore) return `another ${noun}`
  if (isMany) return noun === 'die' ? 'dice' : `${noun}s`
  return `${noun === 'offer' ? 'an' : 'a'} ${noun}`
}

/** What the chosen pieces that are worth a number come to, as points that are staked; 0 where there are none. */
function sumOf(chosen: readonly Piece[]): number {
  const faces = chosen.filter((piece) => piece.states?.includes('many') && !isDie(piece)).map(({ face }) => face ?? '')
  return faces.reduce((sum, face) => sum + (/^\d+$/.test(face) ? Number(face) : 0), 0)
}

/** What is still to be chosen, after what was put together so far: "300 so far: choose a player". */
export function lacking(addable: readonly Piece[], chosen: readonly Piece[], choices: readonly Choice[]): string {
  const sum = sumOf(chosen)
  const others = addable.filter(({ kind }) => sum === 0 || chosen.every((piece) => piece.kind !== kind))
  const words = wanted(others, chosen, choices)
  return sum > 0 ? after(sum.toLocaleString('en'), words) : words
}

/** The same as it is read aloud, with the dice that are named so far: "2 2 so far: choose another die". */
export function spokenLacking(addable: readonly Piece[], chosen: readonly Piece[], choices: readonly Choice[]): string {
  const words = lacking(addable, chosen, choices)
  const faces = chosen.filter((piece) => piece.states?.includes('many') && isDie(piece)).map(({ face }) => face ?? '')
  return faces.length > 0 ? after(faces.join(' '), words) : words
}

function after(chosen: string, words: string): string {
  return `${chosen} so far: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/** What to choose of the pieces that can be added to those chosen, for one of the choices: "Choose a card or a die". */
function wanted(addable: readonly Piece[], chosen: readonly Piece[], choices: readonly Choice[]): string {
  const kinds = new Map(addable.map((piece) => [piece.kind ?? '', nounOf(piece)]))
  const nouns = [...new Set(kinds.values())]
  const already = new Set(chosen.map(nounOf))
  if (nouns.length === 0 || nouns.length > 2 || nouns.includes('')) return chosen.length > 0 ? 'Choose one more' : 'Choose one'
  const most = (noun: string): number =>
    Math.max(0, ...choices.map((choice) => Object.entries(takes(choice)).reduce((sum, [kind, many]) => sum + (kinds.get(kind) === noun ? many : 0), 0)))
  return `Choose ${nouns.map((noun) => article(noun, already.has(noun), most(noun) > 1)).join(' or ')}`
}
