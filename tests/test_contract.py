"""What every game keeps to, whatever its rules: one test module for all of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

import throwdown
from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.game import Game
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.scene import Legend, Piece, Scene, key_of
from throwdown.kernel.transcript import read
from throwdown.server.howto import how_to

GAMES = [game.key for game in throwdown.all_games()]
STEPS = 400


def tables_of(game: Game) -> Iterator[int]:
    """The least seats, the most, and one between."""
    least, most = game.seats
    yield from sorted({least, (least + most) // 2, most})


def walk(match: Match, seed: int, steps: int = STEPS) -> Iterator[tuple[int, int]]:
    """Random play: yields each (seat, event) just before it is made; chance comes from the match."""
    rng = random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        seat = rng.choice(match.awaited)
        event = rng.choice(match.legal_events(seat))
        yield seat, event
        match.play(seat, event)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return throwdown.load(request.param)


@pytest.fixture
def matches(game: Game, is_compiled: bool) -> list[Match]:
    engine = game.loops(is_compiled)
    return [game.match(seats, seed=seats, engine=engine) for seats in tables_of(game)]


def test_a_match_is_one_record_of_fixed_size_without_pointers(game):
    assert not game.rules.STATE.hasobject
    assert game.rules.STATE.itemsize < 20_000
    assert game.rules.EVENTS < 1000


def test_whoever_is_awaited_has_something_to_do_and_nobody_else_has(matches):
    for match in matches:
        for _ in walk(match, 1):
            for seat in range(match.seats):
                assert bool(match.legal_events(seat)) == (seat in match.awaited)


def test_events_are_numbered_within_bounds_and_never_offered_twice(matches, game):
    for match in matches:
        for seat, _ in walk(match, 2):
            events = match.legal_events(seat)
            assert len(set(events)) == len(events)
            assert all(0 <= event < game.rules.EVENTS for event in events)


def test_every_event_has_a_text_of_its_own_that_can_be_typed_again(matches):
    for match in matches:
        for seat, _ in walk(match, 3, 150):
            texts = match.legal(seat)
            plain = {"".join(text.split()).lower() for text in texts}
            assert len(plain) == len(texts), texts
            assert all(text and "," not in text and "\n" not in text for text in texts)


def test_an_event_played_by_its_text_is_the_event(matches, game):
    for match in matches:
        for seat, event in walk(match, 4, 60):
            text = match.texts(seat, [event])[0]
            twin = copy(match)
            twin.play(seat, text.upper() if text.upper() != text else f" {text} ")
            assert twin.log[-1] == (seat, event)


def test_the_log_reproduces_the_match_bit_for_bit(matches):
    for match in matches:
        for _ in walk(match, 5):
            pass
        assert match.replay().state.tobytes() == match.state.tobytes()


def test_interpreted_and_compiled_rules_give_the_same_bytes(game):
    for seats in tables_of(game):
        plain = game.match(seats, seed=6, engine=game.loops(False))
        quick = game.match(seats, seed=6, engine=game.loops(True))
        for seat, event in walk(plain, 6, 250):
            assert quick.legal_events(seat) == plain.legal_events(seat)
            quick.play(seat, event)
        assert quick.state.tobytes() == plain.state.tobytes()


def test_an_illegal_event_changes_nothing_and_is_quoted(matches, game):
    for match in matches:
        for seat, _ in walk(match, 7, 40):
            before = match.state.tobytes()
            wrong = next((e for e in range(game.rules.EVENTS) if e not in match.legal_events(seat)), None)
            for event in (wrong, "no such event", -1, game.rules.EVENTS):
                if event is not None:
                    with pytest.raises(ValueError, match=f"illegal event {event!r}"):
                        match.play(seat, event)
            assert match.state.tobytes() == before


def test_a_hidden_copy_awaits_the_same_seats_and_offers_its_owner_the_same_events(matches, game):
    for match in matches:
        events, weights = np.zeros(game.rules.EVENTS, np.int32), np.zeros(game.rules.EVENTS, np.int32)
        for seat, _ in walk(match, 8):
            seen = match.seen(seat)
            assert match.engine.awaited(seen) == match.engine.awaited(match.state)
            n, _ = match.engine.legal(seen, seat, events, weights)
            assert sorted(events[:n].tolist()) == sorted(match.legal_events(seat))


def test_hiding_twice_hides_no_more(matches):
    for match in matches:
        for _ in walk(match, 9, 200):
            for viewer in (*range(match.seats), SPECTATOR):
                seen = match.seen(viewer)
                again = seen.copy()
                match.engine.hide(again, viewer)
                assert again.tobytes() == seen.tobytes()


def test_a_guess_looks_to_the_guesser_like_the_truth(matches):
    generator = np.array([1, 2, 3, 4], np.uint64)
    for match in matches:
        for _ in walk(match, 10, 200):
            for viewer in range(match.seats):
                seen = match.seen(viewer)
                guess = seen.copy()
                match.engine.guess(guess, viewer, generator)
                match.engine.hide(guess, viewer)
                assert guess.tobytes() == seen.tobytes()


def shown(match: Match, viewer: int) -> bytes:
    """Everything that leaves for ``viewer``: the hidden record and the scene drawn from it."""
    return match.seen(viewer).tobytes() + msgspec.json.encode(match.scene(viewer))


def leaks(match: Match, seat: int, event: int, others: list[int]) -> Iterator[tuple[int, int]]:
    """Pairs (viewer, other event) by which a viewer could tell ``event`` of ``seat`` from another."""
    viewers = [v for v in (*range(match.seats), SPECTATOR) if not knows(match, Entry(seat, event), v)]
    here = after(match, seat, event)
    for other in others:
        there = after(match, seat, other)
        for viewer in viewers:
            if not knows(match, Entry(seat, other), viewer) and shown(here, viewer) != shown(there, viewer):
                yield viewer, other


def copy(match: Match) -> Match:
    """The match as ``replay`` gives it, chance held back, without playing it all again."""
    twin = match.replay(0)
    twin.state[:] = match.state
    twin.log += match.log
    return twin


def after(match: Match, seat: int, event: int) -> Match:
    """``match`` after one event, chance held back."""
    return copy(match).extend([Entry(seat, event)])


def is_secret(match: Match, seat: int, event: int) -> bool:
    """A secret that lasts: the last of several who choose together reveals at once."""
    witnesses = int(match.engine.witnesses(match.state, seat, event)) & EVERYBODY
    alone = match.awaited == (seat,)
    return witnesses != EVERYBODY and (seat == CHANCE or not alone)


def test_a_secret_choice_or_die_changes_no_byte_that_another_seat_is_sent(game):
    for seats in tables_of(game):
        walked = game.match(seats, seed=11, engine=game.loops(True))
        for _ in walk(walked, 11, 60):
            pass
        match = walked.replay(0)
        for n, (seat, event) in enumerate(walked.log[:500]):
            if is_secret(match, seat, event) and n % 3 == 0:
                legal = match.legal_events(seat)
                others = random.Random(n).sample(legal, min(4, len(legal)))
                assert not list(leaks(match, seat, event, others)), f"event {n}: {(seat, event)}"
            match.extend([Entry(seat, event)])


def test_the_sentences_of_a_secret_do_not_tell_it(game):
    for seats in tables_of(game):
        match = game.match(seats, seed=12, engine=game.loops(True))
        for seat, event in walk(match, 12, 80):
            if not is_secret(match, seat, event):
                continue
            entries = Entry(seat, event), Entry(seat, match.legal_events(seat)[0])
            here, there = (after(match, *entry) for entry in entries)
            for viewer in (*range(match.seats), SPECTATOR):
                if not any(knows(match, entry, viewer) for entry in entries):
                    told, other = (Narrator(match, viewer) for _ in entries)
                    assert told.follow(here, entries[0], False) == other.follow(there, entries[1], False)


def test_every_choice_takes_pieces_that_lie_on_the_table(matches):
    for match in matches:
        for seat, _ in walk(match, 13):
            scene = match.scene(seat)
            pieces = [piece for zone in scene.zones for piece in zone.pieces]
            there = Counter(piece.kind for piece in pieces)
            many = {piece.kind for piece in pieces if "many" in piece.states}
            legal = set(match.legal_events(seat))
            assert legal <= {choice.event for choice in scene.choices}
            assert {choice.event for choice in scene.choices if not choice.always} <= legal
            for choice in scene.choices:
                assert all(n <= there[kind] or kind in many for kind, n in choice.takes.items()), choice


def test_choices_that_take_the_same_pieces_have_names_of_their_own(matches):
    for match in matches:
        for seat, _ in walk(match, 14):
            names = Counter(
                (choice.name, tuple(sorted(choice.takes.items()))) for choice in match.scene(seat).choices
            )
            assert max(names.values(), default=1) == 1, names.most_common(1)


def pieces_of(scene: Scene) -> list[tuple[str, Piece]]:
    """Each piece with the id of its zone."""
    return [(zone.id, piece) for zone in scene.zones for piece in zone.pieces]


def is_explained(scene: Scene, zone: str, piece: Piece) -> bool:
    """Whether somebody who looks the piece up is told what it is, and by which rule."""
    legend = scene.legends.get(key_of(zone), Legend("", ""))
    return bool((piece.text or legend.text) and (piece.clause or legend.clause))


def test_a_piece_lies_in_one_place_and_has_a_spoken_name(matches):
    for match in matches:
        for _ in walk(match, 15):
            for viewer in (*range(match.seats), SPECTATOR):
                scene = match.scene(viewer)
                ids = Counter(piece.id for zone in scene.zones for piece in zone.pieces)
                assert max(ids.values(), default=1) == 1, ids.most_common(1)
                assert all(piece.says for zone in scene.zones for piece in zone.pieces)
                assert [each for each in pieces_of(scene) if not is_explained(scene, *each)] == []
                assert scene.now.title


def test_a_transcript_is_read_back_and_written_again_to_the_letter(matches):
    for match in matches:
        for _ in walk(match, 16):
            pass
        text = match.transcript()
        again = read(text)
        assert again.match.state.tobytes() == match.state.tobytes()
        assert again.verify()


def test_every_match_ends_and_has_winners(game):
    for seats in tables_of(game):
        match = game.match(seats, seed=17, engine=game.loops(True))
        match.play_at_random(17, 5_000_000)
        assert match.over
        assert match.winners


def test_the_rules_of_every_game_can_be_read_and_every_value_names_its_clause(game):
    text = game.rules_text
    for value in game.values:
        assert value.clause in text, f"{value.key} cites {value.clause}"


def test_a_game_is_told_in_a_minute_with_its_dice(game):
    """``how.toml``: goal, a turn, points, and dice of which some are marked."""
    how = how_to(game)
    assert how is not None
    assert all((how.goal, how.turn, how.points, how.picture))
    for row in how.picture:
        assert row.dice
        assert all(1 <= face <= 6 for face in row.dice)
        assert all(1 <= place <= len(row.dice) for place in (*row.right, *row.wrong))
