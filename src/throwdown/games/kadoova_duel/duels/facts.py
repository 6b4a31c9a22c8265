"""What a duel says of itself in a few lines: its names, its dice, the cards that may be played in it.

Every folder beside this file that holds a ``facts.py`` is a duel; :mod:`.register` finds them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

NEVER, ALWAYS = -2, -1  # whether Extra Dice may be played; 0 and more: where that of the options says so
NOBODY_CHOOSES, CHALLENGER, CHALLENGED = range(3)  # who says who has which role


class Facts(NamedTuple):
    """A duel, apart from how it is played.

    ``number`` stands for it in records and events, for good. ``key`` is its name in notation and begins the
    names of its table values. ``roles`` are the first and the second with a note on each; who has the first
    one is the ``lead`` of the record. ``fields`` are what the duel alone keeps in the record, in types as
    narrow as their numbers allow, and ``options`` those values of its tables that go there (``set_tables`` of
    its ``rules.py``).
    """

    number: int
    key: str
    title: str
    clause: str
    kind: str  # what stands on its card: Throw, Race and so on
    rule: str  # in one line
    dice: tuple[int, int]  # of the first role and of the second
    roles: tuple[tuple[str, str], ...] = ()
    chooser: int = NOBODY_CHOOSES
    press: str = "roll"  # what a duelist does at a gate: roll, throw or place
    targets: int = 0  # target dice that are rolled at first
    is_for_all: bool = False  # an All Duel (KD-7)
    is_race: bool = False
    is_slapped: bool = False  # live it is won with a slap (KD-D10)
    is_battle: bool = False  # each press rolls, and all wait for the last (KD-D12)
    has_winner: bool = True
    least_dice: int = 1  # KD-16: who has fewer forfeits
    greys: int = 0  # grey dice that the duel itself uses (KD-16)
    greys_each: int = 0  # the same for each player
    extra: int = ALWAYS  # KD-16
    adds_extra: bool = True  # whether an Extra die is one more, and not rolled along
    allows_less: bool = True  # KD-16
    allows_viking: bool = True  # KD-18
    allows_guns: bool = False  # KD-19
    prefers_first: bool = False  # the first role wins more often
    fields: tuple[tuple[Any, ...], ...] = ()
    options: tuple[tuple[Any, ...], ...] = ()

    @property
    def first_role(self) -> str:
        return self.roles[0][0]
