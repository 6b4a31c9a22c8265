"""What a duel lays on the table in its own way, and what of it counts at the end."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.scene import Part, Piece, Zone
from .counts import many, points_text
from .facts import Facts
from .hands import LIFTED
from .phrases import role_of, roll_size, seats_of
from .table import ROLL, TARGET
from .view import View
from .words import result_text

OFF = ("off", "lifted", "bust")


def die(
    name: str,
    face: int,
    seat: int = -1,
    *,
    kind: str = "",
    says: str = "",
    states: tuple[str, ...] = (),
    note: str = "",
) -> Piece:
    """A die of ``seat``, or a grey one; face 0 is not known or not rolled."""
    whose = "grey" if seat < 0 else f"{{{seat}'s}}"
    what = str(face) if face else "not rolled"
    return Piece(
        name,
        "die",
        str(face) if face else "",
        kind=kind,
        seat=seat,
        states=states,
        says=says or f"{whose} die, {what}",
        note=note,
    )


def end_dice(view: View, seat: int) -> tuple[Piece, ...]:
    """The dice of ``seat``, as they lie at the end."""
    return tuple(die(f"end-{seat}-{k}", face, seat) for k, face in enumerate(view.die[seat]) if face)


def throw_part(k: int, figure: str, state: str) -> Part:
    """The part of an account that says what throw ``k`` has come to."""
    return Part(f"Throw {k + 1}", figure, state=state)


class DuelPieces:
    """The pieces of a duel. A duel's own ``pieces.py`` has a class of this kind and lays out what differs."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def targets(self, view: View) -> Iterator[Zone]:
        """The zone of the target dice, where they are rolled or lie."""
        if view.target[0] or view.stage == TARGET:
            yield self.target(view, "Match this")

    def target(self, view: View, label: str) -> Zone:
        """A zone called ``label`` with the target that all duelists share."""
        pieces = (die("target-0", view.target[0], states=("big",)),)
        return Zone("targets", "table", "row", label=label, pieces=pieces)

    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        """The zones that this duel alone has, as ``seat`` sees them."""
        yield from ()

    def race_zone(self, view: View, seat: int, is_mine: bool) -> Zone:
        """The dice of a racer: those that lie, and those still in the hand."""
        count = roll_size(view, seat)
        is_rolling = view.stage == ROLL and view.rolling >> seat & 1
        many_shown = view.rolled[seat] if is_rolling else count
        dice = [
            self.race_die(view, seat, k, view.die[seat][k] if k < many_shown else 0) for k in range(count)
        ]
        pieces = (*dice, *self.laid_aside(view, seat))
        rolls = many(view.rolls[seat], "roll") if view.rolls[seat] else ""
        label = "Covered" if view.covered[seat] else self.race_label(view, seat)
        if is_mine or len(seats_of(view.racers or view.duelists)) > 2:
            place = "rail" if is_mine else "seat"
            return Zone(f"dice-{seat}", place, "row", seat, label, rolls, pieces)
        owner = f"{{{seat}}}" if label == "Dice" else f"{{{seat}}}, {label}"
        return Zone(f"dice-{seat}", "table", "row", seat, owner, rolls, pieces)

    def race_die(self, view: View, seat: int, k: int, face: int) -> Piece:
        states = ["covered"] if view.covered[seat] > 0 else []
        return die(f"die-{seat}-{k}", face, seat, states=(*states,))

    def laid_aside(self, view: View, seat: int) -> tuple[Piece, ...]:
        """Dice of a racer that are no longer rolled."""
        return ()

    def race_label(self, view: View, seat: int) -> str:
        return "Draw" if view.breaking else role_of(view, seat) or "Dice"

    def parts(self, view: View, seat: int) -> list[Part]:
        """What counts for ``seat`` at the end of a duel played alone."""
        return []


class MatPieces(DuelPieces):
    """Dice thrown at a mat."""

    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        """Where the dice of each thrower lie."""
        for each in seats_of(view.duelists & ~view.forfeits):
            dice = tuple(self.thrown(view, each, k) for k in range(view.thrown[each]))
            label = role_of(view, each) or f"{{{each}}}"
            slots = max(0, view.count[each])
            yield Zone(f"mat-{each}", "table", "mat", each, label, self.note(view, each), dice, slots=slots)

    def note(self, view: View, seat: int) -> str:
        return f"{points_text(view.points[seat])} points"

    def thrown(self, view: View, seat: int, k: int) -> Piece:
        """A die where it lies."""
        spot, face = view.spot[seat][k], self.face(view, seat, k)
        lies = "lifted" if spot == LIFTED else result_text(view, spot - 1)
        note = lies if lies in OFF else self.field(view, spot - 1, lies)
        says = f"{{{seat}'s}} die, {lies}{f', shows {face}' if face else ''}"
        states = ("spent",) if lies in OFF else ()
        return die(f"die-{seat}-{k}", face, seat, states=states, says=says, note=note)

    def face(self, view: View, seat: int, k: int) -> int:
        """The number that a die shows, where it counts."""
        return 0

    def field(self, view: View, outcome: int, lies: str) -> str:
        """What the table calls the place where a die lies."""
        return lies


class TowerPieces(DuelPieces):
    """A tower that is built."""

    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        pieces = tuple(piece for k in range(view.up) for piece in self.layer(view, k))
        label = "The tower has fallen" if view.fell else "The tower"
        yield Zone("tower", "table", "tower", label=label, note=self.note(view), pieces=pieces)

    def layer(self, view: View, k: int) -> Iterator[Piece]:
        """Die ``k`` and what lies on it."""
        yield Piece(f"up-die-{k}", "die", "", seat=self.owner(view, k), says=f"die {k + 1} of the tower")

    def note(self, view: View) -> str:
        return many(view.up, "die")

    def owner(self, view: View, k: int) -> int:
        """Whose colour die ``k`` has."""
        return -1
