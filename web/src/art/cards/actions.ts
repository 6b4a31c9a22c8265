/** The action cards, line drawings on 48 by 48. They lie with their game, whose printed cards have them too. */
import { of } from '../../../../src/throwdown/games/dardz/drawings/actions.json'

export const ACTIONS: Readonly<Record<string, string>> = of
