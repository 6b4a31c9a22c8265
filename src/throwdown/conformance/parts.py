"""The files of a game beside rules, words and scene: heuristics, timing, arena, and what lies between
matches."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from throwdown.conformance.trial import LONGEST, Check, Trial, at, expect, once
from throwdown.kernel import binding, rng
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE, MAX_SEATS
from throwdown.kernel.match import Match
from throwdown.kernel.parts import Between, Heuristics
from throwdown.kernel.tables import Plain
from throwdown.lab.habits import habits_of
from throwdown.server.api.offered import fault_in
from throwdown.study.puzzles import puzzles_of

HANDS = ("shaky", "steady", "sure")
OUTCOMES = range(-2, 64)  # those of any throw


@once
def every_event_has_a_finite_worth_and_looking_changes_nothing(trial: Trial) -> None:
    own = binding.bind(trial.game.package, Heuristics)
    for match in trial.matches():
        for seat, event in trial.walk(match, 18, 25):
            seen = match.seen(seat)
            before = seen.tobytes()
            functions = [own.worth, *([own.rough] if "rough" in vars(own) else [])]
            for function in functions:
                worth = float(function(seen[0], seat, event))
                expect(math.isfinite(worth), f"{at(match)}: the worth of {event} is {worth}")
            expect(
                seen.tobytes() == before, f"{at(match)}: heuristics changed the record that they looked at"
            )


@once
def winning_chances_add_up_to_one(trial: Trial) -> None:
    own = binding.bind(trial.game.package, Heuristics)
    for match in trial.matches():
        for _ in trial.walk(match, 19, 60):
            before, values = match.state.copy(), np.zeros(MAX_SEATS)
            if match.over or own.settled(match.state[0]):
                own.outlook(match.state[0], match.seats, values)
                chances = values[: match.seats]
                is_none = "outlook" not in vars(own)
                fits = is_none or (abs(chances.sum() - 1) < 1e-6 and (chances >= 0).all())
                expect(fits, f"{at(match)}: the winning chances are {chances.tolist()}")
            expect(before.tobytes() == match.state.tobytes(), f"{at(match)}: outlook changed the record")


@once
def what_a_game_solves_is_a_mixture_of_legal_events(trial: Trial) -> None:
    """The last such choice of a match, which has the fewest ways left: interpreted, others take minutes."""
    own = binding.bind(trial.game.package, Heuristics)
    if "solve" not in vars(own):
        return
    bound = trial.game.rules.EVENTS
    for match in trial.matches():
        last: tuple[np.ndarray, int, set[int]] | None = None
        for seat, _ in trial.walk(match, 20):
            seen = match.seen(seat)
            if own.is_solvable(seen[0]):
                last = seen, seat, set(match.legal_events(seat))
        if last is None:
            continue
        seen, seat, legal = last
        events, shares = np.zeros(bound, np.int32), np.zeros(bound)
        n = own.solve(seen[0], seat, rng.generator(1), 1, events, shares)
        weights = shares[:n].tolist()
        expect(set(events[:n].tolist()) <= legal, f"{at(match)}: solved events that are not legal")
        expect(min(weights, default=-1) >= 0 < sum(weights), f"{at(match)}: the weights are {weights}")


@once
def a_press_of_a_live_race_and_the_pass_of_a_window_are_legal(trial: Trial) -> None:
    timing = trial.game.timing
    for values in _values_with(trial, timing.live):
        for match in _walked(trial, values, 23):
            truth = match.truth()
            heat = timing.heat(truth)
            if heat:
                expect(heat.key, f"{at(match)}: a race without a key")
                for seat, event in heat.presses.items():
                    expect(
                        event in match.legal_events(seat),
                        f"{at(match)}: seat {seat} cannot press {event} of the race",
                    )
            for seat in (seat for seat in match.awaited if seat != CHANCE):
                legal = match.legal_events(seat)
                window = timing.window(truth, seat, legal)
                if window:
                    fits = window.passing in legal and window.aside in (-1, *legal)
                    expect(fits, f"{at(match)}: seat {seat} cannot pass the window by {window.passing}")
                    roles = {choice.event: choice.role for choice in match.scene(seat).choices}
                    for event, role in ((window.passing, "pass"), (window.aside, "waive")):
                        told = event < 0 or roles.get(event) == role
                        expect(
                            told, f"{at(match)}: the choice {event} of seat {seat} has not the role {role!r}"
                        )
        expect(timing.cover(values) >= 0, f"cover({values}) is negative")
        expect((timing.clock(values) or 0) >= 0, f"clock({values}) is negative")


@once
def what_the_arena_reports_is_an_event_of_chance(trial: Trial) -> None:
    arena = trial.game.arena
    for values in _values_with(trial, arena.is_thrown):
        if not arena.is_thrown(values):
            continue
        expect(arena.steadiness(values) in HANDS, f"steadiness({values}) is none of {', '.join(HANDS)}")
        for match in _walked(trial, values, 24):
            view = match.truth()
            seat, event = arena.press(view)
            if seat >= 0 and arena.mat(view):
                may = seat in match.awaited and event in match.legal_events(seat)
                expect(may, f"{at(match)}: seat {seat} cannot throw by {event}")
            if CHANCE not in match.awaited or not arena.asks(view):
                continue
            events = match.legal_events(CHANCE)
            due = arena.due(view)
            if due:
                expect(arena.mat(view), f"{at(match)}: {due.kind!r} is due and no mat lies there")
                told = {arena.event(view, outcome, None) for outcome in OUTCOMES}
                expect(told & set(events), f"{at(match)}: no outcome of a throw is one of {events}")
            else:
                read = arena.reading(view, {}, events)
                expect(read in (-1, *events), f"{at(match)}: the reading {read} is none of {events}")


@once
def what_can_be_counted_is_counted_in_whole_tables_and_changes_nothing(trial: Trial) -> None:
    """The first odds that each seat may ask for are tables of probabilities, and asking changes nothing.

    One question for each seat is counted: more would take long."""
    if not trial.game.odds.has_one:
        return
    match, counted = trial.game.match(seed=29), set[int]()
    for seat, _ in trial.walk(match, 29, LONGEST):
        if seat in counted or not match.asks_odds(seat):
            continue
        counted.add(seat)
        before, odds = match.state.tobytes(), match.odds(seat)
        expect(odds is not None, f"{at(match)}: asks has a question for seat {seat}, and count no answer")
        expect(match.state.tobytes() == before, f"{at(match)}: count changed the match")
        for table in odds.tables if odds else ():
            widths = {len(row.shares) for row in table.rows}
            expect(
                widths == {len(table.columns)}, f"{at(match)}: {table.title!r} has rows of {widths} shares"
            )
            for row in table.rows:
                expect(all(0 <= share.share <= 1 for share in row.shares), f"{at(match)}: {row} is no chance")


@once
def what_is_carried_fits_the_next_match(trial: Trial) -> None:
    game, between = trial.game, trial.game.between
    for seats in trial.seats:
        for values in _values_with(trial, partial(_carries, between, seats)):
            carried = between.first(values, seats)
            if carried is None:
                continue
            expect(len(carried.chips) == seats, f"{seats} seats: chips of {len(carried.chips)} are carried")
            changed = between.values_for(values, carried, 1, is_last=False)
            match = game.match(seats, seed=25, values={**values, **changed}, engine=game.loops(True))
            match.play_at_random(25, LONGEST)
            left = between.left(match.truth(), None, True)
            expect(left and len(left.chips) == seats, f"{seats} seats: {left} is left")
            for last in (False, True):
                seen, true = (between.left(view, None, last) for view in (match.view(), match.truth()))
                expect(seen == true, f"{seats} seats: who watches sees that {seen} is left, and it is {true}")
        if seats == 2:
            given = between.given_up(game.match(2, seed=26).truth(), 0)
            expect(given is None or len(given) == 2, f"given_up tells {given} of two seats")


@once
def files_of_text_and_data_can_be_read(trial: Trial) -> None:
    fault = fault_in(trial.game)
    expect(not fault, fault)
    puzzles_of(trial.game)


@once
def habits_that_are_counted_have_words_of_their_own(trial: Trial) -> None:
    traits = trial.game.traits.TRAITS
    expect(len({trait.words for trait in traits}) == len(traits), "two traits have the same words")
    if not traits:
        return
    match = trial.game.match(seed=31, engine=trial.game.loops(True))
    for _ in trial.walk(match, 31):
        pass
    counted = habits_of(match).traits
    for words, (occasions, shown) in counted.items():
        expect(0 <= shown <= occasions, f"{words}: shown at {shown} of {occasions} occasions")


def _carries(between: Between, seats: int, values: Mapping[str, Plain]) -> bool:
    return between.first(values, seats) is not None


def _values_with(trial: Trial, holds: Callable[[Mapping[str, Plain]], bool]) -> Iterator[dict[str, Plain]]:
    """The game's own values, and the first ones with another option for which ``holds`` is true."""
    own = trial.game.own_values
    yield own
    if holds(own):
        return
    for value in trial.game.values:
        others: tuple[Any, ...] = value.choices or ((True, False) if isinstance(value.value, bool) else ())
        for other in others:
            if holds({**own, value.key: other}):
                yield {**own, value.key: other}
                return


def _walked(trial: Trial, values: dict[str, Plain], seed: int, steps: int = 200) -> Iterator[Match]:
    """A match of random choices and random chance, as it stands before each."""
    engine = trial.game.loops(trial.is_compiled)
    for seats in trial.seats:
        match = trial.game.match(seats, values=values, chance=Reported(), engine=engine)
        luck = random.Random(seed)
        for _ in range(steps):
            if match.over:
                break
            yield match
            seat = luck.choice(match.awaited)
            match.play(seat, luck.choice(match.legal_events(seat)))


CHECKS: tuple[Check, ...] = (
    every_event_has_a_finite_worth_and_looking_changes_nothing,
    winning_chances_add_up_to_one,
    what_a_game_solves_is_a_mixture_of_legal_events,
    a_press_of_a_live_race_and_the_pass_of_a_window_are_legal,
    what_the_arena_reports_is_an_event_of_chance,
    what_can_be_counted_is_counted_in_whole_tables_and_changes_nothing,
    what_is_carried_fits_the_next_match,
    files_of_text_and_data_can_be_read,
    habits_that_are_counted_have_words_of_their_own,
)
