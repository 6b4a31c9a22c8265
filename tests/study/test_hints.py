"""Hints: chances of the choices at hand, made from what the asker sees alone."""

from __future__ import annotations

import json
import subprocess
from itertools import islice

import numpy as np
import pytest

import throwdown
from tests.study.small import choice_of, random_match, reference
from throwdown.bots import sight
from throwdown.bots.search import SearchPlayer
from throwdown.kernel import rng
from throwdown.study.adviser import COMMAND
from throwdown.study.hints import MIXED, RARE, Count, Line, hints, why_of
from throwdown.study.playouts import Playouts
from throwdown.study.spelled import spelled

FIVE = [game.key for game in throwdown.all_games() if not game.about.part_of]


def opening(key: str, seed: int):
    """A match of that game at the first choice of seat 0 among several."""
    match = throwdown.load(key).match(seed=seed)
    while len(match.legal_events(0)) < 2:
        match.play(seat := match.awaited[0], match.legal_events(seat)[-1])
    return match


def few(count: Count) -> Count:
    """``count`` of its three best choices alone."""
    count.results = dict(list(count.results.items())[:3])
    count._counted = list(count.results)
    return count


def another_truth(match, seat: int):
    """A record that looks to ``seat`` as that of ``match`` does, and is another."""
    for seed in range(50):
        match.engine.guess(other := sight(match, seat).state.copy(), seat, rng.generator(seed))
        if other.tobytes() != match.state.tobytes():
            return other
    raise AssertionError("nothing is hidden")


@pytest.mark.parametrize("name", ["kuhn", "liars_dice"])
def test_chances_are_within_four_standard_errors_of_the_exact_ones(name):
    game = reference(name)
    for seed in range(4):
        match = random_match(game, seed, **({"dice": 1} if name == "liars_dice" else {}))
        n = next(k for k, entry in enumerate(match.log, 1) if entry.seat == 0)
        here, played = match.replay(n - 1), Playouts(match)
        *_, hint = hints(sight(here, 0), seed)
        assert hint.hidden
        for line in hint.lines:
            right = float(choice_of(played, match, n, line.event)[0])
            assert abs(line.chance - right) <= 2 * line.doubt, (seed, line, right)


def test_another_hidden_truth_gives_the_same_hint_bit_for_bit():
    game = reference("liars_dice")
    match = game.match(seed=3, values={"dice": 1})
    seen, other = sight(match, 0), another_truth(match, 0)
    first = list(islice(hints(seen, 7), 4))
    match.state = other
    assert list(islice(hints(sight(match, 0), 7), 4)) == first
    assert list(islice(hints(seen, 8), 4)) != first


def test_what_another_has_chosen_in_secret_changes_nothing():
    match = opening("command-dice", 3)
    told = []
    for play in ("B1", "W1 B2", None):
        fresh = match.replay()
        if play:
            fresh.play(1, play)
        count = few(Count(sight(fresh, 0), 5))
        count.add(2)
        told.append([shares.tolist() for shares in count.results.values()])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("key", FIVE)
def test_every_game_has_a_hint_among_several_choices_with_a_reason_of_its_own(key):
    """Interpreted, with few playouts of few choices: the same code as compiled."""
    seen = sight(opening(key, 3), 0)
    count = few(Count(seen, 5))
    count.add(2)
    hint = count.hint(1, last=False)
    assert hint.playouts == 2
    assert {line.event for line in hint.lines} <= set(seen.legal)
    assert hint.lines[0].close
    assert all(0 <= line.chance <= 1 and line.doubt > 0 for line in hint.lines)
    assert why_of(seen, hint.lines[0].event).endswith(".")


def test_ranges_that_meet_are_too_close_to_call_and_others_say_by_how_much():
    count = Count(sight(opening("command-dice", 3), 0), 0)
    dice = np.random.default_rng(0)
    strong, weak = (dice.random(2000) < chance for chance in (0.6, 0.4))
    nearly = strong ^ (dice.random(2000) < 0.01)
    count.results = {1: weak.astype(float), 2: strong.astype(float), 3: nearly.astype(float)}
    count._counted = [1, 2, 3]
    lines = count.hint(1, last=False).lines
    assert [line.close for line in lines] == [True, True, False]
    assert {line.event for line in lines[:2]} == {2, 3}
    assert lines[2] == Line(1, float(weak.mean()), lines[2].doubt, lines[2].less, False)
    assert lines[2].less == pytest.approx(max(strong.mean(), nearly.mean()) - weak.mean())
    assert all(0.015 < line.doubt < 0.03 for line in lines)


def test_where_a_game_computes_a_strategy_the_hint_tells_how_often_master_makes_each_choice(monkeypatch):
    """Con-Person (KD-D4) with two dice each, which is solved."""
    match = throwdown.load("con-person").match(seed=1, values={"dice": 2})
    while len(match.legal_events(seat := match.awaited[0])) < 2:
        match.play(seat, match.legal_events(seat)[0])
    seen = sight(match, seat)
    (hint,) = hints(seen, 3)
    events, chances = seen.game.solving.solution(seen.game, seen.state, seat, rng.generator(0))
    shares = dict(zip(events.tolist(), chances.tolist(), strict=True))
    assert hint.done
    assert hint.playouts == 0
    assert 1 < len(hint.lines) <= MIXED
    assert all(line.close and line.share == pytest.approx(shares[line.event]) for line in hint.lines)
    told = [line.share for line in hint.lines]
    assert told == sorted(told, reverse=True)
    assert min(told) > RARE
    assert next(spelled(match, seat, hint)) == "How often Master chooses each"
    never = next(event for event in seen.legal if event not in shares)
    (told_too,) = hints(seen, 3, also=(never,))
    assert told_too.lines[-1] == Line(never, 0.0, 0.0, 0.0, close=False)
    monkeypatch.setattr(SearchPlayer, "mixture", lambda *_: ([never, hint.lines[0].event], [0.0, 2.0]))
    (dropped,) = hints(seen, 3, also=(never,))
    assert [(line.close, line.share) for line in dropped.lines] == [(True, 1.0), (False, 0.0)]
    monkeypatch.undo()
    match.state = another_truth(match, seat)
    assert list(hints(sight(match, seat), 3)) == [hint]


def test_a_count_that_is_stopped_ends_without_a_further_hint():
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 2

    game = reference("kuhn")
    told = list(hints(sight(game.match(seed=1), 0), stop=stop))
    assert len(asked) == 3
    assert [hint.playouts for hint in told] == [12]


def test_the_process_refuses_what_it_cannot_count_and_goes_on():
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    order = {"type": "count", "number": 5, "game": "no-such-game", "state": "", "seat": 0, "legal": [0, 1]}
    told, _ = process.communicate(json.dumps({**order, "seats": 2, "seed": 0}) + "\n", timeout=120)
    assert json.loads(told)["number"] == 5
    assert "unknown game 'no-such-game'" in json.loads(told)["why"]
    assert process.returncode == 0
