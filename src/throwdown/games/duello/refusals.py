"""Duello: why an event may not be made now, with the clause that says so."""

from __future__ import annotations

import re

from ...kernel.english import counted
from .names import row
from .record import AIM, BET, CHANGES, DECLARE, IDLE, MIDDLE, RAISES, REROLL, SHOOT
from .view import View

DECLARATIONS = ("reroll", "aim", "shoot")


def reason(view: View, seat: int, said: str) -> str:
    """What is against the event written ``said``, in small letters with single spaces; empty for nothing."""
    if view.phase == DECLARE and said in DECLARATIONS:
        return _against_declaration(view, seat)
    if view.phase in (SHOOT, AIM, REROLL) and re.fullmatch(r"[1-6 ]+", said):
        return _against_dice(view, seat, [int(face) for face in said.replace(" ", "")])
    if view.phase == MIDDLE:
        return _against_move(view, seat, said)
    return _against_bet(view, seat, said) if view.phase == BET else ""


def _against_declaration(view: View, seat: int) -> str:
    if view.stocks[seat] == 0:
        return "without stock a shot is forced (DU-8)"
    if view.further[seat] == 1:
        return "in the last further turn a shot is forced (DU-9)"
    return f"nobody may reroll after {IDLE} turns without aim or shot (DU-3)" if view.idle >= IDLE else ""


def _against_dice(view: View, seat: int, said: list[int]) -> str:
    need = view.targets[view.aims_at[seat]]
    if view.phase == SHOOT:
        values = counted(need, "value")
        return f"a shot names exactly {values}, not {len(said)} (DU-7)" if need != len(said) else ""
    if any(said.count(v + 1) > many for v, many in enumerate(view.stock[seat])):
        return f"the stock is {row(view.stock[seat])} ({'DU-3' if view.phase == REROLL else 'DU-4'})"
    return ""


def _against_move(view: View, seat: int, said: str) -> str:
    lying = sum(view.forward[seat])
    if said == "satisfied":
        if view.satisfied >> seat & 1:
            return "the word is given already (DU-6)"
        return "" if lying else "at least one die must lie in the middle (DU-6)"
    if said == "stay":
        return "the word has not been given yet (DU-6)"
    found = re.fullmatch(r"(in|out) ([1-6])", said)
    if not found:
        return ""
    there = view.stock[seat] if found[1] == "in" else view.forward[seat]
    if not there[int(found[2]) - 1]:
        lie = row(there)
        where = f"the stock is {lie or 'empty'}" if found[1] == "in" else f"in the middle lie {lie or 'none'}"
        return f"{where} (DU-6)"
    if found[1] == "out" and view.changes[seat] == CHANGES - 1:
        return f"the last of {CHANGES} changes leaves a die in the middle (DU-6)"
    return ""


def _against_bet(view: View, seat: int, said: str) -> str:
    owed = view.level - view.staked[seat]
    if said == "check" and owed:
        return f"the bet of {counted(view.level, 'chip')} is called, raised or folded to (DU-23)"
    if said in ("call", "fold") and not owed:
        return "there is no bet to answer (DU-23)"
    found = re.fullmatch(r"(bet|raise) (\d+)", said)
    return _against_amount(view, seat, found[1], int(found[2])) if found else ""


def _against_amount(view: View, seat: int, verb: str, amount: int) -> str:
    free = view.chips[seat] - (view.level - view.staked[seat])
    if verb != ("raise" if view.level else "bet"):
        return (
            "there is a bet already: raise it (DU-23)" if view.level else "there is no bet to raise (DU-23)"
        )
    if view.raises > RAISES:
        return f"one bet and up to {RAISES} raises are made in a turn (DU-24)"
    if amount > free:
        have = "left after the call" if view.level > view.staked[seat] else "of the stack"
        return f"{amount} is more than the {counted(max(0, free), 'chip')} {have} (DU-24)"
    if amount > view.most_bet:
        return f"one bet or raise is at most {counted(view.most_bet, 'chip')} (DU-24)"
    return "the shortest stack cannot meet more (DU-24)" if amount else "a bet is one chip at least (DU-24)"
