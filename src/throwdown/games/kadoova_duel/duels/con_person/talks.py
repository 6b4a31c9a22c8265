"""Con-Person (KD-D4) as a policy sees it: the signs of a position, and duels that are played in lockstep.

A policy bids at most :data:`STEPS` dice more than the last bid, or than so few that nobody learns from them.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from throwdown.kernel.self_play import Numbers, Seen

from ..table import CALL, RAISE
from .whole import FACES

__all__ = ["LEAST", "MOST", "Talk", "Talks", "events_of", "position", "talk_of"]

STEPS = 4
LEAST, MOST = 6, 14  # dice each
ALL_HELD = 10  # so many or more dice of a number are told apart no further
AHEAD = 5  # bids whose odds are told
SIGNS = ALL_HELD + AHEAD + 7
FULL = 0.6  # of the duels that are learned from have the most dice
LESS = (0, 0, 0, 1, 1, 2)  # dice that a seat may have less in the others, as after cards of Kadoova Duel


class Talk(NamedTuple):
    """n positions as whoever is to choose sees them; all int64."""

    held: Numbers  # [n, 6]: own dice of each number
    own: Numbers  # [n]: own dice
    others: Numbers  # [n]: dice of the other
    dice: Numbers  # [n]: of the last bid; 0 before the first
    number: Numbers  # [n]: its number, from 0; -1 before the first
    heard: Numbers  # [n, 6]: dice of the highest bid of each number by the other; 0 without one
    said: Numbers  # [n, 6]: and by oneself
    bids: Numbers  # [n]: made so far

    @property
    def lowest(self) -> Numbers:
        """Dice above which bids are looked at, int64[n]."""
        return np.maximum(self.dice, (self.own + self.others) // 7 - 1)

    def seen(self) -> Seen:
        """What a policy is told of them."""
        things = np.zeros((*self.held.shape, SIGNS), np.float32)
        lowest, others = self.lowest[:, None], self.others[:, None]
        held = np.minimum(self.held, ALL_HELD - 1)
        np.put_along_axis(things[:, :, :ALL_HELD], held[:, :, None], 1.0, 2)
        for ahead in range(AHEAD):
            things[:, :, ALL_HELD + ahead] = odds_of(others, lowest + ahead - self.held)
        heard, said = self.heard > 0, self.said > 0
        further = things[:, :, ALL_HELD + AHEAD :]
        further[:, :, 0] = heard
        further[:, :, 1] = np.where(heard, (self.heard - lowest) / 4, 0)
        further[:, :, 2] = np.where(heard, odds_of(others, self.heard - self.held), 0)
        further[:, :, 3] = said
        further[:, :, 4] = np.where(said, (self.said - lowest) / 4, 0)
        further[:, :, 5] = np.arange(FACES) == self.number[:, None]
        further[:, :, 6] = self.held / 4
        around = (self.lowest / 8 - 1, self.bids / 4, self.bids == 0, self.own / MOST, self.others / MOST)
        ahead = lowest + 1 + np.arange(STEPS) <= self.own[:, None] + others
        legal = np.concatenate([self.bids[:, None] > 0, np.tile(ahead, FACES)], axis=1)
        return Seen(things, np.stack(around, axis=1).astype(np.float32), self.number, legal)


def _odds() -> Numbers:
    """The chance that of n dice at least k show a number, float32[MOST + 1, MOST + 2]: a binomial tail."""
    found = np.zeros((MOST + 1, MOST + 2), np.float32)
    for n in range(MOST + 1):
        exactly = [comb(n, k) * 5 ** (n - k) / 6**n for k in range(n + 1)]
        for k in range(n + 1):
            found[n, k] = sum(exactly[k:])
    return found


ODDS = _odds()


def odds_of(dice: Numbers, need: Numbers) -> Numbers:
    """The chance that of ``dice`` unseen dice at least ``need`` show a number; both int64, float32."""
    return ODDS[dice, np.clip(need, 0, MOST + 1)]


def talk_of(record: Any, seat: int) -> Talk:
    """The position of ``record``, hidden for ``seat``, which is to choose."""
    other = int(record.challenger) + int(record.opponent) - seat
    made = record.bid_list[: record.bids].astype(np.int64) - 1
    highest = np.zeros((2, FACES), np.int64)
    for k, bid in enumerate(made.tolist()):
        highest[(len(made) - k) % 2, bid % FACES] = bid // FACES + 1
    dice, number = divmod(int(made[-1]), FACES) if len(made) else (-1, -1)
    held = np.bincount(record.die[seat, : record.count[seat]] - 1, minlength=FACES)
    own, others, dice, number, bids = np.array(
        [[record.count[seat]], [record.count[other]], [dice + 1], [number], [len(made)]], np.int64
    )
    return Talk(held[None], own, others, dice, number, highest[1:], highest[:1], bids)


def events_of(talk: Talk) -> list[int]:
    """The event of each action in the only position of ``talk``."""
    lowest = int(talk.lowest[0])
    raises = [RAISE + FACES * (lowest + step) + number for number in range(FACES) for step in range(STEPS)]
    return [CALL, *raises]


def position(record: Any, seat: int) -> tuple[Seen, list[int]]:
    """What ``seat`` sees of ``record``, hidden for it, and the event of each action."""
    talk = talk_of(record, seat)
    return talk.seen(), events_of(talk)


class Talks:
    """So ``many`` duels in lockstep, as :class:`throwdown.kernel.self_play.SelfPlay` has them. Three fifths
    have 14 dice each, the others from 6 on, one seat often fewer than the other; seat 0 is the challenger."""

    def __init__(self, draw: np.random.Generator, many: int) -> None:
        few = draw.integers(LEAST, MOST + 1, (many, 1)) - draw.choice(LESS, (many, 2))
        self._count = np.where(draw.random((many, 1)) < FULL, MOST, np.maximum(few, LEAST))
        dice = draw.integers(0, FACES, (many, 2, MOST))
        there = np.arange(MOST) < self._count[:, :, None]
        self._held = np.stack([((dice == n) & there).sum(axis=2) for n in range(FACES)], axis=2)
        self._highest = np.zeros((many, 2, FACES), np.int64)
        self._dice, self._number = np.zeros(many, np.int64), np.full(many, -1)
        self._bids = np.zeros(many, np.int64)
        self.live, self.movers = np.arange(many), np.zeros(many, np.int64)
        self.won = np.zeros(many, np.float32)

    def _talk(self) -> Talk:
        live, movers = self.live, self.movers
        own, others = self._count[live, movers], self._count[live, 1 - movers]
        said, heard = self._highest[live, movers], self._highest[live, 1 - movers]
        dice, number = self._dice[live], self._number[live]
        return Talk(self._held[live, movers], own, others, dice, number, heard, said, self._bids[live])

    def look(self) -> Seen:
        """What those see who are to choose in the duels that go on."""
        return self._talk().seen()

    def truth(self) -> Numbers:
        """Of each number how many dice show it under both covers, float32[n, 6, 4]."""
        there, talk = self._held[self.live].sum(axis=1), self._talk()
        more = there - talk.lowest[:, None]
        signs = there / 4, more / 2, more > 0, there >= talk.dice[:, None]
        return np.stack(signs, axis=2).astype(np.float32)

    def play(self, actions: Numbers) -> None:
        """Bid or call, int64[n], in each of the duels that go on."""
        live, movers, talk = self.live, self.movers, self._talk()
        ends = actions == 0
        called, callers = live[ends], movers[ends]
        there = self._held[called, :, self._number[called]].sum(axis=1)
        callers_win = there < self._dice[called]
        self.won[called] = np.where(callers_win == (callers == 0), 1, -1)
        number, step = np.divmod(actions[~ends] - 1, STEPS)
        self.live = live[~ends]
        self._dice[self.live] = talk.lowest[~ends] + step + 1
        self._number[self.live] = number
        self._highest[self.live, movers[~ends], number] = self._dice[self.live]
        self._bids[self.live] += 1
        self.movers = 1 - movers[~ends]
