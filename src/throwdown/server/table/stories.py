"""What was said in a match before somebody came: told page by page, to those who ask for it.

A page is made from the log in a thread, and costs the same wherever in the match it is: records of the match
at moments not far apart are kept, once somebody has asked for what is long ago. Whoever joins a table goes
first, so that a server that is started again shows all their tables before it tells anybody what was said.
"""

from __future__ import annotations

import asyncio
import gzip
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from throwdown.kernel.chance import Recorded
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator
from throwdown.kernel.records import copy_records
from throwdown.server.errors import Refusal
from throwdown.server.table.audience import Viewer
from throwdown.server.table.playing import Playing
from throwdown.server.table.snapshots import Moment, silent_at
from throwdown.server.table.stage import encode, step_of
from throwdown.server.wire import Refused, Step, Story, id_text
from throwdown.server.work.heavy import Heavy

PAGE = 50  # events of a page at least, where there are as many
MOMENTS = 100  # kept of a match at most
KEPT = 32 * 2**20  # bytes of moments
PAGES_KEPT = 8 * 2**20  # bytes of pages, packed
QUEUE, QUEUE_EACH = 8000, 256  # pages that may wait, in all and for one address: one each connection


class Begun(NamedTuple):
    """A match as it stood when a page was asked for, for a thread: nothing of it changes any more."""

    key: int
    match: Match
    log: list[Entry]
    witnesses: array[int]
    moments: list[Moment]


def begun(playing: Playing) -> Begun:
    return Begun(
        playing.record.id, playing.match, playing.match.log[:], playing.witnesses[:], playing.moments[:]
    )


class Stories:
    """Tells pages of all matches that this process serves. ``lull`` returns when nobody waits to join."""

    def __init__(self, lull: Callable[[], Awaitable[None]]) -> None:
        self._lull = lull
        self._heavy = Heavy(1, QUEUE, QUEUE_EACH, PAGES_KEPT)
        self._past: OrderedDict[int, list[Moment]] = OrderedDict()
        self._size = 0
        self._telling: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        for telling in self._telling:
            telling.cancel()
        self._heavy.stop()

    def ask(self, viewer: Viewer, playing: Playing, until: int, after: int) -> None:
        """Tell ``viewer`` what was said up to event ``until``, but nothing up to ``after``, while the table
        goes on; refused for events that there are not, and while another page is made for the same viewer."""
        last = playing.known_to(viewer.place)
        if not 0 <= after < until <= last:
            raise Refusal(f"there are no events after {after} up to {until}: the last one is {last}")
        if viewer.reads:
            raise Refusal("what was said before is being told already: wait for it")
        viewer.reads = True
        page = self.page(viewer.address, begun(playing), viewer.place, until, after)
        telling = asyncio.create_task(_tell(viewer, page, id_text(playing.record.id)))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def page(self, address: str, begun: Begun, viewer: int, until: int, after: int) -> bytes:
        """The message for ``viewer`` with what was said up to event ``until``, but nothing up to ``after``;
        ``address`` is who asks."""
        await self._lull()
        key = (begun.key, viewer, until, after)
        packed = await self._heavy.answer(address, key, partial(self._made, begun, viewer, until, after))
        return gzip.decompress(packed)

    def _made(self, begun: Begun, viewer: int, until: int, after: int) -> bytes:
        return encode(told(begun, self._moment(begun, until - PAGE), viewer, until, after))

    def _moment(self, begun: Begun, n: int) -> Moment:
        """The last one that is known at event ``n`` or before."""
        near = [moment for moment in begun.moments if moment.n <= max(0, n)]
        if near or begun.moments[0].n <= n + PAGE // 2:
            return near[-1] if near else begun.moments[0]
        past = self._past.get(begun.key, [])
        if not past or past[-1].n + PAGE < n:
            past = self._keep(begun)
        self._past.move_to_end(begun.key)
        return past[bisect_right(past, max(0, n), key=lambda moment: moment.n) - 1]

    def _keep(self, begun: Begun) -> list[Moment]:
        """Play the match again, and keep its record at moments not far apart."""
        self._size -= sum(moment.state.nbytes for moment in self._past.pop(begun.key, []))
        past = self._past[begun.key] = moments_of(begun)
        self._size += sum(moment.state.nbytes for moment in past)
        while self._size > KEPT and len(self._past) > 1:
            self._size -= sum(moment.state.nbytes for moment in self._past.popitem(last=False)[1])
        return past


async def _tell(viewer: Viewer, page: Awaitable[bytes], match_id: str) -> None:
    try:
        viewer.send(await page)
    except Refusal as refusal:
        viewer.tell(Refused(0, refusal.why, max(0, viewer.n), match_id))
    finally:
        viewer.reads = False


def moments_of(begun: Begun) -> list[Moment]:
    """The record at the beginning and every so many events."""
    apart = PAGE * (len(begun.log) // (PAGE * MOMENTS) + 1)
    match = begun.match
    fresh = Match(match.game, match.seats, match.values, Recorded(()), match.names, match.game.engine)
    found = [Moment(0, copy_records(fresh.state))]
    for n, entry in enumerate(begun.log, 1):
        fresh.retrace(entry)
        if n % apart == 0:
            found.append(Moment(n, copy_records(fresh.state)))
    return found


def told(begun: Begun, begin: Moment, viewer: int, until: int, after: int) -> Story:
    """What ``viewer`` was told from ``begin`` up to event ``until``, but nothing up to ``after``."""
    match = silent_at(begun.match, begin)
    narrator = Narrator(match, viewer)
    steps: list[Step] = []
    for k in range(begin.n, until):
        match.retrace(begun.log[k])
        step = step_of(narrator.follow(match, begun.log[k], bool(begun.witnesses[k] >> viewer & 1)))
        if step.said and step.n > after:
            steps.append(step)
    return Story(max(begin.n, after), until, tuple(steps), id_text(begun.key))
