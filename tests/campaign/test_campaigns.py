"""A small campaign of each kind; ``make campaign`` has more."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.campaign.campaigns import CAMPAIGNS, served
from tests.campaign.counts import Counts
from tests.campaign.dice import SIZES, verdict
from tests.campaign.faults import Fault, fill_disk, jump, kill, kill_one, restart_database, sever, stop_one
from tests.campaign.results import BEGIN, DOCS, END, Kept, table
from tests.campaign.worlds import World


def in_turn(*faults: Fault) -> Fault:
    """A fault that is each of these, one after the other."""
    waiting = iter(faults)

    async def fault(world: World, rng: random.Random) -> None:
        await next(waiting)(world, rng)

    return fault


SMALL: dict[str, tuple[tuple[Fault, ...], dict[str, Any]]] = {
    "one server": ((kill, fill_disk, jump, sever, kill), {"breaks_lines": True}),
    "two processes": ((kill_one, stop_one, restart_database), {"servers": 2, "on_postgresql": True}),
}


@pytest.mark.parametrize("where", SMALL)
def test_nothing_that_was_confirmed_is_lost_and_nobody_is_told_two_things(where: str) -> None:
    faults, settings = SMALL[where]
    counts = served(in_turn(*faults), **settings)(len(faults), 1)
    assert counts.done == len(faults)
    assert counts.told > counts.confirmed > 20
    assert counts.matches >= 5


def test_no_secret_leaks_in_random_states_of_any_game() -> None:
    counts = CAMPAIGNS["leaks"].a_round(200, 1)
    assert counts.done >= 200
    assert counts.matches > 10


def test_dice_of_the_protocol_are_counted_by_their_faces() -> None:
    counts = CAMPAIGNS["dice"].a_round(7_000, 1)
    assert {size: sum(many) for size, many in counts.faces.items()} == dict.fromkeys(SIZES, 1000)
    assert verdict({6: [1000] * 6}).endswith(": as fair dice")
    assert verdict({6: [1000] * 5 + [1300]}).endswith("NOT as fair dice")


def test_rounds_of_campaigns_that_run_at_once_add_up_and_the_page_shows_them(tmp_path: Path) -> None:
    (tmp_path / "trust.md").write_text(f"Above.\n{BEGIN}\nwhat was there\n{END}\nBelow.\n")
    first, second = Kept(tmp_path), Kept(tmp_path)
    first.add("kills", Counts(20, 100, 1000, 7, 60.0))
    second.add("kills", Counts(20, 150, 1500, 8, 80.0))
    kept = Kept(tmp_path)
    kept.add("dice", Counts(600, faces={6: [100] * 6}))
    assert kept.seconds_for("kills", 10) == 35.0
    page = (tmp_path / "trust.md").read_text()
    assert page.startswith("Above.")
    assert page.endswith("Below.\n")
    assert "40 kills | 10,000 | 250 confirmed choices, 2,500 told events of 15 matches | 0 |" in page
    assert "| 600 dice | 100,000,000 | to be tested at 100,000,000 | 0 |" in page
    assert "what was there" not in page


def test_the_page_shows_what_is_kept() -> None:
    kept = msgspec.json.decode((DOCS / "trust.json").read_bytes(), type=dict[str, Counts])
    shown = re.search(f"{BEGIN}\n\n(.*)\n\n{END}", (DOCS / "trust.md").read_text(), re.DOTALL)
    assert shown
    assert shown[1] == table(kept)
