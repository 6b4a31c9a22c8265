"""An equilibrium of Con-Person (KD-D4) with few dice, kept as data: nobody wins more than half against it.

``equilibrium.npz`` has, for some numbers of dice each, an average strategy of predictive CFR+ over all runs
of bids and all hands, as :mod:`.packing` makes it. Of it is kept what it does where its own choices lead, a
small part of all positions; what it would do elsewhere changes no result. Runs and hands are those of
``whole.py``. Of hands that differ only in the names of numbers that have not been bid one is kept, in which
these numbers come in falling order of dice (:func:`.holdings.falling`).
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np

from throwdown.kernel.whole import Compiles, Numbers

from ..table import CALL, RAISE
from . import whole
from .holdings import falling, hands_of, numbers_of
from .whole import FACES, RUN

__all__ = ["FILE", "Equilibrium", "Kept", "played_for"]

FILE = Path(__file__).with_name("equilibrium.npz")


class Kept(NamedTuple):
    """A strategy where its own choices lead. The parts of a run follow each other in the order of the runs,
    those of a hand in the order of the hands of its run."""

    hands_of_run: Numbers  # uint8[runs]: how many hands are kept there
    hands: Numbers  # uint8[kept]: their numbers, rising in a run
    choices_of_hand: Numbers  # uint8[kept]: how many choices are made
    choices: Numbers  # uint8[made]: the number of each in the run, rising
    shares: Numbers  # uint16[made]: in proportion to the probabilities

    @classmethod
    def read(cls, dice: int, file: Path = FILE) -> Kept | None:
        """What ``file`` has for so many ``dice`` each; None where it has nothing."""
        names = cls.names(dice)
        with np.load(file, allow_pickle=False) as found:
            return cls(*(found[name] for name in names)) if names[0] in found else None

    @classmethod
    def names(cls, dice: int) -> list[str]:
        """What the arrays for so many ``dice`` each are called in the file."""
        return [f"{dice}-{name}" for name in cls._fields]


class Equilibrium:
    """How the equilibrium plays with so many ``dice`` each, by what is ``kept``."""

    def __init__(self, game: Compiles, dice: int, kept: Kept) -> None:
        self.dice, self.kept = dice, kept
        self._math = game.part(Path(whole.__file__), is_compiled=True)
        self._runs = np.zeros(len(kept.hands_of_run), RUN)
        self._math.write_out(self._runs, 2 * dice)
        self._numbers = numbers_of(hands_of(dice)[0])
        self._ends_of_run = np.cumsum(kept.hands_of_run, dtype=np.int64)
        self._ends_of_hand = np.cumsum(kept.choices_of_hand, dtype=np.int64)

    def choices_of(self, record: np.record, seat: int) -> tuple[Numbers, Numbers] | None:
        """The events of ``seat`` in ``record``, in which it sees its own dice, int32[n], and their
        probabilities, float64[n]; None where its own choices never lead."""
        made: list[int] = (record.bid_list[: record.bids] - 1).tolist()
        if made and made[-1] >= FACES * (2 * self.dice - 1):
            return np.array([CALL], np.int32), np.ones(1)
        at, names = self._run_of(made)
        run = self._runs[at]
        named, held = int(run["named"]), [0] * FACES
        for die in record.die[seat, : record.count[seat]].tolist():
            held[names.index(die - 1)] += 1
        order = falling(held, named)
        found = self.kept_at(at, self._numbers[tuple(held[name] for name in order)])
        if found is None:
            return None
        choices, shares = found
        low, numbers = int(run["dice"] > 0), [names[name] for name in order]
        bids: list[int] = (choices.astype(int) - low).tolist()
        least = FACES * int(run["dice"])
        raises = [RAISE + least + bid // FACES * FACES + numbers[bid % FACES] for bid in bids if bid >= 0]
        events = [CALL] * (len(bids) - len(raises)) + raises
        return np.array(events, np.int32), shares / shares.sum()

    def _run_of(self, made: list[int]) -> tuple[int, list[int]]:
        """The run of the bids ``made``, and the number of a die, from 0, that has each name in it."""
        at, names = 0, list(range(FACES))
        for bid in made:
            run, name = self._runs[at], names.index(bid % FACES)
            free = int(run["named"])
            if name > free:
                names[name], names[free] = names[free], names[name]
            at = int(self._math.child_of(run, bid // FACES + 1, name))
        return at, names

    def kept_at(self, at: int, hand: int) -> tuple[Numbers, Numbers] | None:
        """The choices of hand number ``hand`` in run number ``at``, uint8[n], and their shares, uint16[n];
        None where nothing is kept."""
        kept, end = self.kept, int(self._ends_of_run[at])
        first = end - int(kept.hands_of_run[at])
        place = first + int(np.searchsorted(kept.hands[first:end], hand))
        if place == end or kept.hands[place] != hand:
            return None
        until = int(self._ends_of_hand[place])
        made = slice(until - int(kept.choices_of_hand[place]), until)
        return kept.choices[made], kept.shares[made]


@functools.cache
def played_for(game: Compiles, dice: int) -> Equilibrium | None:
    """What is kept for so many ``dice`` each, read once in a process; None where nothing is."""
    kept = Kept.read(dice)
    return kept and Equilibrium(game, dice, kept)
