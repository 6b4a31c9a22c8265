"""Random matches as the browser of one seat receives them: the server's own messages, without its clock.

A walk plays a match of a real table with seeded dice, every choice at random, and keeps the moments worth
looking at: one for each kind of table that the seat comes to see, the fullest of its kind. A moment holds the
messages that the server would send of it, so that a page shows it exactly as it would at that table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import throwdown
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import Game
from throwdown.kernel.scene import Choice, Scene
from throwdown.kernel.tables import Plain
from throwdown.server.guests.identity import Guest
from throwdown.server.table import playing
from throwdown.server.table.audience import persons, table_seen
from throwdown.server.table.stage import Stage, encode
from throwdown.server.table.tables import BOT, OVER, PLAYING, Seat, TableRecord, Terms, new_table
from throwdown.server.wire import Arena, Clock, Race, Steps

YOU = 0
EVENTS = 5_000  # most that a walk plays
LOOKED_AT = 200  # most moments of a walk that are drawn before the fullest are kept
HOST = Guest("host", "Ada", 0)
NAMES = ("Ada", "Bartholomew", "Cleo", "Dashiell", "Edna", "Ferdinand", "Gwendolyn", "Hal")


class Setting(NamedTuple):
    """A game with so many seats, and the values of its table that are not the usual ones."""

    game: str
    seats: int
    values: tuple[tuple[str, Plain], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{key}={value}" for key, value in self.values)])


class Moment(NamedTuple):
    """The table after event ``n``: ``texts`` are the messages that tell it to a page that shows nothing yet,
    ``taps`` the ids of the pieces that make one of its choices complete, in the order of tapping."""

    n: int
    texts: tuple[str, ...]
    taps: tuple[str, ...]


def settings_of(game: Game) -> Iterator[Setting]:
    """The game with the least seats and with the most, with every option that adds to the table."""
    keys = {value.key for value in game.values}
    least, most = game.seats
    thrown = (("throws", "thrown"),) if "throws" in keys else ()
    for seats in sorted({least, most}):
        yield Setting(game.key, seats, thrown)
    if "wagering" in keys:
        yield Setting(game.key, most, (("wagering", True),))
    if "timing" in keys and game.about.part_of and not thrown:
        yield Setting(game.key, most, (("timing", "live"),))


def every_setting() -> list[Setting]:
    return [setting for game in throwdown.all_games() for setting in settings_of(game)]


def table_of(setting: Setting, seed: int) -> TableRecord:
    """A full table, its dice decided by ``seed``: Ada on seat 0, bots on the others."""
    table = new_table(
        setting.game, dict(setting.values), setting.seats, HOST, Terms(listed=False, pace="quick")
    )
    for number in range(1, setting.seats):
        table.seats[number] = Seat(BOT, "", NAMES[number], number, "regular")
    table.secret = f"{seed:064x}"
    table.phase, table.lineup = PLAYING, list(range(setting.seats))
    return table


class Walk:
    """A random match of ``setting``; the same for the same ``seed``."""

    def __init__(self, setting: Setting, seed: int, viewer: int = YOU) -> None:
        self.setting, self.seed, self.viewer = setting, seed, viewer
        self.table = table_of(setting, seed)
        self.playing = playing.start(self.table)
        self._stage = Stage(self.playing, "")
        self._rng = random.Random(seed)

    def stops(self) -> Iterator[int]:
        """Play on to every moment at which the seat has something to choose, and to the last one; each is
        counted."""
        match, looked = self.playing.match, 0
        for _ in range(EVENTS):
            if match.over or looked >= LOOKED_AT:
                break
            if self.viewer in match.awaited or self.viewer == SPECTATOR:
                looked += 1
                yield looked
            seat = self._rng.choice(match.awaited)
            match.play(seat, self._rng.choice(match.legal_events(seat)))
        yield looked + 1

    @property
    def scene(self) -> Scene:
        return self.playing.match.scene(self.viewer)

    def moments(self) -> Iterator[Moment]:
        """Each stop as it is told."""
        yield from (self.moment() for _ in self.stops())

    def fullest(self, most: int) -> list[Moment]:
        """The fullest moment of each kind, of at most ``most`` kinds, the fullest; in order of play.

        The match is played twice: to tell each moment on the way would take most of the time.
        """
        again = Walk(self.setting, self.seed, self.viewer)
        best: dict[tuple[str, ...], tuple[int, int]] = {}
        for at in self.stops():
            scene = self.scene
            kind = self._kind(scene)
            best[kind] = max(best.get(kind, (-1, 0)), (fullness(scene), -at))
        chosen = {-at for _, at in sorted(best.values(), reverse=True)[:most]}
        return [again.moment() for at in again.stops() if at in chosen]

    def _kind(self, scene: Scene) -> tuple[str, ...]:
        arena, race = self._arena(), self._race()
        zones = [zone for zone in scene.zones if zone.pieces]
        kind = [f"{zone.place}/{zone.layout}/{zone.id.rstrip('0123456789')}" for zone in zones]
        kind += [scene.now.mood, f"mat {arena.mat}" if arena else "", "race" if race.seats else ""]
        kind += sorted({"takes" if choice.takes else choice.name[:12] for choice in scene.choices})
        return tuple(kind)

    def moment(self) -> Moment:
        """The table as it stands."""
        n = len(self.playing.match.log)
        self.table.phase = OVER if self.playing.match.over else PLAYING
        steps = self._stage.steps(self.viewer, int(n > 1)).steps  # all that was said, or the opening
        self._stage.close(())
        messages = (self._arena() or Arena(n), Steps(0, steps), self._race(), self._clock())
        return Moment(
            n, (self._seen(), *(encode(each).decode() for each in messages)), tuple(taps(self.scene))
        )

    def _arena(self) -> Arena | None:
        match, physical = self.playing.match, self.playing.physical
        return physical.seen(match, self.viewer) if physical else None

    def _seen(self) -> str:
        seat = self.viewer if self.viewer != SPECTATOR else -1
        guest = HOST if seat == YOU else None
        return encode(table_seen(self.table, seat, guest, persons(self.table, {HOST.id}))).decode()

    def _race(self) -> Race:
        timing = self.playing.match.game.timing
        is_live = timing.live(self.table.values) and not self.playing.match.over
        heat = timing.heat(self.playing.match.truth()) if is_live else None
        return Race(tuple(heat.presses)) if heat else Race()

    def _clock(self) -> Clock:
        match = self.playing.match
        if self.viewer not in match.awaited:
            return Clock()
        window = match.game.timing.window(match.truth(), self.viewer, match.legal_events(self.viewer))
        return Clock(left=17.4, whole=20.0, idle=not window.fits) if window else Clock()


def fullness(scene: Scene) -> int:
    """How much lies and is said on the table."""
    pieces = sum(len(zone.pieces) for zone in scene.zones)
    labels = sum(len(zone.label) + len(zone.note) for zone in scene.zones)
    return 6 * pieces + 10 * len(scene.choices) + labels + len(scene.now.title) + len(scene.now.note)


def taps(scene: Scene) -> list[str]:
    """The pieces to tap for the choice that takes most of them; none where a tap alone would make it."""
    pieces = [piece for zone in scene.zones for piece in zone.pieces]
    for choice in sorted(scene.choices, key=lambda one: -sum(one.takes.values())):
        found = list(_taken(choice, {p.kind: [q.id for q in pieces if q.kind == p.kind] for p in pieces}))
        if found and not any("once" in piece.states for piece in pieces if piece.id in found):
            return found
    return []


def _taken(choice: Choice, ids: dict[str, list[str]]) -> Iterator[str]:
    for kind, many in choice.takes.items():
        here = ids.get(kind, [])
        yield from (here[min(k, len(here) - 1)] for k in range(many) if here)
