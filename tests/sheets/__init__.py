"""Score sheets beside the rules: a random match as it would be written, line by line, and what it came to."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from build_web import NODE
from throwdown.kernel.game import Game, load
from throwdown.kernel.match import Match
from throwdown.kernel.series import ANOTHER, GAMES, ROBIN, TARGET, TIE_BREAKER, Plan, Result, Series
from throwdown.kernel.tables import Plain
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.lowering import SHEET, goes_on
from throwdown.server.beside.sheets import Sheet

ROOT = Path(__file__).parents[2]
SCORE = ROOT / "web" / "src" / "beside" / "score.ts"
PROGRAM = f"""
import {{ score, refusal, sheetBy }} from {json.dumps(SCORE.as_uri())}
import {{ readFileSync }} from 'node:fs'
const cases = JSON.parse(readFileSync(0, 'utf8'))
const names = 'ABCDEFGH'.split('')
console.log(JSON.stringify(cases.map(({{ sheet: printed, setup, lines, decided }}) => {{
  const sheet = sheetBy(printed, setup.settings)
  return {{
    score: score(sheet, setup, lines, decided),
    overs: lines.map((_, n) => score(sheet, setup, lines.slice(0, n)).over),
    refused: lines.map((_, n) => refusal(sheet, setup, lines, n, names)).filter(Boolean),
  }}
}})))
"""
Line = dict[str, Any]


class Case(msgspec.Struct):
    """A sheet as it would be filled in, and what the rules say it came to. ``decided``: who won a tie."""

    key: str
    sheet: Sheet
    setup: dict[str, Any]
    lines: list[Line]
    totals: list[int]
    winners: list[int]
    decided: int | None = None
    paid: list[int] | None = None


def sheet_of(game: Game) -> Sheet:
    box = box_of(game)
    assert box is not None
    assert box.sheet is not None
    return box.sheet


def evaluated(cases: list[Case]) -> list[dict[str, Any]]:
    """What the browser's own code makes of each case."""
    done = subprocess.run(
        [NODE / "node", "--no-warnings", "--input-type=module", "-e", PROGRAM],
        input=msgspec.json.encode(cases),
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def walk(match: Match, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Play at random to the end; (before, after) of each event of the log."""
    seen = 0
    shadow = match.replay(0)
    before = shadow.truth()
    while True:
        for entry in match.log[seen:]:
            shadow.extend([entry])
            after = shadow.truth()
            yield before, after
            before = after
        seen = len(match.log)
        if match.over:
            return
        seat = rng.choice(match.awaited)
        match.play(seat, rng.choice(match.legal_events(seat)))


def line(cells: list[dict[str, Any]]) -> Line:
    return {"choices": {}, "cells": cells}


def _setup(sheet: Sheet, seats: int, **settings: int) -> dict[str, Any]:
    agreed = {one.key: one.value for one in sheet.settings} | settings
    return {"seats": seats, "settings": agreed}


def _case(game: Game, match: Match, lines: list[Line], **settings: int) -> Case:
    sheet = sheet_of(game)
    winners = list(match.winners)
    decided = winners[0] if winners else None
    return Case(
        game.key, sheet, _setup(sheet, match.seats, **settings), lines, match.points, winners, decided
    )


def command_dice(seed: int) -> Case:
    game, lines = load("command-dice"), list[Line]()
    match = game.match(2, seed=seed)
    for before, after in walk(match, Random(seed)):
        if after.closed == 2 and before.closed != 2:
            lines.append(line([{"cards": [c % 6 for c in range(24) if won >> c & 1]} for won in after.won]))
    return _case(game, match, lines)


def kadice(seed: int) -> Case:
    game, lines = load("kadice"), list[Line]()
    seats, cards = 2 + seed % 7, 3 + seed % 3
    match = game.match(seats, seed=seed, values={"cards-each": cards})
    cells: list[dict[str, Any]] = [{} for _ in range(seats)]
    for before, after in walk(match, Random(seed)):
        for seat in range(seats):
            is_back = _cards(before, seat) == 0 < _cards(after, seat)
            lost = 0 if is_back else after.gone[seat] & ~before.gone[seat]
            for card in (card for card in range(17) if lost >> card & 1):
                kind = "war" if after.taker[seat][card] == 9 else "lost"
                cells[seat].setdefault(kind, []).append(card)
            if is_back:
                cells[seat]["back"] = 1
        if after.rounds != before.rounds:
            lines.append(line(cells))
            cells = [{} for _ in range(seats)]
    lines.append(line(cells))
    return _case(game, match, lines, cards=cards)


def _cards(view: Any, seat: int) -> int:
    return view.stock[seat] + (view.active[seat] > 0)


def dardz(seed: int) -> Case:
    return _dardz(seed, 2 + seed % 7, {"target": 60}, target=60)


HOUSE: dict[str, Plain] = {
    "card-points": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "golden-points": 20,
    "golden-sevens": 4,
    "action-points": [0, 1, -15, -15, -15, -15],
}


def dardz_by_house_values(seed: int) -> Case:
    """A match with other cards than the game's goes on with its sheet before its first round (DZ-2, DZ-3)."""
    case = _dardz(seed, 2 + seed % 7, {"target": 60, **HOUSE}, target=60)
    match = load("dardz").match(2 + seed % 7, seed=seed, values={"target": 60, **HOUSE})
    case.setup["settings"] |= goes_on(match, SHEET).settings
    return case


def dardz_teams(seed: int) -> Case:
    """Those who sit across keep one score (DZ-24)."""
    return _dardz(seed, 4 + seed % 3 * 2, {"teams": True, "team-target": 90}, target=90, teams=1)


def _dardz(seed: int, seats: int, values: dict[str, Plain], **settings: int) -> Case:
    game, lines = load("dardz"), list[Line]()
    match = game.match(seats, seed=seed, values=values)
    play: list[list[int]] = [[] for _ in range(seats)]
    cells: list[dict[str, Any]] = []
    for before, after in walk(match, Random(seed)):
        sides = after.sides  # a score for each; what a team gained is written for the first of the two
        gained = [after.score[k] - before.score[k] for k in range(sides)]
        is_scored = any(after.scored) and not any(before.scored)
        if is_scored or (after.ten != before.ten and after.ten >= 0):
            cells = [_pile(after, k, play[k]) for k in range(seats)]
            if after.ten >= 0:
                cells[after.ten]["ten"] = 1
            for side in range(sides):  # what the same event brought in play
                ten = 10 if after.ten != before.ten and side == after.ten % sides else 0
                pile = sum(after.scored[seat] for seat in range(side, seats, sides)) * is_scored
                if in_play := gained[side] - ten - pile:
                    play[side].append(in_play)
        elif cells:
            for side, points in enumerate(gained):
                if points:
                    open_to = [seat for seat in range(side, seats, sides) if "lucky" not in cells[seat]]
                    seat = min(open_to, key=lambda one: len(cells[one]["pile"]))
                    cells[seat]["lucky"] = points
        else:
            for seat, points in enumerate(gained):
                if points:
                    play[seat].append(points)
        if cells and after.rounds != before.rounds:
            lines.append(line(cells))
            cells, play = [], [[] for _ in range(seats)]
    if cells:
        lines.append(line(cells))
    return _case(game, match, lines, **settings)


def _pile(view: Any, seat: int, play: list[int]) -> dict[str, Any]:
    cards = [card // 6 for card, where in enumerate(view.where) if where == 11 + seat]
    return {"play": play, "pile": cards}


def kadoova_duel(seed: int) -> Case:
    game, lines = load("kadoova-duel"), list[Line]()
    seats, goal = 2 + seed % 3, 2000
    values: dict[str, Plain] = {"goal": goal} if seats > 2 else {}
    match = game.match(seats, seed=seed, values=values)
    score = [0] * seats
    turns = -1
    for before, after in walk(match, Random(seed)):
        if after.turns != before.turns or (turns < 0 and max(after.score) > 0):
            turns = after.turns
            cells = [{"brought": after.score[k] - score[k]} for k in range(seats)]
            lines.append(line(cells))
            score = list(after.score[:seats])
    return _case(game, match, lines, goal=goal, ends=int(seats == 2))


def kadoova_lowered(seed: int) -> Case:
    """A match that goes on with its sheet at some moment of its last round (KD-9), at any where none came.
    Every other match has house values between the hundreds."""
    game, lines, goal = load("kadoova-duel"), list[Line](), 2000
    seats, rng = 3 + seed % 2, Random(seed)
    odd: dict[str, Plain] = {"pickpocket": 150, "thick-skin": 275} if seed % 2 else {}
    match = game.match(seats, seed=seed, values={"goal": goal, **odd})
    steps = list(walk(match, Random(seed)))
    last = [n for n, (_, after) in enumerate(steps, 1) if after.last_left]
    n = rng.choice(last or range(1, len(steps)))
    here = goes_on(match.replay(n), SHEET)
    score = list(here.totals)
    for before, after in steps[n:]:
        if after.turns != before.turns:
            lines.append(line([{"brought": after.score[k] - score[k]} for k in range(seats)]))
            score = list(after.score[:seats])
    case = _case(game, match, lines, **here.settings, ends=0)
    case.setup["start"] = {"totals": list(here.totals), "lines": here.lines, "left": here.left}
    return case


def duello(seed: int) -> Case:
    """A set of games with random points, as :mod:`throwdown.kernel.series` plays it (DU-17, DU-18)."""
    rng = Random(seed)
    kind = (TARGET, GAMES, ROBIN)[seed % 3]
    players = rng.randint(3 if kind == ROBIN else 2, 8)
    plan = Plan(kind, {TARGET: 16, GAMES: 4, ROBIN: 1}[kind], tie=rng.choice((TIE_BREAKER, ANOTHER)), stake=2)
    series, lines = Series(plan, players), list[Line]()
    while series.lineup:
        points = [0] * len(series.lineup)
        points[rng.randrange(len(points))] = rng.randint(0, 15) and rng.randint(1, 9)
        cells: list[dict[str, Any]] = [{} for _ in range(players)]
        for player, scored in zip(series.lineup, points, strict=True):
            cells[player] = {"points": scored} if scored else {}
        lines.append(line(cells))
        series = series.add(Result(series.lineup, tuple(points)))
    series = series.settle_ties(lambda _: rng.randint(1, 6))
    sheet = sheet_of(load("duello"))
    setup = _setup(
        sheet,
        players,
        ends=(TARGET, GAMES, ROBIN).index(kind),
        count=plan.count,
        tie=int(plan.tie == TIE_BREAKER),
        stake=2,
    )
    (won,) = series.winners
    return Case("duello", sheet, setup, lines, series.totals, [won], won, series.payments())


CASES: Mapping[str, Callable[[int], Case]] = {
    "command-dice": command_dice,
    "dardz": dardz,
    "dardz, house values": dardz_by_house_values,
    "dardz, teams": dardz_teams,
    "duello": duello,
    "kadice": kadice,
    "kadoova-duel": kadoova_duel,
    "kadoova-duel, lowered": kadoova_lowered,
}
