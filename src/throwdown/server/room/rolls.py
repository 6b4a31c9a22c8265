"""Fair dice of one table: who is asked for the link of a roll, and what follows once links are there.

The protocol is ``docs/fair-dice.md``. A choice is saved first; then links are asked for, and while they are
waited for people come and go, and nothing else happens at the table. Where several processes serve it, links
that one of them hears are saved for the others, and the process that made the choice opens the roll.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from functools import partial

from msgspec import Struct, field

from throwdown.kernel.chance import Offer
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.fair import ChainEnd, Linked, LinkedRoll, is_link, is_public
from throwdown.kernel.match import Match
from throwdown.server.errors import Refusal
from throwdown.server.room.served import Served
from throwdown.server.table.audience import Viewer, encode
from throwdown.server.table.chains import links_of, save_link
from throwdown.server.table.playing import Playing
from throwdown.server.wire import Drawn, Link, Links, OpenLink

MOST_SILENT = 5  # rolls of a match that a seat may leave without a link though it was asked
HELP = 2.0  # seconds after which another process opens a roll that the one which made the choice does not


class Opening(Struct):
    """A roll that is due: the seats of the match that were ``asked``, those that said that they have no link,
    and what has come."""

    roll: int
    n: int
    digest: str
    asked: set[int]
    links: dict[int, str] = field(default_factory=dict[int, str])
    next: dict[int, ChainEnd] = field(default_factory=dict[int, ChainEnd])
    declined: set[int] = field(default_factory=set[int])

    @property
    def is_done(self) -> bool:
        return self.asked <= {*self.links, *self.declined}


class Rolls:
    """The rolls of one table's match. Where its dice are not fair dice nothing here does anything."""

    def __init__(self, room: Served) -> None:
        self._room = room
        self._opening: Opening | None = None
        self._missed: set[int] = set()  # seats of the match that are not asked before they show up
        self._match, self._told = 0, 0  # rolls of that match whose links everybody was told
        self._since = asyncio.get_running_loop().time()

    # Rolls

    @property
    def is_open(self) -> bool:
        """Whether links are waited for."""
        return self._opening is not None

    def follow(self, match: Playing) -> None:
        """``match`` is the table's from now on; of one that is new here nobody is told what was before."""
        if match.record.id != self._match:
            self._match, self._told = match.record.id, len(match.linked.rolls) if match.linked else 0
            self._missed.clear()

    async def roll(self, *, opens: bool = True) -> None:
        """Open the roll that is due, and save it. A process that did not make the choice, ``opens`` False,
        leaves that to the one that did for a while."""
        while (match := self._room.playing) and match.is_due and self._opening is None:
            self._opening = opening = self._due(match)
            try:
                self._ask(opening, self._room.audience.viewers)
                await self.look_elsewhere()
                gone = partial(self._is_past, match, opening)
                wait = self._room.hall.settings.link_wait
                await self._room.attend(lambda: opening.is_done or gone(), wait)  # noqa: B023
                if not opens and not gone():
                    await self._room.attend(gone, HELP)
            finally:
                self._opening = None
            if not gone():
                await self._come_up(match, opening)

    def _due(self, match: Playing) -> Opening:
        dice = match.linked
        assert dice
        number = len(dice.rolls) + 1
        asked = {seat for seat in range(match.match.seats) if self._is_asked(dice, seat, number)}
        return Opening(number, match.n, dice.digest(match.match.log), asked)

    def _is_past(self, match: Playing, opening: Opening) -> bool:
        return self._room.playing is not match or match.n != opening.n

    def _is_asked(self, dice: Linked, seat: int, number: int) -> bool:
        """Whether ``seat`` of the match has a link for that roll, and somebody who can open it."""
        room, known = self._room, dice.known[seat]
        at_table = room.record.seat_at_table(seat)
        if known is None or not known.has(number) or room.bot_on(at_table) or seat in self._missed:
            return False
        if dice.silences[seat] >= MOST_SILENT:
            return False
        viewers = [viewer for viewer in room.audience.viewers if viewer.plays == seat]
        if any(not viewer.chainless for viewer in viewers):
            return True
        guest = room.record.seats[at_table].guest
        if guest in room.audience.everywhere:
            return not viewers  # through another process
        return asyncio.get_running_loop().time() - self._since < room.hall.settings.link_wait

    async def _come_up(self, match: Playing, opening: Opening) -> None:
        """Decide the roll by the links that have come, and save it."""
        seats = range(match.match.seats)
        silent = tuple(sorted(opening.asked - set(opening.links)))
        self._missed |= {*silent} - opening.declined
        own = tuple(opening.links.get(seat, "") for seat in seats)
        entries = match.roll(LinkedRoll(opening.n, own, silent, opening.next))
        await self._room.save(match, opening.n, entries)

    # Links

    def greet(self, viewer: Viewer) -> None:
        """Ask somebody who has just joined for their link, where a roll waits for it."""
        self._missed.discard(viewer.plays)
        if self._opening:
            self._ask(self._opening, [viewer])

    def _ask(self, opening: Opening, viewers: Iterable[Viewer]) -> None:
        asked = OpenLink(opening.roll, opening.n, opening.digest, self._room.match_id)
        waiting = opening.asked - set(opening.links)
        text = encode(asked)
        for viewer in viewers:
            if viewer.plays in waiting:
                viewer.send(text)  # after what it was told before, however far the others are

    async def hear(self, viewer: Viewer, link: Link) -> None:
        """Take the link that a browser opens, or that it has none; refuses one that is not of its seat's
        chain."""
        seat, opening = viewer.plays, self._opening
        match = self._room.playing
        viewer.chainless = not link.link
        viewer.checks = True
        if seat < 0 or not match or not match.linked:
            raise Refusal("no link is asked for")
        if link.link:
            self._missed.discard(seat)
        if opening is None or link.roll != opening.roll or seat not in opening.asked or seat in opening.links:
            return
        known = match.linked.known[seat]
        if not link.link:
            others = [other for other in self._room.audience.viewers if other.plays == seat]
            if all(other.chainless for other in others):
                opening.declined.add(seat)
        elif known is None or not known.fits(link.roll, link.link):
            raise Refusal(
                f"the link {link.link[:16]!r} for roll {link.roll} is not one of the chain of your seat"
            )
        else:
            self._take(opening, seat, link, match.linked)
            await self._tell_elsewhere(match, opening, seat)

    def _take(self, opening: Opening, seat: int, link: Link, dice: Linked) -> None:
        known = dice.known[seat]
        assert known
        opening.links[seat] = link.link
        if known.is_last(link.roll) and is_link(link.next):
            opening.next[seat] = ChainEnd(link.next, known.end.length)

    async def _tell_elsewhere(self, match: Playing, opening: Opening, seat: int) -> None:
        """Save a link for the other processes, where there may be some."""
        if self._room.hall.bus.alone:
            return
        end = opening.next.get(seat)
        row = (match.record.id, opening.roll, seat, opening.links[seat], end.tip if end else "")
        await self._room.hall.store.write(partial(save_link, row=row))
        self._room.hall.bus.changed(self._room.record.id)

    async def look_elsewhere(self) -> None:
        """Take over the links that other processes have heard."""
        opening, match = self._opening, self._room.playing
        dice = match.linked if match else None
        if opening is None or match is None or dice is None or self._room.hall.bus.alone:
            return
        rows = await self._room.hall.store.read(partial(links_of, match=match.record.id, roll=opening.roll))
        for seat, own, after in rows:
            known = dice.known[seat]
            if (
                seat in opening.asked
                and seat not in opening.links
                and known
                and known.fits(opening.roll, own)
            ):
                self._take(opening, seat, Link(opening.roll, own, after), dice)

    # Telling

    def tell(self) -> None:
        """Tell everybody who checks them the links of the rolls that have come up."""
        match = self._room.playing
        dice = match.linked if match else None
        if match is None or dice is None:
            return
        for number in range(self._told + 1, len(dice.rolls) + 1):
            text = encode(self._links(match.match, dice, number))
            for viewer in self._room.audience.viewers:
                if viewer.checks or not viewer.raw:
                    viewer.send(text)
        self._told = len(dice.rolls)

    def _links(self, match: Match, dice: Linked, number: int) -> Links:
        roll = dice.rolls[number - 1]
        is_last = number == len(dice.rolls)
        offers = dice.drawn if is_last and dice.drawn else _drawn_again(match, roll)
        after = dice.server.next(number)
        return Links(
            roll=number,
            n=roll.n,
            digest=dice.digests[number - 1],
            server=dice.server.link(number).hex(),
            links=roll.links,
            silent=roll.silent,
            next={seat: (end.tip, end.length) for seat, end in roll.next.items()},
            server_next=after.tip if after else "",
            events=tuple(_drawn(offer, index) for offer, index in offers),
            match_id=self._room.match_id,
        )


class _Listening:
    """A source of chance that only hears what is offered."""

    def __init__(self) -> None:
        self.offer: Offer | None = None

    def draw(self, offer: Offer) -> None:
        self.offer = offer


def _drawn_again(match: Match, roll: LinkedRoll) -> Iterator[tuple[Offer, int]]:
    """What everybody sees of a roll that another process has made, and its place among what was offered."""
    fresh, arena = match.replay(roll.n), match.game.arena
    is_thrown = arena.is_thrown(match.values)
    for entry in match.log[roll.n :]:
        if entry.seat != CHANCE:
            return
        heard = _Listening()
        fresh.drawn_by(heard)
        if heard.offer and is_public(heard.offer) and not (is_thrown and arena.asks(fresh.truth())):
            yield heard.offer, list(heard.offer.events).index(entry.event)
        fresh.retrace(entry)


def _drawn(offer: Offer, index: int) -> Drawn:
    return Drawn(offer.number, offer.size, index, tuple(offer.weights or ()))
