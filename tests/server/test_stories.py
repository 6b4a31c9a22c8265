"""What was said before somebody came is told on demand, page by page, as whoever saw it all was told it."""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.server.people import Guest
from tests.server.serving import Serving
from tests.server.test_snapshots import opened
from throwdown.kernel.contract import SPECTATOR
from throwdown.server.table import playing, stories
from throwdown.server.table.playing import Playing
from throwdown.server.table.stage import Stage
from throwdown.server.table.stories import Stories
from throwdown.server.wire import Step, Story

LONG, PAGE = 60, 8  # events


async def nobody_joins() -> None:
    """No one waits to join a table."""


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a few events, so that every match has several."""
    monkeypatch.setattr(stories, "PAGE", PAGE)


def seen(game: str) -> tuple[Playing, Stage]:
    """A match of random choices, and what was told of it to who looked on from the first event."""
    rng, (match, _, __) = random.Random(7), opened(game)
    stage = Stage(match, "m")
    for viewer in (0, SPECTATOR):
        stage.steps(viewer, 0)
    while match.n < LONG and not match.match.over:
        seat = rng.choice(match.match.awaited)
        match.make(playing.play(seat, rng.choice(match.match.legal_events(seat))))
    return match, stage


def said(steps: list[Step]) -> list[Step]:
    return [msgspec.structs.replace(step, scene=None, own=False) for step in steps if step.said]


@pytest.mark.parametrize("game", ["command-dice", "dardz", "kadice", "kadoova-duel"])
async def test_pages_put_together_are_what_a_witness_was_told(game: str, short: None) -> None:
    match, stage = seen(game)
    told = Stories(nobody_joins)
    try:
        for viewer in (0, SPECTATOR):
            until, steps, pages = match.n, list[Step](), 0
            while until:
                page = await told.page("here", stories.begun(match), viewer, until, 0)
                story = msgspec.json.decode(page, type=Story)
                assert story.until == until > story.since
                until, steps, pages = story.since, [*story.steps, *steps], pages + 1
            assert pages > 1 or match.n < LONG
            assert steps == said(list(stage.steps(viewer, 0).steps))
    finally:
        told.stop()


def test_who_joins_late_is_shown_the_table_and_nothing_that_was_said_before() -> None:
    match, stage = seen("dardz")
    arrival = Stage(match, "m").arrival(0)
    assert [step.n for step in arrival.steps] == [match.n]
    assert arrival.steps[0].scene == stage.steps(0, 0).steps[-1].scene
    assert arrival.since == match.n
    assert stage.arrival(0).since == match.n - 1  # there the last event is told


async def test_a_page_of_the_past_is_told_over_the_line_and_what_is_none_is_refused(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            while line.n < 12:
                assert (await line.play(random.Random(1)))["t"] == "done"
        async with ann.live(table, raw=False) as line:
            steps = await line.next("steps")
            assert len(steps["steps"]) == 1
            await line.send({"t": "earlier", "until": steps["since"], "after": 4})
            story = await line.next("story")
            assert (story["since"], story["until"]) == (4, steps["since"])
            assert story["steps"][0]["n"] > 4
            for until, after in ((10_000, 0), (3, 3), (0, 0)):
                await line.send({"t": "earlier", "until": until, "after": after})
                assert f"no events after {after} up to {until}" in (await line.next("refused"))["why"]
