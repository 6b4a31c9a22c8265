"""The dice, notes, hand signs and chips of a Duello table, zone by zone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kernel.english import counted
from ...kernel.scene import Piece, Zone
from .names import COUNTS, faces
from .notes import span_text, spans
from .record import AIM, BET, DECLARE, MIDDLE, NOBODY, PICK, REROLL, SHOOT, VALUES
from .view import View

CHIPS = (100, 25, 5, 1)
SIGNS = (("reroll", "Reroll", "stock dice again"), ("aim", "Aim", "ask which match"), ("shoot", "Shoot", ""))

SIGN_TEXTS = (
    ("Roll any of your stock dice again, at least one.", "DU-3"),
    (
        "Place stock dice forward and ask which of them match target dice. Each is used, right or wrong.",
        "DU-4",
    ),
    (
        "Name every die left under the cup. What you name right is hit; then you do nothing more this round.",
        "DU-7",
    ),
)


def zones(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    """All zones as ``seat`` sees them: targets, the middle, stocks, and what the choice needs."""
    seen = range(view.seats)
    for owner in _targets_in_order(view, seat):
        yield target(view, owner, seat)
    yield from middle(view, seat, legal)
    for owner in seen:
        yield stock(view, owner, seat, bool(legal))
    yield from choosing(view, seat, legal)
    if view.wagering:
        yield Zone("pot", "table", label="Pot", note="play chips", pieces=(_pot(view),))


def _targets_in_order(view: View, seat: int) -> list[int]:
    """First what this seat aims at, then its own, then the others."""
    if seat >= view.seats:
        return list(range(view.seats))
    first = [view.aims_at[seat], seat]
    return first + [owner for owner in range(view.seats) if owner not in first]


def _place(view: View, owner: int, seat: int) -> str:
    """Between two both targets lie in the middle; in a Standoff one's own and the one aimed at."""
    if view.seats == 2 or (seat < view.seats and owner in (seat, view.aims_at[seat])):
        return "table"
    return "seat"


def hunter(view: View, owner: int) -> int:
    """The player still in who aims at ``owner``."""
    found = (k for k in range(view.seats) if view.alive[k] and view.aims_at[k] == owner and view.alive[owner])
    return next(found, NOBODY)


# Dice


def _die(ident: str, seat: int, face: int | str, *, kind: str = "", state: str = "", says: str = "") -> Piece:
    """A die; one in the state ``once`` moves at a tap."""
    states = tuple(state.split())
    words = says or f"die {face}" + (f", {state}" if state else "")
    return Piece(ident, "die", str(face), kind, seat, states, words)


def _ids(view: View, seat: int, place: str) -> list[str]:
    """The ids of a seat's open dice in ``place``, in the order of their faces.

    Dice of a face are numbered through wrong, right, middle and stock, so that each can be followed
    from the stock to the middle and on; those rolled last keep the ids they rolled under.
    """
    places: dict[str, list[str]] = {"wrong": [], "right": [], "forward": [], "stock": []}
    fresh = list(_fresh_ids(view, seat))
    for value in range(VALUES):
        number = 0
        for lies, ids in places.items():
            many = getattr(view, lies)[seat][value]
            rolled = [name for v, name in fresh if v == value][:many] if lies == "stock" else []
            ids += [f"d{seat}-{value + 1}-{number + k}" for k in range(many - len(rolled))] + rolled
            number += many
    return places[place]


def _fresh_ids(view: View, seat: int) -> Iterator[tuple[int, str]]:
    for number, face in enumerate(faces(view.fresh[seat])):
        yield face - 1, f"r{seat}-{number}"


