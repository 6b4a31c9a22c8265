"""What is lost by dice held at KA'DICE! between two: ``python -m tests.lab.rounds``.

Matches of a player against itself are played. Before each roll of a turn with dice on the hold card, and
after each roll, the rest of the round is worked out for who is in turn: all rolls, changes and sets of dice
that may be held. To eliminate the opponent's card is worth 1, to lose one's own -1. The opponent matches in
each turn with the chance that the table of the judge has for the dice that they hold now
(:mod:`throwdown.games.kadice.judge`). What is done between two rolls is one choice; it loses what the best
is worth more. Summed up over a match, that is what another player in the same seat, who always takes the
best, gains (the performance difference of Kakade and Langford 2002).

It is a model of the round: the table lets a shift that comes once a round come in each turn, and leaves a
bonus roll out. Cards are all worth alike, as nobody knows which comes next. A share of the match is counted
by the squares of cards left, as Master judges a round that is over. The last line compares what rounds came
to with what was expected of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

import throwdown
from throwdown.bots import sight
from throwdown.bots.levels import unhurried
from throwdown.games.kadice import judge
from throwdown.games.kadice.cards import DICE, FACES, TEN, THREE, TWENTY_FIVE, shown_by, takes_any
from throwdown.games.kadice.outcomes import COUNT, FIRST, KEY, KEYS, ROLL_DICE, ROLL_KEY, WAYS
from throwdown.games.kadice.state import ACT, ALL_DICE, BONUS, ELIMINATE, HOLD, KEEP, NOBODY, TURNS
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match

SETS = int(FIRST[DICE])  # of up to four dice, which may be held; numbered as in ROLL_KEY
FIRST_MATCH = 210_001
OF_KEY = np.zeros((DICE + 1, KEYS), np.int64)  # the number of so many dice, by their key
for _k, _counts in enumerate(COUNT):
    OF_KEY[_counts[1:].sum(), ROLL_KEY[_k]] = _k


def _parts_of(dice: int) -> list[int]:
    """The numbers of all sets of up to four that ``dice``, a number themselves, hold."""
    return [k for k in range(SETS) if (COUNT[k] <= COUNT[dice]).all()]


_PARTS = [_parts_of(k) for k in range(len(COUNT))]
PARTS = np.full((len(COUNT), max(map(len, _PARTS))), -1, np.int64)
for _k, _parts in enumerate(_PARTS):
    PARTS[_k, : len(_parts)] = _parts

Values = NDArray[np.float64]


@numba.njit
def best_part(dice: int, values: Values) -> float:
    """The best of ``values``, float64[SETS], over what may be held of ``dice``."""
    best = -2.0
    for part in PARTS[dice]:
        if part < 0:
            break
        best = max(best, values[part])
    return best


@numba.njit
def as_they_lie(key: int, hits: NDArray[np.bool_], values: Values) -> float:
    """Five dice of a key once nothing is changed any more: what they match, or what is held of them."""
    return 1.0 if hits[key] else best_part(OF_KEY[DICE, key], values)


@numba.njit
def after_roll(
    card: int, shifted: int, kept: int, roll: int, hits: NDArray[np.bool_], after: Values
) -> float:
    """The worth of dice ``kept`` (a key) and a ``roll`` (its number) to the owner of ``card``; ``after``,
    float64[2, SETS], is the worth of what is held next, by whether the shift of the round has been made."""
    key = kept + ROLL_KEY[roll]
    for face in range(1, FACES + 1):
        if key == DICE * KEY[face]:
            return 1.0
    best = as_they_lie(key, hits, after[shifted])
    if card < FACES:
        wild = COUNT[roll, card + 1]
        for k in range(FIRST[wild], FIRST[wild + 1]):
            changed = key - wild * KEY[card + 1] + ROLL_KEY[k]
            best = max(best, as_they_lie(changed, hits, after[0]))
    spent = int(card != THREE)
    for face in range(1, FACES + 1):
        if COUNT[roll, face] and not shifted:
            if card in (THREE, TEN) and face > 1:
                best = max(best, as_they_lie(key - KEY[face] + KEY[face - 1], hits, after[spent]))
            if card in (THREE, TWENTY_FIVE) and face < FACES:
                best = max(best, as_they_lie(key - KEY[face] + KEY[face + 1], hits, after[spent]))
    return best


@numba.njit
def before_roll(card: int, shifted: int, kept: int, hits: NDArray[np.bool_], after: Values) -> float:
    """The mean of :func:`after_roll` over all rolls of the dice that are not ``kept``, a number of SETS."""
    fresh = DICE - COUNT[kept].sum()
    total = 0.0
    for roll in range(FIRST[fresh], FIRST[fresh + 1]):
        total += WAYS[roll] * after_roll(card, shifted, ROLL_KEY[kept], roll, hits, after)
    return total / FACES**fresh


@numba.njit
def worth_of_held(card: int, turns: int, chances: Values, hits: NDArray[np.bool_]) -> Values:
    """float64[2, SETS]: the worth of what is held at the end of a turn, by whether the shift of the round
    has been made, when ``turns`` more follow and the opponent matches in theirs with ``chances``."""
    missed = 1.0
    for chance in chances[turns:]:
        missed *= 1.0 - chance
    after = np.full((2, SETS), missed - 1.0)
    for turn in range(turns - 1, -1, -1):
        rolled = np.zeros((2, SETS))
        for shifted in range(2 if card in (TEN, TWENTY_FIVE) else 1):
            for kept in range(SETS):
                rolled[shifted, kept] = before_roll(card, shifted, kept, hits, after)
        chance = chances[turn] if turn < len(chances) else 0.0
        following = np.zeros((2, SETS))
        for shifted in range(2):
            for held in range(SETS):
                following[shifted, held] = (1.0 - chance) * best_part(held, rolled[shifted]) - chance
        after = following
    return after


@cache
def hits_of(card: int, target: int) -> NDArray[np.bool_]:
    """Whether five dice match ``target``, or take any card for the owner of ``card``, by their key."""
    hits = np.zeros(KEYS, np.bool_)
    for k in range(FIRST[DICE], FIRST[DICE + 1]):
        shown = shown_by(int(ROLL_DICE[k]))
        hits[ROLL_KEY[k]] = takes_any(card, shown) > 0 or shown >> target & 1 == 1
    return hits


def number(record: Any, seat: int, dice: int) -> int:
    """The number of a set of the dice of ``seat``."""
    faces = [int(record.face[seat, die]) for die in range(DICE) if dice >> die & 1]
    return int(OF_KEY[len(faces), sum(KEY[face] for face in faces)])


class Look:
    """The rest of a round, for who is in turn."""

    def __init__(self, record: Any, table: NDArray[np.float32]) -> None:
        self.seat = int(record.turn)
        other = 1 - self.seat
        self.card, target = int(record.active[self.seat]) - 1, int(record.active[other]) - 1
        self.hits = hits_of(self.card, target)
        held = number(record, other, int(record.held[other]))
        place = judge.number_of(COUNT[held], int(COUNT[held].sum()))
        within = [float(table[judge.place_of(target, self.card, turn, place)]) for turn in range(TURNS)]
        missed = np.maximum(1.0 - np.array([0.0, *within])[: int(record.left[other]) + 1], 1e-6)
        chances = 1.0 - missed[1:] / missed[:-1]
        self.after = worth_of_held(self.card, int(record.left[self.seat]) - 1, chances, self.hits)

    def rolled(self, record: Any, kept: int) -> float:
        """The worth of rolling all dice but ``kept``, a set."""
        kept_now = number(record, self.seat, kept)
        return before_roll(self.card, self.spent(record), kept_now, self.hits, self.after)

    def held(self, record: Any, dice: int) -> float:
        """The worth of ending the turn with ``dice``, a set, on the hold card."""
        return float(self.after[self.spent(record), number(record, self.seat, dice)])

    def spent(self, record: Any) -> int:
        """Whether the shift of the round has been made, 0 or 1; 3 of a Kind has one each turn (KA-1)."""
        return int(record.shifted[self.seat]) if self.card != THREE else 0

    def best(self, record: Any) -> float:
        """The worth of the best that may be done."""
        if record.phase == KEEP:
            return max(self.rolled(record, kept) for kept in _sets_in(int(record.held[self.seat])))
        rolled = number(record, self.seat, int(record.rolled))
        kept = number(record, self.seat, ALL_DICE ^ int(record.rolled))
        shifted = int(record.shifted[self.seat])
        best = after_roll(self.card, shifted, int(ROLL_KEY[kept]), rolled, self.hits, self.after)
        if record.bonus:
            best = max(best, *(self.rolled(record, kept) for kept in _sets_in(ALL_DICE) if kept != ALL_DICE))
        return best


def _sets_in(dice: int) -> list[int]:
    return [part for part in range(dice + 1) if part & dice == part]


class Choice(NamedTuple):
    """What was chosen between two rolls."""

    seat: int
    worth: float  # of the round, from -1 to 1
    loss: float  # of the round: how much more the best would have been worth
    weight: float  # how much more of the match the winner of the round has than its loser


def choices_of(game: Game, kind: str, seed: int) -> Iterator[tuple[Choice, int]]:
    """A match of a kind of player against itself: its choices, and who eliminated a card in the round, or
    NOBODY."""
    table = table_of(game)
    players = [unhurried(kind), unhurried(kind)]
    match, rng = game.match(seed=seed), Random(seed)
    look: Look | None = None
    best = 0.0
    of_round: list[Choice] = []
    while not match.over:
        record: Any = match.state[0].copy()
        seat = match.awaited[0]
        if record.phase in (KEEP, ACT) and look is None:
            look = Look(record, table)
            best = look.best(record)
        event = players[seat].choose(sight(match, seat), rng)
        match.play(seat, event)
        made = None if look is None else made_by(look, record, event, match)
        if made is not None:
            of_round.append(Choice(seat, made, best - made, worth_of_round(record, seat)))
            look = None
        if event >= ELIMINATE or match.state[0]["rounds"] != record.rounds:
            yield from ((choice, seat if event >= ELIMINATE else NOBODY) for choice in of_round)
            of_round = []


def made_by(look: Look, record: Any, event: int, match: Match) -> float | None:
    """The worth of an event for whom ``look`` is; None where it is a change and more may follow."""
    if event >= ELIMINATE:
        return 1.0
    if event >= BONUS or record.phase == KEEP:
        return look.rolled(record, event - (BONUS if event >= BONUS else HOLD))
    if event >= HOLD:
        return look.held(record, event - HOLD)
    now: Any = match.state[0]
    if not match.over and now.phase == ACT and now.turn == look.seat and now.changed:
        return None
    return look.held(record, 0)


def worth_of_round(record: Any, seat: int) -> float:
    """How much more of the match the winner of a round has than its loser, by the squares of cards left."""
    own, other = (int(record.stock[each]) + 1 for each in (seat, 1 - seat))
    won = own**2 / (own**2 + (other - 1) ** 2)
    lost = (own - 1) ** 2 / ((own - 1) ** 2 + other**2)
    return won - lost


@cache
def table_of(game: Game) -> NDArray[np.float32]:
    table = np.zeros(judge.TABLE, np.float32)
    game.part(Path(judge.__file__)).work_out(table)
    return table


def came_to(choice: Choice, taker: int) -> float:
    """What the round came to for who made the choice."""
    return 0.0 if taker == NOBODY else 1.0 if taker == choice.seat else -1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="greedy", help="who plays: a level, or greedy, the rule of thumb")
    parser.add_argument("--matches", type=int, default=100)
    asked = parser.parse_args()
    game = throwdown.load("kadice").compile(players=True)
    lost: list[tuple[float, float]] = []
    off: list[float] = []
    choices = 0
    for number_of_match in range(asked.matches):
        found = list(choices_of(game, asked.player, FIRST_MATCH + number_of_match))
        choices += len(found)
        rounds = sum(choice.loss for choice, _ in found) / 4
        lost.append((rounds, sum(choice.loss * choice.weight for choice, _ in found) / 4))
        off.append(fmean(came_to(choice, taker) - choice.worth for choice, taker in found))
    print(f"{choices} choices in {asked.matches} matches")
    error = 1.96 / np.sqrt(asked.matches)
    for what, of_matches in zip(("in rounds won", "in shares of the match"), np.transpose(lost), strict=True):
        margin = error * np.std(of_matches)
        print(f"a seat loses in a match, {what}: {np.mean(of_matches):.4f} ± {margin:.4f}")
    print(f"what rounds came to, less what was expected: {np.mean(off):.4f} ± {error * np.std(off):.4f}")


if __name__ == "__main__":
    main()
