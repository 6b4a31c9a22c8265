"""DARDZ: what the rules say against an event that is not legal."""

from __future__ import annotations

import re

from ...kernel.english import listed
from . import names, offers
from .legends import ROLLS
from .state import ACTION, ACTION_TEXTS, ACTIONS, BONUS_ROLL, GIVE, NAME, PICK, TAKE, TEN
from .view import View


def reason(view: View, seat: int, said: str) -> str:
    """Why ``seat`` may not make the event written ``said``; empty where nothing is to be said."""
    if said == "ten" and view.announce_ten:
        return _against_call(view, seat)
    if view.phase == PICK:
        return _against_pick(view, said)
    if view.phase == ACTION:
        return _against_action(view, seat, said)
    if view.phase in (GIVE, TAKE):
        return _against_trade(view, said)
    return ""


def _against_call(view: View, seat: int) -> str:
    pile = view.pile[seat]
    if pile < TEN:
        cards = "1 card lies" if pile == 1 else f"{pile} cards lie"
        return f"{cards} in that points pile, and it takes ten to call (DZ-17)"
    return "the action card is played first (DZ-17)" if view.phase in (NAME, GIVE, TAKE) else ""


def _against_pick(view: View, said: str) -> str:
    own = offers.mine(view)
    mine, clause = listed(map(str, own)), ROLLS[view.thrown]
    if said == "nothing":
        must = "DZ-14" if view.thrown == BONUS_ROLL else "DZ-11"
        are = "is" if len(own) == 1 else "are"
        return f"{mine} {are} in hand and on offer, so a number must be picked ({must})" if own else ""
    if not said.isdigit():
        return ""
    dice, number = view.dice[: view.shown], int(said)
    if number in offers.numbers(view) and view.thrown == BONUS_ROLL:
        return f"{number} is not in hand, and in the Bonus Roll {mine} must be picked (DZ-14)"
    if len(dice) == 3 and number == sum(dice):
        return "three dice are never added together (DZ-10)"
    return f"{number} is not on offer: {names.dice_words(dice)} were rolled ({clause})"


def _against_action(view: View, seat: int, said: str) -> str:
    held = names.hand_of(view, seat)
    kinds = {names.kind_text(kind): kind for kind in held if kind >= ACTIONS}
    if said in kinds and names.passes_hands(view, kinds[said]):
        return f"{names.the_card(kinds[said])} is played after the other action cards (DZ-3)"
    if said in ACTION_TEXTS:
        return f"there is no {said} in hand (DZ-3)"
    return "action cards are played before the turn goes on (DZ-7)"


def _against_trade(view: View, said: str) -> str:
    found = re.fullmatch(r"(?:give|take) (\w+)(?: from (\d))?", said)
    if not found:
        return ""
    holder = int(found[2]) if found[2] else view.turn
    if not 0 <= holder < view.seats or (found[2] and holder == view.turn):
        return "a card is taken from another player (DZ-3)"
    held = {names.kind_text(kind) for kind in names.hand_of(view, holder)}
    return "" if found[1] in held else f"that hand is {listed(sorted(held))}, without {found[1]} (DZ-3)"
