"""Which matches the rules of the five games play beside their oracles: seats, options and house values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.lockstep import Eventful, Legal, Lockstep, Oracle
from tests.oracle import command_dice, dardz, duello, kadice, kadoova_duel
from throwdown.kernel.contract import CHANCE


class EagerKadice(Lockstep):
    """Seats that mostly eliminate where they can and leave dice as they fell: matches come to an end."""

    def pick(self, seat: int, legal: Legal, rng: Random) -> int:
        if seat != CHANCE and rng.random() < 0.8:
            eliminations = {event for event in legal if event >= kadice.ELIMINATE}
            holds = {event for event in legal if event >= kadice.HOLD}
            legal = eliminations or holds
        return super().pick(seat, legal, rng)


class Case(NamedTuple):
    """Matches of one kind: ``matches`` in a campaign, ``interpreted`` of them also with interpreted rules.

    ``least`` events a match are played on the average, or the comparison has stopped early.
    """

    game: str
    seats: int
    matches: int
    values: Mapping[str, Any] = MappingProxyType({})
    interpreted: int = 0
    kind: type[Lockstep] = Lockstep
    least: int = 30

    @property
    def name(self) -> str:
        """``duello-3 wagering=True``."""
        values = [f"{name}={value}" for name, value in self.values.items() if not isinstance(value, list)]
        lists = [name for name, value in self.values.items() if isinstance(value, list)]
        kind = [] if self.kind is Lockstep else [self.kind.__name__.lower()]
        return " ".join([f"{self.game}-{self.seats}", *kind, *values[:4], *lists[:2]])

    def begin(self, is_compiled: bool) -> Lockstep:
        """The two programs, side by side."""
        return self.kind(self.game, ORACLES[self.game], is_compiled, self.seats, **self.values)


ORACLES: dict[str, Callable[[int, dict[str, Any]], Oracle]] = {
    "command-dice": command_dice.play,
    "dardz": dardz.play,
    "duello": duello.play,
    "kadice": kadice.play,
    "kadoova-duel": kadoova_duel.play,
}

SWORDS = {
    "red-swords": [0, 0, 0, 0, 0, 6],
    "blue-swords": [3, 3, 3, 3, 3, 3],
    "tie-card": "the last card dealt",
}
COMMAND_DICE = [
    Case("command-dice", 2, 8000, interpreted=3, least=40),
    Case("command-dice", 2, 1500, {"waste-is-judged": "card by card"}, interpreted=2, least=40),
    Case("command-dice", 2, 500, SWORDS, interpreted=2, least=40),
]

TEAMS = {"teams": True, "team-target": 120}
POINTS = {
    "card-points": [30, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 1],
    "golden-points": 30,
    "golden-sevens": 6,
    "action-points": [-15, 0, 15, -15, -15, 15],
    "jackpot-right": 60,
    "jackpot-wrong": -30,
    "boost-dice": 3,
    "bunk-dice": 1,
    "target": 100,
}
CALLED = {"announce-ten": "by the players", "target": 60}
MEAN = {"card-points": [1] * 12, "action-points": [-15] * 6, "jackpot-wrong": -30, "target": 500}
SHORT = {"target": 40}
COMPOSED = {
    "jackpot-does": "the holder loses",
    "jackpot-then": "guess a die",
    "boost-does": "all others lose",
    "boost-then": "swap a card",
    "bunk-does": "the holder gains",
    "bunk-then": "hands go right",
    "clock-does": "hands go left",
    "clock-then": "the lowest gain",
    "skull-does": "swap a card",
    "skull-then": "hands go right",
    "trade-does": "the highest lose",
    "trade-then": "the highest lose",
    "jackpot-wrong": -7,
    "target": 60,
}
DARDZ = [
    Case("dardz", 2, 400, interpreted=2, least=60),
    Case("dardz", 2, 3400, SHORT, least=60),
    Case("dardz", 4, 2600, SHORT, least=60),
    Case("dardz", 8, 1500, SHORT, least=60),
    Case("dardz", 4, 700, TEAMS, interpreted=2, least=60),
    Case("dardz", 8, 200, TEAMS, least=60),
    Case("dardz", 2, 600, POINTS, least=60),
    Case("dardz", 5, 300, POINTS, interpreted=2, least=60),
    Case("dardz", 3, 300, CALLED, interpreted=2, least=60),
    Case("dardz", 2, 20, MEAN, least=60),
    Case("dardz", 3, 300, COMPOSED, least=60),
    Case("dardz", 3, 100, {**COMPOSED, **CALLED}, interpreted=3, least=60),
    Case("dardz", 4, 200, {**COMPOSED, **TEAMS}, least=60),
]

BETS = {"wagering": True}
CARRIED = {"wagering": True, "chips": [3, 40, 7, 12, 250, 9, 1, 1], "first-bettor": 1, "pot": 5,
           "fold-points": "all dice left", "drawn-pot": "stays for the next game"}  # fmt: skip
DUELLO = [
    Case("duello", 2, 10_000),
    Case("duello", 2, 10_000, {"tie-breaker": True}, interpreted=4),
    Case("duello", 2, 8500, BETS, interpreted=4),
    Case("duello", 2, 1500, CARRIED | {"tie-breaker": True}),
    Case("duello", 3, 4000),
    Case("duello", 4, 3000, interpreted=4),
    Case("duello", 5, 1800),
    Case("duello", 6, 1200),
    Case("duello", 3, 300, BETS),
    Case("duello", 3, 100, CARRIED, interpreted=4),
    Case("duello", 5, 150, CARRIED),
    Case("duello", 8, 50, BETS),
]

ONE_CARD = {"cards-each": 1}
AFTER_GHOSTS = {"last-player": "after that round's ghost rolls"}
KADICE = [
    Case("kadice", 2, 3000, ONE_CARD, kind=EagerKadice, least=40),
    Case("kadice", 2, 60, kind=EagerKadice, least=40),
    Case("kadice", 3, 3000, ONE_CARD, kind=EagerKadice, least=40),
    Case("kadice", 3, 300, {"cards-each": 3, **AFTER_GHOSTS}, kind=EagerKadice, least=40),
    Case("kadice", 4, 2000, {**ONE_CARD, **AFTER_GHOSTS}, kind=EagerKadice, least=40),
    Case("kadice", 4, 600, {"cards-each": 2}, kind=EagerKadice, least=40),
    Case("kadice", 8, 500, ONE_CARD, kind=EagerKadice, least=40),
    Case("kadice", 8, 500, {"most-rounds": 3}, kind=EagerKadice, least=40),
    Case("kadice", 8, 40, kind=EagerKadice, least=40),
    Case("kadice", 2, 50, ONE_CARD, interpreted=3),
    Case("kadice", 3, 50, ONE_CARD, interpreted=3),
    Case("kadice", 4, 50, ONE_CARD, interpreted=2),
    Case("kadice", 8, 50, ONE_CARD, interpreted=1),
    Case("kadice", 2, 50, {"most-rounds": 20}, least=200),
    Case("kadice", 8, 50, {"most-rounds": 20}, least=200),
]

SIMULATED = {"timing": "simulated"}
HOUSE = {
    "two-seats": "to 10,000",
    "goal": 5000,
    "most-turns": 30,
    "cheating": True,
    "steadiness": "shaky",
    "deep-pockets": 7,
    "thick-skin": 100,
    "pickpocket-window": "on your turn",
    "windfall-window": "before",
    "tax-day-from": 1000,
    "stake-most": 1000,
    "blind-factor": 20,
    "off-mat": 1000,
}
THROWN = {"timing": "simulated", "throws": "thrown", "deep-pockets": 7}
READINGS = {
    "goal": 4000,
    "most-turns": 25,
    "cheating": True,
    "charges": "holds at once",
    "lose-bets": "in every duel",
    "extra-dice": [1, 1, 1],
    "war-ties": "all of the round",
    "felled-die": "lies far",
    "even-dice": "are drawn for",
    "chicken-mat": "the challenged for both",
    "all-cards": [1, 9, 5],
    "pickpocket-window": "before",
    "tax-day-window": "on your turn",
}
LONG = {
    "chicken-band-count": 8, "track-spaces": 17, "track-more": [6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 5, 6],
    "psychic-dice": 6, "skeptic-dice": 4,
}  # fmt: skip
BRIEF = {"chicken-band-count": 2, "track-spaces": 3, "psychic-dice": 1, "skeptic-dice": 2}
KADOOVA = [
    Case("kadoova-duel", 2, 3000, SIMULATED, least=200),
    Case("kadoova-duel", 3, 1500, SIMULATED, least=200),
    Case("kadoova-duel", 4, 500, SIMULATED, least=200),
    *(
        Case("kadoova-duel", seats, 60, {"timing": time}, least=200)
        for seats in (2, 3, 4)
        for time in ("paced", "live")
    ),
    *(Case("kadoova-duel", seats, 60, {**SIMULATED, **HOUSE}, least=200) for seats in (2, 3, 4)),
    *(Case("kadoova-duel", seats, 60, THROWN, kind=Eventful, least=200) for seats in (2, 4)),
    Case("kadoova-duel", 3, 60, {**READINGS, **LONG, **SIMULATED}, least=200),
    Case("kadoova-duel", 4, 60, {**READINGS, **BRIEF, "timing": "live"}, interpreted=1, least=200),
    Case("kadoova-duel", 4, 60, {**READINGS, **LONG, **THROWN}, kind=Eventful, least=200),
    Case("kadoova-duel", 2, 60, {"timing": "paced", **HOUSE}, interpreted=2, least=200),
    Case("kadoova-duel", 4, 60, {"timing": "paced", **HOUSE}, interpreted=1, least=200),
]

CASES = [*COMMAND_DICE, *DARDZ, *DUELLO, *KADICE, *KADOOVA]
