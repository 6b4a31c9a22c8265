"""The sentences of Kadoova Duel and its duels held to the record: every figure is what changed.

``python -m tests.games.kadoova_duel.figures --matches 1000`` plays so many random matches of the whole game
and of every duel, over all options, and prints how many sentences of each kind were checked.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import throwdown
from throwdown.kernel.chance import Offer
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.terminal import sentence

KEYS = ["kadoova-duel", *(game.key for game in throwdown.all_games() if game.about.part_of == "Kadoova Duel")]
NAMES = ("Ada", "Bo", "Cy", "Di")
WATCHER = 9
NUMBER = r"−?[\d,]+"
COUNTS = tuple("no one two three four five six seven eight nine ten eleven twelve thirteen".split(" "))  # noqa: SIM905
NEVER = re.compile(
    r"\{|\}|None|--|  |of you\b|to two thumbs|\bwith 0\b|\byou (was|has|is)\b|\b([a-z]+) \2\b"
    r"|\b(one|1) (dice|cards|points|thumbs)\b|\b(two|three|four|five|six) (die|card|thumb)\b"
    r"|\b(the|a|an) (Ada|Bo|Cy|Di|you)\b",
    re.IGNORECASE,
)


class Told:
    """A sentence that fits a kind: the record before and after the event, the seat, and the parts found."""

    def __init__(self, before: Any, after: Any, seat: int, found: re.Match[str]) -> None:
        self.before = before
        self.after = after
        self.seat = seat
        self.found = found

    def points(self, part: int = 1) -> int:
        return points(self.found[part])

    def count(self, part: int = 1) -> int:
        """``three``, ``14``."""
        word = self.found[part].lower()
        return COUNTS.index(word) if word in COUNTS else int(word)

    def gained(self, seat: int | None = None) -> int:
        seat = self.seat if seat is None else seat
        return self.after.score[seat] - self.before.score[seat]

    def more(self, field: str) -> Any:
        """How much more ``field`` holds for the seat."""
        was, now = (np.sum(getattr(view, field)[self.seat]) for view in (self.before, self.after))
        return now - was


def points(text: str) -> int:
    """``−1,500`` as a number; ``nothing`` is 0."""
    return 0 if text == "nothing" else int(text.replace(",", "").replace("−", "-"))


def is_settled(t: Told) -> bool:
    """``scored 1,900 to come to 3,900: the duel +1,600, bets +300``."""
    change = t.points(2) if t.found[1] == "scored" else -t.points(2)
    parts = {"bets": t.more("by_bets"), "cards": t.more("by_cards")}
    parts["the duel"] = change - sum(parts.values())
    told = {
        name: points(n)
        for name, n in re.findall(r"(the duel|bets|cards) \+?([−\d,]+?)(?:, |$)", t.found[4] or "")
    }
    expected = {name: n for name, n in parts.items() if n} if parts["bets"] or parts["cards"] else {}
    return t.gained() == change and t.after.score[t.seat] == t.points(3) and told == expected


def losses(text: str) -> dict[int, int]:
    """``500 from {0} and {2}, 300 from {1}``."""
    parts = [part.split(" from ") for part in re.findall(rf"{NUMBER} from [^\d]*(?:\{{\d\}}[^\d{{]*)+", text)]
    return {int(seat): points(n) for n, who in parts for seat in re.findall(r"\{(\d)\}", who)}


def are_losses(t: Told) -> bool:
    """Who has lost something, all of them and no more."""
    return losses(t.found[1]) == {seat: -t.gained(seat) for seat in range(4) if t.gained(seat) < 0}


def has_won(t: Told) -> bool:
    """``won Class Warfare: 1,500, and {1} lost 300``."""
    told = {t.seat: t.points(2)}
    for n, seat in re.findall(rf"and ({NUMBER}) went to \{{(\d)\}}", t.found[3]):
        told[int(seat)] = points(n)
    for seat, n in re.findall(rf"and \{{(\d)\}} lost ({NUMBER})", t.found[3]):
        told[int(seat)] = -points(n)
    gains = {seat: t.after.gain[seat] for seat in range(4) if t.after.gain[seat] or seat == t.seat}
    return t.after.winner == t.seat and told == gains


def has_stood(t: Told) -> bool:
    """``Seven cards stood: 700 for both.``"""
    gains = [t.after.gain[seat] for seat in (t.after.challenger, t.after.opponent)]
    fair = gains == [t.points(2)] * 2 if t.found[3] == "both" else gains.count(t.points(2)) < 2
    return t.count() == t.after.cards_up and fair


KINDS: dict[str, Callable[[Told], bool]] = {
    rf"felled the Post and lost (nothing|{NUMBER})(?:, Thick Skin held the rest)?\.": lambda t: (
        t.gained() == -t.points() and (t.points() == 500) == ("Thick" not in t.found[0])
    ),
    rf"touched the Post: ({NUMBER}) at once\.": lambda t: t.gained() == t.points(),
    rf"paid ({NUMBER}) to .*": lambda t: t.gained() == -t.points(),
    rf"took (nothing|{NUMBER}) from \{{(\d)\}}\.": lambda t: (
        t.gained() == t.points() == -t.gained(int(t.found[2]))
    ),
    r"collected nothing\.": lambda t: t.after.score == t.before.score,
    r"collected (.+)\.": lambda t: are_losses(t) and t.gained() == sum(losses(t.found[1]).values()),
    r"Tax Day took nothing: nobody has enough\.": lambda t: t.after.score == t.before.score,
    r"Tax Day took (.+)\.": are_losses,
    rf"gained ({NUMBER})\.": lambda t: t.gained() == t.points(),
    rf"(scored|lost) ({NUMBER}) to come to ({NUMBER})(?:: (.+))?\.": is_settled,
    rf"got caught cheating: the duel is lost, and ({NUMBER}) points\.": lambda t: t.gained() == -t.points(),
    rf"won (.+?)(?: by forfeit)?: ({NUMBER})(.*)\.": has_won,
    rf"(\S+) cards? stood: ({NUMBER}) for (.+)\.": has_stood,
    rf".* past the Bust line: every die so far is lifted and ({NUMBER}) lost\.": lambda t: (
        t.more("points") == -t.points()
    ),
    rf"(?:threw a die|had a die knocked) onto ({NUMBER})\.": lambda t: (
        t.points() in (*t.before.axe_rings, *t.before.chicken_bands)
    ),
    rf"reached ({NUMBER}): the last round begins\.": lambda t: (
        t.after.score[t.seat] == t.points() >= t.after.goal
    ),
    rf"Nobody has ({NUMBER}) any more: the last round is off\.": lambda t: (
        t.after.goal == t.points() > max(t.after.score[: t.after.seats])
    ),
    rf"won the game with ({NUMBER}) points\.": lambda t: (
        t.after.score[t.seat] == t.points() == max(t.after.score[: t.after.seats])
    ),
    r"showed the target number, (\d): worth 100 at the end\.": lambda t: (
        t.more("points") in (0, 100) and t.count() == t.after.target[0]
    ),
    rf"bet ({NUMBER}) (?:on|against) \{{\d\}}\.": lambda t: t.more("staked") == t.points(),
    r"laid open .+": lambda t: t.more("upgrades") > 0,
    r"took (\S+) (?:die|dice) in round (\d)\.": lambda t: (
        t.more("spoils") == t.count() and t.before.battle == t.count(2)
    ),
    r"(\S+) (?:die|dice) landed off the mat\.": lambda t: t.after.off == t.count(),
    r"called the con: there (?:is|are) (\S+) \ds?\.": lambda t: t.after.actual == t.count(),
    r"rolled [\d ]+: (\S+) match(?:es)?, (\S+) (?:die|dice) to go\.": lambda t: (
        t.more("outs") == t.count() and t.after.count[t.seat] == t.count(2)
    ),
    r"rolled ([\d ]+): (\d+)\.": lambda t: sum(map(int, t.found[1].split())) == t.count(2),
}
CHECKS = {re.compile(kind): check for kind, check in KINDS.items()}
FIGURE = re.compile(r"\d{3}|\d,\d{3}")


class Whims:
    """Chance that takes every third event from all alike, so that what has no weight happens too."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def draw(self, offer: Offer) -> int | None:
        weights = None if self.rng.random() < 1 / 3 else offer.weights
        return self.rng.choices(range(len(offer.events)), weights)[0]


