"""An account as it is shown: without the single events, and the turns that mattered in the game's words."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from throwdown.bots import Sight
from throwdown.kernel.narrator import Telling, tell_all
from throwdown.kernel.records import copy_records
from throwdown.study.accounts import AccountPart, Better, Figures, MatchAccount, Turn, draw_up
from throwdown.study.counting import Study
from throwdown.study.hints import why_of
from throwdown.study.turning import Turning, turning_points


class Saying(Struct, frozen=True):
    """A sentence of the game: who did it (-1: the table), and the words, without the name."""

    seat: int
    words: str


class Point(Struct, frozen=True):
    """A turn that mattered, as :class:`throwdown.study.turning.Turning` has it.

    ``said`` is what the table told of it. ``is_clear`` says whether its interval lies clear of 0. ``why`` is
    what the game says of the better choice, or of par's where that was better, with ``{2}`` for the name of
    seat 2; empty where it says nothing, and where nothing was better.
    """

    turn: int
    n: int
    heading: str
    cause: str
    seat: int
    change: Figures
    error: Figures
    texts: tuple[str, ...]
    par: str
    better: Better | None
    is_clear: bool
    said: tuple[Saying, ...]
    why: str = ""


class Report(Struct, frozen=True):
    """The account of a match by seat: ``start`` + ``luck`` + ``own`` + ``others`` + ``unseen`` is ``result``
    exactly. All figures are chances from 0 to 1, ``error`` are standard errors. ``counted`` is the part of
    the count that is done, from 0 to 1. ``of_set`` is the title of the set that the chances are to win,
    empty where it is the match."""

    counted: float
    names: tuple[str, ...]
    policy: str
    start: Figures
    start_error: Figures
    result: Figures
    has_secrets: bool
    luck: AccountPart
    own: AccountPart
    others: AccountPart
    unseen: AccountPart
    turns: tuple[Turn, ...]
    points: tuple[Point, ...]
    of_set: str = ""


def write(study: Study, counted: float) -> bytes:
    """The report of what has been counted so far, as JSON."""
    return msgspec.json.encode(report(study, draw_up(study, counted), tell_all(study.match)))


def report(study: Study, account: MatchAccount, told: list[Telling]) -> Report:
    """The report of an account of ``study``; ``told`` is the match as spectators were told it."""
    points = tuple(_point(account, point, told, _why(study, point)) for point in turning_points(account))
    return Report(
        counted=account.counted,
        names=account.names,
        policy=account.policy,
        start=account.start,
        start_error=account.start_error,
        result=account.result,
        has_secrets=account.has_secrets,
        luck=account.luck,
        own=account.own,
        others=account.others,
        unseen=account.unseen,
        turns=account.turns,
        points=points,
        of_set=account.of_set,
    )


def _why(study: Study, point: Turning) -> str:
    """What the game says of the choice that was better, to the seat that chose; it sees no more than it saw
    then."""
    item = study.written[point.n - 1]
    if point.cause != "choice" or item.choice is None:
        return ""
    event = point.better.event if point.better else item.choice.par
    if event < 0 or (point.better is None and point.change[point.seat] >= 0):
        return ""
    game, seen = study.match.game, copy_records(item.state)
    _, _, legal = study.playouts.legal(seen, point.seat)
    game.engine.hide(seen, point.seat)
    return why_of(Sight(game, seen, point.seat, legal.tolist(), study.match.seats), event)


def _point(account: MatchAccount, point: Turning, told: list[Telling], why: str) -> Point:
    """A turn that mattered with what was said: of a choice at its event or next after it, of luck the last
    that was said by then."""
    turns = account.turns
    end = turns[point.turn + 1].n if point.turn + 1 < len(turns) else len(told) + 1
    spoken = [telling for telling in told[turns[point.turn].n - 1 : end - 1] if telling.said]
    if point.cause == "luck":
        spoken = [telling for telling in spoken if telling.n <= point.n][-1:] or spoken[:1]
    else:
        spoken = [telling for telling in spoken if telling.n >= point.n][:1] or spoken[-1:]
    said = tuple(Saying(seat, words) for telling in spoken for seat, words in telling.said)
    fields = {name: getattr(point, name) for name in point.__struct_fields__}
    return Point(**fields, is_clear=point.is_clear, said=said, why=why)
