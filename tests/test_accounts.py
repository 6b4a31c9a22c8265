"""Results explain themselves: every game gives the sum that made its result."""

from __future__ import annotations

import re

import pytest

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import all_games, load
from throwdown.kernel.match import Match
from throwdown.kernel.scene import Account
from throwdown.terminal import Seating, Session

GAMES = [game.key for game in all_games()]


def ended(key: str, seed: int = 0, seats: int | None = None) -> Match:
    match = load(key).match(seats, seed=seed)
    match.play_at_random(seed)
    return match


def account_of(match: Match, seat: int = SPECTATOR) -> Account:
    account = match.scene(seat).account
    assert account is not None
    return account


def figures(text: str) -> list[int]:
    return [int(found) for found in re.findall(r"-?\d+", text.replace(",", "").replace("−", "-"))]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_explains_its_result_for_every_seat_once_it_is_over(key: str) -> None:
    match = ended(key, seats=load(key).seats[1] if key != "kadice" else 3)
    account = account_of(match)
    seats = {row.seat for row in account.rows}
    assert account.title
    assert seats <= set(range(match.seats))
    assert account.rows[0].seat in match.winners
    assert match.replay(0).scene(0).account is None


@pytest.mark.parametrize("seed", range(12))
def test_du_12_to_du_14_the_points_of_duello_are_the_difference_that_is_told(seed: int) -> None:
    match = ended("duello", seed)
    account, view = account_of(match), match.truth()
    totals = {row.seat: int(row.total) for row in account.rows}
    assert totals == {seat: view.stocks[seat] + view.targets[seat] for seat in range(2)}
    noted = {row.seat for row in account.rows if "counts nothing" in row.note}
    assert noted == {row.seat for row in account.rows if any(part.state == "spent" for part in row.parts)}
    points = max(match.points)
    if points == 0:
        assert "draw" in account.title
        return
    assert figures(account.score) == [points]
    told = figures(account.notes[0].partition("(")[0])
    if "difference" in account.notes[0]:
        assert told[0] - told[1] == told[2] == points
    elif "all that is left" in account.notes[0]:
        assert totals[match.winners[0]] == points
    else:
        assert points == 1


@pytest.mark.parametrize("seed", range(4))
def test_dz_19_the_rounds_of_dardz_add_up_to_the_score(seed: int) -> None:
    match = ended("dardz", seed, 3)
    for row in account_of(match).rows:
        assert sum(figures(part.figure)[0] for part in row.parts) == int(row.total) == match.points[row.seat]
    # DZ-17: of several at once a larger pile or a Roll-Off has the points, and nobody was first
    assert account_of(match).notes[0] == f"{{{match.truth().ten}}} had the 10 points for 10 cards (DZ-17)."


@pytest.mark.parametrize("seed", range(2))
def test_kd_15_duels_bets_and_cards_add_up_to_the_score(seed: int) -> None:
    match = ended("kadoova-duel", seed)
    for row in account_of(match).rows:
        assert sum(figures(part.figure)[0] for part in row.parts) == match.points[row.seat]


def test_cd_16_the_cards_of_the_last_round_add_up_to_its_points() -> None:
    match = ended("command-dice", 1)
    view, account = match.truth(), account_of(match)
    assert account.score == f", {max(view.victories)}–{min(view.victories)}"
    for row in account.rows:
        last = row.parts[-1]
        assert sum(int(piece.face[:-1]) for piece in last.pieces) == view.score[row.seat]


def test_ka_8_the_order_of_elimination_says_when_and_by_whom() -> None:
    match = ended("kadice", 1, 3)
    rows = account_of(match).rows
    assert [row.place for row in rows] == [1, 2, 3]
    fell_in = [figures(row.note)[0] for row in rows[1:]]
    assert fell_in == sorted(fell_in, reverse=True)
    assert fell_in[0] == match.truth().rounds
    for row in rows[1:]:
        assert re.search(r"Round \d+: (\{\d\} took .+|.+ was lost in a war)", row.note)


def test_kd_d2_what_chicken_lost_on_the_last_throw_is_said() -> None:
    """Random matches, until one goes past the Bust line with points on the mat."""
    for seed in range(200):
        match = ended("chicken", seed)
        lost = [seat for seat in (0, 1) if match.truth().lost[seat]]
        if lost:
            break
    else:
        pytest.fail("nobody went past the Bust line with points in 200 matches")
    account = account_of(match)
    row = next(row for row in account.rows if row.seat == lost[0])
    assert any(part.figure == "Bust" for part in row.parts)
    assert any(part.state == "lost" and part.figure == "lifted" for part in row.parts)
    points = match.truth().lost[lost[0]]
    assert any(f"{points:,} points" in note and "Bust line" in note for note in account.notes)


@pytest.mark.parametrize(("key", "values"), [("duello", {}), ("chicken", {}), ("kadice", {"cards-each": 2})])
def test_the_terminal_tells_why(key: str, values: dict[str, int], capsys: pytest.CaptureFixture[str]) -> None:
    match = load(key).match(seed=3, values=values)
    Session(match, Seating(2, 2, "random"), 3).run()
    out = " ".join(capsys.readouterr().out.split())
    account = account_of(match)
    assert account.title in out
    assert "won by" not in out
    assert "{" not in out


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "key", ["con-person", "hare-vs-tortoise", "plague-doctor", "skeptic-vs-psychic", "war"]
)
def test_kd_d4_to_kd_d12_what_a_duel_gave_its_winner_is_reckoned_in_a_note(key: str, seed: int) -> None:
    match = ended(key, seed)
    reckoned = next((note for note in account_of(match).notes if " make " in note), None)
    gained = max(match.truth().gain)
    if reckoned is None:
        assert gained == 1000
    else:
        won, count, each, total = figures(reckoned.partition("(")[0])
        assert won + count * each == total == gained


def test_kd_d12_who_wins_war_from_a_tie_is_said_with_the_grey_dice() -> None:
    """Random matches, until one is level at its end."""
    matches = (ended("war", seed, 4) for seed in range(200))
    match = next(match for match in matches if match.truth().greys == 2)
    note = account_of(match).notes[1]
    assert "dice each, and grey dice decided" in note
    winner = match.winners[0]
    said = {int(seat): int(face) for face, seat in re.findall(r"a (\d) by \{(\d)\}", note)}
    assert said[winner] == max(said.values())
