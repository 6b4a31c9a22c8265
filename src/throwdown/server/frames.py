"""What leaves for viewers of a match: steps with scenes for people, bare events for programs.

Everything is made from hidden copies, once for each seat that somebody watches from, and sent as the
same bytes to all who watch from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

import msgspec

from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, Telling, knows
from throwdown.server.physical import mats_of
from throwdown.server.wire import Events, Message, Said, Step, Steps

SCENES_KEPT = 6  # of the last steps, for whoever missed a few

encoder = msgspec.json.Encoder()


def encode(message: Message) -> str:
    """The text of one WebSocket message."""
    return encoder.encode(message).decode()


def step_of(telling: Telling, *, scene: bool = True) -> Step:
    said = tuple(Said(seat, words) for seat, words in telling.said)
    return Step(telling.n, telling.heading, said, telling.scene if scene else None)


class Told:
    """The story of a match so far as one viewer knows it. Only its last scenes are kept."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.viewer = viewer
        self._narrator = Narrator(match, viewer)
        self._steps: list[Step] = []
        self._scenes: deque[Step] = deque(maxlen=SCENES_KEPT)

    def follow(self, match: Match, entry: Entry, known: bool) -> None:
        step = step_of(self._narrator.follow(match, entry, known))
        if step.said:
            self._steps.append(msgspec.structs.replace(step, scene=None))
            self._scenes.append(step)

    def since(self, match: Match, after: int, match_id: str) -> Steps:
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
        return Steps(after, tuple(steps), match_id=match_id)


class Stage:
    """Follows a match event by event, and keeps what those who listen may be told of it; ``match_id`` names
    the match in messages."""

    def __init__(self, match: Match, match_id: str) -> None:
        self._match = match
        self.match_id = match_id
        self._told: dict[int, Told] = {}
        self._masked: dict[int, list[int | None]] = {}
        match.hear = self._hear

    def close(self, viewers: Collection[tuple[int, bool]]) -> None:
        """Forget the story of those whom nobody listens to: ``viewers`` are (seat, raw) pairs."""
        self._told = {viewer: told for viewer, told in self._told.items() if (viewer, False) in viewers}
        self._masked = {
            viewer: masked for viewer, masked in self._masked.items() if (viewer, True) in viewers
        }

    def _hear(self, entry: Entry, witnesses: int) -> None:
        for viewer, told in self._told.items():
            told.follow(self._match, entry, bool(witnesses >> viewer & 1))
        for viewer, masked in self._masked.items():
            masked.append(entry.event if witnesses >> viewer & 1 else None)

    def steps(self, viewer: int, after: int) -> Steps:
        """For people: what ``viewer`` may see of the events after ``after``."""
        if viewer not in self._told:
            self._told[viewer] = self._retraced(viewer, raw=False)._told[viewer]
        return self._told[viewer].since(self._match, after, self.match_id)

    def events(self, viewer: int, after: int) -> Events:
        """For programs: the bare events after ``after``, and what ``viewer`` may do now."""
        if viewer not in self._masked:
            self._masked[viewer] = self._retraced(viewer, raw=True)._masked[viewer]
        match, masked = self._match, self._masked[viewer]
        events = tuple((n + 1, match.log[n].seat, masked[n]) for n in range(after, len(masked)))
        awaited = match.awaited
        legal = tuple(match.legal_events(viewer)) if viewer in awaited else ()
        return Events(after, events, awaited, legal, self.match_id)

    def _retraced(self, viewer: int, *, raw: bool) -> Stage:
        """The story so far, as ``viewer`` has lived through it."""
        match = self._match.replay(0)
        match.engine = match.game.engine
        stage = Stage(match, self.match_id)
        if raw:
            stage._masked[viewer] = []
        else:
            stage._told[viewer] = Told(match, viewer)
        for entry in self._match.log:
            match.retrace(entry)
        return stage


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
