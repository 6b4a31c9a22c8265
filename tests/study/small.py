"""Small games and the exact figures of their matches, from all that can follow and every world that fits."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.game import Game
from throwdown.kernel.log import Entry
from throwdown.kernel.match import Match
from throwdown.study import beliefs
from throwdown.study.playouts import WHOLE, Numbers, Playouts

REFERENCE = Path(__file__).parents[2] / "bench" / "reference"
SLIPS = Fraction(beliefs.SLIPS)


def reference(name: str) -> Game:
    """A game of the bench, with compiled rules and players."""
    return Game(REFERENCE / name).compile(players=True)


def random_match(game: Game, seed: int, slips: float = 1.0, seats: int | None = None, **values: int) -> Match:
    """A match in which a part ``slips`` of the choices are random and the others par's."""
    match, rng = game.match(seats, seed=seed, values=values), Random(seed)
    played = Playouts(match)
    while not match.over:
        seat = match.awaited[0]
        slip = rng.random() < slips
        match.play(seat, rng.choice(match.legal_events(seat)) if slip else played.par(match.state, seat))
    return match


def exact(played: Playouts, state: Numbers) -> list[Fraction]:
    """The exact chance of each seat when all go on by par."""
    mask = int(played.engine.awaited(state))
    if not mask:
        points = played.standings(state, "over", 0, 1)
        return [Fraction(int(share), WHOLE) for share in played.shares(points)[0]]
    seat = CHANCE if mask >> CHANCE & 1 else (mask & -mask).bit_length() - 1
    if seat != CHANCE:
        return exact(played, played.after(state, seat, played.par(state, seat)))
    events, weights = played.due(state)
    total = int(weights.sum())
    branches = [(Fraction(int(w), total), int(e)) for e, w in zip(events, weights, strict=True)]
    return mean([(part, exact(played, played.after(state, CHANCE, event))) for part, event in branches])


def mean(parts: list[tuple[Fraction, list[Fraction]]]) -> list[Fraction]:
    whole = sum(part for part, _ in parts)
    return [
        sum((part * each[k] for part, each in parts), Fraction(0)) / whole for k in range(len(parts[0][1]))
    ]


def worlds(played: Playouts, match: Match, many: int, seat: int) -> list[tuple[Fraction, Numbers]]:
    """Every state that fits what ``seat`` has seen of the first ``many`` events, with its likelihood when the
    others choose by par but for slips."""
    start = match.replay(0).state
    found = [(Fraction(1), start)]
    true = match.replay(0)
    for entry in match.log[:many]:
        known = bool(int(played.engine.witnesses(true.state, *entry)) >> seat & 1)
        found = [
            (odds * part, played.after(state, entry.seat, event))
            for odds, state in found
            for part, event in _possible(played, state, entry, seat)
            if not known or event == entry.event
        ]
        true.extend([entry])
    return found


def _possible(played: Playouts, state: Numbers, entry: Entry, seat: int) -> list[tuple[Fraction, int]]:
    if entry.seat == CHANCE:
        events, weights = played.due(state)
        return [(Fraction(int(w), int(weights.sum())), int(e)) for e, w in zip(events, weights, strict=True)]
    events = played.legal(state, entry.seat)[2].tolist()
    if entry.seat == seat:
        return [(Fraction(1), event) for event in events]
    par = played.par(state, entry.seat)
    return [(SLIPS / len(events) + (1 - SLIPS) * (event == par), event) for event in events]


def choice_of(played: Playouts, match: Match, n: int, event: int) -> list[Fraction]:
    """The mean of the exact chances after ``event`` in the place of event ``n`` of the log, over the worlds
    that fit."""
    seat = match.log[n - 1].seat
    fits = worlds(played, match, n - 1, seat)
    return mean([(odds, exact(played, played.after(state, seat, event))) for odds, state in fits])
