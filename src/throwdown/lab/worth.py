"""What choices and cards are worth: at a few decisions of a match, and at a few cards that are dealt, drawn
at random, every choice, and every card that may come, is played out.

From the true state after each of them everybody goes on by par (:mod:`throwdown.study.playouts`), with the
same dice for all of one decision. The worth of a choice is its chance to win less the mean of all that were
to be had, so it does not matter who makes it, or when: players who are ahead do not lend it their wins. The
worth of a card is the same for the seat that gets it, the mean taken as likely as the cards come.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match
from throwdown.lab.counts import Share, share_of
from throwdown.study.playouts import WHOLE, Numbers, Playouts

MOMENTS = 4  # decisions of a match that are weighed
MOST = 24  # choices of a decision that are weighed, drawn at random where there are more
NEAR = 2.0  # standard errors of the difference by which a choice may lie below the best and be sensible
ENOUGH = 20  # matches in which a choice was weighed, before it is called dominated


class Weighed(Struct):
    """The decisions of one match that were weighed: by choice its mean worth, how many had more than one
    sensible choice, and the choices that were sensible at least once."""

    decisions: int = 0
    open: int = 0
    worth: dict[str, float] = field(default_factory=dict)
    sensible: list[str] = field(default_factory=list)


class Worth(Struct):
    """A choice over all matches in which it was weighed; ``sensible`` is in how many of them it was not
    clearly worse than the best."""

    worth: Share
    sensible: int

    @property
    def is_dominated(self) -> bool:
        """Whether it was weighed often, and something else was clearly better each time."""
        return self.worth.matches >= ENOUGH and not self.sensible


def weigh(match: Match, seed: int, playouts: int) -> Weighed:
    """Weigh up to MOMENTS decisions of ``match``, which is over."""
    fresh, counted = match.replay(0), Playouts(match, seed)
    rng, found = random.Random(seed), Weighed()
    chosen = set(_drawn(rng, _decisions(match), MOMENTS))
    sums: dict[str, list[float]] = {}
    for n, entry in match.held():
        if n in chosen:
            events = _drawn(rng, fresh.legal_events(entry.seat), MOST)
            texts = fresh.texts(entry.seat, events)
            place = f"worth {n}"
            values = np.array(
                [_wins(counted, counted.after(fresh.state, entry.seat, e), entry.seat, place, playouts)
                 for e in events]
            )  # fmt: skip
            _note(found, sums, texts, values)
        fresh.extend([entry])
    found.worth = {text: sum(each) / len(each) for text, each in sums.items()}
    found.sensible = sorted(set(found.sensible))
    return found


def weigh_cards(match: Match, seed: int, playouts: int) -> dict[str, float]:
    """Weigh up to MOMENTS cards that were dealt in ``match``, which is over; returns by card its mean worth
    to the seat that got it, nothing for a game that does not say who is dealt cards."""
    if type(match.game.traits).dealt_to is match.game.traits.dealt_to:
        return {}
    fresh, counted = match.replay(0), Playouts(match, seed)
    chosen = set(_drawn(random.Random(f"cards {seed}"), _deals(match), MOMENTS))
    sums: dict[str, list[float]] = {}
    for n, entry in match.held():
        if n in chosen:
            seat, place = match.game.traits.dealt_to(fresh.truth()), f"card {n}"
            events, weights = counted.due(fresh.state)
            values = [
                float(_wins(counted, counted.after(fresh.state, CHANCE, e), seat, place, playouts).mean())
                for e in events.tolist()
            ]
            mean = float(np.average(values, weights=weights))
            for text, value in zip(fresh.texts(CHANCE, events.tolist()), values, strict=True):
                sums.setdefault(text, []).append(value - mean)
        fresh.extend([entry])
    return {text: sum(each) / len(each) for text, each in sums.items()}


def _decisions(match: Match) -> list[int]:
    """The numbers of the events that a seat chose among several."""
    fresh, found = match.replay(0), list[int]()
    for n, entry in match.held():
        if entry.seat != CHANCE and len(fresh.legal_events(entry.seat)) > 1:
            found.append(n)
        fresh.extend([entry])
    return found


def _deals(match: Match) -> list[int]:
    """The numbers of the events that dealt a card to a seat."""
    fresh, found = match.replay(0), list[int]()
    for n, entry in match.held():
        if entry.seat == CHANCE and match.game.traits.dealt_to(fresh.truth()) >= 0:
            found.append(n)
        fresh.extend([entry])
    return found


def _drawn(rng: random.Random, items: Sequence[int], most: int) -> list[int]:
    return sorted(rng.sample(items, most)) if len(items) > most else list(items)


def _wins(counted: Playouts, after: Numbers, seat: int, place: str, many: int) -> Numbers:
    """What ``seat`` wins in each playout from the state ``after``, float64[many]."""
    return counted.run(after, place, 0, many)[:, seat] / WHOLE


def _note(found: Weighed, sums: dict[str, list[float]], texts: Sequence[str], values: Numbers) -> None:
    """``values`` is float64[choices, playouts], with the same dice in each column."""
    means: Numbers = values.mean(axis=1)
    best = int(means.argmax())
    behind: Numbers = values[best] - values
    errors: Numbers = behind.std(axis=1, ddof=1) / values.shape[1] ** 0.5
    sensible = (means[best] - means <= NEAR * errors).tolist()
    found.decisions += 1
    found.open += sum(sensible) > 1
    found.sensible += [text for text, near in zip(texts, sensible, strict=True) if near]
    for text, mean in zip(texts, means.tolist(), strict=True):
        sums.setdefault(text, []).append(mean - float(means.mean()))


def summed(found: Sequence[Weighed]) -> dict[str, Worth]:
    """The worth of every choice over all matches, those weighed most often first."""
    by_choice: dict[str, list[float]] = {}
    near: dict[str, int] = {}
    for one in found:
        for text, worth in one.worth.items():
            by_choice.setdefault(text, []).append(worth)
        for text in one.sensible:
            near[text] = near.get(text, 0) + 1
    told = {
        text: Worth(share_of(sum(each), sum(x * x for x in each), len(each)), near.get(text, 0))
        for text, each in by_choice.items()
    }
    return dict(sorted(told.items(), key=lambda item: (-item[1].worth.matches, item[0])))


def summed_cards(found: Sequence[dict[str, float]]) -> dict[str, Share]:
    """The worth of every card over all matches in which it was weighed, the best first."""
    by_card: dict[str, list[float]] = {}
    for one in found:
        for text, worth in one.items():
            by_card.setdefault(text, []).append(worth)
    told = {text: share_of(sum(each), sum(x * x for x in each), len(each)) for text, each in by_card.items()}
    return dict(sorted(told.items(), key=lambda item: (-item[1].mean, item[0])))
