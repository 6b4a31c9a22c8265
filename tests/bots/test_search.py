"""Search: what it may know, that it is the same from the same seed, and that it finds what is there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import throwdown
from throwdown.bots import sight, warm
from throwdown.bots.player import GreedyPlayer, Player, SlippingPlayer, TemperedPlayer, loops_of
from throwdown.bots.rollouts import Comparison, Rollouts
from throwdown.bots.search import Budget, SearchPlayer, Style, Thoughts
from throwdown.bots.tree import fingerprint, words_of
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import MAX_SEATS
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.rng import generator

REFERENCE = Path(__file__).parents[2] / "bench" / "reference"
STYLE = Style(guided=0.5)
ROLLED = Style(rollouts=Rollouts(600, rated=True))


@pytest.fixture(scope="session")
def kuhn() -> Game:
    game = Game(REFERENCE / "kuhn")
    warm(game)
    return game


@pytest.fixture(scope="session")
def liars() -> Game:
    game = Game(REFERENCE / "liars_dice")
    warm(game)
    return game


@pytest.fixture(scope="session")
def dice() -> Game:
    game = throwdown.load("command-dice")
    warm(game)
    return game


def dealt(game: Game, *events: int, **values: int) -> Match:
    """A match in which chance came up with ``events``."""
    match = game.match(chance=Reported(), values=values)
    for event in events:
        match.play(match.awaited[0], event)
    return match


def otherwise(match: Match, seat: int, seed: int) -> Match:
    """The match with everything that ``seat`` does not know replaced by a guess."""
    other = match.replay()
    other.state[:] = match.seen(seat)
    other.engine.guess(other.state, seat, generator(seed))
    return other


def chosen(match: Match, seat: int, style: Style = STYLE) -> int:
    player = SearchPlayer(Budget(60), style)
    return player.choose(sight(match, seat), Random(1))


@pytest.mark.parametrize("size", [1, 3, 4, 404])
def test_every_bit_of_a_record_counts_in_its_fingerprint_and_so_does_the_seat(size):
    record = np.zeros(1, np.dtype([("bytes", np.uint8, size)]))
    words, numbers = words_of(record), record["bytes"][0]
    found = {int(fingerprint(words, seat)) for seat in range(MAX_SEATS)}
    for k in range(size):
        for bit in range(8):
            numbers[k] = 1 << bit
            found.add(int(fingerprint(words, 0)))
        numbers[k] = 0
    assert len(found) == MAX_SEATS + 8 * size


def test_records_that_occur_in_a_match_have_fingerprints_of_their_own(dice):
    """Compiled and interpreted, each record has the same one."""
    prints: dict[bytes, int] = {}
    for seed in range(20):
        match, rng = dice.match(seed=seed), Random(seed)
        while not match.over:
            seat = match.awaited[0]
            words = words_of(match.seen(seat))
            prints[words.numbers.tobytes() + bytes([seat])] = loops_of(dice).fingerprint(words, seat)
            match.play(seat, rng.choice(match.legal_events(seat)))
    assert len(set(prints.values())) == len(prints) > 1000
    assert fingerprint(words, seat) == loops_of(dice).fingerprint(words, seat)


def test_another_truth_that_looks_the_same_gets_the_same_decision(liars):
    match = dealt(liars, *([61, 62, 63, 64, 65] * 2), 7, dice=5)
    assert match.awaited == (1,)
    truths = {otherwise(match, 1, seed).state.tobytes() for seed in range(20)}
    assert len(truths) > 5, "the guesses differ"
    for style in (STYLE, ROLLED):
        decisions = {chosen(otherwise(match, 1, seed), 1, style) for seed in range(20)}
        assert decisions == {chosen(match, 1, style)}
    for temperature in (0.05, 0.5):  # of whoever errs by judgement
        for make in (tempered_thumb, tempered_search):
            chooses = {
                make(temperature).choose(sight(otherwise(match, 1, seed), 1), Random(2)) for seed in range(20)
            }
            assert len(chooses) == 1


def tempered_thumb(temperature: float) -> Player:
    return TemperedPlayer(temperature)


def tempered_search(temperature: float) -> Player:
    return SearchPlayer(Budget(60), Style(guided=0.5, temperature=temperature))


def test_a_search_errs_the_more_the_higher_its_temperature(kuhn):
    """Kuhn poker, after a bet: a King always calls, but for mistakes."""
    king, folds = dealt(kuhn, 2, 4, 1), list[int]()
    for temperature in (0.01, 0.5, 3.0):
        players = [SearchPlayer(Budget(100), Style(temperature=temperature)) for _ in range(60)]
        folds.append(sum(each.choose(sight(king, 1), Random(k)) == 0 for k, each in enumerate(players)))
    assert folds[0] == 0 < folds[1] < folds[2]


@pytest.mark.parametrize("style", [STYLE, ROLLED])
def test_a_choice_made_in_secret_changes_no_decision_of_the_other(dice, style):
    match = dice.match(seed=4)
    picks = match.legal_events(0)[:6]
    decisions = set()
    for pick in picks:
        other = dice.match(seed=4)
        other.play(0, pick)
        decisions.add(chosen(other, 1, style))
    assert len(decisions) == 1


def test_the_same_seed_gives_the_same_choices_through_a_match(dice):
    logs = []
    for _ in range(2):
        match, rng = dice.match(seed=5), Random(5)
        player = [SearchPlayer(Budget(30), STYLE) for _ in range(2)]
        for _ in range(15):
            seat = match.awaited[0]
            match.play(seat, player[seat].choose(sight(match, seat), rng))
        logs.append(match.log)
    assert logs[0] == logs[1]


def test_every_choice_is_legal_to_the_end_of_a_match(dice):
    match, rng, player = dice.match(seed=6), Random(6), SearchPlayer(Budget(8), STYLE)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), rng))
    assert match.winners


def test_the_best_card_is_bet_and_the_worst_never_calls(kuhn):
    """Kuhn poker, after a bet: a King always calls, a Jack always folds."""
    king, jack = dealt(kuhn, 2, 4, 1), dealt(kuhn, 3, 2, 1)
    assert {SearchPlayer(Budget(400)).choose(sight(king, 1), Random(k)) for k in range(10)} == {1}
    assert {SearchPlayer(Budget(400)).choose(sight(jack, 1), Random(k)) for k in range(10)} == {0}


def test_rollouts_find_the_choice_that_wins_most(kuhn):
    """Kuhn poker, after a bet: a Queen is rated alike for both, and only a call can win."""
    queen = dealt(kuhn, 2, 3, 1)
    assert {SearchPlayer(Budget(1), ROLLED).choose(sight(queen, 1), Random(k)) for k in range(10)} == {1}


@pytest.mark.parametrize("stops", [0, 1])
def test_interpreted_and_compiled_rollouts_bring_the_same(dice, stops):
    shares, settings = [], Rollouts(8, stops=stops, temperature=0.5)
    for game in (Game(dice.folder), dice):
        seen = sight(game.match(seed=5), 0)
        events = np.array(seen.legal[:3], np.int32)
        shares.append(Thoughts(game, 1).roll_out(seen, events, 4, 2, settings.playing(7)).tolist())
    assert shares[0] == shares[1]


def test_what_is_clearly_worse_is_played_out_no_further():
    """Three choices that win 80, 79 and 20 of 100 playouts: the last is left out early."""
    rng, chances = np.random.default_rng(1), np.array([0.8, 0.79, 0.2])
    comparison = Comparison(np.arange(3, dtype=np.int32), Rollouts(6000))
    comparison.run(lambda events, _, many: rng.random((many, len(events))) < chances[events], lambda: True)
    assert 64 <= comparison.played[2] < 200
    assert comparison.played[0] == comparison.played[1] > 2500


def test_interpreted_and_compiled_search_grow_the_same_tree(kuhn):
    plain = Game(REFERENCE / "kuhn")
    trees = []
    for game in (plain, kuhn):
        match = dealt(game, 3, 2)
        thoughts = Thoughts(game, 64)
        thoughts.think(sight(match, 0), generator(3), 50, STYLE.tuning())
        nodes, used = thoughts.tree.nodes, thoughts.tree.used
        trees.append(nodes[: used[0]][["key", "visits", "count", "mixed"]].tolist())
    assert loops_of(plain) is not loops_of(kuhn)
    assert trees[0] == trees[1]


def tried(match: Match, style: Style) -> tuple[int, int]:
    """What a search of 320 simulations with that style chooses, and how many it has made."""
    seen, player = sight(match, match.awaited[0]), SearchPlayer(Budget(320), style)
    event = player.choose(seen, Random(1))
    (thoughts,) = player._thoughts.values()
    return event, int(thoughts.root(seen)[0].visits)


def test_a_search_that_is_sure_ends_early_and_chooses_the_same(liars):
    matches = [liars.match(seed=seed) for seed in range(40)]
    whole = [tried(match, Style()) for match in matches]
    sure = [tried(match, Style(sure=1.0)) for match in matches]
    assert [event for event, _ in sure] == [event for event, _ in whole]
    assert {many for _, many in whole} == {320}
    assert all(many % 20 == 0 for _, many in sure), "however long a simulation takes"
    assert sum(many < 320 for _, many in sure) > 10


def test_a_mixture_is_searched_to_the_end_however_sure(dice):
    match = dice.match(seed=5)
    assert tried(match, Style(sure=0.01)) == tried(match, Style())


def test_a_tree_stays_within_its_bounds_and_is_kept_from_move_to_move(dice):
    match, player = dice.match(seed=7), SearchPlayer(Budget(400, nodes=128), STYLE)
    for _ in range(6):
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), Random(1)))
    for thoughts in player._thoughts.values():
        assert 0 < thoughts.tree.used[0] <= 128
        assert thoughts.tree.used[1] <= len(thoughts.tree.edges)


def test_two_seats_of_one_player_share_no_tree(dice):
    match, player = dice.match(seed=8), SearchPlayer(Budget(10), STYLE)
    for _ in range(2):
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), Random(1)))
    assert len(player._thoughts) == 2


def test_more_thought_beats_a_glance(liars):
    """Liar's dice, 100 mirrored pairs against a player that slips: three standard errors above even."""
    wins = 0.0
    for seed in range(100):
        for seat in (0, 1):
            players = [SlippingPlayer(GreedyPlayer(3), 0.3), SlippingPlayer(GreedyPlayer(3), 0.3)]
            players[seat] = SearchPlayer(Budget(200))
            match, rng = liars.match(seed=seed), Random(seed)
            while not match.over:
                actor = match.awaited[0]
                match.play(actor, players[actor].choose(sight(match, actor), rng))
            wins += match.winners == (seat,)
    assert wins / 200 > 0.5 + 3 * 0.5 / np.sqrt(200)


def test_a_clock_ends_a_thought(dice):
    match = dice.match(seed=9)
    seat = match.awaited[0]
    for style in (STYLE, Style(rollouts=Rollouts(10_000_000))):
        player = SearchPlayer(Budget(10_000_000, milliseconds=50), style)
        assert player.choose(sight(match, seat), Random(1)) in match.legal_events(seat)


def test_what_is_thought_before_another_has_chosen_in_secret_holds_after_it_cd18(dice):
    match, thoughts = dice.match(seed=5), Thoughts(dice, 256)
    thoughts.think(sight(match, 1), generator(3), 30, STYLE.tuning())
    before, _ = thoughts.root(sight(match, 1))
    match.play(0, match.legal_events(0)[-1])
    after, edges = thoughts.root(sight(match, 1))
    assert after.key == before.key
    assert edges["visits"].sum() >= 29
