"""Why a duel played alone ended as it did (KD-D1 to KD-D12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....kernel.scene import Account, Part, Piece, Reckoning
from . import words
from .alone_words import scores
from .counts import many, points_text
from .pieces import die
from .scene import told
from .table import AXE, BEACH, CHICKEN, CLASS, CON, HARE, HORSE, NOBODY, PLAGUE, RINGS, SKEPTIC, WAR
from .throws import LIFTED, OFF_HORSE, TOUCHED

CLOSEST = 1000  # KD-D7


def account(view: Any) -> Account:
    """The throws, rolls or dice of each duelist, and what the duel gives for them."""
    points = scores(view)
    order = sorted(range(view.seats), key=lambda seat: (seat != view.winner, -points[seat]))
    figures = [points_text(points[seat]) for seat in order]
    is_plain = len(order) > 2 or view.winner == NOBODY or figures[0] == figures[1]
    return Account(
        "How it came out" if is_plain else f"Why {figures[0]} to {figures[1]}",
        "" if is_plain else f", {to(points[order[0]], points[order[1]])}",
        told(view.duel),
        tuple(_row(view, seat, points[seat]) for seat in order),
        tuple(_notes(view)),
    )


def to(mine: int, theirs: int) -> str:
    """``1,700–0``, or in words where one is below zero."""
    return f"{points_text(mine)}{'–' if min(mine, theirs) >= 0 else ' to '}{points_text(theirs)}"


def _row(view: Any, seat: int, points: int) -> Reckoning:
    role = words.role_of(view, seat)
    notes = [role] if role else []
    if view.forfeits >> seat & 1:
        notes.append("forfeited")
    if view.lost[seat]:
        notes.append(f"lost {points_text(view.lost[seat])} past the Bust line")
    parts = PARTS[view.duel](view, seat) if view.duel in PARTS else []
    return Reckoning(seat, points_text(points), tuple(parts), ", ".join(notes))


def _notes(view: Any) -> list[str]:
    """What decided it, and what the duel gave."""
    notes = [f"{{{seat}}} {said}" if seat >= 0 else said for seat, said in words.tell_end(view)]
    for seat in range(view.seats):
        if view.lost[seat]:
            notes.append(_bust_words(view, seat))
    if view.duel == CON and view.bid != NOBODY:
        there = many(view.actual, str(view.bid % 6 + 1))
        notes.append(f"{{{view.bidder}}} had bid {words.bid_words(view.bid)}, and there were {there}.")
    if view.breaking:
        notes.append("They were level, and a Quick Draw decided (KD-11).")
    return notes


def _bust_words(view: Any, seat: int) -> str:
    lost, kept = points_text(view.lost[seat]), view.points[seat]
    after = f" What was thrown after that counts {points_text(kept)}." if kept else ""
    return (
        f"{{{seat}}} had {lost} points and went past the Bust line, which lifts every die thrown so far "
        f"(KD-D2).{after}"
    )


# What each duel counts


def _axe(view: Any, seat: int) -> list[Part]:
    spots = view.spot[seat][: view.thrown[seat]]
    values = [view.axe_rings[spot - 1] if 0 < spot <= RINGS else 0 for spot in spots]
    best = max(values, default=0)
    parts = [_throw(k, points_text(value) if value else "off", "" if value else "spent")
             for k, value in enumerate(values)]  # fmt: skip
    if seat == view.lead and best:
        parts.append(Part("Three times the best", points_text(3 * best)))
    return parts


def _throw(k: int, figure: str, state: str) -> Part:
    return Part(f"Throw {k + 1}", figure, state=state)


def _chicken(view: Any, seat: int) -> list[Part]:
    return [_band(view, k, spot) for k, spot in enumerate(view.spot[seat][: view.thrown[seat]])]


def _band(view: Any, k: int, spot: int) -> Part:
    if spot == LIFTED:
        return _throw(k, "lifted", "lost")
    if spot == view.band_count + 2:
        return _throw(k, "Bust", "lost")
    if spot <= 1:
        return _throw(k, "off", "spent")
    return _throw(k, points_text(view.chicken_bands[spot - 2]), "")


def _horse(view: Any, seat: int) -> list[Part]:
    parts: list[Part] = []
    for k in range(view.thrown[seat]):
        spot, face = view.spot[seat][k] - 1, view.die[seat][k]
        shown = (die(f"end-{seat}-{k}", face, seat),) if face else ()
        parts.append(Part(f"Throw {k + 1}", _from_post(spot), shown, "" if face else "spent"))
    if seat == view.winner and not view.by_forfeit:
        parts.append(Part("Closest to the Post", points_text(CLOSEST)))
    if view.points[seat]:
        parts.append(Part(f"Dice showing {view.target[0]}", points_text(view.points[seat])))
    if view.given[seat]:
        parts.append(Part("Touched the Post", points_text(view.given[seat])))
    if view.taken[seat]:
        parts.append(Part("Felled the Post", points_text(-view.taken[seat]), state="lost"))
    return parts


def _from_post(outcome: int) -> str:
    if outcome <= TOUCHED:
        return ("felled the Post", "touched the Post")[max(0, outcome)]
    if outcome >= OFF_HORSE:
        return "off"
    return many(outcome - 1, "thumb")


def _dice(view: Any, seat: int) -> tuple[Piece, ...]:
    return tuple(die(f"end-{seat}-{k}", face, seat) for k, face in enumerate(view.die[seat]) if face)


def _class(view: Any, seat: int) -> list[Part]:
    if view.breaking or not view.rolls[seat]:
        return []
    return [Part("Last roll", str(sum(view.die[seat][:3])), _dice(view, seat))]


def _con(view: Any, seat: int) -> list[Part]:
    if view.bid == NOBODY:
        return []
    face = view.bid % 6 + 1
    matching = sum(shown == face for shown in view.die[seat])
    return [Part(f"Dice showing {face}", str(matching), tuple(sorted(_dice(view, seat), key=_face)))]


def _face(piece: Piece) -> str:
    return piece.face


def _hare(view: Any, seat: int) -> list[Part]:
    return [Part("Spaces", f"{view.place[seat]} of {view.track_spaces}")]


def _plague(view: Any, seat: int) -> list[Part]:
    return [Part("Dice left", str(view.count[seat])), Part("Dice out", str(view.outs[seat]))]


def _skeptic(view: Any, seat: int) -> list[Part]:
    return [Part("Matched", str(view.outs[seat])), Part("Dice to go", str(view.count[seat]))]


def _war(view: Any, seat: int) -> list[Part]:
    rounds = [
        Part(f"Round {k + 1}", "won", state="best")
        for k, winner in enumerate(view.round_winner)
        if winner == seat + 1
    ]
    return [*rounds, Part("Dice won", str(sum(view.spoils[seat])))]


def _beach(view: Any, seat: int) -> list[Part]:
    if not view.duelists >> seat & 1:
        return []
    return [Part("Cards that stood", str(view.cards_up))]


PARTS: dict[int, Callable[[Any, int], list[Part]]] = {
    AXE: _axe,
    BEACH: _beach,
    CHICKEN: _chicken,
    CLASS: _class,
    CON: _con,
    HARE: _hare,
    HORSE: _horse,
    PLAGUE: _plague,
    SKEPTIC: _skeptic,
    WAR: _war,
}
