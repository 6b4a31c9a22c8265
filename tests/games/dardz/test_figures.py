"""Every figure that is told equals what changed in the record, over random matches of every option."""

from __future__ import annotations

import random
import re

import pytest

import throwdown
from tests.games.dardz.test_lockstep import COMPOSED, EDITED, TEAMS
from throwdown.kernel.narrator import Narrator

CHANGES = [
    re.compile(pattern)
    for pattern in (
        r"^(?:scored|gained) (?P<gain>\d+)",
        r" gained (?P<gain>\d+)\.$",
        r"^lost (?P<loss>\d+)",
        r" lost (?P<loss>\d+)\.$",
        r": (?P<gain>\+\d+)\.$",
        r"is right, (?P<gain>\+\d+)\.$",
        r"is wrong, (?P<gain>[+−]\d+)\.$",
    )
]
CARDS = re.compile(r"(?:for|had) (\d+) cards?")


def told_change(words: str) -> int:
    """The points that a sentence says were gained or lost; 0 where it says nothing of points."""
    for pattern in CHANGES:
        found = pattern.search(words)
        if found and "gain" in found.groupdict():
            return int(found["gain"].replace("−", "-"))
        if found:
            return -int(found["loss"])
    return 0


def side_told(view, seat: int, words: str) -> int:
    """The side that a sentence is about: its seat's, or for partners that of the first name in it."""
    named = re.match(r"\{(\d)\}", words)
    return (seat if seat >= 0 else int(named[1]) if named else 0) % view.sides


@pytest.mark.parametrize(
    ("seats", "values"),
    [
        (2, {}),
        (4, TEAMS),
        (3, EDITED),
        (3, COMPOSED),
        (8, {"announce-ten": "by the players", "forfeits": True}),
    ],
    ids=["plain", "teams", "edited", "composed", "called"],
)
def test_points_and_cards_that_are_told_are_those_that_changed_dz_3_dz_4_dz_19(seats, values):
    game = throwdown.load("dardz")
    told_something = 0
    for seed in range(3):
        match = game.match(seats, seed=seed, values={**values, "target": 60})
        shadow, rng = match.replay(0), random.Random(seed)
        narrator = Narrator(shadow)
        while not match.over:
            seat = rng.choice(match.awaited)
            match.play(seat, rng.choice(match.legal_events(seat)))
            for entry in match.log[len(shadow.log) :]:
                before = shadow.truth()
                shadow.extend([entry])
                after = shadow.truth()
                changed = [0] * after.sides
                for who, words in narrator.follow(shadow, entry, True).said:
                    changed[side_told(after, who, words)] += told_change(words)
                    cards = CARDS.search(words)
                    assert not cards or int(cards[1]) == after.pile[who], words
                    told_something += told_change(words) != 0
                assert changed == [after.score[k] - before.score[k] for k in range(after.sides)], entry
    assert told_something >= 10
