"""The turns that mattered: where a match was won, three to five of them in the order of play."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from throwdown.kernel.contract import CHANCE
from throwdown.study.accounts import Better, Figures, MatchAccount, Moment, Turn

FEWEST, MOST = 3, 5
LEAST = 0.01  # of a chance: less is not worth a look
CLEAR = 1.96  # standard errors


class Turning(Struct, frozen=True):
    """A turn, by its index in the account, and the part of it that mattered.

    ``n`` is the event to look at, from 1; ``seat`` who chose, CHANCE for luck. ``change`` is what it did to
    the chance of each seat, ``error`` its standard error. ``texts`` are the events, ``par`` what par would
    have done in the place of a choice, ``better`` another choice that was reviewed.
    """

    turn: int
    n: int
    heading: str
    cause: str
    seat: int
    change: Figures
    error: Figures
    texts: tuple[str, ...]
    par: str = ""
    better: Better | None = None

    @property
    def size(self) -> float:
        """The largest change for any seat, gain or loss."""
        return max(map(abs, self.change), default=0.0)

    @property
    def is_clear(self) -> bool:
        """Whether the 95 % interval of what it did lies clear of 0 for some seat."""
        return any(abs(change) > CLEAR * error for change, error in zip(self.change, self.error, strict=True))


def turning_points(account: MatchAccount) -> tuple[Turning, ...]:
    """The largest changes, the largest of each cause among them where it is clear; in the order of play."""
    found = sorted(_candidates(account), key=lambda one: (-one.size, one.n, one.cause))
    chosen: list[Turning] = []
    for cause in ("luck", "choice", "unseen"):
        chosen += [one for one in found if one.cause == cause and one.is_clear][:1]
    clear = [one for one in found if one.is_clear] + [one for one in found if not one.is_clear]
    for one in clear:
        if len(chosen) < (MOST if one.is_clear else FEWEST) and one not in chosen:
            chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: (one.n, one.cause)))


def _candidates(account: MatchAccount) -> Iterable[Turning]:
    for index, turn in enumerate(account.turns):
        moments = [moment for moment in account.moments if moment.turn == index]
        found = [_luck(account, index, turn, moments)]
        for moment in moments:
            if moment.cause == "choice":
                found.append(_of_choice(index, turn, moment, "choice", moment.choice))
                found.append(_of_choice(index, turn, moment, "unseen", moment.unseen))
        yield from (one for one in found if one.size >= LEAST or (one.better and one.better.is_clear))


def _luck(account: MatchAccount, index: int, turn: Turn, moments: list[Moment]) -> Turning:
    drawn = [moment for moment in moments if moment.cause == "luck"]
    after = account.turns[index + 1].errors if index + 1 < len(account.turns) else (0.0,) * len(turn.errors)
    error = tuple((a * a + b * b) ** 0.5 for a, b in zip(turn.errors, after, strict=True))
    n = drawn[-1].n if drawn else turn.n
    return Turning(
        index, n, turn.heading, "luck", CHANCE, turn.luck, error, tuple(moment.text for moment in drawn)
    )


def _of_choice(index: int, turn: Turn, moment: Moment, cause: str, change: Figures) -> Turning:
    is_choice = cause == "choice"
    return Turning(
        index, moment.n, turn.heading, cause, moment.seat, change,
        moment.error if is_choice else moment.unseen_error, (moment.text,), moment.par,
        moment.better if is_choice else None,
    )  # fmt: skip
