"""Rules: what may happen, the log, hidden copies, both engines, the end."""

from __future__ import annotations

import numpy as np

from throwdown.conformance.trial import LONGEST, Check, Fault, Trial, at, copy, expect, once, viewers
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.tables import Plain, Value
from throwdown.kernel.transcript import read

LARGEST = 20_000  # bytes of a record
EVENTS = 1000  # so many there may be


@once
def a_match_is_one_record_of_fixed_size_without_pointers(trial: Trial) -> None:
    state, events = trial.game.rules.STATE, trial.game.rules.EVENTS
    expect(not state.hasobject, "STATE holds Python objects")
    expect(state.itemsize < LARGEST, f"STATE has {state.itemsize} bytes: fewer than {LARGEST} are allowed")
    expect(0 < events < EVENTS, f"EVENTS is {events}: fewer than {EVENTS} are allowed")


@once
def every_value_that_a_table_may_set_fits_its_field(trial: Trial) -> None:
    game = trial.game
    for value in game.values:
        for extreme in _extremes(value):
            try:
                game.match(
                    min(value.seats, default=game.seats[0]),
                    seed=1,
                    values={value.key: extreme},
                    engine=game.loops(False),
                )
            except OverflowError as error:
                raise Fault(
                    f"{value.key} may be {extreme}, and STATE has too narrow a field: {error}"
                ) from None


def _extremes(value: Value) -> list[Plain]:
    """The least and the most that a number may be; of a list, that its first number may be."""
    if value.least is None or value.most is None or isinstance(value.value, str):
        return []
    if value.length is None:
        return [value.least, value.most]
    others = value.length - 1
    if value.total is None:
        return [
            [max(value.least, value.least_total or 0)] + [value.least] * others,
            [value.most] * value.length,
        ]
    first = min(value.most, value.total - others * value.least)
    rest = [value.least] * others
    left = value.total - first - sum(rest)
    for k in range(others):
        more = min(left, value.most - rest[k])
        rest[k], left = rest[k] + more, left - more
    return [[first, *rest]]


def whoever_is_awaited_has_something_to_do_and_nobody_else_has(trial: Trial) -> None:
    for match in trial.matches():
        for _ in trial.walk(match, 1):
            for seat in range(match.seats):
                events = match.legal_events(seat)
                expect(
                    bool(events) == (seat in match.awaited),
                    f"{at(match)}: awaited are {match.awaited}, but seat {seat} may {events}",
                )


def events_are_numbered_within_bounds_and_never_offered_twice(trial: Trial) -> None:
    for match in trial.matches():
        for seat, _ in trial.walk(match, 2):
            events = match.legal_events(seat)
            expect(len(set(events)) == len(events), f"{at(match)}: offered twice, {events}")
            bound = trial.game.rules.EVENTS
            expect(all(0 <= e < bound for e in events), f"{at(match)}: {events} exceed EVENTS {bound}")


def every_event_has_a_text_of_its_own_that_can_be_typed_again(trial: Trial) -> None:
    for match in trial.matches():
        for seat, event in trial.walk(match, 3, 150):
            texts = match.legal(seat)
            plain = {"".join(text.split()).lower() for text in texts}
            expect(len(plain) == len(texts), f"{at(match)}: two events have one text, {texts}")
            wrong = [text for text in texts if not text or "," in text or "\n" in text]
            expect(not wrong, f"{at(match)}: texts that cannot be typed, {wrong}")
            text = match.texts(seat, [event])[0]
            twin = copy(match)
            twin.play(seat, text.upper() if text.upper() != text else f" {text} ")
            expect(twin.log[len(match.log)] == (seat, event), f"{at(match)}: {text!r} is another event typed")


def the_log_reproduces_the_match_bit_for_bit(trial: Trial) -> None:
    for match in trial.matches():
        for _ in trial.walk(match, 5):
            pass
        expect(
            match.replay().state.tobytes() == match.state.tobytes(),
            f"{at(match)}: the replay is another match",
        )


@once
def interpreted_and_compiled_rules_give_the_same_bytes(trial: Trial) -> None:
    both = (Trial(trial.game, is_compiled).matches(6) for is_compiled in (False, True))
    for plain, quick in zip(*both, strict=True):
        for seat, event in trial.walk(plain, 6, 250):
            here, there = plain.legal_events(seat), quick.legal_events(seat)
            expect(here == there, f"{at(plain)}: interpreted rules allow {here}, compiled ones {there}")
            quick.play(seat, event)
        expect(quick.state.tobytes() == plain.state.tobytes(), f"{at(plain)}: the records differ")


