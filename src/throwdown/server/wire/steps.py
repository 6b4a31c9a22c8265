"""What happens in a match, as it is shown and said."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from throwdown.arena.things import Body
from throwdown.kernel.scene import Scene
from throwdown.server.wire.message import Message


class Said(Struct, omit_defaults=True, frozen=True, gc=False):
    """A sentence of the log: who did it (-1: the table), and the words, without the name."""

    seat: int
    words: str


class Step(Struct, omit_defaults=True, frozen=True, gc=False):
    """The table after event ``n``: what is said of it, under which heading, and how it looks.

    ``rolled``: dice that show another face than before were thrown by it; else they were turned or moved.
    ``own``: the event is a choice of the seat that is told; of the last step alone it is said.
    """

    n: int
    heading: str
    said: tuple[Said, ...] = ()
    scene: Scene | None = None
    rolled: bool = False
    own: bool = False


class Steps(Message, tag="steps", frozen=True):
    """What happened since event ``after``; the last step holds the table as it is now. The record of a whole
    match has its ``mats`` too. Steps up to event ``since`` are left out: ask with :class:`Earlier`."""

    after: int
    steps: tuple[Step, ...]
    mats: tuple[Mat, ...] = ()
    match_id: str = ""
    since: int = 0


class Story(Message, tag="story", frozen=True):
    """What was said of the events after number ``since`` up to number ``until``, without scenes; it answers
    :class:`Earlier`. Where ``since`` is more than what was asked for, there is more to be asked for."""

    since: int
    until: int
    steps: tuple[Step, ...] = ()
    match_id: str = ""


class Arena(Message, tag="arena", frozen=True):
    """A mat or a tower, in matches where dice are thrown by hand; ``mat`` is empty once there is none.

    ``flight`` is the last throw, event ``n``, of the things ``flying``: ``frames`` poses, packed, in base64.
    ``bodies`` lie there after it. ``seat`` throws next; the viewer does with ``event``, if that is not -1,
    and ``piece`` is ``d`` for a die and ``c`` for a card. ``labels`` are written on the rings, or on the
    bands and what is past them; ``post`` dice stand in a stack in the middle. Lengths are metres.
    ``covered`` says why the mat is out of sight, where it is. ``far``: it lies so much further from the hand.
    ``restless``: so often the last throw did not come to rest, and was made again. ``cocked``: so many dice
    then lay cocked, and were thrown again for their numbers.
    """

    n: int
    mat: str = ""
    width: float = 0.0
    depth: float = 0.0
    rings: tuple[float, ...] = ()
    bands: tuple[float, ...] = ()
    post: int = 0
    labels: tuple[str, ...] = ()
    tower: bool = False
    bodies: tuple[Body, ...] = ()
    event: int = -1
    piece: str = ""
    seat: int = -1
    covered: str = ""
    far: float = 0.0
    frames: int = 0
    flight: str = ""
    flying: tuple[Body, ...] = ()
    restless: int = 0
    cocked: int = 0
    match_id: str = ""


class Mat(Struct, omit_defaults=True, frozen=True):
    """The mat as it is from event ``since`` on, in the record of a match."""

    since: int
    arena: Arena


class Done(Message, tag="done", frozen=True):
    """Request ``request`` was carried out, and is saved: as event ``n``, or after it."""

    request: int
    n: int
    match_id: str = ""


class Refused(Message, tag="refused", frozen=True):
    """Request ``request`` changed nothing, and why. ``n`` is the number of the last event."""

    request: int
    why: str
    n: int = 0
    match_id: str = ""


class Events(Message, tag="events", frozen=True):
    """For programs, instead of steps: the events after number ``after`` as (number, seat, event), the
    event null where the viewer may not know it; the seats awaited, and what the viewer may do.
    Of choices that several make at the same time in secret others are told once all have made theirs; until
    then whoever has chosen counts as awaited to them."""

    after: int
    events: Sequence[tuple[int, int, int | None]]
    awaited: Sequence[int]
    legal: Sequence[int]
    match_id: str = ""


class AdviceLine(Struct, frozen=True):
    """A choice in a hint: its event, the chance to win with it (0 to 1) and half the width of the range that
    holds the true chance 95 times in 100. It is ``less`` than the best by that, or too ``close`` to call. Of
    a strategy ``share`` is how often Master makes the choice (0 to 1), and there are no other figures."""

    event: int
    chance: float
    doubt: float
    less: float
    close: bool
    share: float = 0.0


class Advice(Message, tag="advice", frozen=True):
    """The hint that was asked for after event ``n``: first the choices that are too close to call, then
    weaker ones. ``why`` is what the game says of the first. It gets better until it is ``done``; ``playouts``
    is how many matches were played out with the best; with none the lines are Master's strategy, the choice
    that it makes most often first. ``hidden``: something was not to be seen, and was guessed. Where there is
    no hint, ``refused`` says why."""

    n: int
    lines: tuple[AdviceLine, ...] = ()
    why: str = ""
    playouts: int = 0
    done: bool = False
    hidden: bool = False
    refused: str = ""
    match_id: str = ""
