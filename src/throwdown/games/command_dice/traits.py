"""Habits of players of Command Dice that the laboratory counts."""

from __future__ import annotations

from throwdown.kernel.traits import Moment, Trait, chose

__all__ = ["TRAITS"]

DICE = "RWB"  # the colours of dice in notation: red, white, blue


def _dice(text: str) -> int:
    """How many dice ``R2 W1`` are."""
    return sum(int(part[1:]) for part in text.split())


def _chooses_dice(moment: Moment) -> bool:
    return all(part[0] in DICE for text in moment.legal for part in text.split())


def _chooses_most(moment: Moment) -> bool:
    return _dice(moment.text) == max(map(_dice, moment.legal))


def _has_blue(moment: Moment) -> bool:
    return _chooses_dice(moment) and any("B" in text for text in moment.legal)


def _chooses_blue(moment: Moment) -> bool:
    return "B" in moment.text


def _strikes(moment: Moment) -> list[str]:
    """The notations of all strikes, which begin with the value of the card."""
    return [text for text in moment.legal if text[0].isdigit()]


def _may_stop(moment: Moment) -> bool:
    return "stop" in moment.legal and bool(_strikes(moment))


def _is_strike(moment: Moment) -> bool:
    return moment.text in _strikes(moment)


def _strikes_highest(moment: Moment) -> bool:
    return moment.text[0] == max(text[0] for text in _strikes(moment))


TRAITS = (
    Trait("chooses as many dice as it may", _chooses_dice, _chooses_most),
    Trait("chooses a blue die where it has one", _has_blue, _chooses_blue),
    Trait("stops although it could strike again", _may_stop, chose("stop")),
    Trait("strikes a card of the highest value within reach", _is_strike, _strikes_highest),
)
