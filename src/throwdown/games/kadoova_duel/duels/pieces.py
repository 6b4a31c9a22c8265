"""The duels on the table: zones of dice, tracks, bids, mats and towers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ....kernel.scene import Piece, Zone
from .counts import many, points_text
from .table import (
    AIM,
    AXE,
    BEACH,
    BID,
    CHICKEN,
    CLASS,
    CON,
    DONE,
    GREY,
    HARE,
    HORSE,
    NOBODY,
    PINEAPPLE,
    PLAGUE,
    RACES,
    RAISE,
    ROLL,
    SKEPTIC,
    WAIT,
    WAR,
)
from .throws import LIFTED
from .words import bid_words, names_of, result_text, role_of, seats_of


def die(name: str, face: int, seat: int = -1, **more: Any) -> Piece:
    """A die of ``seat``, or a grey one; face 0 is not known or not rolled."""
    whose = "grey" if seat < 0 else f"{{{seat}'s}}"
    what = str(face) if face else "not rolled"
    more.setdefault("says", f"{whose} die, {what}")
    return Piece(name, "die", str(face) if face else "", seat=seat, **more)


def zones(view: Any, seat: int, legal: list[int]) -> Iterator[Zone]:
    """What lies there for the duel in progress, as ``seat`` sees it."""
    if view.stage == WAIT:
        return
    yield from _targets(view)
    if not view.breaking:
        yield from OF_DUEL.get(view.duel, _nothing)(view, seat)
    if view.breaking or view.duel in RACES:
        for each in seats_of(view.racers or view.duelists):
            yield _race_dice(view, each, each == seat)
    yield from _numbers(view, legal)


def _nothing(view: Any, seat: int) -> Iterator[Zone]:
    yield from ()


def _targets(view: Any) -> Iterator[Zone]:
    """Target dice: of a Quick Draw, the Post, the Skeptic and the Psychic."""
    faces = [face for face in view.target if face]
    if view.duel == SKEPTIC and not view.breaking:
        if faces:
            dice = tuple(die(f"target-{k}", face) for k, face in enumerate(faces))
            yield Zone(f"targets-{view.lead}", "seat", "row", view.lead, "Targets", "rolled", dice)
        if view.aimed:
            psychic = view.opponent if view.lead == view.challenger else view.challenger
            yield Zone(
                f"targets-{psychic}", "seat", "row", psychic, "Target", "set", (die("aimed", view.aimed),)
            )
    elif faces:
        label = "On the Post" if view.duel == HORSE and not view.breaking else "Match this"
        yield Zone(
            "targets", "table", "row", label=label, pieces=(die("target-0", faces[0], states=("big",)),)
        )


def _race_dice(view: Any, seat: int, mine: bool) -> Zone:
    """The dice of a racer: those that lie, and those still in the hand."""
    count = 1 if view.breaking else view.count[seat]
    rolling = view.stage == ROLL and view.rolling >> seat & 1
    shown = view.rolled[seat] if rolling else count
    dice = tuple(_race_die(view, seat, k, view.die[seat][k] if k < shown else 0) for k in range(count))
    pile = ()
    if view.duel == SKEPTIC and not view.breaking:
        laid = view.spot[seat][: view.outs[seat]]
        pile = tuple(die(f"laid-{seat}-{k}", face, seat, states=("spent",)) for k, face in enumerate(laid))
    rolls = many(view.rolls[seat], "roll") if view.rolls[seat] else ""
    label = _race_label(view, seat)
    if mine or len(seats_of(view.racers or view.duelists)) > 2:
        return Zone(f"dice-{seat}", "rail" if mine else "seat", "row", seat, label, rolls, dice + pile)
    owner = f"{{{seat}}}" if label == "Dice" else f"{{{seat}}}, {label}"
    return Zone(f"dice-{seat}", "table", "row", seat, owner, rolls, dice + pile)


def _race_die(view: Any, seat: int, k: int, face: int) -> Piece:
    hue = view.hue[seat][k] if view.duel == PLAGUE and not view.breaking else seat
    slid = hue not in (seat, GREY)
    covered = view.covered[seat] > 0
    states = (*(["slid"] if slid else []), *(["covered"] if covered else []))
    return die(f"die-{seat}-{k}", face, -1 if hue == GREY else hue, states=states)


def _race_label(view: Any, seat: int) -> str:
    if view.covered[seat]:
        return "Covered"
    if view.breaking:
        return "Draw"
    if view.duel == CLASS and view.rolls[seat]:
        return f"{role_of(view, seat)}: {sum(view.die[seat][:3])}"
    return role_of(view, seat) or "Dice"


def _hare(view: Any, seat: int) -> Iterator[Zone]:
    for each in (view.challenger, view.opponent):
        spaces = tuple(_space(view, each, k) for k in range(view.track_spaces))
        home = view.track_spaces - view.place[each]
        note = f"{home} to go" if home else "home"
        yield Zone(f"track-{each}", "table", "track", each, role_of(view, each), note, spaces)


def _space(view: Any, seat: int, k: int) -> Piece:
    here, number = view.place[seat], view.spaces[k]
    state = "passed" if k < here - 1 else "pawn" if k == here - 1 else "next" if k == here else ""
    return Piece(
        f"space-{seat}-{k}", "space", str(number), seat=seat, states=(state,) if state else (),
        says=f"space {k + 1}, number {number}{', ' + state if state else ''}",
    )  # fmt: skip


def _class(view: Any, seat: int) -> Iterator[Zone]:
    """Sums 3 to 18, with a mark at each last roll."""
    if view.lead == NOBODY:
        return
    marks = tuple(
        Piece(f"sum-{each}", "mark", str(sum(view.die[each][:3])), seat=each,
              says=f"{{{each}}} rolled {sum(view.die[each][:3])}", note=_short_of(view, each))
        for each in (view.challenger, view.opponent) if view.rolls[each]
    )  # fmt: skip
    yield Zone("scale", "table", "scale", view.lead, "Low wants 3 to 6, High 15 to 18", pieces=marks)


def _short_of(view: Any, seat: int) -> str:
    total = sum(view.die[seat][:3])
    away = 15 - total if seat == view.lead else total - 6
    return f"{many(away, 'point')} off" if away > 0 else "there"


def _plague(view: Any, seat: int) -> Iterator[Zone]:
    for each in (view.challenger, view.opponent):
        if view.outs[each]:
            yield Zone(f"out-{each}", "seat", "pile", each, "Out", pieces=(), count=view.outs[each])


def _con(view: Any, seat: int) -> Iterator[Zone]:
    """The bid in the middle, own dice by number, the others under their cover."""
    if view.bid != NOBODY:
        history = tuple(_bid_piece(view, k) for k in range(view.bids))
        note = f"among all {view.count[view.challenger] + view.count[view.opponent]}"
        label = f"{{{view.bidder}}}: at least {bid_words(view.bid)}"
        if view.stage == DONE:
            there = many(view.actual, str(view.bid % 6 + 1))
            label, note = f"There are {there}", f"{{{view.bidder}}} bid {bid_words(view.bid)}"
        yield Zone("bids", "table", "bids", view.bidder, label, note, history)
    for each in (view.challenger, view.opponent):
        yield _cup(view, each, each == seat)


def _bid_piece(view: Any, k: int) -> Piece:
    bid = view.bid_list[k] - 1
    who = view.challenger if k % 2 == 0 else view.opponent
    return Piece(
        f"bid-{k}", "bid", f"{bid // 6 + 1}x{bid % 6 + 1}", seat=who, says=f"{{{who}}} bid {bid_words(bid)}"
    )


def _cup(view: Any, seat: int, mine: bool) -> Zone:
    faces = view.die[seat][: view.rolled[seat]]
    open_to_me = any(faces)
    dice = [_con_die(view, seat, k, face) for k, face in enumerate(faces)]
    dice.sort(key=lambda piece: piece.face)
    label = f"{many(len(dice), 'die').capitalize()}" + ("" if open_to_me else ", hidden")
    place = "rail" if mine and view.stage == BID else "seat"
    return Zone(f"cup-{seat}", place, "columns" if open_to_me else "row", seat, label, pieces=tuple(dice))


def _con_die(view: Any, seat: int, k: int, face: int) -> Piece:
    owner = -1 if k >= 12 else seat
    if not face:
        return Piece(f"con-{seat}-{k}", "die", "?", seat=owner, states=("hidden",), says="hidden die")
    off = view.stage == DONE and view.bid != NOBODY and face != view.bid % 6 + 1
    return die(f"con-{seat}-{k}", face, owner, states=("spent",) if off else ())


def _war(view: Any, seat: int) -> Iterator[Zone]:
    rounds = tuple(
        Piece(f"round-{k}", "round", str(k + 1), seat=view.round_winner[k] - 1,
              states=("now",) if view.battle == k + 1 else (), says=_round_words(view, k))
        for k in range(6)
    )  # fmt: skip
    yield Zone("rounds", "table", "row", label=_war_label(view), pieces=rounds)
    for each in seats_of(view.duelists):
        yield Zone(f"ranks-{each}", "table", "ranks", each, f"{{{each}}}", _spoils_words(view, each),
                   tuple(_war_dice(view, each)))  # fmt: skip


def _round_words(view: Any, k: int) -> str:
    winner = view.round_winner[k] - 1
    return f"round {k + 1}" + (f", taken by {{{winner}}}" if winner >= 0 else "")


def _war_label(view: Any) -> str:
    if view.stage != DONE and view.greys:
        if view.war_all and view.greys == 1:
            return "A tie: all of the round roll grey dice."
        return f"{names_of(view.tied)} are tied. Grey dice decide."
    return f"Round {min(view.battle, 6)} of 6"


def _spoils_words(view: Any, seat: int) -> str:
    return f"{many(sum(view.spoils[seat]), 'die')} won"


def _war_dice(view: Any, seat: int) -> Iterator[Piece]:
    best = max(max(row) for row in view.die)
    for k, face in enumerate(view.die[seat]):
        if face:
            lost = view.greys == 1 and face < best
            owner = seat if k == 0 else -1
            yield die(f"die-{seat}-{k}", face, owner, states=("spent",) if lost else ())
    if view.grey[seat]:
        yield die(f"grey-{seat}", view.grey[seat])
    for owner in range(4):
        for k in range(view.spoils[seat][owner]):
            yield Piece(
                f"won-{seat}-{owner}-{k}",
                "die",
                "",
                seat=owner,
                states=("small",),
                says=f"{{{owner}'s}} die, won",
            )


def _throws(view: Any, seat: int) -> Iterator[Zone]:
    """Where the dice of each thrower lie."""
    for each in seats_of(view.duelists & ~view.forfeits):
        thrown = view.thrown[each]
        dice = tuple(_thrown(view, each, k) for k in range(thrown))
        label = role_of(view, each) or f"{{{each}}}"
        note = _throw_note(view, each)
        yield Zone(f"mat-{each}", "table", "mat", each, label, note, dice, slots=max(0, view.count[each]))


def _throw_note(view: Any, seat: int) -> str:
    if view.duel == HORSE:
        return f"target dice: {points_text(view.points[seat])}"
    return f"{points_text(view.points[seat])} points"


def _thrown(view: Any, seat: int, k: int) -> Piece:
    spot = view.spot[seat][k]
    lies = "lifted" if spot == LIFTED else result_text(view, spot - 1)
    face = view.die[seat][k] if view.duel == HORSE else 0
    states = ("spent",) if lies in ("off", "lifted", "bust") else ()
    says = f"{{{seat}'s}} die, {lies}{f', shows {face}' if face else ''}"
    return die(f"die-{seat}-{k}", face, seat, states=states, says=says, note=_worth(view, spot - 1, lies))


def _worth(view: Any, outcome: int, lies: str) -> str:
    """What the table calls the place where a die lies."""
    if view.duel == AXE and outcome < 3:
        return points_text(view.axe_rings[outcome])
    if view.duel == CHICKEN and lies.startswith("band"):
        return points_text(view.chicken_bands[outcome - 1])
    return lies


def _tower(view: Any, seat: int) -> Iterator[Zone]:
    pieces: list[Piece] = []
    for k in range(view.up):
        owner = _tower_owner(view, k)
        pieces.append(Piece(f"up-die-{k}", "die", "", seat=owner, says=f"die {k + 1} of the tower"))
        if k < view.cards_up:
            pieces.append(Piece(f"up-card-{k}", "card-back", "", says=f"card {k + 1} of the tower"))
    label = "The tower has fallen" if view.fell else "The tower"
    cards = f", {many(view.cards_up, 'card')}" if view.duel == BEACH else ""
    yield Zone(
        "tower", "table", "tower", label=label, note=f"{many(view.up, 'die')}{cards}", pieces=tuple(pieces)
    )


def _tower_owner(view: Any, k: int) -> int:
    if view.duel == BEACH:
        return view.challenger if k < 6 else view.opponent
    fish = view.opponent if view.lead == view.challenger else view.challenger
    pairs = min(view.count[fish], view.count[view.lead])  # then who has more dice goes on alone
    if k >= 2 * pairs:
        return fish if view.count[fish] > view.count[view.lead] else view.lead
    return fish if k % 2 == 0 else view.lead


def _numbers(view: Any, legal: list[int]) -> Iterator[Zone]:
    """Six bone dice to choose a number by, and a token that raises a bid."""
    aims = [event - AIM for event in legal if AIM <= event < AIM + 6]
    bids = [event - RAISE for event in legal if event >= RAISE and view.stage == BID and event < RAISE + 168]
    faces = sorted({*aims, *(bid % 6 for bid in bids)})
    if not faces:
        return
    pieces = [
        die(f"number-{face + 1}", face + 1, kind=f"number-{face + 1}", says=f"number {face + 1}")
        for face in faces
    ]
    if bids and max(bids) // 6 > min(bids) // 6:
        pieces.append(Piece("more", "token", "+1", "more", states=("many",), says="one more die in the bid"))
    label = f"Your bid: {min(bids) // 6 + 1} or more" if bids else "Your target"
    yield Zone("numbers", "rail", "row", label=label, pieces=tuple(pieces))


OF_DUEL: dict[int, Callable[[Any, int], Iterator[Zone]]] = {
    AXE: _throws,
    CHICKEN: _throws,
    HORSE: _throws,
    BEACH: _tower,
    PINEAPPLE: _tower,
    CLASS: _class,
    CON: _con,
    HARE: _hare,
    PLAGUE: _plague,
    WAR: _war,
}
