/** The four suits on a square of 24, by their letter in a card's notation. They lie with their game, whose printed cards
 * have them too. */
import { of } from '../../../src/throwdown/games/command_dice/drawings/suits.json'

export const SUITS: Readonly<Record<string, string>> = of
