"""What leaves for viewers of a match: steps with scenes for people, bare events for programs.

Everything is made from hidden copies, once for each seat that somebody watches from, and sent as the
same bytes to all who watch from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

import msgspec

from throwdown.kernel.contract import CHANCE, EVERYBODY, SPECTATOR
from throwdown.kernel.match import RESIGN, Entry, Match
from throwdown.kernel.narrator import Narrator, Telling, knows
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

    def since(self, match: Match, after: int) -> Steps:
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
        return Steps(after, tuple(steps))


def knowing(match: Match, entry: Entry) -> int:
    """Bit k: seat k learns ``entry``, about to be made in ``match``."""
    if entry.event == RESIGN:
        return EVERYBODY
    return int(match.engine.witnesses(match.state, entry.seat, entry.event))


class Stage:
    """The match as confirmed, stepped event by event behind the one being played, for its viewers.

    It falls behind while nobody watches and catches up when somebody does.
    """

    def __init__(self, match: Match) -> None:
        self._source = match
        self._shown = match.replay(0)
        self._told: dict[int, Told] = {}
        self._masked: dict[int, list[int | None]] = {}

    def close(self, viewers: Collection[tuple[int, bool]]) -> None:
        """Forget the story of those whom nobody listens to: ``viewers`` are (seat, raw) pairs."""
        self._told = {viewer: told for viewer, told in self._told.items() if (viewer, False) in viewers}
        self._masked = {
            viewer: masked for viewer, masked in self._masked.items() if (viewer, True) in viewers
        }

    def advance(self) -> None:
        """Step up to the match's last event."""
        shown = self._shown
        shown.engine = self._source.game.engine
        for entry in self._source.log[len(shown.log) :]:
            witnesses = knowing(shown, entry)
            shown.extend([entry])
            for viewer, told in self._told.items():
                told.follow(shown, entry, bool(witnesses >> viewer & 1))
            for viewer, masked in self._masked.items():
                masked.append(entry.event if witnesses >> viewer & 1 else None)

    def steps(self, viewer: int, after: int) -> Steps:
        """For people: what ``viewer`` may see of the events after ``after``."""
        self._listen(viewer, raw=False)
        return self._told[viewer].since(self._shown, after)

    def events(self, viewer: int, after: int) -> Events:
        """For programs: the bare events after ``after``, and what ``viewer`` may do now."""
        self._listen(viewer, raw=True)
        shown = self._shown
        events = tuple(
            (n, entry.seat, event)
            for n, (entry, event) in enumerate(
                zip(shown.log[after:], self._masked[viewer][after:], strict=True), after + 1
            )
        )
        legal = tuple(shown.legal_events(viewer)) if viewer < CHANCE else ()
        return Events(after, events, shown.awaited, legal)

    def _listen(self, viewer: int, *, raw: bool) -> None:
        """Tell a new viewer the story from the start, then keep it up to date."""
        if viewer not in (self._masked if raw else self._told):
            late = len(self._shown.log) > 0
            stage = Stage(self._source) if late else self
            if raw:
                stage._masked[viewer] = []
            else:
                stage._told[viewer] = Told(stage._shown, viewer)
            stage.advance()
            self._told |= stage._told
            self._masked |= stage._masked
        self.advance()


def whole(match: Match, viewer: int = SPECTATOR) -> Steps:
    """A finished match from its first event to its last, with every scene."""
    fresh = match.replay(0)
    narrator = Narrator(fresh, viewer)
    steps: list[Step] = [Step(0, match.game.words.heading(fresh.truth()), (), fresh.scene(viewer))]
    for entry in match.log:
        known = knows(fresh, entry, viewer)
        fresh.extend([entry])
        step = step_of(narrator.follow(fresh, entry, known))
        if step.said:
            steps.append(step)
    return Steps(0, tuple(steps))
