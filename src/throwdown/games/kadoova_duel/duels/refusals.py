"""Why something may not be done in a duel, with the clause that says so."""

from __future__ import annotations

import re
from typing import Any

from .clauses import duel_clause
from .table import AIM, BID, FAR, GATE, LIVE, MAT, NOBODY, PRESS, RAISE, ROLE, SET, SIMULATED, TAKE
from .words import PASS_TEXTS, ROLES, bid_text, bid_words, press_word, title

DOINGS = {"roll": "rolled", "throw": "thrown", "place": "placed"}
MAY_PASS = ("pass", "aside")
DRAW = "KD-11"  # the Quick Draw that settles a tie


def text_of(view: Any, event: int) -> str:
    """The notation of an event that a player might make, legal or not; empty for those of chance."""
    if event in PASS_TEXTS:
        return PASS_TEXTS[event]
    if event >= RAISE:
        return f"bid {bid_text(event - RAISE)}"
    if event >= FAR:
        return f"mat {event - FAR + 1}"
    if event == PRESS:
        return _press(view)
    if event >= AIM:
        return f"aim {event - AIM + 1}"
    return "role" if event >= TAKE else ""


def reason(view: Any, seat: int, said: str) -> str:
    """What is against ``said``, in small letters with single spaces; empty where the rules say nothing."""
    clause = DRAW if view.breaking else duel_clause(view.duel)
    if view.stage == ROLE:
        mine, other = (role.lower() for role in ROLES[view.duel])
        return f"the role is chosen first: {mine} or {other} ({clause})"
    if view.stage == SET:
        return f"the target is set to a number from 1 to 6: aim 1 to aim 6 ({clause})"
    if view.stage == MAT:
        return f"the mat is set first: mat 1, mat 2 or mat 3 ({clause})"
    if view.stage == BID:
        return _against_bid(view, said)
    return _against_press(view, seat, said, clause) if view.stage == GATE else ""


def _against_bid(view: Any, said: str) -> str:
    """KD-D4."""
    there = view.count[view.challenger] + view.count[view.opponent]
    standing = 0 if view.bid == NOBODY else view.bid // 6 + 1
    if said == "call" and not standing:
        return "there is no bid to call yet (KD-D4)"
    found = re.fullmatch(r"bid (\d+) ([1-6])s?", said)
    if not found:
        return "bid, or call the con (KD-D4)"
    if standing == there:
        return "a bid of all the dice must be called (KD-D4)"
    if int(found[1]) > there:
        return f"there are {there} dice in all (KD-D4)"
    return f"a bid is of more dice than {bid_words(view.bid) if standing else 'none'} (KD-D4)"


def _press(view: Any) -> str:
    return "roll" if view.breaking else press_word(view.duel)


def _against_press(view: Any, seat: int, said: str, clause: str) -> str:
    word = _press(view)
    if said == "bang":
        return "whoever has matched in a live Quick Draw slaps the table (KD-D10)"
    if said == "tie":
        return "that presses were level is said of a live race (KD-21)"
    if view.matched >> seat & 1:
        return f"you have matched: slap the table, bang ({clause})"
    if view.pressers >> seat & 1:
        return f"it is for you to {word} ({clause})"
    if said == "pass":
        return "live, one passes for the whole duel: aside (KD-18)" if view.timing == LIVE else ""
    if said not in DOINGS:
        return ""
    if said != word:
        return f"in {title(view.duel)} nothing is {DOINGS[said]} ({clause})"
    if view.timing == SIMULATED:
        return "in simulated time nobody presses: the time until each roll is drawn (KD-21)"
    return f"it is not for you to {word} now ({clause})"
