"""Con-Person on the table (KD-D4): the bids, own dice by number, and the others under their cover."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..counts import dice_of, many
from ..own_pieces import DuelPieces, die
from ..phrases import bid_words
from ..table import BID, DONE, NOBODY
from ..view import View
from .facts import FACTS
from .words import COLOURED


class Pieces(DuelPieces):
    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        if view.bid != NOBODY:
            yield bids(view)
        for each in (view.challenger, view.opponent):
            yield cup(view, each, each == seat)

    def parts(self, view: View, seat: int) -> list[Part]:
        if view.bid == NOBODY:
            return []
        face = view.bid % 6 + 1
        matching = sum(shown == face for shown in view.die[seat])
        return [Part(f"Dice showing {face}", str(matching), cup(view, seat, False).pieces)]


def face_of(piece: Piece) -> str:
    return piece.face


def bids(view: View) -> Zone:
    """The bids in their order, or what there was in the end."""
    history = tuple(bid_piece(view, k) for k in range(view.bids))
    label = f"{{{view.bidder}}}: at least {bid_words(view.bid)}"
    note = f"among all {view.count[view.challenger] + view.count[view.opponent]}"
    if view.stage == DONE:
        there = dice_of(view.actual, view.bid % 6 + 1)
        label = f"There {'is' if view.actual == 1 else 'are'} {there}"
        note = f"{{{view.bidder}}} bid {bid_words(view.bid)}"
    return Zone("bids", "table", "bids", NOBODY, label, note, history)


def bid_piece(view: View, k: int) -> Piece:
    bid = view.bid_list[k] - 1
    who = view.challenger if k % 2 == 0 else view.opponent
    return Piece(
        f"bid-{k}", "bid", f"{bid // 6 + 1}x{bid % 6 + 1}", seat=who, says=f"{{{who}}} bid {bid_words(bid)}"
    )


def cup(view: View, seat: int, is_mine: bool) -> Zone:
    faces = view.die[seat][: view.rolled[seat]]
    open_to_me = any(faces)
    dice = sorted((cup_die(view, seat, k, face) for k, face in enumerate(faces)), key=face_of)
    label = f"{many(len(dice), 'die').capitalize()}" + ("" if open_to_me else ", hidden")
    place = "rail" if is_mine and view.stage == BID else "seat"
    return Zone(f"cup-{seat}", place, "columns" if open_to_me else "row", seat, label, pieces=tuple(dice))


def cup_die(view: View, seat: int, k: int, face: int) -> Piece:
    owner = -1 if k >= COLOURED - view.less[seat] else seat
    if not face:
        return Piece(f"con-{seat}-{k}", "die", "?", seat=owner, states=("hidden",), says="hidden die")
    off = view.stage == DONE and view.bid != NOBODY and face != view.bid % 6 + 1
    return die(f"con-{seat}-{k}", face, owner, states=("spent",) if off else ())


PIECES = Pieces(FACTS)
