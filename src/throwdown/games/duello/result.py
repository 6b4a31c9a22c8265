"""Why a game of Duello ended as it did (DU-12 to DU-16, DU-21, DU-24)."""

from __future__ import annotations

from ...kernel.scene import Account, Part, Piece, Reckoning
from . import words
from .legends import ending_clause
from .names import dice_words
from .record import DRAWN, FOLDED, LAST, TIE_BREAK
from .view import View

__all__ = ["account"]


def account(view: View) -> Account:
    """The dice left by seat, and the sum that gave the points."""
    if view.ending == DRAWN:
        note = f"A draw scores no points ({ending_clause(view)})."
        return Account("Why a draw", "", _lead(view), _rows(view), (note,))
    points = view.score[view.winner]
    unit = "point" if points == 1 else "points"
    return Account(f"Why {points} {unit}", f" {points} {unit}", _lead(view), _rows(view), (_sum(view),))


def total(view: View, seat: int) -> int:
    """DU-16: stock and target dice left."""
    return view.stocks[seat] + view.targets[seat]


def _lead(view: View) -> str:
    if view.ending == DRAWN:
        return "Target dice left are equal, and so is the stock."
    reason = words.ending_words(view)
    return f"{reason[:1].upper()}{reason[1:]}."


def _rows(view: View) -> tuple[Reckoning, ...]:
    """The winner first, then those still in by what they have left."""
    order = sorted(range(view.seats), key=lambda k: (k != view.winner, not view.alive[k], -total(view, k)))
    return tuple(_row(view, seat) for seat in order)


def _row(view: View, seat: int) -> Reckoning:
    state = "spent" if _is_left_over(view, seat) else ""
    parts = [
        Part("Target dice left", str(view.targets[seat]), _targets(view, seat)),
        Part("Stock left", str(view.stocks[seat]), _stock(view, seat), state),
    ]
    if view.tie[seat]:
        rolled = Piece(f"tie-{seat}", "die", str(view.tie[seat]), seat=seat, says=f"rolled {view.tie[seat]}")
        parts.append(Part("Tie-breaker", str(view.tie[seat]), (rolled,)))
    return Reckoning(seat, str(total(view, seat)), tuple(parts), _note(view, seat))


def _is_left_over(view: View, seat: int) -> bool:
    """DU-12: whether ``seat`` has stock that counts nothing, for want of target dice."""
    return view.ending == LAST and seat != view.winner and view.stocks[seat] > 0


def _note(view: View, seat: int) -> str:
    if words.has_folded(view, seat):
        return "folded"
    if not view.alive[seat]:
        return "is out"
    return "no target die is left, so the stock counts nothing (DU-12)" if _is_left_over(view, seat) else ""


def _targets(view: View, seat: int) -> tuple[Piece, ...]:
    """The target dice, with their faces where the viewer knows them all (DU-25)."""
    known = [value + 1 for value, many in enumerate(view.target[seat]) for _ in range(many)]
    many = view.targets[seat]
    faces = [str(face) for face in known] if len(known) == many else ["?"] * many
    return tuple(
        Piece(
            f"left-target-{seat}-{k}", "die", face, seat=seat, states=() if face != "?" else ("hidden",),
            says=f"target die, {face}" if face != "?" else "target die, hidden",
        )
        for k, face in enumerate(faces)
    )  # fmt: skip


def _stock(view: View, seat: int) -> tuple[Piece, ...]:
    faces = [value + 1 for value, many in enumerate(view.stock[seat]) for _ in range(many)]
    return tuple(
        Piece(f"left-stock-{seat}-{k}", "die", str(face), seat=seat, says=f"stock die, {face}")
        for k, face in enumerate(faces)
    )


def _sum(view: View) -> str:
    """The sum that gave the points, with its clause."""
    seat, points = view.winner, view.score[view.winner]
    if view.ending == TIE_BREAK:
        return "The tie-breaker scores 1 point (DU-15, DU-21)."
    is_last = view.ending == LAST or (view.ending == FOLDED and view.seats > 2)  # DU-21: scores as in DU-12
    if is_last or (view.ending == FOLDED and view.fold_points):
        left = f"{dice_words(view.targets[seat], 'target')} and {dice_words(view.stocks[seat], 'stock')}"
        clause = "DU-12" if is_last else "DU-24"
        return f"{{{seat}}} scored all that is left of {{{seat}'s}} dice: {left} make {points} ({clause})."
    return _difference(view, seat, points, ending_clause(view))


def _difference(view: View, seat: int, points: int, clause: str) -> str:
    """``10 dice to 4: the difference is 6 (DU-14).``"""
    rivals = [k for k in range(view.seats) if k != seat and (view.alive[k] or view.seats == 2)]
    mine, most = total(view, seat), max((total(view, k) for k in rivals), default=0)
    figures = f"{mine} {'die' if mine == 1 else 'dice'} to {most}"
    if mine - most == points:
        return f"{figures}: the difference is {points} ({clause})."
    return f"{figures}: a win scores at least 1 point ({clause})."
