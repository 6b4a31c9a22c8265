"""War (KA-3): for the first deal, and for a card that several players have turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.contract import rule
from .cards import DICE
from .state import CARDS_DUE, IN_WAR, WAR, WAR_OVER, die_sum, first_of, is_one, lose_card, next_pending

if TYPE_CHECKING:
    from .view import View


@rule
def begin_war(s: View, card: int, seats: int) -> None:
    """KA-3, for ``card`` - 1 or, with 0, for who deals."""
    s.phase = WAR
    s.war_card = card
    s.rivals = seats
    begin_war_roll(s, 1)


@rule
def begin_war_roll(s: View, dice: int) -> None:
    s.war_dice = dice
    s.pending = s.rivals
    begin_war_dice(s)


@rule
def begin_war_dice(s: View) -> None:
    next_pending(s)
    s.todo = (1 << s.war_dice) - 1


@rule
def next_in_war(s: View) -> None:
    if s.pending:
        begin_war_dice(s)
    else:
        end_war_roll(s)


@rule
def end_war_roll(s: View) -> None:
    """KA-3: the highest wins; those tied for it roll again, with one die more up to five."""
    best, highest = 0, 0
    for seat in range(s.seats):
        if s.rivals >> seat & 1:
            total = die_sum(s, seat)
            if total > best:
                best, highest = total, 0
            if total == best:
                highest |= 1 << seat
    s.closed = WAR_OVER
    if is_one(highest):
        end_war(s, highest)
    else:
        s.rivals = highest
        begin_war_roll(s, min(s.war_dice + 1, DICE))


@rule
def end_war(s: View, winner: int) -> None:
    """KA-4: the winner deals; KA-5: the losers discard the card and turn up the next, if they can."""
    s.phase = CARDS_DUE
    if s.war_card == 0:
        s.dealer = first_of(s, winner, 0)
        s.pending = (1 << s.seats) - 1
        return
    for seat in range(s.seats):
        if s.active[seat] == s.war_card and not winner >> seat & 1:
            lose_card(s, seat, IN_WAR)
            if s.stock[seat]:
                s.pending |= 1 << seat
