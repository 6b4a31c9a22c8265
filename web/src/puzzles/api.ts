/** What the pages of puzzles ask the server. */
import type { AllPuzzles, PuzzleAnswer, PuzzleTold } from '../http'
import { read } from '../state/api'

const at = (game: string, key: string) => `games/${encodeURIComponent(game)}/puzzles/${encodeURIComponent(key)}`

export const puzzleApi = {
  all: () => read<AllPuzzles>('GET', 'puzzles'),
  one: (game: string, key: string) => read<PuzzleTold>('GET', at(game, key)),
  answer: (game: string, key: string) => read<PuzzleAnswer>('GET', `${at(game, key)}/answer`),
}
