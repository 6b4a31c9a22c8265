"""Puzzles found in matches that programs play against each other.

Every choice that a seat has to itself is glanced at, and what promises something is solved
(:mod:`throwdown.study.solving`). Whatever is found is counted once more with other dice, for of many
positions those look best that were lucky; only what holds then is kept, with the figures of that second
count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import msgspec

from throwdown.bots import sight
from throwdown.bots.levels import unhurried
from throwdown.kernel.errors import BadValue
from throwdown.kernel.files import write_whole
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.tables import Plain
from throwdown.study import solving
from throwdown.study.puzzles import Mined, Puzzle, Rating, read_mined, write_mined, written

EACH = 2  # puzzles of one match at most, so that not all look alike


class Mine:
    """The search for puzzles of ``game`` in ``folder``; what has been looked through there is gone on from.
    The matches that it looks through have those ``values``; each puzzle says its own.

    Raises :class:`BadValue` for other values than the game has, and where another level, or other rules, were
    looked through there.
    """

    def __init__(
        self, game: Game, folder: Path, level: str, values: Mapping[str, Plain] | None = None
    ) -> None:
        before = read_mined(folder)
        if before and (before.level, before.version) != (level, game.version):
            raise BadValue(
                f"{folder} holds puzzles of matches of {before.level} under version {before.version} of the "
                f"rules, not of {level} under version {game.version}"
            )
        self.game = game
        self.folder = folder
        self.values = game.check(values or {}, game.seats[0])
        folder.mkdir(parents=True, exist_ok=True)
        self.mined = before or Mined(level, game.version)

    def go_on(self, matches: int) -> Iterator[tuple[int, list[str]]]:
        """Look through matches until ``matches`` in all are done; gives after each how many are, and the keys
        of the puzzles that it gave. What is done is kept after each."""
        while self.mined.matches < matches:
            seed, choices, keys = self.mined.matches, 0, list[str]()
            for here, played in self._positions(seed):
                choices += 1
                found = None
                if len(keys) < EACH:
                    found = puzzle_at(here, played, f"{seed}-{len(here.log) + 1}", self.mined.level)
                if found:
                    write_whole(self.folder / f"{found.key}.toml", written(found))
                    keys.append(found.key)
            done = self.mined
            self.mined = msgspec.structs.replace(done, matches=seed + 1, choices=done.choices + choices)
            write_mined(self.folder, self.mined)
            yield self.mined.matches, keys

    def _positions(self, seed: int) -> Iterator[tuple[Match, int]]:
        """The choices that seats have to themselves in the match of that seed: the match before each, which
        goes on, and the event that is then made."""
        match, rng = self.game.match(seed=seed, values=self.values), Random(seed)
        players = [unhurried(self.mined.level) for _ in range(match.seats)]
        while not match.over:
            seat = match.awaited[0]
            event = players[seat].choose(sight(match, seat), rng)
            if solving.is_open(match, seat):
                yield match, event
            match.play(seat, event)


def puzzle_at(match: Match, played: int, key: str, level: str) -> Puzzle | None:
    """Where ``match`` stands as a puzzle of that key, in which its players, of ``level``, made event
    ``played``; None where it is none."""
    seat = match.awaited[0]
    if not solving.promises(match, seat):
        return None
    seen = sight(match, seat)
    first = solving.solve(seen, 1)
    if first is None or not first.is_puzzle:
        return None
    again = solving.solve(seen, 2, first.playouts)
    if again is None or not again.is_puzzle or again.rated[0].event != first.rated[0].event:
        return None
    texts = match.texts(seat, [each.event for each in again.rated])
    if len(set(texts)) < len(texts):
        return None
    choices = [
        Rating(text, each.chance, each.doubt, each.less, each.error)
        for text, each in zip(texts, again.rated, strict=True)
    ]
    named = dict(zip([each.event for each in again.rated], texts, strict=True))
    return Puzzle(
        level=level,
        seat=seat,
        thumb=named[again.thumb],
        played=named[played],
        playouts=again.playouts,
        choices=tuple(choices),
        transcript=_before(match),
        key=key,
    )


def _before(match: Match) -> str:
    """The transcript of ``match`` so far, without what its dice were drawn from."""
    fresh = match.replay()
    fresh.names = ()
    return fresh.transcript()
