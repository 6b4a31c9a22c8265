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

/** Milliseconds as seconds with two places. */
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2)
