"""DZ-19: a plate tells what the score would be with the pile counted as it lies."""

from __future__ import annotations

from random import Random

from throwdown.kernel.game import load
from throwdown.kernel.match import Match


def played(closed: bool) -> Match:
    """A match played at random until two points piles have cards in the middle of a round."""
    rng = Random(4)
    match = load("dardz").match(3, seed=4, values={"closed-piles": closed})
    while sum(map(bool, match.truth().pile)) < 2:
        seat = match.awaited[0]
        match.play(seat, rng.choice(match.legal_events(seat)))
    return match


def test_dz_19_the_plate_tells_the_score_with_the_pile_counted() -> None:
    match = played(closed=False)
    view = match.truth()
    assert any(view.pile)
    for plate in match.scene(0).plates:
        cards = [card for card, where in enumerate(view.where) if where == 11 + plate.seat]
        worth = sum(view.worth[card // 6] for card in cards)
        expected = f"with pile {max(0, view.score[plate.seat] + worth)}" if view.pile[plate.seat] else ""
        assert plate.line == expected


def test_dz_26_a_closed_pile_is_not_told_by_the_score_of_anybody_else() -> None:
    match = played(closed=True)
    own, *others = match.scene(0).plates
    assert [plate.line for plate in others] == ["", ""]
    assert bool(own.line) == (match.truth().pile[0] > 0)


def test_dz_24_of_a_team_the_plate_tells_the_score_with_the_piles_of_both() -> None:
    rng = Random(4)
    match = load("dardz").match(4, seed=4, values={"teams": True})
    while not any(match.truth().pile):
        seat = match.awaited[0]
        match.play(seat, rng.choice(match.legal_events(seat)))
    lines = [plate.line for plate in match.scene(0).plates]
    assert any(line.startswith(("Team 1, with piles ", "Team 2, with piles ")) for line in lines)
