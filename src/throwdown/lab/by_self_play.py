"""Learning a policy that mixes, from self-play, by proximal policy optimisation with entropy (Schulman et al.
2017).

Thousands of matches are played in lockstep by the policy against itself, or a part of them against partners:
networks that were fitted to what levels choose. A policy that learns from itself alone comes to mix, and
gains little from those who do not; one that learns from a partner alone beats it and is easily beaten
(restricted Nash responses, Johanson, Zinkevich and Bowling 2007). The network that judges positions in
training is told what is hidden, so that less of a result is luck; the policy is told what its seat sees.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from msgspec import structs

from throwdown.bots.deep_sets import (
    Weights,
    chances_of,
    new_weights,
    numbers_of,
    slopes_of_numbers,
    slopes_of_worth,
    through,
    worth_of,
)
from throwdown.bots.levels import FORMER, LEVELS
from throwdown.bots.player import Player, Sight, sight
from throwdown.bots.search import SearchPlayer, drawn
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.kernel.self_play import Learnable, Numbers, Seen, joined
from throwdown.lab.matchup import Score, score_of
from throwdown.lab.training import SEATS, Adam, Planned, Training

BATCH = 4096  # positions of a step
PASSES = 2  # over the positions of a batch of matches
CUT = 0.2  # how far the probability of a choice may move in them
RATE, LAST_RATE = 2e-3, 1e-4  # of learning, at first and at last
LARGEST = 1.0  # norm of a slope; what is longer is cut
ENTROPY, LAST_ENTROPY = 0.05, 0.002  # what an evenly mixed choice is worth beside the result
REMEMBERED = 0.99  # of the mean weights, which are the policy, from batch to batch
SLIPS = 0.25  # part of the choices of a level that are made at random, so that other positions come up
FIT_PASSES, FIT_BATCH = 150, 128
TOGETHER = 16  # matches of a level that are played side by side


class Plan(Planned, frozen=True):
    """How a policy for ``game``, by ``version`` of its rules, is trained: a round has ``batches`` of
    ``matches`` each, a part ``against`` of them with ``partners``, networks that were fitted to ``heard``
    choices of the levels of these names, the first of which is the rival of the curve. What these levels are,
    say the ``digests`` where any matches are with them. Networks have ``hidden`` units a layer."""

    game: str
    version: int
    seed: int = 0
    batches: int = 25
    matches: int = 4096
    against: float = 0.2
    partners: tuple[str, ...] = ("master-1", "sharp")
    digests: tuple[str, ...] = ()
    heard: int = 3000
    hidden: int = 48


class Played(NamedTuple):
    """Choices of the policy in a batch of matches."""

    seen: Seen
    truth: Numbers  # float32[n, things, k]
    actions: Numbers  # int64[n]
    chances: Numbers  # float32[n]: with which they were chosen
    results: Numbers  # float32[n]: 1 for a win of who chose, -1 for a loss


class PolicyPlayer:
    """A player by the policy with ``weights``, and by ``otherwise`` where it has learned nothing."""

    def __init__(self, learned: Learnable, weights: Weights, otherwise: Player) -> None:
        self._learned, self._weights, self._otherwise = learned, weights, otherwise

    def choose(self, sight: Sight, rng: Random) -> int:
        """An event that is drawn from the policy."""
        if len(sight.legal) == 1:
            return sight.legal[0]
        found = self._learned.answer(sight.state[0], sight.seat, self._weights)
        if found is None:
            return self._otherwise.choose(sight, rng)
        return drawn((found[0].tolist(), found[1].tolist()), rng)


class BySelfPlay(Training[Plan]):
    """A policy in training. With ``against`` of 1 it becomes a best response to its partners. Raises
    :class:`BadValue` for a game that has none to be learned, for partners that are no levels that mix, and
    for a file that holds another training."""

    what = "policy"

    def __init__(self, game: Game, plan: Plan, keep: Path, cores: int | None = None) -> None:
        learned = game.solving.LEARNED
        if learned is None:
            raise BadValue(f"{game.title} has no policy that could be learned")
        super().__init__(game, plan, keep, cores)
        self.learned, self.rival = learned, plan.partners[0]
        for name in plan.partners:
            self._level(name)
        draw = np.random.default_rng(plan.seed)
        matches = learned.begin(draw, 1)
        seen, truth = matches.look(), matches.truth()
        things, signs = seen.things.shape[1:]
        around, steps = seen.around.shape[1], (seen.legal.shape[1] - 1) // things
        self._policy = Adam(new_weights(draw, signs, around, plan.hidden, steps), LARGEST)
        self._critic = Adam(new_weights(draw, signs + truth.shape[2], around, plan.hidden, 0), LARGEST)
        self._partners = [new_weights(draw, signs, around, plan.hidden, steps) for _ in plan.partners]
        self.weights = {name: each.copy() for name, each in self._policy.weights.items()}
        self.take_up()

    def measure(self, pairs: int) -> Score:
        """The policy against the first of the levels that it learns from."""

        def seated(own: int) -> list[Player]:
            players: list[Player] = [self._level(self.rival), self._level(self.rival)]
            players[own] = PolicyPlayer(self.learned, self.weights, players[own])
            return players

        return score_of(self.spread(lambda number: self.share_of(number, seated), pairs))

    def write(self, folder: Path, command: str) -> None:
        """Put the policy, and how ``command`` has made it, into two files in ``folder``."""
        self.learned.keep(self.weights, self.made(command), folder)

    def _prepare(self) -> bool:
        """Fit one of the partners, if any are asked for."""
        plan, fitted = self.course.plan, self.course.prepared
        if not plan.against or fitted == len(plan.partners):
            return False
        self._fit(self._partners[fitted], *self._listen(plan.partners[fitted]))
        return True

    def news(self) -> str:
        """What the last step brought: of those before the first round, whom a partner was fitted to."""
        plan, fitted = self.course.plan, self.course.prepared
        if self.course.rounds:
            return super().news()
        return f"a partner is fitted to {plan.heard} choices of {plan.partners[fitted - 1]}"

    # The partners

    def _level(self, name: str) -> SearchPlayer:
        """A new player of that level, without a clock. Raises :class:`BadValue` for another, and for one that
        does not search."""
        level = (LEVELS | FORMER).get(name)
        within = level and level.within(self.game, SEATS)
        if within is None or within.budget is None:
            raise BadValue(f"{name!r} is no level that searches or solves: no partner can be fitted to it")
        return SearchPlayer(structs.replace(within.budget, milliseconds=0), within.style)

    def _listen(self, name: str) -> tuple[Seen, Numbers]:
        """Positions of matches of a level against itself, some of whose choices are made at random, and with
        which probabilities it chose there, float32[n, actions]."""
        plan = self.course.plan
        found: list[tuple[Seen, Numbers]] = []
        first = 0
        while len(found) < plan.heard:
            for heard in self.spread(lambda number, first=first: self._hear(name, first + number), TOGETHER):
                found += heard
            first += TOGETHER
        seen, shares = zip(*found[: plan.heard], strict=True)
        return joined(seen), np.stack(shares)

    def _hear(self, name: str, number: int) -> list[tuple[Seen, Numbers]]:
        rng, player = Random(f"{self.course.plan.seed} {name} {number}"), self._level(name)
        match = self.game.match(SEATS, seed=rng.getrandbits(40))
        found: list[tuple[Seen, Numbers]] = []
        while not match.over:
            there = sight(match, match.awaited[0])
            event = there.legal[0]
            if len(there.legal) > 1:
                seen, events = self.learned.position(there.state[0], there.seat)
                mixture = player.mixture(there, rng)
                shares = dict(zip(*mixture, strict=True))
                row = np.array([shares.get(each, 0.0) for each in events], np.float32)
                if row.any():
                    found.append((seen, row / row.sum()))
                event = drawn(mixture, rng)
                if rng.random() < SLIPS:
                    event = rng.choice([each for k, each in enumerate(events) if seen.legal[0, k]])
            match.play(there.seat, event)
        return found

    def _fit(self, partner: Weights, seen: Seen, shares: Numbers) -> None:
        """Fit ``partner`` to ``shares``, float32[n, actions], of the positions ``seen``."""
        draw, fitted = np.random.default_rng(self.course.plan.seed), Adam(partner, LARGEST)
        for number in range(FIT_PASSES):
            order = draw.permutation(len(shares))
            for first in range(0, len(shares), FIT_BATCH):
                chosen = order[first : first + FIT_BATCH]
                part = seen.part(chosen)
                layers = through(partner, part)
                off = chances_of(numbers_of(partner, part, layers), part.legal) - shares[chosen]
                slopes = slopes_of_numbers(partner, part, layers, off / len(chosen))
                fitted.step(slopes, RATE * (1 - number / FIT_PASSES))

    # The policy

    def _round(self) -> None:
        plan, number = self.course.plan, self.course.rounds
        draw = np.random.default_rng((plan.seed, number))
        for batch in range(plan.batches):
            done = (number + batch / plan.batches) / plan.rounds
            is_against = draw.random() < plan.against
            partner = self._partners[draw.integers(len(self._partners))] if is_against else None
            self._learn(self.play(draw, partner), draw, done)
            for name, mean in self.weights.items():
                mean += (1 - REMEMBERED) * (self._policy.weights[name] - mean)

    def play(self, draw: np.random.Generator, partner: Weights | None) -> Played:
        """A batch of matches against ``partner``, seat after seat, or with None against itself."""
        matches = self.learned.begin(draw, self.course.plan.matches)
        asked: list[tuple[Any, ...]] = []
        while len(matches.live):
            seen, truth, live, movers = matches.look(), matches.truth(), matches.live, matches.movers
            own = (live % SEATS == movers) | (partner is None)
            chances = np.zeros(seen.legal.shape, np.float32)
            for weights, which in ((self._policy.weights, own), (partner, ~own)):
                if weights is not None and which.any():
                    part = seen.part(which)
                    chances[which] = chances_of(numbers_of(weights, part, through(weights, part)), part.legal)
            actions = drawn_of(chances, draw)
            chosen = chances[np.arange(len(actions)), actions]
            asked.append((seen.part(own), truth[own], actions[own], chosen[own], live[own], movers[own]))
            matches.play(actions)
        seen, *rest = zip(*asked, strict=True)
        truth, actions, chances, live, movers = (np.concatenate(each) for each in rest)
        results = np.where(movers == 0, matches.won[live], -matches.won[live])
        return Played(joined(seen), truth, actions, chances, results)

    def _learn(self, played: Played, draw: np.random.Generator, done: float) -> None:
        """Steps up the results of the choices ``played``; a part ``done`` of the training lies behind."""
        rate, entropy = LAST_RATE + (1 - done) * RATE, LAST_ENTROPY + (1 - done) * ENTROPY
        told = played.seen._replace(things=np.concatenate([played.seen.things, played.truth], axis=2))
        critic = self._critic.weights
        gains = played.results - worth_of(critic, through(critic, told))
        for _ in range(PASSES):
            order = draw.permutation(len(gains))
            for first in range(0, len(order), BATCH):
                chosen = order[first : first + BATCH]
                part = told.part(chosen)
                layers = through(critic, part)
                worth = worth_of(critic, layers)
                off = (worth - played.results[chosen]) * (1 - worth**2) / len(chosen)
                self._critic.step(slopes_of_worth(critic, part, layers, off), rate)
                self._improve(played, gains, chosen, rate, entropy)

    def _improve(self, played: Played, gains: Numbers, chosen: Numbers, rate: float, entropy: float) -> None:
        """A step of the policy by the choices ``chosen``, int64[n], which brought ``gains``, float32[all],
        more than was expected."""
        weights, part = self._policy.weights, played.seen.part(chosen)
        layers = through(weights, part)
        chances = chances_of(numbers_of(weights, part, layers), part.legal)
        rows, actions, gain = np.arange(len(chosen)), played.actions[chosen], gains[chosen]
        moved = chances[rows, actions] / np.maximum(played.chances[chosen], 1e-8)
        is_far = ((moved > 1 + CUT) & (gain > 0)) | ((moved < 1 - CUT) & (gain < 0))
        pull = np.where(is_far, 0, moved * gain)
        slope = pull[:, None] * chances
        slope[rows, actions] -= pull
        logs = np.log(np.maximum(chances, 1e-9))
        slope += entropy * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        self._policy.step(slopes_of_numbers(weights, part, layers, slope / len(chosen)), rate)

    def _arrays(self) -> dict[str, Numbers]:
        found = self._policy.arrays("policy") | self._critic.arrays("critic")
        groups = {"mean": self.weights} | {f"partner_{k}": each for k, each in enumerate(self._partners)}
        return found | {f"{group}.{name}": each for group, of in groups.items() for name, each in of.items()}


def drawn_of(chances: Numbers, draw: np.random.Generator) -> Numbers:
    """An action for each position by ``chances``, float32[n, actions]: int64[n]."""
    reached = chances.cumsum(axis=1)
    aims = draw.random((len(chances), 1)) * reached[:, -1:]
    return (reached <= aims).sum(axis=1)
