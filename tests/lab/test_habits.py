"""Strategy sheets: what was chosen where, in the words of the game, and the habits that are asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

import throwdown
from throwdown.kernel.errors import BadValue
from throwdown.lab import strategies
from throwdown.lab.balance import Balance, Manner
from throwdown.lab.counts import Share
from throwdown.lab.habits import Habits, habits_of, kind_of, ratio, sheet_of, spoken, told


def test_a_bid_of_more_than_there_is_is_a_bluff_and_calling_it_is_right():
    """KD-D4."""
    match = throwdown.load("con-person").match(2, seed=3)
    first = match.awaited[0]
    bids = [text for text in match.legal(first) if text.startswith("bid")]
    all_dice = max(int(text.split()[1]) for text in bids)
    match.play(first, f"bid {all_dice - 1} 6s")  # a bid of all the dice would leave no choice but to call
    match.play(1 - first, "call")
    traits = habits_of(match).traits
    assert traits["bluffs: bids more dice than there are"] == (1, 1)
    assert traits["calls the con rather than raise"] == (1, 1)
    assert traits["is right when it calls the con"] == (1, 1)


def test_a_player_is_told_as_you_and_others_as_another_player():
    assert spoken("Bet 500 against {1}", 0) == "Bet 500 against another player"
    assert spoken("{0's} Nope: pass, or Nope it.", 1) == "Another player’s Nope: pass, or Nope it."
    assert spoken("{0} +4, {1} +2", 0) == "You +4, another player +2"


@pytest.mark.parametrize(
    ("choice", "kind"),
    [
        ("Hold 4 4", "Hold # #"),
        ("Bid six twos", "Bid # #s"),
        ("Bid 14 sixes", "Bid # #s"),
        ("Often", "Often"),
    ],
)
def test_choices_that_differ_in_numbers_alone_are_of_one_kind(choice, kind):
    assert kind_of(choice) == kind


def test_the_interval_of_a_share_is_over_matches_and_not_over_choices():
    """Four matches in which a player always or never does something say as much as four choices, however many
    choices each has."""
    alike = ratio([(100, 100), (100, 0), (100, 100), (100, 0)])
    assert alike.mean == 0.5
    assert alike.matches == 4
    assert alike.margin == pytest.approx(ratio([(1, 1), (1, 0), (1, 1), (1, 0)]).margin)
    assert ratio([(10, 5)] * 4 + [(0, 0)]).margin == 0


def test_a_situation_with_many_choices_is_told_by_kinds_and_what_came_up_too_rarely_not_at_all():
    many = {f"Hold {face} {face}": 1 for face in range(1, 7)} | {f"Hold {face}": 1 for face in range(1, 7)}
    found = [Habits({"Hold dice.": many, "Pass?": {"Pass": 1}}) for _ in range(6)]
    found[0].by_situation["Once"] = {"A": 1, "B": 1}
    (only,) = told(sheet_of("kadice", found))
    assert only.words == "Hold dice."
    assert {choice: share.mean for choice, share in only.choices.items()} == {"Hold #": 0.5, "Hold # #": 0.5}
    assert only.times == 72


def test_numbers_that_are_words_are_told_apart_unless_there_are_too_many():
    """Of a roll the dice that are kept; of bids each would be its own."""
    kept = {f"Keep {face} and roll": 1 for face in range(1, 9)} | {"Roll all five": 1}
    bids = {f"Bid {many} {face}s": 1 for many in ("six", "seven", "eight") for face in ("one", "two", "four")}
    first, second = told(sheet_of("kadice", [Habits({"Roll.": kept, "Bid.": bids | {"Call": 1}})] * 6))
    assert {*first.choices, *second.choices} == {"Bid # #s", "Call", "Keep # and roll", "Roll all five"}


def test_a_page_keeps_one_sheet_for_each_game_and_level(tmp_path: Path) -> None:
    page = tmp_path / "strategy.md"
    sheet = sheet_of("con-person", [Habits({"Raise?": {"Call the con": 3, "Bid six ones": 1}})] * 5)
    share = Share(0.5, 0.1, 5)
    for level, matches in (("regular", 5), ("master", 5), ("regular", 6)):
        found = Balance(
            "con-person", "Con-Person", matches, [share, share], share, {}, {}, {}, {}, {}, 0, 2,
            Manner(level), {}, sheet=sheet,
        )  # fmt: skip
        strategies.put(page, found, f"made of {matches}")
    text = page.read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## What Master does: Con-Person, 2 seats",
        "## What Regular does: Con-Person, 2 seats",
    ]
    assert "5 matches, by version 2 of the rules: `made of 5`" in text
    assert "6 matches, by version 2 of the rules: `made of 6`" in text
    assert "| Call the con | 75.0 % | ± 0.0 |" in text
    (tmp_path / "strategy.json").write_text("{}")
    with pytest.raises(BadValue, match="holds no figures of strategy"):
        strategies.check(page)
