"""Puzzles from matches that were played here, where everybody who played them allows it.

They are looked for while nothing else is to be counted, one match after the other, and kept in the database
without names. Whoever allows it no longer, or is forgotten, takes those of his matches away.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, exists, insert, select

from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.game import load
from throwdown.server.archive import finished
from throwdown.server.archive.history import SOMEBODY
from throwdown.server.archive.studies import Studies
from throwdown.server.errors import Refusal
from throwdown.server.storage.database import one_at_a_time
from throwdown.server.storage.schema import matches, people, players, searched
from throwdown.server.storage.store import Store
from throwdown.study.puzzles import Puzzle
from throwdown.study.worker import Looked, Search

EVERY = 30.0  # seconds between looks for matches in which nothing was looked for yet
MOST = 200  # puzzles of a game; matches of one that has them are not looked through
PUZZLES = msgspec.json.Decoder(tuple[Puzzle, ...])

log = logging.getLogger("throwdown.server")


class Candidate(NamedTuple):
    """A finished match in which puzzles may be looked for: its id, table, number and game. ``search`` is
    None where there is nothing to find."""

    match: int
    table: str
    number: int
    game: str = ""
    search: Search | None = None


def _does_not_share(match: Any) -> Any:
    """Whether somebody who played that match does not allow puzzles of it."""
    player, person = players.alias("player"), people.alias("person")
    allows = exists().where(person.c.guest == player.c.guest, person.c.shares)
    return exists().where(player.c.match == match, ~allows)


def next_match(connection: Connection) -> Candidate | None:
    """The last finished match that nobody has looked through and that all of its players share."""
    chosen = (
        select(matches.c.id, matches.c.table_id, matches.c.number)
        .join(players, players.c.match == matches.c.id)
        .join(people, people.c.guest == players.c.guest)
        .where(people.c.shares, matches.c.result.is_not(None))
        .where(~exists().where(searched.c.match == matches.c.id))
        .where(~_does_not_share(matches.c.id))
        .order_by(players.c.ended.desc(), matches.c.id)
        .limit(1)
    )
    found = connection.execute(chosen).first()
    return _examined(connection, Candidate(*found)) if found else None


def _examined(connection: Connection, one: Candidate) -> Candidate:
    """The candidate with what is to be looked through: a match from beginning to end, played on this server,
    by the rules as they are now and as they are usually played, by people of whom nobody was forgotten."""
    try:
        whole = finished.whole(connection, one.table, one.number)
        record = whole.record
        one = one._replace(game=record.game)
        if record.start or record.reported or SOMEBODY in record.names:
            return one
        if len(of_game(connection, record.game)) >= MOST:
            return one
        match = whole.replayed().match
        usual = load(record.game).match(match.seats).values
    except (Refusal, ThrowdownError):
        return one
    if match.is_agreed or match.values != usual:
        return one
    entries = [(entry.seat, entry.event) for entry in match.log]
    return one._replace(search=Search(match.game.key, match.seats, {}, (), entries))


def keep(connection: Connection, one: Candidate, found: tuple[Puzzle, ...]) -> None:
    """Keep what was found in a match, unless it was looked through meanwhile, or somebody who played it has
    changed his mind."""
    one_at_a_time(connection)
    there = select(exists().where(matches.c.id == one.match), _does_not_share(one.match))
    is_there, is_withdrawn = connection.execute(there).one()
    known = connection.execute(select(exists().where(searched.c.match == one.match))).scalar()
    if is_there and not is_withdrawn and not known:
        named = [msgspec.structs.replace(each, key=f"here-{secrets.token_hex(5)}") for each in found]
        record = msgspec.json.encode(named)
        connection.execute(
            insert(searched).values(match=one.match, game=one.game, found=len(named), record=record)
        )


def withdraw(connection: Connection, guest: str) -> None:
    """Take away what was found in the matches of ``guest``."""
    played = select(players.c.match).where(players.c.guest == guest)
    connection.execute(delete(searched).where(searched.c.match.in_(played)))


def of_game(connection: Connection, game: str) -> tuple[Puzzle, ...]:
    """The puzzles of ``game`` from matches that were played here, in an order that stays."""
    rows = connection.execute(
        select(searched.c.record)
        .where(searched.c.game == game, searched.c.found > 0)
        .order_by(searched.c.match)
    ).scalars()
    return tuple(puzzle for record in rows for puzzle in PUZZLES.decode(record))


class Sharing:
    """Looks through the matches of this server that may be looked through, one at a time."""

    def __init__(self, store: Store, studies: Studies) -> None:
        self._store = store
        self._studies = studies
        self._task: asyncio.Task[None] | None = None
        # The match that is being looked through, up to which event it was, and what was found.
        self._begun: tuple[int, int, tuple[Puzzle, ...]] = (0, 0, ())

    def start(self) -> None:
        """Look for puzzles from time to time, until :meth:`stop`."""
        self._task = asyncio.create_task(self._go_on())

    def stop(self) -> None:
        """Look no more; the match that is being looked through is begun again another time."""
        if self._task:
            self._task.cancel()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                while await self.look():
                    pass
            except Exception:  # the next look comes anyway
                log.exception("puzzles could not be looked for")

    async def look(self) -> bool:
        """Look through the next match; whether there was one and all of it was looked through."""
        if self._studies.is_busy:
            return False
        one = await self._store.read(next_match)
        if one is None:
            return False
        found: tuple[Puzzle, ...] = ()
        if one.search:
            try:
                is_whole, found = await self._searched(one.match, one.search)
            except ThrowdownError as error:
                log.warning("no puzzles were looked for in match %s: %s", one.match, error)
                is_whole = True
            if not is_whole:
                return False
        await self._store.write(partial(keep, one=one, found=found))
        return True

    async def _searched(self, match: int, search: Search) -> tuple[bool, tuple[Puzzle, ...]]:
        """Whether all of a match was looked through, and what was found; a search that was broken off goes
        on where it was."""
        if self._begun[0] == match:
            _, after, before = self._begun
            search = msgspec.structs.replace(search, after=after, most=search.most - len(before))
        else:
            self._begun = (match, 0, ())

        def hear(looked: Looked) -> None:
            more = (looked.puzzle,) if looked.puzzle else ()
            self._begun = (match, looked.n, self._begun[2] + more)

        is_whole = await self._studies.search(search, hear)
        found = self._begun[2]
        if is_whole:
            self._begun = (0, 0, ())
        return is_whole, found