def any_values(game: Game, rng: random.Random) -> dict[str, Any]:
    """Every option by lot, and some of the figures."""
    chosen: dict[str, Any] = {value.key: rng.choice(value.choices) for value in game.values if value.choices}
    lots = {
        "thick-skin": [0, 100, 300], "tax-day-from": [0, 1000, 5000], "goal": [3000, 10000],
        "most-turns": [12, 20], "deep-pockets": [5, 7], "extra-dice": [[0, 0, 0], [1, 1, 1]],
        "cheating": [True, False], "chicken-band-count": [3, 5, 8], "track-spaces": [6, 12],
    }  # fmt: skip
    known = {value.key for value in game.values}
    return chosen | {key: rng.choice(values) for key, values in lots.items() if key in known}


def match_of(key: str, seed: int, is_compiled: bool) -> Match:
    """A match of that game with options and seats by lot, before its first event."""
    rng = random.Random(f"{key} {seed}")
    game = throwdown.load(key)
    seats = rng.randint(*game.seats)
    values = any_values(game, rng)
    if seats != 2 and "two-seats" in values:
        del values["two-seats"]
    return game.match(
        seats, chance=Whims(rng), values=values, engine=game.loops(is_compiled), names=NAMES[:seats]
    )


def told(match: Match, seed: int, limit: int = 3000) -> Iterator[tuple[Any, Any, int, str]]:
    """A random match: (before, after, seat, words) of all that a watcher is told."""
    rng = random.Random(seed)
    fresh = match.replay(0)
    narrator, before = Narrator(fresh, WATCHER), fresh.truth()
    while True:
        for entry in match.log[len(fresh.log) :]:
            known = knows(fresh, entry, WATCHER)
            fresh.extend([entry])
            after = fresh.truth()
            for who, words in narrator.follow(fresh, entry, known).said:
                yield before, after, who, words
            before = after
        if match.over or len(match.log) > limit:
            return
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))