def an_illegal_event_changes_nothing_and_is_quoted(trial: Trial) -> None:
    for match in trial.matches():
        for seat, _ in trial.walk(match, 7, 40):
            before, bound = match.state.tobytes(), trial.game.rules.EVENTS
            legal = set(match.legal_events(seat))
            wrong = [e for e in range(bound) if e not in legal][:1]
            for event in (*wrong, "no such event", -1, bound):
                try:
                    match.play(seat, event)
                except IllegalEvent as refusal:
                    expect(f"illegal event {event!r}" in str(refusal), f"{refusal} does not quote {event!r}")
                else:
                    raise Fault(f"{at(match)}: {event!r} of seat {seat} was allowed")
            expect(match.state.tobytes() == before, f"{at(match)}: a refused event changed the record")


def a_hidden_copy_awaits_the_same_seats_and_offers_its_owner_the_same_events(trial: Trial) -> None:
    bound = trial.game.rules.EVENTS
    events, weights = np.zeros(bound, np.int32), np.zeros(bound, np.int32)
    for match in trial.matches():
        for seat, _ in trial.walk(match, 8):
            seen = match.seen(seat)
            expect(
                match.engine.awaited(seen) == match.engine.awaited(match.state),
                f"{at(match)}: the copy of seat {seat} awaits other seats",
            )
            n, _ = match.engine.legal(seen, seat, events, weights)
            expect(
                sorted(events[:n].tolist()) == sorted(match.legal_events(seat)),
                f"{at(match)}: the copy of seat {seat} offers it other events",
            )


def hiding_twice_hides_no_more(trial: Trial) -> None:
    for match in trial.matches():
        for _ in trial.walk(match, 9, 200):
            for viewer in viewers(match):
                seen = match.seen(viewer)
                again = seen.copy()
                match.engine.hide(again, viewer)
                expect(again.tobytes() == seen.tobytes(), f"{at(match)}: hide differs for viewer {viewer}")


def a_guess_looks_to_the_guesser_like_the_truth(trial: Trial) -> None:
    generator = np.array([1, 2, 3, 4], np.uint64)
    for match in trial.matches():
        for _ in trial.walk(match, 10, 200):
            for seat in range(match.seats):
                seen = match.seen(seat)
                guess = seen.copy()
                match.engine.guess(guess, seat, generator)
                match.engine.hide(guess, seat)
                expect(
                    guess.tobytes() == seen.tobytes(), f"{at(match)}: seat {seat} guesses what it knows wrong"
                )


def a_transcript_is_read_back_and_written_again_to_the_letter(trial: Trial) -> None:
    for match in trial.matches():
        for _ in trial.walk(match, 16):
            pass
        again = read(match.transcript())
        expect(again.match.state.tobytes() == match.state.tobytes(), f"{at(match)}: read as another match")
        expect(again.verify(), f"{at(match)}: nothing of the transcript is verified")


@once
def every_match_ends_and_has_winners(trial: Trial) -> None:
    for seats in trial.seats:
        match = trial.game.match(seats, seed=17, engine=trial.game.loops(True))
        match.play_at_random(17, LONGEST)
        expect(match.over, f"{seats} seats: a random match is not over after {LONGEST:,} events")
        expect(match.winners, f"{seats} seats: nobody has won or drawn")


CHECKS: tuple[Check, ...] = (
    a_match_is_one_record_of_fixed_size_without_pointers,
    every_value_that_a_table_may_set_fits_its_field,
    whoever_is_awaited_has_something_to_do_and_nobody_else_has,
    events_are_numbered_within_bounds_and_never_offered_twice,
    every_event_has_a_text_of_its_own_that_can_be_typed_again,
    the_log_reproduces_the_match_bit_for_bit,
    interpreted_and_compiled_rules_give_the_same_bytes,
    an_illegal_event_changes_nothing_and_is_quoted,
    a_hidden_copy_awaits_the_same_seats_and_offers_its_owner_the_same_events,
    hiding_twice_hides_no_more,
    a_guess_looks_to_the_guesser_like_the_truth,
    a_transcript_is_read_back_and_written_again_to_the_letter,
    every_match_ends_and_has_winners,
)
