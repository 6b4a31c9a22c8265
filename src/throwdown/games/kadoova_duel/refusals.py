"""Why something may not be done now, with the clause that says so."""

from __future__ import annotations

import functools
import re

from .cards import (
    ACCUSED,
    AFTER,
    ANY,
    BET_LOSE,
    BET_WIN,
    BUY_EXTRA,
    BUYING,
    CHOOSING,
    COLD,
    COLD_FEET,
    DOUBLE,
    DUELING,
    EXTRA_OTHER,
    EXTRA_SELF,
    GUNS,
    LESS_OTHER,
    LESS_SELF,
    NOPE,
    OPENING,
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
from .clauses import card_clause
from .duels import refusals as duel_refusals
from .duels.phrases import title
from .duels.register import (
    allows_extra,  # pyright: ignore[reportUnknownVariableType]
    allows_less,  # pyright: ignore[reportUnknownVariableType]
    allows_viking,  # pyright: ignore[reportUnknownVariableType]
    has_winner,  # pyright: ignore[reportUnknownVariableType]
)
from .duels.table import NOBODY
from .names import kind_name, window_name
from .plays import AIMED, ALONE, play_parts, play_text
from .view import View


def _allows_extra(view: View) -> bool:
    return bool(allows_extra(view))  # pyright: ignore[reportUnknownArgumentType]


def _allows_less(view: View) -> bool:
    return bool(allows_less(view.duel))  # pyright: ignore[reportUnknownArgumentType]


DICE_CARDS = {
    EXTRA_SELF: _allows_extra,
    EXTRA_OTHER: _allows_extra,
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


def refuse(view: View, seat: int, event: int | str) -> str:
    """The reason, with its clause; empty where the rules say nothing."""
    if isinstance(event, str):
        said = " ".join(event.lower().split())
        number = plays().get(said.replace(" ", ""), -1)
    else:
        said, number = "" if event >= PLAY_BET_WIN else duel_refusals.text_of(view, event), event
    if not PLAY_BET_WIN <= number < BUY_EXTRA or not is_written(number):
        return _against_other(view, seat, said)
    kind, on, stake = play_parts(number)
    if kind < UPGRADES or not view.hand[seat][kind]:
        return f"you hold no {kind_name(kind)} (KD-13)"
    if view.phase == DUELING and (view.plain or view.breaking):
        return _no_cards(view)
    why = when(view, seat, kind) or (
        on_stakes(view, seat, kind, on, stake) if stake else on_duel(view, seat, kind, on)
    )
    return f"{why} ({card_clause(kind)})" if why else ""


def _no_cards(view: View) -> str:
    """Why no card at all is played in this Quick Draw, with the clause."""
    if view.purpose == OPENING:
        return "no card is played in the opening Quick Draw (KD-4)"
    return "no card is played in a Quick Draw that settles a tie or a dispute (KD-11)"


def _against_other(view: View, seat: int, said: str) -> str:
    """Why ``said``, which plays no card, is not allowed, with the clause."""
    if view.phase == DUELING:
        return duel_refusals.reason(view, seat, said)
    if view.phase in (CHOOSING, COLD_FEET):
        return "the opponent is another player, and nobody twice in a duel (KD-7, KD-20)"
    if view.phase == BUYING:
        return "only dice cards that another gave are bought off, each once (KD-16)"
    if view.phase == ACCUSED:
        return "whoever is accused admits it or denies it (KD-12)"
    if view.phase != WINDOW:
        return ""
    if said.startswith("caught"):
        return _against_charge(view)
    if said.startswith("buy off"):
        return "dice cards are bought off when the cards before the duel are played (KD-16)"
    if re.fullmatch(r"bet \d+ (on|against) \d+", said):
        return f"a stake is in hundreds, to {view.stake_most} at most (KD-15)"
    return "cards are played, or one passes (KD-5)" if said else ""


def _against_charge(view: View) -> str:
    """Why nobody can be charged with cheating now (KD-12)."""
    if not view.cheating:
        return "at this table nobody is charged with cheating (KD-12)"
    if view.window != AFTER:
        return "a charge of cheating is made after the duel (KD-12)"
    if view.pending != NOBODY:
        return "the card that waits to take effect comes first (KD-12)"
    return "a duelist is charged who has not forfeited and has not been cleared (KD-12)"


def when(view: View, seat: int, kind: int) -> str:
    """Why a card of ``kind`` cannot be played now: another window is open, or none."""
    if kind == NOPE:
        return "" if view.phase == WINDOW and view.pending != NOBODY else "there is nothing to Nope"
    if kind == VIKING:
        if view.phase == DUELING and not allows_viking(view.duel):  # pyright: ignore[reportUnknownArgumentType]
            return f"no Viking Invasion in {title(view.duel)}"
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


def on_stakes(view: View, seat: int, kind: int, on: int, stake: int) -> str:
    """Why a card that bets cannot be played with this stake (KD-15)."""
    if not has_winner(view.duel):
        return f"there are no bets in {title(view.duel)}"
    if not view.duelists >> on & 1:
        return "bets are made on duelists"
    is_duelist = view.duelists >> seat & 1
    if is_duelist and (kind == BET_WIN) != (on == seat):
        return "a duelist may not bet on their own loss"
    if kind == BET_LOSE and not view.lose_bets and view.duelists.bit_count() > 2:
        return "there are no bets to lose where three or more duel"
    if view.staked[seat] + stake > view.score[seat]:
        return f"your stakes may not exceed your score of {view.score[seat]}"
    return f"a stake is {view.stake_most} at most"


def on_duel(view: View, seat: int, kind: int, on: int) -> str:
    """Why a card cannot be played on this duel or player (KD-16, KD-19, KD-20)."""
    if kind in AIMED and on == seat:
        return f"{kind_name(kind)} is played on another player"
    if kind in DICE_CARDS and not DICE_CARDS[kind](view):
        return f"no {kind_name(kind)} in {title(view.duel)}"
    if kind in (EXTRA_OTHER, LESS_OTHER) and not view.duelists >> on & 1:
        return f"{kind_name(kind)} is played on a duelist"
    if kind in (TOLL, DOUBLE, EXTRA_SELF, LESS_SELF, GUNS) and not view.duelists >> seat & 1:
        return f"{kind_name(kind)} is for duelists"
    if kind == DOUBLE:
        once = view.doubled >> seat & 1
        return "Double Down is played once in a duel" if once else f"no Double Down in {title(view.duel)}"
    return {
        LESS_SELF: "you may not make yourself forfeit",
        LESS_OTHER: "nobody is given Less Dice who has no die left",
        EXTRA_SELF: "the grey dice are all in play",
        EXTRA_OTHER: "the grey dice are all in play",
        GUNS: "Two Guns McGee is played before a Quick Draw",
        COLD: "Cold Feet is for the challenged, and somebody must be left to duel",
    }.get(kind, "")
