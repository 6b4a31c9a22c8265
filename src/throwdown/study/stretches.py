"""Stretches of a match between two chance events: within one, chances change by decisions alone.

Chances are counted at one event of each stretch, its anchor: where a turn begins, or else at the chance event
that ends it. Those at the other events follow from what the decisions between changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from throwdown.study.events import Written


class Stretch(Struct, frozen=True):
    """Events ``first`` to ``last`` of a match, by index from 0, of which the last is a chance event, or the
    last of the match.

    ``anchor`` is the event before which chances are counted, None where they are those at the end of the
    match. They are counted by what can come at ``drawn``, the chance event that follows, where no decision
    between changed anything; else ``drawn`` is the anchor. ``turns`` are the events that begin a turn,
    ``judged`` the decisions that were not par's.
    """

    first: int
    last: int
    anchor: int | None
    drawn: int
    turns: tuple[int, ...]
    judged: tuple[int, ...]

    def between(self, index: int) -> list[int]:
        """The numbers, from 1, of the decisions that lie between the anchor and ``index`` and changed
        something."""
        anchor = self.last + 1 if self.anchor is None else self.anchor
        low, high = sorted((anchor, index))
        return [each + 1 for each in self.judged if low <= each < high]


def stretches(written: Sequence[Written], judged: frozenset[int]) -> tuple[Stretch, ...]:
    """The stretches of a match; ``judged`` are the numbers of the decisions that were not par's."""
    return tuple(_stretches(written, judged))


def _stretches(written: Sequence[Written], judged: frozenset[int]) -> Iterator[Stretch]:
    first = 0
    for last, item in enumerate(written):
        if item.outcomes is None and last + 1 < len(written):
            continue
        here = range(first, last + 1)
        turns = tuple(index for index in here if index == 0 or written[index - 1].turn != written[index].turn)
        changed = tuple(index for index in here if written[index].n in judged)
        anchor, drawn = None, last
        if item.outcomes is not None:
            anchor = turns[0] if turns else last
            drawn = anchor if any(index >= anchor for index in changed) else last
        yield Stretch(first, last, anchor, drawn, turns, changed)
        first = last + 1
