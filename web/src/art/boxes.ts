/** The art on a game's box: boxes/<key>.svg, on the ground that the tokens name for it. */
const ART = import.meta.glob<string>('./boxes/*.svg', { eager: true, query: '?raw', import: 'default' })

interface Ground {
  colour: string
  isLight: boolean
}
const GROUNDS: Record<string, Ground> = {
  'command-dice': { colour: 'var(--box-command)', isLight: false },
  duello: { colour: 'var(--box-duello)', isLight: false },
  kadice: { colour: 'var(--box-kadice)', isLight: true },
  dardz: { colour: 'var(--box-dardz)', isLight: false },
  'kadoova-duel': { colour: 'var(--box-kadoova)', isLight: false },
}
/** A game whose box nobody has drawn. */
const PLAIN = 'plain'

export function boxArt(game: string): string {
  return ART[`./boxes/${game}.svg`] ?? ART[`./boxes/${PLAIN}.svg`] ?? ''
}

export function groundOf(game: string): Ground {
  return GROUNDS[game] ?? { colour: 'var(--back)', isLight: false }
}
