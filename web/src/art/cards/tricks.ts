/** The Kadoova cards, drawn in cream on 64 by 48. They lie with their game, whose printed cards have them too. */
import { of } from '../../../../src/throwdown/games/kadoova_duel/drawings/tricks.json'

export const TRICKS: Readonly<Record<string, string>> = of
