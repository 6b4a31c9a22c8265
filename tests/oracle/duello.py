"""Duello and the Mexican Standoff a second time, to be read from top to bottom like the rulebook."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from tests.lockstep import Final, Oracle, chance, choice, together

REROLL, AIM, SHOOT = 0, 1, 2
FACE, INTO, OUT_OF, SATISFIED, CHECK, CALL, FOLD, PICK = 3, 9, 15, 21, 22, 23, 24, 25
STAY = 349
FACES = range(6)


class Ended(Exception):
    """The game is decided."""


class Player:
    """Dice are lists of faces 0 to 5."""

    def __init__(self, seat: int, chips: int) -> None:
        self.seat = seat
        self.chips = chips
        self.target = [0] * 5  # DU-1
        self.stock = [0] * 10
        self.points = 0
        self.begin_round()

    def begin_round(self) -> None:
        self.right: list[int] = []
        self.wrong: list[int] = []
        self.has_shot = self.shown = False
        self.further: int | None = None

    @property
    def total(self) -> int:
        return len(self.target) + len(self.stock)  # DU-16


class Match:
    """``circle``: who is in, in the order in which each targets the next (DU-19)."""

    def __init__(self, seats: int, values: dict[str, Any]) -> None:
        self.values = values
        self.players = [Player(seat, values["chips"][seat]) for seat in range(seats)]
        self.circle = list(self.players)
        self.pot = values["pot"] if values["wagering"] else 0
        self.quiet = 0

    def left_of(self, player: Player) -> Player:
        return self.circle[(self.circle.index(player) + 1) % len(self.circle)]

    def right_of(self, player: Player) -> Player:
        return self.circle[self.circle.index(player) - 1]

    def active(self) -> list[Player]:
        return [player for player in self.circle if not player.has_shot]  # DU-20


def subsets(dice: list[int]) -> dict[int, list[int]]:
    """Every set of ``dice`` but the empty one, by its event."""
    return subsets_of(tuple(sorted(dice)))


@cache
def subsets_of(dice: tuple[int, ...]) -> dict[int, list[int]]:
    there = Counter(dice)
    counts = product(*(range(there[face] + 1) for face in reversed(FACES)))
    sets = [[face for face in FACES for _ in range(some[5 - face])] for some in counts]
    return {PICK + code: some for code, some in enumerate(sets) if some}


@cache
def names(many: int) -> dict[int, tuple[int, ...]]:
    """Every shot at ``many`` target dice, by its event."""
    return {PICK + k: shot for k, shot in enumerate(combinations_with_replacement(FACES, many))}


def play(seats: int, values: dict[str, Any]) -> Oracle:
    match = Match(seats, values)
    try:
        for _ in range(3):  # DU-11
            yield from play_round(match)
        yield from most(match.circle, match, by_target=True)  # DU-14, DU-21
    except Ended:
        points = [player.points for player in match.players]
        if not values["wagering"]:
            return points
        return Final(points, {"chips": [player.chips for player in match.players], "pot": [match.pot]})
    raise AssertionError("a game ends")


def play_round(match: Match) -> Any:
    for player in match.circle:
        player.begin_round()
        player.target = yield from roll(len(player.target))
        player.stock = yield from roll(len(player.stock))
    while match.active():
        yield from turn(match)


def roll(many: int) -> Any:
    dice = []
    for _ in range(many):
        dice.append((yield from chance({FACE + face for face in FACES})) - FACE)
    return dice


def turn(match: Match) -> Any:
    yield from betting(match)
    active = match.active()
    if not active:  # all but folders had shot
        return
    said = yield from together({player.seat: declarations(match, player) for player in active})  # DU-2
    acting = [[player for player in active if said[player.seat] == action] for action in (REROLL, AIM, SHOOT)]
    yield from rerolls(acting[REROLL])
    if len(acting[AIM]) > 1:
        yield from aim_together(match, acting[AIM])
    elif acting[AIM]:
        yield from aim_alone(match, acting[AIM][0])
    aimed_at = {player.seat: match.left_of(player) for player in acting[SHOOT]}
    shots = yield from together({seat: set(names(len(other.target))) for seat, other in aimed_at.items()})
    match.quiet = 0 if acting[AIM] or acting[SHOOT] else match.quiet + 1
    for seat, event in shots.items():
        fire(match.players[seat], aimed_at[seat], event)
    for player in active:
        if player.further is not None:
            player.further -= 1
    for other in aimed_at.values():
        if not other.has_shot:
            other.further = len(other.target)  # DU-9, DU-20
    yield from after_shots(match)


def declarations(match: Match, player: Player) -> set[int]:
    if not player.stock or player.further == 1:  # DU-8, DU-9
        return {SHOOT}
    return {AIM, SHOOT} if match.quiet >= 10 else {REROLL, AIM, SHOOT}  # DU-3


def rerolls(players: list[Player]) -> Any:
    options = {player.seat: subsets(player.stock) for player in players}
    chosen = yield from together({seat: set(sets) for seat, sets in options.items()})
    for player in players:
        again = options[player.seat][chosen[player.seat]]
        for die in again:
            player.stock.remove(die)
        player.stock += yield from roll(len(again))


def aim_alone(match: Match, player: Player) -> Any:
    sets = subsets(player.stock)
    placed = sets[(yield from choice(player.seat, set(sets)))]
    for die in placed:
        player.stock.remove(die)
    ask(player, match.left_of(player), placed)


def aim_together(match: Match, players: list[Player]) -> Any:
    """DU-6: everybody may move until all are satisfied; ``asked`` are those who do not just wait."""
    seats = {player.seat: player for player in players}
    middle: dict[int, list[int]] = {seat: [] for seat in seats}
    left = dict.fromkeys(seats, 10)
    satisfied: set[int] = set()
    asked = set(seats)
    while satisfied != set(seats):
        legal = {}
        for seat in asked:
            word = {STAY} if seat in satisfied else {SATISFIED} if middle[seat] else set()
            legal[seat] = word | moves(seats[seat].stock, middle[seat], left[seat])
        seat, event = yield legal
        if event == SATISFIED:
            satisfied.add(seat)
        elif event == STAY:
            asked.remove(seat)
        else:
            put(event, seats[seat].stock, middle[seat])
            left[seat] -= 1
            asked = {each for each in seats if left[each]}
            satisfied = set(seats) - asked
    for seat, player in seats.items():
        ask(player, match.left_of(player), middle[seat])


def put(event: int, stock: list[int], middle: list[int]) -> None:
    """Move a die into the middle or out of it."""
    face = (event - INTO) % 6
    here, there = (stock, middle) if event < OUT_OF else (middle, stock)
    here.remove(face)
    there.append(face)


def moves(stock: list[int], middle: list[int], left: int) -> set[int]:
    """The last change leaves at least one die in the middle."""
    may_take = left > 1 or len(middle) > 1
    return {INTO + face for face in stock} | {OUT_OF + face for face in middle if may_take}


def ask(player: Player, other: Player, placed: list[int]) -> None:
    for die in placed:  # DU-5
        matches = player.right.count(die) < other.target.count(die)
        (player.right if matches else player.wrong).append(die)


def fire(player: Player, other: Player, event: int) -> None:
    player.has_shot = other.shown = True
    for value in names(len(other.target))[event]:  # DU-7
        if value in other.target:
            other.target = without(other.target, value)


def without(dice: list[int], value: int) -> list[int]:
    rest = list(dice)
    rest.remove(value)
    return rest


def after_shots(match: Match) -> Any:
    left = [player for player in match.circle if player.target]
    if not left:  # DU-13, DU-21
        yield from most(match.circle, match, by_target=False)
    if len(left) == 1:
        end(match, left[0], left[0].total)  # DU-12
    yield from close(match, left)


def close(match: Match, left: list[Player]) -> Any:
    """DU-19, DU-20: the circle closes to ``left``."""
    before = {player.seat: match.left_of(player) for player in match.circle}
    match.circle = left
    if not match.active():
        return
    fresh = [player for player in left if match.left_of(player) is not before[player.seat]]
    for player in fresh:
        player.right, player.wrong = [], []
    for player in left:
        if not player.has_shot and player.further is None and match.right_of(player).has_shot:
            player.further = len(player.target)
    for player in left:
        if player.shown and match.right_of(player) in fresh:
            player.target = yield from roll(len(player.target))
            player.shown = False


def most(players: list[Player], match: Match, by_target: bool) -> Any:
    def rank(player: Player) -> tuple[int, int]:
        return (len(player.target) if by_target else 0, len(player.stock))

    best = [player for player in players if rank(player) == max(map(rank, players))]
    if len(best) == 1:
        others = [player.total for player in players if player is not best[0]]
        end(match, best[0], max(1, best[0].total - max(others)))
    if len(match.players) == 2 and not match.values["tie-breaker"]:
        draw(match)
    while len(best) > 1:  # DU-15
        dice = yield from roll(len(best))
        best = [player for player, die in zip(best, dice, strict=True) if die == max(dice)]
    end(match, best[0], 1)


def end(match: Match, winner: Player, points: int) -> None:
    winner.points = points
    winner.chips += match.pot  # DU-23
    match.pot = 0
    raise Ended


def draw(match: Match) -> None:
    if match.values["drawn-pot"] == "is split":  # DU-24
        first = match.values["first-bettor"] % 2
        half = match.pot // 2
        match.players[first].chips += match.pot - half
        match.players[1 - first].chips += half
        match.pot = 0
    raise Ended


def betting(match: Match) -> Any:
    """DU-23, DU-24."""
    if not match.values["wagering"] or any(player.chips == 0 for player in match.circle):
        return
    seats = len(match.players)
    first = match.values["first-bettor"] % seats
    order = sorted(match.circle, key=lambda player: (player.seat - first) % seats)
    paid = {player.seat: 0 for player in order}
    level = named = 0
    waiting = list(order)
    while waiting:
        player = waiting.pop(0)
        limit = min(other.chips + paid[other.seat] for other in match.circle)
        owed = level - paid[player.seat]
        most_named = min(player.chips - owed, match.values["most-bet"]) if named < 4 and level < limit else 0
        legal = {CALL, FOLD} if owed else {CHECK}
        event = yield from choice(player.seat, legal | {PICK + n for n in range(1, most_named + 1)})
        if event == FOLD:
            yield from fold(match, player)
            continue
        if event > PICK:
            named += 1
            level = min(level + event - PICK, limit)
            at = match.circle.index(player)
            waiting = match.circle[at + 1 :] + match.circle[:at]
        owed = level - paid[player.seat]
        player.chips -= owed
        paid[player.seat] += owed
        match.pot += owed


def fold(match: Match, player: Player) -> Any:
    left = [other for other in match.circle if other is not player]
    if len(match.players) == 2:
        everything = match.values["fold-points"] == "all dice left"
        end(match, left[0], left[0].total if everything else max(1, left[0].total - player.total))
    if len(left) == 1:
        end(match, left[0], left[0].total)
    yield from close(match, left)
