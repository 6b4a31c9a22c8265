/** What is to be touched at a buzzer: by one of those who race. */
export interface Area {
  who: number
  name: string
  colour: number
  hollow: boolean
  words: string
}

/** The keys of the areas on one screen, in order. */
export const KEYS = ['a', 'l', 'q', 'p', 'z', 'm', 'g', 'h']

/** What stands on an area. */
export function wordsOf(how: { isCounting: boolean; isFirst: boolean; isOut: boolean; isTold: boolean }): string {
  return how.isCounting ? 'Hands flat' : how.isFirst ? 'First' : how.isOut ? 'Out' : how.isTold ? 'Not first' : 'Touch here'
}

/** Milliseconds as seconds with two places. */
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2)
