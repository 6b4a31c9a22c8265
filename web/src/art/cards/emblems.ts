/** A duel's emblem on 96 by 96: one silhouette in ink, cut out in `--paper`. They lie with their game, whose printed cards have them too. */
import { of } from '../../../../src/throwdown/games/kadoova_duel/drawings/emblems.json'

export const EMBLEMS: Readonly<Record<string, string>> = of
