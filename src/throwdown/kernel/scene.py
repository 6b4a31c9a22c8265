"""What a seat sees: a table of zones and pieces, and its choices as sets of pieces.

A game's ``scene.py`` builds a :class:`Scene` from a hidden copy of the match. The browser, the
terminal and a screen reader draw the same scene; none of them knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field


class Piece(Struct, omit_defaults=True, frozen=True, gc=False):
    """One die, card or token.

    ``id`` stays with the piece through a match, so that a move can be seen. ``kind`` is what choices
    count: pieces of one kind are interchangeable. ``look`` names the drawing (``die``,
    ``command-die``, ``battle-card`` ...) and ``face`` what it shows, empty while nobody may know. A die
    in the state ``picture`` stands for a number, as in an offer: it is never thrown.

    ``says`` is its spoken name now. Whoever looks a piece up is shown ``name`` (its title), ``text``
    (what it does, in full) and ``clause`` (the rules it comes from, such as ``KD-18``); where they are
    empty, ``says`` alone.
    """

    id: str
    look: str
    face: str = ""
    kind: str = ""
    seat: int = -1
    states: tuple[str, ...] = ()
    says: str = ""
    note: str = ""
    name: str = ""
    text: str = ""
    clause: str = ""


class Zone(Struct, omit_defaults=True, frozen=True, gc=False):
    """Pieces that lie together. ``place`` is ``seat`` (beside its owner), ``table`` or ``rail``.

    ``says`` is the spoken name of a zone that shows no ``label``.
    """

    id: str
    place: str
    layout: str = "row"
    seat: int = -1
    label: str = ""
    note: str = ""
    pieces: tuple[Piece, ...] = ()
    slots: int = 0
    count: int = -1
    says: str = ""


class Plate(Struct, omit_defaults=True, frozen=True, gc=False):
    """A seat's plate: one small line, the score, marks won of marks needed, a tag for its status."""

    seat: int
    line: str = ""
    score: str = ""
    unit: str = ""
    wins: int = 0
    wins_needed: int = 0
    tag: str = ""
    states: tuple[str, ...] = ()


class Choice(Struct, omit_defaults=True, frozen=True, gc=False):
    """A legal event: its number and notation, the words on its button, and the pieces it takes.

    ``takes`` counts pieces by kind. ``note`` is said under the Now line once the choice is complete. ``role``
    is what a table has to know of it, one of :data:`throwdown.kernel.looks.ROLES`; its name is for people.
    ``pressed``: it is made against time, by a large button under the thumb. ``always``: its button is there
    for everybody, whether or not the event is legal just now, because players have to notice that
    themselves; made when it is not, it is refused with the reason.
    """

    event: int
    text: str
    name: str
    takes: dict[str, int] = field(default_factory=dict)
    note: str = ""
    role: str = ""
    pressed: bool = False
    always: bool = False


class Now(Struct, omit_defaults=True, frozen=True, gc=False):
    """What the seat can do, in words. ``mood`` is ``act``, ``wait`` or ``over``."""

    title: str
    note: str = ""
    mood: str = "wait"


class Card(Struct, omit_defaults=True, frozen=True, gc=False):
    """The score card: a title, column heads, one row of figures a seat, and where there is more to say of the
    seats, a note under each row."""

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()


class Part(Struct, omit_defaults=True, frozen=True, gc=False):
    """One item of a sum: its name, its figure, the pieces that make it up. ``state`` is ``best`` (of its
    column), ``spent`` (counts nothing) or ``lost`` (had been scored and was taken away)."""

    label: str = ""
    figure: str = ""
    pieces: tuple[Piece, ...] = ()
    state: str = ""


class Reckoning(Struct, omit_defaults=True, frozen=True, gc=False):
    """What one seat has come to: the parts, in the order in which the game counts them, and their ``total``.
    ``place`` is its rank where the game ranks all seats, ``note`` what is said of it."""

    seat: int
    total: str = ""
    parts: tuple[Part, ...] = ()
    note: str = ""
    place: int = 0


class Account(Struct, omit_defaults=True, frozen=True, gc=False):
    """Why a match ended as it did. Made by ``account(view)`` in a game's ``result.py``.

    ``score`` follows "Maya wins" in the headline, such as " 4 points", and may be empty. ``title``
    and ``lead`` head the rows, which come in the order of the game; ``notes`` are sentences below them: the
    sum in full, a rule that decided it.
    """

    title: str
    score: str = ""
    lead: str = ""
    rows: tuple[Reckoning, ...] = ()
    notes: tuple[str, ...] = ()


class Legend(Struct, omit_defaults=True, frozen=True, gc=False):
    """What the pieces of a zone are, and the rule that speaks of them."""

    text: str
    clause: str


class Scene(Struct, omit_defaults=True, frozen=True, gc=False):
    """The table as one seat sees it; ``clause`` is the rule of what happens now.

    ``legends`` explain the pieces of zones to whoever looks one up that has no text of its own. Their keys
    are ids of zones without the number of a seat: ``dice`` is the key of ``dice-0`` and ``dice-1``.
    ``odds`` is what can be counted now (:class:`throwdown.kernel.parts.Odds`), empty for nothing.
    """

    heading: str
    now: Now
    plates: tuple[Plate, ...] = ()
    zones: tuple[Zone, ...] = ()
    choices: tuple[Choice, ...] = ()
    card: Card | None = None
    over: bool = False
    account: Account | None = None
    legends: dict[str, Legend] = field(default_factory=dict)
    clause: str = ""
    odds: str = ""


def key_of(zone: str) -> str:
    """The key of a zone's legend: ``dice`` for ``dice-0``."""
    return zone.rstrip("0123456789").rstrip("-")


def legends_of(zones: Iterable[Zone], known: Mapping[str, Legend]) -> dict[str, Legend]:
    """The legends among ``known`` that ``zones`` need: all but those whose pieces explain themselves."""
    bare = {
        key_of(zone.id)
        for zone in zones
        if not zone.pieces or any(not (one.text and one.clause) for one in zone.pieces)
    }
    return {key: known[key] for key in sorted(bare & known.keys())}
