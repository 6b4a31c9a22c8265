"""What lies between turns: cards turned up and wars settled before a round, ghosts after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...kernel.contract import rule
from .cards import all_alike, shown_by
from .state import (
    ALL_DICE,
    AT_ONCE,
    CARDS_DUE,
    DRAW,
    GHOST,
    NOBODY,
    OVER,
    REVIVE,
    ROUND_OVER,
    TURNS,
    begin_roll,
    clockwise,
    dice_of,
    first_of,
    is_decided,
    is_one,
    matched_by,
    next_pending,
    seats_with_cards,
)
from .turns import begin_turn
from .war import begin_war

if TYPE_CHECKING:
    from .view import View


@rule
def next_card(s: View) -> None:
    """KA-4, KA-5, clockwise from the dealer; KA-14: a war may have decided the game."""
    if s.last_player == AT_ONCE and is_decided(s):
        s.phase = OVER
    elif next_pending(s):
        s.phase = DRAW
    else:
        settle(s)


@rule
def settle(s: View) -> None:
    """KA-5: the first group, clockwise from the dealer, whose active cards are the same goes to war."""
    seat = s.dealer
    for _ in range(s.seats):
        if s.active[seat] != 0:
            rivals = matched_by(s, 1 << s.active[seat] - 1, s.in_play)
            if not is_one(rivals):
                begin_war(s, s.active[seat], rivals)
                return
        seat = clockwise(s, seat)
    begin_turns(s)


@rule
def begin_turns(s: View) -> None:
    """KA-6, KA-11."""
    s.rivals = 0
    s.dealer = first_of(s, seats_with_cards(s), s.dealer)
    for seat in range(s.seats):
        if s.active[seat] != 0:
            s.left[seat] = TURNS
    begin_turn(s, s.dealer)


@rule
def end_round(s: View) -> None:
    """KA-10, KA-12: held dice are picked up; ghosts roll, but not who became one in this round."""
    s.turn = NOBODY
    s.left[:] = 0
    s.held[:] = 0
    s.pending = (1 << s.seats) - 1 & ~seats_with_cards(s) & ~s.fallen
    next_ghost(s)


@rule
def next_ghost(s: View) -> None:
    if next_pending(s):
        begin_roll(s, s.roller, ALL_DICE)
        s.phase = GHOST
    else:
        finish_round(s)


@rule
def end_ghost_roll(s: View) -> None:
    """KA-12: five alike are wild and match any active card."""
    dice = dice_of(s, s.roller)
    if all_alike(dice) or matched_by(s, shown_by(dice), s.in_play):
        s.phase = REVIVE
    else:
        next_ghost(s)


@rule
def finish_round(s: View) -> None:
    """KA-10: the button moves on and a new round begins; KA-14, KA-16: unless the game is over."""
    s.fallen = 0
    if is_decided(s) or s.rounds == s.most_rounds:
        s.phase = OVER
        return
    s.rounds += 1
    s.closed = ROUND_OVER
    s.immune = 0
    s.shifted[:] = 0
    s.dealer = first_of(s, seats_with_cards(s), clockwise(s, s.dealer))
    s.pending = seats_with_cards(s) & ~s.in_play
    s.phase = CARDS_DUE
