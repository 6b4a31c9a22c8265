"""Words that the duels share. ``{0}`` stands for the name of seat 0."""

from __future__ import annotations

from ....kernel.english import listed
from .counts import dice_of, many
from .register import facts_of
from .table import NOBODY
from .view import View

DISTANCES = ("close", "further away", "furthest away")  # of the mat (KD-D2)


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(4) if mask >> seat & 1]


def names_of(mask: int) -> str:
    return listed(f"{{{seat}}}" for seat in seats_of(mask))


def players_of(mask: int) -> str:
    """The players of the bit set ``mask`` in a sentence: up to two by name, more by how many they are."""
    seats = seats_of(mask)
    return names_of(mask) if len(seats) < 3 else many(len(seats), "player")


def knows_own(view: View, seat: int) -> bool:
    """Whether the dice of ``seat`` are known here: beside a box they may lie under a real cup (KD-D4)."""
    return all(view.die[seat][: view.count[seat]])


def bid_text(bid: int) -> str:
    """``7 4s``; ``bid`` counts from 0."""
    return f"{bid // 6 + 1} {bid % 6 + 1}{'' if bid < 6 else 's'}"


def bid_words(bid: int) -> str:
    """``seven fours``."""
    return dice_of(bid // 6 + 1, bid % 6 + 1)


def title(duel: int) -> str:
    return facts_of(duel).title


def role_of(view: View, seat: int) -> str:
    """The role of a duelist, once chosen."""
    roles = facts_of(view.duel).roles
    if view.lead == NOBODY or not roles or not view.duelists >> seat & 1:
        return ""
    return roles[0 if seat == view.lead else 1][0]


def rival_of(view: View, seat: int) -> int:
    """The other of two duelists."""
    return view.opponent if seat == view.challenger else view.challenger


def roll_size(view: View, seat: int) -> int:
    """How many dice a racer rolls: one where a Quick Draw breaks a tie."""
    return 1 if view.breaking else view.count[seat]
