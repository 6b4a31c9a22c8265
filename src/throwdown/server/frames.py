"""What leaves for viewers of a match: steps with scenes for people, bare events for programs.

Everything is made from hidden copies, once for each seat that somebody watches from, and sent as the
same bytes to all who watch from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import msgspec

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, Telling, knows
from throwdown.server.physical import mats_of
from throwdown.server.playing import Playing
from throwdown.server.snapshots import silent_at
from throwdown.server.wire import Events, Message, Said, Step, Steps

SCENES_KEPT = 12  # of the last steps, for whoever missed a few; as many as a page plays through
RETRACING = ThreadPoolExecutor(2, "retracing")

encoder = msgspec.json.Encoder()


def encode(message: Message) -> str:
    """The text of one WebSocket message."""
    return encoder.encode(message).decode()


def step_of(telling: Telling, *, scene: bool = True) -> Step:
    said = tuple(Said(seat, words) for seat, words in telling.said)
    return Step(telling.n, telling.heading, said, telling.scene if scene else None, telling.rolled)


class Told:
    """The story of a match as one viewer knows it, after event ``since``. Only its last scenes are kept."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.viewer = viewer
        self.since = len(match.log)
        self._narrator = Narrator(match, viewer)
        self._steps: list[Step] = []
        self._scenes: deque[Step] = deque(maxlen=SCENES_KEPT)

    def follow(self, match: Match, entry: Entry, known: bool) -> None:
        step = step_of(self._narrator.follow(match, entry, known))
        if step.said:
            self._steps.append(msgspec.structs.replace(step, scene=None))
            if step.scene:
                self._scenes.append(step)

    def after(self, match: Match, after: int, match_id: str) -> Steps:
        """The steps after event ``after``; the last one shows the table as it is now."""
        kept = {step.n: step for step in self._scenes} if after else {}
        steps = [kept.get(step.n, step) for step in self._steps if step.n > after]
        n = len(match.log)
        if n > after or not after:
            heading = (
                steps.pop()
                if steps and steps[-1].n == n
                else Step(n, match.game.words.heading(match.truth()))
            )
            steps.append(msgspec.structs.replace(heading, scene=match.scene(self.viewer)))
        return Steps(after, tuple(steps), match_id=match_id, since=self.since if self.since > after else 0)


class Stage:
    """Follows a match event by event, and keeps what those who listen may be told of it; ``match_id`` names
    the match in messages.

    A newcomer's story begins where the record was kept not long ago: making a whole match again would take
    the longer the longer it has been played.
    """

    def __init__(self, playing: Playing, match_id: str) -> None:
        self._playing = playing
        self._match = playing.match
        self.match_id = match_id
        self._told: dict[int, Told] = {}
        playing.hear = self._hear

    def close(self, viewers: Collection[tuple[int, bool]]) -> None:
        """Forget the story of those whom nobody listens to: ``viewers`` are (seat, raw) pairs."""
        self._told = {viewer: told for viewer, told in self._told.items() if (viewer, False) in viewers}

    def _hear(self, entry: Entry, witnesses: int) -> None:
        for viewer, told in self._told.items():
            told.follow(self._match, entry, bool(witnesses >> viewer & 1))

    async def prepare(self, viewer: int, raw: bool) -> None:
        """Make the story of ``viewer`` in a thread, where it is not told yet. Nothing may happen in the match
        meanwhile."""
        if not raw and viewer not in self._told:
            self._told[viewer] = await asyncio.get_running_loop().run_in_executor(
                RETRACING, self._retraced, viewer
            )

    def steps(self, viewer: int, after: int) -> Steps:
        """For people: what ``viewer`` may see of the events after ``after``."""
        if viewer not in self._told:
            self._told[viewer] = self._retraced(viewer)
        return self._told[viewer].after(self._match, after, self.match_id)

    def events(self, viewer: int, after: int) -> Events:
        """For programs: the bare events after ``after``, and what ``viewer`` may do now."""
        match, witnesses = self._match, self._playing.witnesses
        events = tuple(
            (n + 1, match.log[n].seat, match.log[n].event if witnesses[n] >> viewer & 1 else None)
            for n in range(after, len(witnesses))
        )
        awaited = match.awaited
        legal = tuple(match.legal_events(viewer)) if viewer in awaited else ()
        return Events(after, events, awaited, legal, self.match_id)

    def _retraced(self, viewer: int) -> Told:
        """The story so far, as ``viewer`` has lived through it. None of its scenes is drawn: who hears it all
        is shown the table as it is now."""
        begin = self._playing.recent
        match = silent_at(self._match, begin)
        told = Told(match, viewer)
        for k, entry in enumerate(self._match.log[begin.n :]):
            match.retrace(entry)
            told.follow(match, entry, bool(self._playing.witnesses[begin.n + k] >> viewer & 1))
        return told


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
