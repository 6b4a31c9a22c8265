"""Whatever is played: nothing is lost, nothing appears, nothing hidden shows (DU-1, DU-11, DU-24, DU-25)."""

from __future__ import annotations

import importlib
import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from tests.games.duello.dice import both, rolled
from throwdown.bots import named, sight
from throwdown.kernel import rng
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import tell_all

DECLARE, SHOOT = 2, 6


def check(match: Match, purse: int) -> None:
    """Fifteen dice a player, each in one place; the chips of the table; at most three rounds."""
    view = match.truth()
    for seat in range(match.seats):
        lying = sum(map(sum, (view.right[seat], view.wrong[seat])))
        assert view.targets[seat] + view.stocks[seat] + lying + view.spent[seat] + view.gone[seat] == 15
        in_open = sum(view.stock[seat]) + sum(view.forward[seat])
        under = sum(view.target[seat])
        if not view.closed:
            assert in_open + view.due[seat][1] == view.stocks[seat]
            assert under + view.due[seat][0] == view.targets[seat]
        assert min(view.chips) >= 0
        assert view.changes[seat] <= 10
    assert view.rounds <= 3
    assert sum(view.chips) + view.pot == purse


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    seats=st.integers(2, 8),
    wagering=st.booleans(),
    tie_breaker=st.booleans(),
    pot=st.integers(0, 9),
)
def test_dice_and_chips_are_conserved_on_any_legal_walk(seed, seats, wagering, tie_breaker, pot):
    game = throwdown.load("duello")
    values = {"wagering": wagering, "tie-breaker": tie_breaker, "pot": pot}
    match = game.match(seats, chance=Reported(), values=values, engine=game.loops(True))
    chooser = random.Random(seed)
    while not match.over:
        seat = chooser.choice(match.awaited)
        match.play(seat, chooser.choice(match.legal_events(seat)))
        check(match, 100 * seats + pot if wagering else 0)
    assert sum(points > 0 for points in match.points) <= 1


def sent(match: Match, viewer: int) -> bytes:
    """All that leaves for ``viewer``: the hidden record, the scene, and the story so far."""
    return match.seen(viewer).tobytes() + msgspec.json.encode((match.scene(viewer), tell_all(match, viewer)))


def others(match: Match, seat: int) -> list[int]:
    return [viewer for viewer in (*range(match.seats), SPECTATOR) if viewer != seat]


def with_other_secrets(match: Match, seat: int, generator: np.ndarray) -> Match:
    """The same match but for what only ``seat`` may know: another target that fits, another choice."""
    rest = others(match, seat)[0]
    twin = match.seen(rest)
    match.engine.guess(twin, rest, generator)
    changed = match.replay()
    for field in ("target", "declared", "named"):
        changed.state[field][0][seat] = twin[field][0][seat]
    return changed


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_another_target_or_declaration_changes_no_byte_that_anybody_else_is_sent(seats):  # DU-25
    game = throwdown.load("duello")
    generator = np.zeros(4, np.uint64)
    rng.start(generator, 5, seats)
    match = game.match(seats, seed=seats, engine=game.loops(True))
    chooser, differed = random.Random(seats), 0
    for _ in range(70):
        if match.over:
            break
        for seat in range(seats):
            changed = with_other_secrets(match, seat, generator)
            differed += changed.state.tobytes() != match.state.tobytes()
            for viewer in others(match, seat):
                assert changed.seen(viewer).tobytes() == match.seen(viewer).tobytes()
                assert changed.scene(viewer) == match.scene(viewer)
        seat = chooser.choice(match.awaited)
        match.play(seat, chooser.choice(match.legal_events(seat)))
    assert differed > 50


