"""Why a card may not be played now, in words (KD-13 to KD-20)."""

from __future__ import annotations

import functools
from typing import Any

from .cards import (
    AFTER,
    ANY,
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    COLD,
    DOUBLE,
    EXTRA_OTHER,
    EXTRA_SELF,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    PICKPOCKET,
    PLAY_BET_WIN,
    PLAY_ON,
    TAX,
    TOLL,
    UPGRADES,
    VIKING,
    WINDFALL,
    WINDOW,
)
from .duels.table import BEACH, NOBODY, allows_extra, allows_less
from .duels.words import title
from .names import kind_name, window_name
from .plays import AIMED, ALONE, play_parts, play_text


def _allows_less(view: Any) -> bool:
    return bool(allows_less(view.duel))


DICE_CARDS = {
    EXTRA_SELF: allows_extra,
    EXTRA_OTHER: allows_extra,
    LESS_SELF: _allows_less,
    LESS_OTHER: _allows_less,
}


@functools.cache
def plays() -> dict[str, int]:
    """The number of every way to play a card, by its text without spaces."""
    events = [event for event in range(PLAY_BET_WIN, BUY_EXTRA) if is_written(event)]
    return {play_text(event).replace(" ", ""): event for event in reversed(events)}


def is_written(event: int) -> bool:
    kind = play_parts(event)[0]
    return event < PLAY_ON or kind in AIMED or kind in ALONE


def refuse(view: Any, seat: int, event: int | str) -> str:
    """The reason, or nothing where the event is not the play of a card."""
    number = plays().get("".join(event.split()).lower(), -1) if isinstance(event, str) else event
    if not PLAY_BET_WIN <= number < BUY_EXTRA or not is_written(number):
        return ""
    kind, on, stake = play_parts(number)
    if kind < UPGRADES or not view.hand[seat][kind]:
        return f"you hold no {kind_name(kind)}"
    return when(view, seat, kind) or (
        on_stakes(view, seat, kind, on, stake) if stake else on_duel(view, seat, kind)
    )


def when(view: Any, seat: int, kind: int) -> str:
    """The window is wrong."""
    if kind == NOPE:
        return "" if view.phase == WINDOW and view.pending != NOBODY else "there is nothing to Nope"
    if kind == VIKING:
        return "a Viking Invasion is laid during a duel, on the dice of another who is about to roll"
    if view.phase != WINDOW:
        if kind in (PICKPOCKET, WINDFALL, TAX) and view.fits[kind] == ANY and seat != view.challenger:
            return f"{kind_name(kind)} is played on your own turn"
        return f"{kind_name(kind)} is not played now"
    if view.pending != NOBODY:
        return "a card waits to take effect: let it pass, or Nope it"
    fitting = window_name(view, kind).lower()
    now = "after" if view.window == AFTER else "before"
    if fitting == "on your turn":
        return "" if seat == view.challenger else f"{kind_name(kind)} is played on your own turn"
    return "" if fitting == now else f"{kind_name(kind)} is played {fitting} a duel"


def on_stakes(view: Any, seat: int, kind: int, on: int, stake: int) -> str:
    """KD-15."""
    if view.duel == BEACH:
        return "there are no bets in Day at the Beach"
    if not view.duelists >> on & 1:
        return f"seat {on} does not duel"
    is_duelist = view.duelists >> seat & 1
    if is_duelist and (kind == BET_WIN) != (on == seat):
        return "a duelist may not bet on their own loss"
    if kind == BET_LOSE and not view.lose_bets and view.duelists.bit_count() > 2:
        return "there are no bets to lose where three or more duel"
    if view.staked[seat] + stake > view.score[seat]:
        return f"your stakes may not exceed your score of {view.score[seat]}"
    return f"a stake is {view.stake_most} at most"


def on_duel(view: Any, seat: int, kind: int) -> str:
    """KD-16, KD-20."""
    if kind in DICE_CARDS and not DICE_CARDS[kind](view):
        return f"no {kind_name(kind)} in {title(view.duel)}"
    if kind in (TOLL, DOUBLE, EXTRA_SELF, LESS_SELF) and not view.duelists >> seat & 1:
        return f"{kind_name(kind)} is for duelists"
    if kind == DOUBLE and view.doubled >> seat & 1:
        return "Double Down is played once in a duel"
    if kind == LESS_SELF:
        return "you may not make yourself forfeit"
    if kind in (EXTRA_SELF, EXTRA_OTHER):
        return "the grey dice are all in play"
    return "Cold Feet is for the challenged, and somebody must be left to duel" if kind == COLD else ""
