"""Habits of players of Command Dice that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Chosen, Trait, chose

__all__ = ["TRAITS"]

DICE = "RWB"  # the colours of dice in notation: red, white, blue


def _dice(text: str) -> int:
    """How many dice ``R2 W1`` are."""
    return sum(int(part[1:]) for part in text.split())


def _chooses_dice(chosen: Chosen) -> bool:
    return all(part[0] in DICE for text in chosen.legal for part in text.split())


def _chooses_most(chosen: Chosen) -> bool:
    return _dice(chosen.text) == max(map(_dice, chosen.legal))


def _has_blue(chosen: Chosen) -> bool:
    return _chooses_dice(chosen) and any("B" in text for text in chosen.legal)


def _chooses_blue(chosen: Chosen) -> bool:
    return "B" in chosen.text


def _strikes(chosen: Chosen) -> list[str]:
    """The notations of all strikes, which begin with the value of the card."""
    return [text for text in chosen.legal if text[0].isdigit()]


def _may_stop(chosen: Chosen) -> bool:
    return "stop" in chosen.legal and bool(_strikes(chosen))


def _is_strike(chosen: Chosen) -> bool:
    return chosen.text in _strikes(chosen)


def _strikes_highest(chosen: Chosen) -> bool:
    return chosen.text[0] == max(text[0] for text in _strikes(chosen))


TRAITS = (
    Trait("chooses as many dice as it may", _chooses_dice, _chooses_most),
    Trait("chooses a blue die where it has one", _has_blue, _chooses_blue),
    Trait("stops although it could strike again", _may_stop, chose("stop")),
    Trait("strikes a card of the highest value within reach", _is_strike, _strikes_highest),
)
