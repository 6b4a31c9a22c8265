"""The latencies of the seats of a table: which connection counts for a seat, and how messages are delayed so
that everybody sees the start of a race at the same moment.
"""

from __future__ import annotations

from collections.abc import Iterable

from throwdown.server.races.presses import Link
from throwdown.server.room.orders import Delay, Facts

KNOWN = 5  # pings that came back before a line counts as known
FAR = 200.0  # ms: what is told waits for no line that is farther


def links_of(facts: Facts, seat: int) -> list[Link]:
    """The links of everybody who looks on from ``seat`` of the match."""
    return [viewer.link for viewer in facts.viewers if viewer.plays == seat]


def line_of(facts: Facts, seat: int) -> Link:
    """The link that counts for ``seat``: the nearest where several pages are open, so that a far one gains
    nothing."""
    return nearest(links_of(facts, seat))


def nearest(links: Iterable[Link]) -> Link:
    """The nearest of the links from one seat."""
    return min(links, key=lambda link: link.delay, default=Link())


def are_known(links: Iterable[Link]) -> bool:
    """Whether the delays of all of these are known well enough to judge by them."""
    return all(link.round_trips >= KNOWN for link in links)


def level(facts: Facts) -> list[Delay]:
    """Delay what is told to each viewer so that all hear it together: those who play wait for the farthest of
    them, those who look on for as long."""
    lines = {viewer: min(line_of(facts, viewer.plays).delay, FAR) for viewer in facts.viewers}
    farthest = max((delay for viewer, delay in lines.items() if viewer.plays >= 0), default=0.0)
    return [
        Delay(viewer, max(0.0, farthest - (delay if viewer.plays >= 0 else 0.0)) / 1000)
        for viewer, delay in lines.items()
    ]
