/** Numbers on offer: each piece that can be picked, with the dice that make it and the cards that it would move. */
import { isDie } from './scenes'
import type { Piece, Zone } from '../wire'

export interface Gain {
  seat: number
  cards: Piece[]
  /** What the cards come to, such as `+12`. */
  total: string
}

export interface Offer {
  head: Piece
  dice: Piece[]
  gains: Gain[]
}

/** The note of an offer names each seat and its total: "0 +10; 2 +12". */
function totals(head: Piece): [number, string][] {
  return (head.note ?? '')
    .split(';')
    .map((part) => part.trim().split(' '))
    .flatMap(([seat, total]) => (seat && total ? [[Number(seat), total] as [number, string]] : []))
}

/** A zone of offers holds each one followed by what belongs to it. */
export function offersIn(zone: Zone): Offer[] {
  const offers: Offer[] = []
  for (const piece of zone.pieces ?? []) {
    const offer = offers.at(-1)
    if (piece.look === 'dardz-offer') {
      offers.push({ head: piece, dice: [], gains: totals(piece).map(([seat, total]) => ({ seat, total, cards: [] })) })
    } else if (isDie(piece)) offer?.dice.push(piece)
    else offer?.gains.find((gain) => gain.seat === (piece.seat ?? -1))?.cards.push(piece)
  }
  return offers
}

export const OFFERS = Symbol('offers')
