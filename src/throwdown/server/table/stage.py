"""What leaves for viewers of a match: steps with scenes for people, bare events for programs.

Everything is made from hidden copies, once for each seat that somebody watches from, and sent as the
same bytes to all who watch from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

import msgspec

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, Telling, knows
from throwdown.server.table.physical import mats_of
from throwdown.server.table.playing import Playing
from throwdown.server.table.snapshots import silent_at
from throwdown.server.wire import Events, Message, Said, Step, Steps

SCENES_KEPT = 12  # of the last steps, for whoever missed a few; as many as a page plays through
STEPS_KEPT = 100  # without scenes, for whoever missed more

encoder = msgspec.json.Encoder()


def encode(message: Message) -> bytes:
    """The text of one WebSocket message, in UTF-8."""
    return encoder.encode(message)


def step_of(telling: Telling, *, scene: bool = True) -> Step:
    said = tuple(Said(seat, words) for seat, words in telling.said)
    return Step(telling.n, telling.heading, said, telling.scene if scene else None, telling.rolled)


class Told:
    """What one viewer was told of a match after event ``since``. Only the last of it is kept."""

    def __init__(self, match: Match, viewer: int, since: int) -> None:
        self.viewer = viewer
        self.since = since
        self._narrator = Narrator(match, viewer)
        self._steps: deque[Step] = deque()
        self._scenes: deque[Step] = deque(maxlen=SCENES_KEPT)
        self._now: Step | None = None

    def follow(self, match: Match, entry: Entry, known: bool) -> None:
        step = step_of(self._narrator.follow(match, entry, known))
        self._now = None
        if not step.said:
            return
        if len(self._steps) == STEPS_KEPT:
            self.since = self._steps.popleft().n
        self._steps.append(msgspec.structs.replace(step, scene=None))
        if step.scene:
            self._scenes.append(step)

    def after(self, match: Match, after: int, n: int, match_id: str) -> Steps:
        """The steps after event ``after`` up to ``n``, the last that the viewer is told of; the last of them
        shows the table as it is now."""
        kept = {step.n: step for step in self._scenes} if after else {}
        steps = [kept.get(step.n, step) for step in self._steps if step.n > after]
        if n > after or not after:
            if steps and steps[-1].n == n:
                steps.pop()
            steps.append(self.now(match, n))
        return Steps(after, tuple(steps), match_id=match_id, since=self.since if self.since > after else 0)

    def now(self, match: Match, n: int) -> Step:
        """The table as it is now, and what was said of event ``n``, the last that the viewer is told of."""
        if self._now is None:
            last = self._steps[-1] if self._steps else None
            step = last if last and last.n == n else Step(n, match.game.words.heading(match.truth()))
            made = match.log[n - 1] if n else None
            own = made is not None and made.seat == self.viewer < match.seats and made.event >= 0
            self._now = msgspec.structs.replace(step, scene=match.scene(self.viewer), own=own)
        return self._now


class Stage:
    """Follows a match event by event, and keeps what those who listen may be told of it; ``match_id`` names
    the match in messages.

    Who joins is shown the table as it is now, and nothing that was said before: that is told on demand
    (:mod:`throwdown.server.table.stories`), so that a match that has been played for long is joined as
    quickly as one that has just begun.
    """

    def __init__(self, playing: Playing, match_id: str) -> None:
        self._playing = playing
        self._match = playing.match
        self.match_id = match_id
        self._told: dict[int, Told] = {}
        self.last = playing.known_to  # by place the number of the last event that it is told of
        self._look()

    def _look(self) -> None:
        """Look at the match after every event where somebody is told in steps; bare events need no look."""
        self._playing.hear = self._hear if self._told else None
        self._playing.hear_each(wanted=bool(self._told))

    def close(self, viewers: Collection[tuple[int, bool]]) -> None:
        """Forget what was told to those whom nobody listens to: ``viewers`` are (seat, raw) pairs."""
        self._told = {viewer: told for viewer, told in self._told.items() if (viewer, False) in viewers}
        self._look()

    def _hear(self, entries: Sequence[Entry], witnesses: Sequence[int]) -> None:
        for viewer, told in self._told.items():
            for entry, learned in zip(entries, witnesses, strict=True):
                told.follow(self._match, entry, bool(learned >> viewer & 1))

    def lacks(self, viewer: int) -> bool:
        """Whether nothing is known of what ``viewer`` was told."""
        return viewer not in self._told

    def catch_up(self, viewer: int) -> None:
        """Make again what ``viewer`` was told of the last events. Nothing may happen meanwhile."""
        begin = self._playing.moments[0]
        match = silent_at(self._match, begin)
        told = Told(match, viewer, begin.n)
        for k, entry in enumerate(self._match.log[begin.n :], begin.n):
            match.retrace(entry)
            told.follow(match, entry, bool(self._playing.witnesses[k] >> viewer & 1))
        self._told[viewer] = told
        self._look()

    def arrival(self, viewer: int) -> Steps:
        """What ``viewer`` is shown on joining."""
        if viewer not in self._told:
            self._told[viewer] = Told(self._match, viewer, self.last(viewer))
            self._look()
        step = self._told[viewer].now(self._match, self.last(viewer))
        since = step.n - 1 if step.said else step.n
        return Steps(0, (step,), match_id=self.match_id, since=since)

    def steps(self, viewer: int, after: int) -> Steps:
        """For people: what ``viewer`` may see of the events after ``after``."""
        if viewer not in self._told:
            self.catch_up(viewer)
        return self._told[viewer].after(self._match, after, self.last(viewer), self.match_id)

    def events(self, viewer: int, after: int) -> Events:
        """For programs: the bare events after ``after``, and what ``viewer`` may do now."""
        match, witnesses = self._match, self._playing.witnesses
        last = self.last(viewer)
        told = zip(range(after + 1, last + 1), match.log[after:last], witnesses[after:last], strict=True)
        events = [(n, seat, event if learned >> viewer & 1 else None) for n, (seat, event), learned in told]
        legal = self._playing.legal_events(viewer)
        return Events(after, events, self._playing.choosing(viewer), legal, self.match_id)


def whole(match: Match, viewer: int = SPECTATOR, match_id: str = "") -> Steps:
    """A finished match from its first event to its last, with every scene and every mat."""
    fresh = match.replay(0)
    narrator = Narrator(fresh, viewer)
    steps: list[Step] = [Step(0, match.game.words.heading(fresh.truth()), (), fresh.scene(viewer))]
    for entry in match.log:
        known = knows(fresh, entry, viewer)
        fresh.extend([entry])
        step = step_of(narrator.follow(fresh, entry, known))
        if step.said:
            steps.append(step)
    return Steps(0, tuple(steps), tuple(mats_of(match)), match_id)
