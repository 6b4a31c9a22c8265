import { expect, test } from 'vitest'
import { offersIn } from './offers'
import type { Piece } from '../wire'

function piece(id: string, look: string, face: string, seat: number, note = ''): Piece {
  return { id, look, face, seat, note }
}

test('an offer holds its dice and, by seat, the cards that it would move', () => {
  const zone = {
    id: 'offers',
    place: 'table',
    pieces: [
      piece('offer-2', 'dardz-offer', '2', 0),
      piece('offer-2-die-0', 'die', '2', 0),
      piece('offer-7', 'dardz-offer', '7', 0, '0 +10; 2 +12'),
      piece('offer-7-die-0', 'die', '2', 0),
      piece('offer-7-die-1', 'die', '5', 0),
      piece('offer-7-card-72', 'dardz-number', '7g', 0, '10'),
      piece('offer-7-card-36', 'dardz-number', '7', 2, '6'),
      piece('offer-7-card-37', 'dardz-number', '7', 2, '6'),
    ],
  }
  const [two, seven] = offersIn(zone)
  expect(two?.gains).toEqual([])
  expect(seven?.dice.map((die) => die.face)).toEqual(['2', '5'])
  expect(seven?.gains.map(({ seat, total, cards }) => [seat, total, cards.length])).toEqual([[0, '+10', 1], [2, '+12', 2]])
})