def stock(view: View, owner: int, seat: int, acting: bool) -> Zone:
    """The dice in the open; those on their way show no face."""
    mine = owner == seat
    kind = "stock" if mine and acting and view.phase in (REROLL, AIM, MIDDLE) else ""
    once = "once" if kind and view.phase == MIDDLE else ""
    pieces = [
        _die(ident, owner, face, kind=kind and f"{kind}-{face}", state=once, says=f"stock die, {face}")
        for ident, face in zip(_ids(view, owner, "stock"), faces(view.stock[owner]), strict=True)
    ]
    lying, due = len(pieces), view.due[owner][1] if not view.closed else 0
    pieces += [
        _die(f"r{owner}-{sum(view.fresh[owner]) + k}", owner, "", says="stock die, being rolled")
        for k in range(due)
    ]
    label = "Your stock" if mine else "Stock"
    aside = acting and view.phase in (SHOOT, BET)  # faces or chips need the room
    note = f"{lying} left" if mine and not aside else ""
    return Zone(
        f"stock-{owner}", "rail" if mine and not aside else "seat", "row", owner, label, note, tuple(pieces)
    )


def target(view: View, owner: int, seat: int) -> Zone:
    """A target under its cup, with all that aims and a shot have told of it."""
    pieces = [*_under_cup(view, owner, seat)]
    hidden = "only you see it" if owner == seat else "under the cup"
    note = "shown" if view.shown[owner] else hidden if pieces else "no dice left"
    aiming = hunter(view, owner)
    if aiming != NOBODY:
        pieces += _told(view, aiming)
        if view.shot[aiming]:
            pieces += _named(view, aiming)
        elif not view.shown[owner] and not (aiming == seat and view.phase in (AIM, MIDDLE, SHOOT)):
            pieces += notes(view, aiming, "n")
    label = "Your target" if owner == seat else f"{{{owner}'s}} target"
    place = _place(view, owner, seat)
    return Zone(f"target-{owner}", place, "cup", owner, label, note, tuple(pieces), count=view.targets[owner])


def _under_cup(view: View, owner: int, seat: int) -> Iterator[Piece]:
    """Target dice in order of their faces; hidden ones as question marks, hit ones hollow."""
    left = faces(view.target[owner])
    hidden = view.targets[owner] - len(left)
    aiming = hunter(view, owner)
    hit = faces(view.hits[aiming]) if aiming != NOBODY and view.shot[aiming] and view.shown[owner] else []
    shown = sorted([(face, "") for face in left] + [(face, "spent") for face in hit])
    for number, (face, state) in enumerate(shown):
        says = f"target die, {face}" + (", hit" if state else "")
        yield _die(f"t{owner}-{number}", owner, face, state=state, says=says)
    for number in range(hidden):
        yield _die(f"t{owner}-{len(shown) + number}", owner, "?", says="target die, hidden")


def _told(view: View, aiming: int) -> Iterator[Piece]:
    """The dice that aimed at this target, right ones first."""
    for place in ("right", "wrong"):
        for ident, face in zip(_ids(view, aiming, place), faces(getattr(view, place)[aiming]), strict=True):
            yield _die(ident, aiming, face, state=place, says=f"aimed {face}, {place}")


def _named(view: View, aiming: int) -> Iterator[Piece]:
    """What the shot at this target has named: bone dice, ticked or crossed."""
    hits = list(view.hits[aiming])
    for number, face in enumerate(faces(view.named[aiming])):
        hit = hits[face - 1] > 0
        hits[face - 1] -= hit
        state = "right" if hit else "wrong"
        yield _die(
            f"s{aiming}-{number}", -1, face, state=state, says=f"named {face}, {'hit' if hit else 'missed'}"
        )


def notes(view: View, aiming: int, prefix: str) -> list[Piece]:
    """The notepad: for each value how many there can still be."""
    many = view.targets[view.aims_at[aiming]]
    return [
        _note(view, aiming, f"{prefix}{aiming}-{v + 1}", v, span, many)
        for v, span in enumerate(spans(view, aiming))
    ]


def _note(view: View, aiming: int, ident: str, value: int, span: tuple[int, int], many: int) -> Piece:
    text = span_text(*span, many)
    state = "no" if span == (0, 0) else "yes" if span[0] else ""
    told = f"{view.right[aiming][value]} right, {view.wrong[aiming][value]} wrong"
    says = f"{value + 1}: {'not known' if text == '?' else text} under the cup, {told}"
    return Piece(ident, "note", str(value + 1), states=(state,) if state else (), says=says, note=text)


# The middle, and what a choice needs