def check(before: Any, after: Any, seat: int, words: str) -> str:
    """The kind of a sentence whose figures are as the record has it, empty for one without any.

    Raises AssertionError with the sentence where a figure is another, or is of no kind that is checked.
    """
    for kind, is_true in CHECKS.items():
        found = kind.fullmatch(words)
        if found:
            assert is_true(Told(before, after, seat, found)), f"false: {seat}: {words}"
            return kind.pattern
    assert not FIGURE.search(words), f"not checked: {seat}: {words}"
    return ""


def in_three_voices(seat: int, words: str, seats: int) -> list[str]:
    """The sentence as its subject, somebody else and a watcher read it."""
    return [sentence(seat, words, NAMES[:seats], viewer) for viewer in range(-1, seats)]


def survey(key: str, matches: int, is_compiled: bool, first: int = 0) -> Counter[str]:
    """Check so many random matches; how many sentences there were of each kind."""
    found = Counter[str]()
    for seed in range(first, first + matches):
        match = match_of(key, seed, is_compiled)
        for before, after, seat, words in told(match, seed):
            found[check(before, after, seat, words)] += 1
            for line in in_three_voices(seat, words, match.seats):
                assert not NEVER.search(line), line
                assert line[0].isupper(), line
                assert line.endswith((".", "!")), line
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Hold the sentences of Kadoova Duel to the record.")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--games", nargs="*", default=KEYS)
    parser.add_argument("--interpreted", action="store_true")
    wanted = parser.parse_args()
    for each in wanted.games:
        print(each)
        for kind, many in sorted(survey(each, wanted.matches, not wanted.interpreted).items()):
            print(f"{many:8} {kind or 'without figures'}")