def test_two_stories_that_differ_in_a_hidden_target_alone_are_told_alike():  # DU-25
    game = throwdown.load("duello")
    told = []
    for target in ("1 2 3 4 5", "6 6 6 6 6"):
        match = game.match(2, chance=Reported(), engine=game.loops(True))
        for text in rolled("1 1 1 1 1", target)[3:].split(", "):
            match.play(CHANCE, text)
        match.play(1, "aim")
        told.append([sent(match, viewer) for viewer in (0, SPECTATOR)])
    assert told[0] == told[1]


@pytest.mark.parametrize("phase", [DECLARE, SHOOT])
def test_that_somebody_has_chosen_is_seen_and_what_they_chose_is_not(phase):  # DU-10, DU-25
    game = throwdown.load("duello")
    match = game.match(2, seed=3, engine=game.loops(True))
    if phase == SHOOT:
        for line in both("shoot").splitlines():
            match.play(int(line[0]), line[3:])
    assert match.truth().phase == phase
    before = sent(match, 0)
    stories = set()
    for event in match.legal_events(1)[:20]:
        after = match.replay()
        after.play(1, event)
        stories.add(sent(after, 0) + sent(after, SPECTATOR))
    assert len(stories) == 1
    assert not stories.pop().startswith(before)


@pytest.fixture(scope="module")
def game() -> Game:
    """The game with rules and greedy players compiled."""
    return throwdown.load("duello").compile(players=True)


@pytest.mark.parametrize("kind", ["random", "greedy"])
@pytest.mark.parametrize(
    ("seats", "values"),
    [(2, {}), (2, {"tie-breaker": True}), (2, {"wagering": True}), (3, {}), (6, {"wagering": True})],
)
def test_bots_play_every_variant_to_the_end(game, kind, seats, values):
    for seed in range(3):
        match = game.match(seats, seed=seed, values=values)
        chooser, player = random.Random(seed), named(kind)
        while not match.over:
            seat = chooser.choice(match.awaited)
            match.play(seat, player.choose(sight(match, seat), chooser))
        assert match.winners


def test_the_greedy_player_beats_the_random_one_three_times_in_four(game):
    chooser, won = random.Random(1), 0.0
    players = named("greedy"), named("random")
    for seed in range(60):
        match = game.match(2, seed=seed)
        greedy = seed % 2
        while not match.over:
            seat = chooser.choice(match.awaited)
            match.play(seat, players[seat != greedy].choose(sight(match, seat), chooser))
        won += (greedy in match.winners) / len(match.winners)
    assert won > 45


def perft(match: Match, depth: int) -> int:
    """How many sequences of ``depth`` events there are, the lowest seat awaited first."""
    if depth == 0 or match.over:
        return 1
    seat = match.awaited[0]
    return sum(perft(match.replay().extend([(seat, event)]), depth - 1) for event in match.legal_events(seat))


def test_the_number_of_event_sequences_is_as_counted(table):
    """A stock of 1 1 2 2 3 3 4 5 6 6 has 323 sets that are not empty; five dice can be named 252 ways."""
    dice = rolled("2 2 5 6 1", "3 3 3 4 4")
    opened = table("duello", dice)
    assert [perft(opened, depth) for depth in (1, 2)] == [3, 9]
    assert perft(opened, 3) == 3 * 323 + (323 + 6 + 323) + (323 + 323 + 252)
    assert perft(table("duello", f"{dice}\n{both('shoot')}"), 1) == 252


def test_a_round_that_is_over_is_judged_by_the_dice_left(table):
    """Target dice 2 and 1: the first is ahead, and the chances come to one."""
    shots = "0: 3 3 3 3 4\n1: 2 2 2 5 5"
    match = table("duello", f"{rolled('2 2 5 6 1', '3 3 3 4 4')}\n{both('shoot')}\n{shots}")
    heuristics = importlib.import_module("throwdown.games.duello.heuristics")
    values = np.zeros(8)
    assert heuristics.settled(match.state[0])
    heuristics.outlook(match.state[0], 2, values)
    assert values[0] > values[1]
    assert values.sum() == pytest.approx(1)
