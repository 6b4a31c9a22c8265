"""Why a game of KA'DICE! ended as it did: the order of elimination (KA-8, KA-12, KA-14, KA-16)."""

from __future__ import annotations

from ...kernel.english import counted
from ...kernel.scene import Account, Part, Piece, Reckoning
from . import told
from .cards import CARDS
from .state import IN_WAR
from .view import View
from .words import card_name, needs

__all__ = ["account"]


def account(view: View) -> Account:
    """Who holds cards, then the others from the last to lose the last card to the first."""
    left = told.holders(view)
    out = sorted((k for k in range(view.seats) if k not in left), key=lambda k: -view.fall[k])
    rows = [_holder(view, seat) for seat in left]
    rows += [_ghost(view, seat, len(left) + place) for place, seat in enumerate(out, 1)]
    if len(left) == 1:
        lead = f"The last player with a card wins (KA-14). The game took {_rounds(view)}."
        return Account("The order of elimination", "", lead, tuple(rows))
    lead = f"After {_rounds(view)} the game is a draw among those who have cards (KA-16)."
    return Account("Why a draw", "", lead, tuple(rows))


def _rounds(view: View) -> str:
    return f"{counted(view.rounds, 'round')}"


def _holder(view: View, seat: int) -> Reckoning:
    cards = view.stock[seat] + (view.active[seat] > 0)
    active = view.active[seat] - 1
    parts = (Part("Active card", "", (_card(seat, active),)),) if active >= 0 else ()
    note = f"{counted(cards, 'card')} left, took {_taken(view, seat)}"
    return Reckoning(seat, str(cards), parts, note, 1)


def _taken(view: View, seat: int) -> int:
    """How many of the cards in the discard piles ``seat`` eliminated."""
    return sum(row[card] == 1 + seat for row in view.taker for card in range(CARDS))


def _ghost(view: View, seat: int, place: int) -> Reckoning:
    card = view.lost[seat] - 1
    parts = (Part("Last card", "", (_card(seat, card),), "lost"),) if card >= 0 else ()
    return Reckoning(seat, "0", parts, f"Round {view.fell_in[seat]}: {_how(view, seat, card)}", place)


def _how(view: View, seat: int, card: int) -> str:
    """By whom the last card was taken, where that is known."""
    if card < 0:
        return "the last card was lost"
    taker = view.taker[seat][card]
    if taker == IN_WAR:
        return f"{card_name(card)} was lost in a war"
    return f"{{{taker - 1}}} took {card_name(card)}" if taker else f"{card_name(card)} was lost"


def _card(seat: int, card: int) -> Piece:
    says = f"{card_name(card)}, goes to {needs(card)}"
    return Piece(f"end-{seat}", "condition-card", card_name(card), seat=seat, says=says)