def middle(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    """Dice placed forward; a lone aimer lays them there before asking, and so does who names a shot."""
    if view.phase == MIDDLE:
        pieces = [piece for owner in range(view.seats) for piece in _forward(view, owner, seat, legal)]
        yield Zone(
            "middle", "table", "row", label="In the middle", note="seen by all", pieces=tuple(pieces), slots=1
        )
    elif not legal:
        return
    elif view.phase == AIM:
        yield Zone("middle", "table", "tray", seat, "Placed forward", slots=1)
    elif view.phase == SHOOT:
        yield Zone("middle", "table", "tray", seat, "You name", slots=view.targets[view.aims_at[seat]])
    elif view.phase == BET:
        yield Zone("middle", "table", "tray", seat, "Your bet", slots=1)


def _forward(view: View, owner: int, seat: int, legal: list[int]) -> Iterator[Piece]:
    kind = "middle" if owner == seat and legal else ""
    for ident, face in zip(_ids(view, owner, "forward"), faces(view.forward[owner]), strict=True):
        says = f"{{{owner}'s}} die in the middle, {face}"
        once = "once" if kind else ""
        yield _die(ident, owner, face, kind=kind and f"{kind}-{face}", state=once, says=says)


def choosing(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    """Hand signs, faces to name, chips, and the notes where the choice needs them."""
    if not legal:
        return
    if view.phase == DECLARE:
        signs = tuple(_signs(view, seat, legal))
        yield Zone("signs", "rail", "signs", seat, pieces=signs, says="Signs to declare")
    elif view.phase == SHOOT:
        yield Zone("faces", "rail", "faces", seat, "Values to name", "", tuple(_faces(view, seat)))
    elif view.phase == BET:
        yield Zone(
            "chips", "rail", "row", seat, "Your chips", str(view.chips[seat]), tuple(_chips(view, legal))
        )
    elif view.phase in (AIM, MIDDLE):
        at = view.aims_at[seat]
        yield Zone(
            "known", "rail", "notes", seat, f"Known of {{{at}'s}} target", "", tuple(notes(view, seat, "k"))
        )


def _signs(view: View, seat: int, legal: list[int]) -> Iterator[Piece]:
    for action, (face, title, what) in enumerate(SIGNS):
        words = what or f"name all {COUNTS[view.targets[view.aims_at[seat]]]}"
        if view.targets[view.aims_at[seat]] == 1 and not what:
            words = "name the last one"
        kind = f"sign-{face}" if action in legal else ""
        states = () if kind else ("out",)
        text, clause = SIGN_TEXTS[action]
        yield Piece(
            f"sign-{face}", "sign", face, kind, seat, states, f"{title}: {words}", words, title, text, clause
        )


def _faces(view: View, seat: int) -> Iterator[Piece]:
    many = view.targets[view.aims_at[seat]]
    for value, (least, most) in enumerate(spans(view, seat)):
        text = span_text(least, most, many)
        note = "may be" if text == "?" else text
        states = ("picture", "many", "out") if most == 0 else ("picture", "many")
        says = f"name a {value + 1}: {note}"
        yield Piece(f"face-{value + 1}", "die", str(value + 1), f"face-{value + 1}", -1, states, says, note)


def chips_of(amount: int) -> dict[str, int]:
    """The fewest chips that make up ``amount``, by kind."""
    takes: dict[str, int] = {}
    for worth in CHIPS:
        many, amount = divmod(amount, worth)
        if many:
            takes[f"chip-{worth}"] = many
    return takes


def _chips(view: View, legal: Iterable[int]) -> Iterator[Piece]:
    most = max(legal) - PICK
    for worth in CHIPS:
        if most >= worth:
            yield Piece(
                f"chip-{worth}", "chip", str(worth), f"chip-{worth}", -1, ("many",), f"chip worth {worth}"
            )


def _pot(view: View) -> Piece:
    return Piece("pot", "chip", str(view.pot), says=f"{counted(view.pot, 'chip')} in the pot")


def tie_line(view: View) -> str:
    """What has been rolled in the tie-breaker."""
    rolled = [f"{{{k}}} {view.tie[k]}" for k in range(view.seats) if view.tie[k]]
    return ", ".join(rolled)
