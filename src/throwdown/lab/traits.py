"""What is asked about the play of single games: how often it bluffs, shoots early, keeps cards.

Each question counts occasions, and how often they were taken. What no question is asked about is still told
choice by choice (:mod:`throwdown.lab.habits`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

FACES = 6
DICE = "RWB"  # the colours of Command Dice in its notation


class Moment(NamedTuple):
    """A choice that was made: the truth before it, who made it, the Now line of that seat, the words and the
    notation of what was chosen, and the notations of all that could be."""

    truth: Any
    seat: int
    situation: str
    name: str
    text: str
    legal: tuple[str, ...]


Test = Callable[[Moment], bool]


class Trait(NamedTuple):
    """``words`` say of a player what is counted: at how many of the moments that give ``occasion`` it was
    ``shown``."""

    words: str
    occasion: Test
    shown: Test


def _is(text: str) -> Test:
    def test(moment: Moment) -> bool:
        return moment.text == text

    return test


def _begins(word: str) -> Test:
    def test(moment: Moment) -> bool:
        return moment.text.startswith(word)

    return test


def _offers(text: str) -> Test:
    def test(moment: Moment) -> bool:
        return text in moment.legal

    return test


def _offers_any(mark: str) -> Test:
    """Whether the notation of something that can be chosen has ``mark`` in it."""

    def test(moment: Moment) -> bool:
        return any(mark in text for text in moment.legal)

    return test


def _ends(words: str) -> Test:
    """Whether the words on the button end so."""

    def test(moment: Moment) -> bool:
        return moment.name.endswith(words)

    return test


def _declares(turns: range) -> Test:
    def test(moment: Moment) -> bool:
        return "shoot" in moment.legal and moment.truth.turns in turns

    return test


def _bid(moment: Moment) -> tuple[int, int]:
    """Dice and number of a bid such as ``bid 6 2s``."""
    _, dice, number = moment.text.split()
    return int(dice), int(number[0])


def _held(moment: Moment, seat: int, number: int) -> int:
    return list(moment.truth.die[seat][: moment.truth.count[seat]]).count(number)


def _there(moment: Moment, number: int) -> int:
    """Dice that show ``number`` under both cups."""
    return sum(_held(moment, seat, number) for seat in range(moment.truth.seats))


def _is_of_none(moment: Moment) -> bool:
    return not _held(moment, moment.seat, _bid(moment)[1])


def _is_false_bid(moment: Moment) -> bool:
    dice, number = _bid(moment)
    return dice > _there(moment, number)


def _calls_rightly(moment: Moment) -> bool:
    """The bid that is called is the dice less one times the six numbers, plus the number less one."""
    dice, number = divmod(moment.truth.bid, FACES)
    return dice + 1 > _there(moment, number + 1)


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


def _changes(moment: Moment) -> bool:
    return ">" in moment.text


def _eliminates_several(moment: Moment) -> bool:
    return len(moment.text.split()) > 2


def _picks_number(moment: Moment) -> bool:
    return moment.name.startswith("Pick ") and moment.text != "nothing"


def _is_before_duel(moment: Moment) -> bool:
    return moment.situation.startswith("Before the duel")


def _does_something(moment: Moment) -> bool:
    return moment.text != "pass"


TRAITS: dict[str, tuple[Trait, ...]] = {
    "con-person": (
        Trait("bids a number of which it holds no die", _begins("bid"), _is_of_none),
        Trait("bluffs: bids more dice than there are", _begins("bid"), _is_false_bid),
        Trait("calls the con rather than raise", _offers("call"), _is("call")),
        Trait("is right when it calls the con", _is("call"), _calls_rightly),
    ),
    "duello": (
        Trait("declares a shot early, in the first turn of a round", _declares(range(2)), _is("shoot")),
        Trait("declares a shot in the second turn", _declares(range(2, 3)), _is("shoot")),
        Trait("declares a shot in the third turn or later", _declares(range(3, 99)), _is("shoot")),
        Trait("declares a reroll", _offers("reroll"), _is("reroll")),
    ),
    "command-dice": (
        Trait("chooses as many dice as it may", _chooses_dice, _chooses_most),
        Trait("chooses a blue die where it has one", _has_blue, _chooses_blue),
        Trait("stops although it could strike again", _may_stop, _is("stop")),
        Trait("strikes a card of the highest value within reach", _is_strike, _strikes_highest),
    ),
    "kadice": (
        Trait("rolls all five dice again", _offers("keep nothing"), _is("keep nothing")),
        Trait("changes a die where it may", _offers_any(">"), _changes),
        Trait("eliminates a card where it may", _offers_any("eliminate"), _begins("eliminate")),
        Trait("eliminates several cards at once", _begins("eliminate"), _eliminates_several),
    ),
    "dardz": (
        Trait("picks nothing", _offers("nothing"), _is("nothing")),
        Trait("picks a number that moves nobody", _picks_number, _ends("nobody moves")),
    ),
    "kadoova-duel": (
        Trait("plays a card or bets before a duel", _is_before_duel, _does_something),
        Trait("stops with Nope what another plays", _offers("nope"), _is("nope")),
        Trait("bets on itself", _begins("bet "), _ends("on yourself")),
        Trait("pays to undo what was given to it", _offers_any("buy off"), _begins("buy off")),
    ),
}


def traits_of(key: str) -> tuple[Trait, ...]:
    """The questions about a game; none about one that is not named here."""
    return TRAITS.get(key, ())
