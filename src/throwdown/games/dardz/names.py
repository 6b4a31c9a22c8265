"""DARDZ: what things are called, and whose they are."""

from __future__ import annotations

from collections.abc import Iterable

from ...kernel.english import listed
from .state import ACTION_TEXTS, ACTIONS, BONUS_ROLL, GOLDEN, HANDS_LEFT, HANDS_RIGHT
from .view import View

ACTION_NAMES = ("Jackpot", "Boost 'em", "Bunk 'em", "Clock", "Skull", "Trade")
ROLLS: tuple[str, ...] = (
    "",
    "first roll",
    "second roll",
    "third roll",
    "Bonus Roll",
)


def kind_of(card: int) -> int:
    return card // 6


def number_of(kind: int) -> int:
    """The number on a card of ``kind``, a golden 7 included; 0 for an action card."""
    if kind >= ACTIONS:
        return 0
    return 7 if kind == GOLDEN else kind + 1


def kind_text(kind: int) -> str:
    """``5``, ``7g`` for a golden 7, ``skull``: as it is typed."""
    if kind >= ACTIONS:
        return ACTION_TEXTS[kind - ACTIONS]
    return "7g" if kind == GOLDEN else str(kind + 1)


def kind_name(kind: int) -> str:
    """``5``, ``golden 7``, ``Skull``: as it is said."""
    if kind >= ACTIONS:
        return ACTION_NAMES[kind - ACTIONS]
    return "golden 7" if kind == GOLDEN else str(kind + 1)


def spoken_name(kind: int) -> str:
    """``card 5``, ``golden 7``, ``Skull``: as it is read aloud, where a number alone says little."""
    name = kind_name(kind)
    return f"card {name}" if name.isdigit() else name


def a_card(kind: int) -> str:
    """``a 5``, ``an 8``, ``a golden 7``."""
    return f"{'an' if kind in (7, 10) else 'a'} {kind_name(kind)}"


def the_card(kind: int) -> str:
    """``the Jackpot``, ``Boost 'em``."""
    name = kind_name(kind)
    return name if name.endswith("'em") else f"the {name}"


def does(view: View, kind: int, effect: int) -> bool:
    """Whether the action card ``kind`` has that effect (DZ-3)."""
    return effect in view.does[kind - ACTIONS]


def passes_hands(view: View, kind: int) -> bool:
    """Whether the action card ``kind`` passes all hands on, and is so played last (DZ-3)."""
    return does(view, kind, HANDS_LEFT) or does(view, kind, HANDS_RIGHT)


def dice_words(dice: Iterable[int]) -> str:
    return " ".join(str(face) for face in dice if face)


def hand_of(view: View, seat: int) -> list[int]:
    """The kinds of the cards in a hand."""
    return [kind_of(card - 1) for card in view.hand[seat][: view.held[seat]]]


def side_of(view: View, seat: int) -> int:
    return seat % view.sides


def seats_of(view: View, side: int) -> list[int]:
    """The seats of a side: one, or the two partners."""
    return [seat for seat in range(view.seats) if side_of(view, seat) == side]


def named(seats: Iterable[int]) -> str:
    """``{0} and {2}``."""
    return listed(f"{{{seat}}}" for seat in seats)


def roll_name(view: View, throw: int) -> str:
    """``second roll``, ``Jackpot``: what dice were thrown for."""
    return ROLLS[throw] if throw <= BONUS_ROLL else kind_name(view.dice_card)


def signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def left_from(view: View, seat: int) -> list[int]:
    """All seats, from ``seat`` to the left."""
    return [(seat + k) % view.seats for k in range(view.seats)]
