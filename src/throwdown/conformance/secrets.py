"""Secrets: no byte, piece or sentence that leaves for a viewer depends on what that viewer may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from throwdown.conformance.trial import Check, Trial, after, at, expect, once, viewers
from throwdown.kernel.contract import CHANCE, EVERYBODY
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows


def shown(match: Match, viewer: int) -> bytes:
    """Everything that leaves for ``viewer``: the hidden record and the scene drawn from it."""
    return match.seen(viewer).tobytes() + msgspec.json.encode(match.scene(viewer))


def leaks(match: Match, seat: int, event: int, others: list[int]) -> Iterator[tuple[int, int]]:
    """Pairs (viewer, other event) by which a viewer could tell ``event`` of ``seat`` from another."""
    blind = [v for v in viewers(match) if not knows(match, Entry(seat, event), v)]
    here = after(match, seat, event)
    for other in others:
        there = after(match, seat, other)
        for viewer in blind:
            if not knows(match, Entry(seat, other), viewer) and shown(here, viewer) != shown(there, viewer):
                yield viewer, other


def is_secret(match: Match, seat: int, event: int) -> bool:
    """A secret that lasts: the last of several who choose together reveals at once."""
    witnesses = int(match.engine.witnesses(match.state, seat, event)) & EVERYBODY
    alone = match.awaited == (seat,)
    return witnesses != EVERYBODY and (seat == CHANCE or not alone)


@once
def a_secret_choice_or_die_changes_no_byte_that_another_seat_is_sent(trial: Trial) -> None:
    for seats in trial.seats:
        walked = trial.game.match(seats, seed=11, engine=trial.game.loops(trial.is_compiled))
        for _ in trial.walk(walked, 11, 60):
            pass
        match = walked.replay(0)
        for n, (seat, event) in enumerate(walked.log[:500]):
            if is_secret(match, seat, event) and n % 3 == 0:
                legal = match.legal_events(seat)
                others = random.Random(n).sample(legal, min(4, len(legal)))
                for viewer, other in leaks(match, seat, event, others):
                    expect(
                        False, f"{at(match)}: viewer {viewer} can tell {event} of seat {seat} from {other}"
                    )
            match.extend([Entry(seat, event)])


@once
def the_sentences_of_a_secret_do_not_tell_it(trial: Trial) -> None:
    for seats in trial.seats:
        match = trial.game.match(seats, seed=12, engine=trial.game.loops(trial.is_compiled))
        for seat, event in trial.walk(match, 12, 80):
            if not is_secret(match, seat, event):
                continue
            entries = Entry(seat, event), Entry(seat, match.legal_events(seat)[0])
            here, there = (after(match, *entry) for entry in entries)
            for viewer in viewers(match):
                if not any(knows(match, entry, viewer) for entry in entries):
                    told, other = (Narrator(match, viewer) for _ in entries)
                    expect(
                        told.follow(here, entries[0], False) == other.follow(there, entries[1], False),
                        f"{at(match)}: what viewer {viewer} is told depends on {event} of seat {seat}",
                    )


CHECKS: tuple[Check, ...] = (
    a_secret_choice_or_die_changes_no_byte_that_another_seat_is_sent,
    the_sentences_of_a_secret_do_not_tell_it,
)
