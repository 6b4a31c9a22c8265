"""The score sheet of a game comes to what its rules come to, and refuses no line of a match played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from tests.sheets import CASES, Case, evaluated, kadoova_lowered, sheet_of
from throwdown.kernel.game import load
from throwdown.kernel.narrator import tell_all
from throwdown.kernel.tables import Plain
from throwdown.server.beside.lowering import SHEET, goes_on

FEW = 3


def compare(key: str, seeds: Iterable[int]) -> int:
    """The number of lines of these matches; fails where a sheet differs from the rules."""
    cases = [CASES[key](seed) for seed in seeds]
    for seed, (case, found) in enumerate(zip(cases, evaluated(cases), strict=True)):
        told = f"{key}, match {seed}"
        assert found["refused"] == [], told
        assert found["score"]["totals"] == case.totals, told
        assert found["score"]["over"], told
        assert found["score"]["first"] == case.winners, told
        assert not any(found["overs"]), f"{told}: over before its last line"
        if case.paid is not None:
            assert found["score"]["paid"] == case.paid, told
    return sum(len(case.lines) for case in cases)


def test_the_sheet_of_a_match_in_its_last_round_ends_with_the_turns_that_are_left_kd9():
    """Without them it would go on for a round of its own."""
    case = kadoova_lowered(0)
    left, found = case.setup["start"]["left"], evaluated([case, _without_left(case)])
    assert (left, len(case.lines)) == (1, 1)
    assert [one["score"]["over"] for one in found] == [True, False]


def _without_left(case: Case) -> Case:
    setup = case.setup | {"start": case.setup["start"] | {"left": -1}}
    return msgspec.structs.replace(case, setup=setup)


def test_what_a_turn_brings_is_a_multiple_of_what_all_its_cards_and_duels_bring_kd5() -> None:
    game = load("kadoova-duel")
    assert sheet_of(game).fields[0].step == 100
    for values, step in (
        ({"pickpocket": 150}, 50),
        ({"axe-rings": [500, 300, 125]}, 25),
        ({"goal": 1001}, 100),
    ):
        told = goes_on(game.match(3, seed=1, values=values), SHEET).settings
        assert told.get("brought:step", 100) == step, values


def test_cards_that_are_not_as_the_games_go_along_with_a_match_to_its_sheet_dz2_dz3() -> None:
    game = load("dardz")
    pile = next(one for one in sheet_of(game).fields if one.key == "pile")
    seven, golden, skull = (pile.names.index(name) for name in ("7", "Golden 7", "Skull"))
    assert (pile.copies[seven], pile.copies[golden], pile.least) == (5, 1, -15)
    values: dict[str, Plain] = {"golden-sevens": 4, "action-points": [2, 2, 2, 3, -15, 3]}
    told = goes_on(game.match(3, seed=1, values=values), SHEET).settings
    assert {key: told[key] for key in told if key.startswith("pile:")} == {
        "pile:least": -45,
        f"pile:worth:{skull}": -15,
        f"pile:copies:{seven}": 2,
        f"pile:copies:{golden}": 4,
    }
    assert not [key for key in goes_on(game.match(3, seed=1), SHEET).settings if ":" in key]


ANNOUNCED = {
    "{}, for missing all three rolls.": ("All three rolls missed", "player"),
    "{}, for the Skull.": ("Skull", "player"),
    "{}, for losing the Roll-Off.": ("Roll-Off lost", "player"),
    "{}, for a wrong Jackpot.": ("Wrong Jackpot", "player"),
    "{}, for points from Boost 'em.": ("Points from Boost 'em", "player"),
    "{}, for points lost to Bunk 'em.": ("Points lost to Bunk 'em", "player"),
    "everybody but {}, who cleaned up.": ("Hand cleaned up: the others", "others"),
    "everybody, for the Clock.": ("Clock: everybody", "all"),
    "everybody, for a right Jackpot.": ("Right Jackpot: everybody", "all"),
    "everybody, for three of a kind.": ("Three of a kind: everybody", "all"),
    "everybody, for a double one.": ("Double one: everybody", "all"),
}


def test_each_forfeit_that_the_rules_announce_has_its_entry_on_the_sheet_dz25() -> None:
    game, rng = load("dardz"), Random(25)
    field = next(one for one in sheet_of(game).fields if one.key == "forfeits")
    assert sorted(ANNOUNCED.values()) == sorted(zip(field.names, field.owed_by, strict=True))
    heard = set[str]()
    for seed in range(10):
        match = game.match(4, seed=seed, values={"forfeits": True})
        while not match.over:
            match.play(seat := rng.choice(match.awaited), rng.choice(match.legal_events(seat)))
        told = (words for telling in tell_all(match) for _, words in telling.said)
        heard |= {re.sub(r"\{\d\}", "{}", words[9:]) for words in told if words.startswith("Forfeit: ")}
    assert heard == set(ANNOUNCED)


@pytest.mark.parametrize("key", sorted(CASES))
def test_a_sheet_that_is_filled_in_from_a_match_comes_to_the_same_result(key: str) -> None:
    assert compare(key, range(FEW)) >= FEW
