"""Choices that several make at the same time in secret: nobody else is told who has chosen (CD-18, DU-25)."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from tests.server.rooms import make, served
from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.game import load
from throwdown.kernel.narrator import Narrator
from throwdown.server.table import playing, records

ADA, NILS, IRIS = range(3)


@pytest.mark.parametrize(
    ("game", "seats", "least"), [("command-dice", 2, 20), ("duello", 2, 3), ("duello", 3, 10)]
)
def test_neither_the_table_nor_the_log_shows_others_that_a_choice_is_made(
    game: str, seats: int, least: int
) -> None:
    rng, match, many = random.Random(5), load(game).match(seats, seed=5), 0
    for _ in range(250):
        if match.over:
            break
        choosing = [seat for seat in match.awaited if seat != CHANCE]
        seat = rng.choice(choosing)
        event = rng.choice(match.legal_events(seat))
        witnesses = int(match.engine.witnesses(match.state, seat, event))
        others = [place for place in (*range(seats), SPECTATOR) if place != seat]
        before = {place: (match.scene(place), Narrator(match, place)) for place in others}
        made = match.play(seat, event)
        still = {other for other in match.awaited if other != seat} & {*choosing}
        if len(made) == 1 and witnesses & EVERYBODY != EVERYBODY and still:
            many += 1
            for place, (scene, narrator) in before.items():
                known = bool(witnesses >> place & 1)
                assert narrator.follow(match, made[0], known).said == ()
                assert match.scene(place) == scene
    assert many >= least


async def test_who_has_declared_is_known_to_nobody_else_also_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path, "duello", 3) as room:
        match = room.playing
        assert match
        begun = match.n
        assert match.match.awaited == (ADA, NILS, IRIS)
        for seat in (NILS, ADA):
            await make(room, seat, match.match.legal_events(seat)[0])
        saved = await room.hall.store.read(partial(records.load_events, match=match.record.id))
        snapshot = match.last_snapshot()
        assert snapshot
        resumed = [playing.resume(match.record, saved), playing.resume(match.record, [], snapshot)]
        places = (NILS, ADA, IRIS, SPECTATOR)
        for each in (match, *resumed):
            assert [each.known_to(place) for place in places] == [begun + 1, begun + 2, begun, begun]
            assert [each.choosing(place) for place in places] == [
                (ADA, IRIS), (NILS, IRIS), (ADA, NILS, IRIS), (ADA, NILS, IRIS),
            ]  # fmt: skip
        await make(room, IRIS, match.match.legal_events(IRIS)[0])
        assert {match.known_to(place) for place in places} == {match.n}
        assert match.n >= begun + 3
