"""Con-Person solved (KD-D4): what is certain is known, and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

import throwdown
from throwdown.bots import sight, warm
from throwdown.bots.search import Budget, SearchPlayer, Style, Thoughts
from throwdown.games.kadoova_duel.duels.con_person.bid_solver import BidSolver
from throwdown.games.kadoova_duel.duels.con_person.equilibrium import FILE, played_for
from throwdown.games.kadoova_duel.duels.con_person.policy import answer, policy
from throwdown.kernel.chance import Recorded
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator
from throwdown.lab.exploit import Challenge, computed
from throwdown.lab.mixtures import mixture as mixture_of

from .staging import challenged, chance, everybody_passes, plays

CALL = "call"
ITERATIONS = 40


@pytest.fixture(scope="module")
def con_person() -> Game:
    game = throwdown.load("con-person")
    warm(game)
    return game


def after_bids(game: Game, *bids: str, faces: str) -> Match:
    """A match in which these bids have been made, and who is to answer holds ``faces``, all its dice."""
    match = game.match(seed=1, values={"dice": len(faces)} if len(faces) < 13 else {})
    for bid in bids:
        match.play(match.awaited[0], bid)
    record: Any = match.state[0]
    record.die[match.awaited[0], : len(faces)] = [int(face) for face in faces]
    return match


def mixture(match: Match, seed: int = 1) -> dict[str, float]:
    """The share of each answer."""
    seen = sight(match, match.awaited[0])
    events, shares = Thoughts(match.game, 64).solve(seen, generator(seed), ITERATIONS)
    texts = match.texts(match.awaited[0], events.tolist())
    return dict(zip(texts, (shares / shares.sum()).tolist(), strict=True))


def test_a_bid_that_cannot_be_true_is_called_kdd4(con_person):
    match = after_bids(con_person, "bid 15 6s", faces="11122233344455")
    assert mixture(match)[CALL] > 0.99


def test_a_bid_that_must_be_true_is_not_called_kdd4(con_person):
    match = after_bids(con_person, "bid 6 6s", faces="66666666123451")
    assert mixture(match)[CALL] < 0.01


def test_a_bid_of_all_dice_leaves_nothing_but_the_call_kdd4(con_person):
    match = after_bids(con_person, "bid 28 6s", faces="66666666666666")
    assert mixture(match) == {CALL: 1.0}


def test_the_first_bid_names_what_is_held_more_often_than_what_is_not(con_person):
    shares = mixture(after_bids(con_person, faces="11111122334455"))
    held = sum(share for bid, share in shares.items() if bid.endswith(("1", "1s")))
    missing = sum(share for bid, share in shares.items() if bid.endswith(("6", "6s")))
    assert held > missing


def test_every_answer_is_legal_whatever_has_been_bid(con_person):
    rng = Random(3)
    player = SearchPlayer(Budget(1), Style(solved=3))
    for seed in range(20):
        match = con_person.match(seed=seed)
        while not match.over:
            seat = match.awaited[0]
            event = player.choose(sight(match, seat), rng)
            assert event in match.legal_events(seat)
            match.play(seat, event if rng.random() < 0.5 else rng.choice(match.legal_events(seat)))


def test_other_dice_under_the_other_cover_get_the_same_answer_kd23(con_person):
    match = after_bids(con_person, "bid 5 6s", faces="11223344556612")
    other = after_bids(con_person, "bid 5 6s", faces="11223344556612")
    record: Any = other.state[0]
    record.die[1 - match.awaited[0]] = np.where(record.die[1 - match.awaited[0]] > 0, 6, 0)
    assert mixture(match) == mixture(other)


def masters(match: Match) -> dict[str, float]:
    """The share of each answer of Master."""
    seen = sight(match, match.awaited[0])
    shares = mixture_of("master", seen, Random(1)).tolist()
    return dict(zip(match.texts(seen.seat, seen.legal), shares, strict=True))


@pytest.mark.parametrize("dice", [2, 3])
def test_a_best_response_to_master_with_few_dice_wins_next_to_nothing_kdd4(con_person, dice):
    found = computed(Challenge("con-person", "master", {"dice": dice}), 2)
    assert found is not None
    assert found.least == pytest.approx(found.most)  # its probabilities are the same in every search
    assert 0 <= found.most < 0.001  # of a stake of 1


def test_what_is_kept_of_four_dice_each_is_what_its_account_says_kdd4(con_person):
    match = con_person.match(seed=1, values={"dice": 4}, chance=Recorded(()))
    solver, equilibrium = BidSolver(con_person, match.state, 4, is_alike=True), played_for(con_person, 4)

    def kept_at(at: int, hand: int) -> Any:
        shares = np.zeros(len(solver.shares_at(at, solver.strategy)))
        choices, kept = equilibrium.kept_at(at, hand)
        shares[choices] = kept / kept.sum()
        return shares

    strategy = solver.along(kept_at)
    told = json.loads(FILE.with_suffix(".json").read_text())["4"]
    assert solver.best_answer(strategy) == pytest.approx(told["exploitability_as_kept"], rel=0.1)
    assert told["exploitability_as_kept"] < 0.001


@pytest.mark.parametrize("dice", [4, 5])
def test_master_with_few_dice_finds_all_that_its_own_choices_lead_to_kdd4(con_person, dice):
    chance, equilibrium = Random(dice), played_for(con_person, dice)
    for seed in range(40):
        match, own = con_person.match(seed=seed, values={"dice": dice}), seed % 2
        while not match.over:
            seat, legal = match.awaited[0], match.legal_events(match.awaited[0])
            event = chance.choice(legal)
            if seat == own:
                events, shares = equilibrium.choices_of(sight(match, seat).state[0], seat)
                assert shares.sum() == pytest.approx(1)
                event = chance.choices(events.tolist(), shares.tolist())[0]
            assert event in legal
            match.play(seat, event)


def test_who_takes_a_seat_over_goes_on_where_a_perfect_player_never_comes_kdd4(con_person):
    match = after_bids(con_person, "bid 8 6s", "bid 9 6s", faces="11223")
    seen = sight(match, match.awaited[0])
    assert played_for(con_person, 5).choices_of(seen.state[0], seen.seat) is None
    assert masters(match)[CALL] > 0.9


@pytest.mark.parametrize(
    ("bids", "faces"), [(("bid 1 2", "bid 2 5s"), "25"), (("bid 5 2s", "bid 6 5s"), "22234455561611")]
)
def test_master_answers_alike_where_the_numbers_have_other_names_kdd4(con_person, bids, faces):
    names = str.maketrans("256134", "613425")

    def renamed(bid: str) -> str:
        return " ".join([*bid.split()[:2], bid.split()[2].translate(names)])

    here = masters(after_bids(con_person, *bids, faces=faces))
    there = masters(after_bids(con_person, *map(renamed, bids), faces=faces.translate(names)))
    raises = {renamed(bid): share for bid, share in here.items() if bid != CALL}
    assert raises == pytest.approx({bid: share for bid, share in there.items() if bid != CALL})
    assert here[CALL] == pytest.approx(there[CALL])


@pytest.mark.parametrize("dice", [6, 9, 14])
def test_what_master_bids_by_its_policy_is_legal_whatever_was_bid_kdd4(con_person, dice):
    chance, own = Random(dice), 0
    for seed in range(30):
        match, own = con_person.match(seed=seed, values={"dice": dice}), 1 - own
        while not match.over:
            seat, legal = match.awaited[0], match.legal_events(match.awaited[0])
            event = chance.choice(legal)
            if seat == own and len(legal) > 1:
                events, shares = answer(sight(match, seat).state[0], seat, policy())
                assert shares.sum() == pytest.approx(1)
                assert set(events.tolist()) <= set(legal)
                event = chance.choices(events.tolist(), shares.tolist())[0]
            match.play(seat, event)


def test_the_policy_says_nothing_where_own_dice_lie_under_a_real_cover_kdd4(con_person):
    match = after_bids(con_person, "bid 5 6s", faces="11223344556612")
    record: Any = match.state[0]
    record.die[match.awaited[0], 3] = 0
    assert answer(record, match.awaited[0], policy()) is None
    assert masters(match)


@pytest.mark.parametrize(("bid", "faces"), [("bid 1 6", "12"), ("bid 5 6s", "11223344556612")])
def test_other_dice_under_the_other_cover_get_the_same_answer_of_master_kd23(con_person, bid, faces):
    match, other = (after_bids(con_person, bid, faces=faces) for _ in range(2))
    record: Any = other.state[0]
    record.die[1 - match.awaited[0]] = np.where(record.die[1 - match.awaited[0]] > 0, 6, 0)
    assert masters(match) == masters(other)


def test_master_bids_in_a_game_of_kadoova_duel_as_it_does_alone_kdd4(table):
    match = challenged(table, "con-left", {0: ["less-other"]})
    warm(match.game)
    plays(match, 0, "less on 1")
    everybody_passes(match)
    match.play(1, "keep")
    chance(match, *"12345612345612", *"6665544332211")
    match.play(0, "bid 5 6s")
    events, shares = answer(sight(match, 1).state[0], 1, policy())
    alone = dict(zip(match.texts(1, events.tolist()), shares.tolist(), strict=True))
    assert {text: share for text, share in masters(match).items() if share} == pytest.approx(alone)


def test_master_calls_what_cannot_be_true_and_nothing_that_must_be_kdd4(con_person):
    assert masters(after_bids(con_person, "bid 15 6s", faces="11122233344455"))[CALL] > 0.99
    assert masters(after_bids(con_person, "bid 6 6s", faces="66666666123451"))[CALL] < 0.01
