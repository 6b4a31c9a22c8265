"""DARDZ a second time, to be read from top to bottom like the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from tests.lockstep import Oracle, chance, choice

NOTHING, PLAY, GUESS, KEEP, OFFER, FETCH = 0, 13, 19, 25, 26, 45
CALL_TEN, ROLL_ON, DIE, CARD = 197, 198, 199, 205
GOLDEN, JACKPOT, TRADE = 12, 13, 18


class RoundEndError(Exception):
    """Raised wherever the round ends, with the seat that has the ten points, or None."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat


class Table:
    def __init__(self, seats: int, values: dict[str, Any]) -> None:
        self.values = values
        self.seats = range(seats)
        self.sides = seats // 2 if values["teams"] else seats  # DZ-24
        self.called_by_players = values["announce-ten"] == "by the players"
        self.target = values["team-target" if values["teams"] else "target"]
        self.score = [0] * self.sides
        self.somebody_scored = False  # in this match, whatever is left of it (DZ-3)
        self.points = [*values["card-points"], values["golden-points"], *values["action-points"]]
        golden = values["golden-sevens"]
        self.cards = Counter(dict.fromkeys(range(12), 6) | dict.fromkeys(range(JACKPOT, TRADE + 1), 3))
        self.cards[6], self.cards[GOLDEN] = 6 - golden, golden

    def gain(self, seat: int, points: int) -> None:
        side = seat % self.sides
        self.score[side] = max(0, self.score[side] + points)  # DZ-4
        self.somebody_scored |= points > 0

    def left_from(self, seat: int) -> list[int]:
        return [*self.seats[seat:], *self.seats[:seat]]

    def edge(self, best: Any) -> set[int]:
        """The sides with the best score, by ``min`` or ``max``."""
        return {side for side, points in enumerate(self.score) if points == best(self.score)}


def number_on(kind: int) -> int:
    return kind + 1 if kind < GOLDEN else 7 if kind == GOLDEN else 0


def play(seats: int, values: dict[str, Any]) -> Oracle:
    table = Table(seats, values)
    sums = {}
    for seat in table.seats:  # DZ-5
        sums[seat] = sum((yield from dice(2)))
    first = yield from roll_off([seat for seat in sums if sums[seat] == max(sums.values())])
    for number in range(1, 51):
        yield from play_round(table, first)
        if max(table.score) >= table.target or number == 50:  # DZ-22
            break
        lowest = table.edge(min)
        first = yield from roll_off([seat for seat in table.seats if seat % table.sides in lowest])  # DZ-21
    return (yield from final_points(table))


def dice(many: int) -> Any:
    faces = []
    for _ in range(many):
        faces.append((yield from chance(set(range(DIE, DIE + 6)))) - DIE + 1)
    return faces


def roll_off(tied: list[int]) -> Any:
    """One die each, those who tie again, until one is left (DZ-5)."""
    while len(tied) > 1:
        rolled = {}
        for seat in tied:
            rolled[seat] = (yield from dice(1))[0]
        tied = [seat for seat in tied if rolled[seat] == max(rolled.values())]
    return tied[0]


def final_points(table: Table) -> Any:
    """DZ-22: of several with the highest score the best of three Roll-Offs ranks one a point above."""
    best = sorted(table.edge(max))
    if len(best) > 1:
        wins: Counter[int] = Counter()
        while max(wins.values(), default=0) < 2:
            wins[(yield from roll_off(best))] += 1
        table.score[max(wins, key=lambda seat: wins[seat])] += 1  # what ranks the seats, not a score
    return [table.score[seat % table.sides] for seat in table.seats]


def play_round(table: Table, first: int) -> Any:
    table.pack = Counter(table.cards)  # DZ-6
    table.hands = [[] for _ in table.seats]
    table.piles = [[] for _ in table.seats]
    still = 0
    try:
        yield from draw(table, first, dict.fromkeys(table.seats, 3))
        me = first
        while True:
            before = sum(map(len, table.piles))
            yield from take_turn(table, me)
            still = 0 if sum(map(len, table.piles)) > before else still + 1
            if still == 3 * len(table.seats):  # DZ-18
                raise RoundEndError(None)
            yield from draw(table, me, {seat: 3 - len(table.hands[seat]) for seat in table.seats})  # DZ-16
            me = table.left_from(me)[1]
    except RoundEndError as end:
        yield from score_round(table, end.seat)


def score_round(table: Table, winner: int | None) -> Any:
    if winner is not None:
        table.gain(winner, 10)  # DZ-17
    for seat in table.seats:
        table.gain(seat, sum(table.points[kind] for kind in table.piles[seat]))  # DZ-19
    for seat in table.seats:
        if len(table.piles[seat]) <= 3:  # DZ-20
            one, other = yield from dice(2)
            table.gain(seat, one * other)


def draw(table: Table, start: int, wanted: dict[int, int]) -> Any:
    """From ``start`` to the left, each the cards they want, while there are any."""
    for seat in table.left_from(start):
        for _ in range(wanted.get(seat, 0)):
            if not any(table.pack.values()):
                return
            legal = {CARD + kind: many for kind, many in table.pack.items() if many}
            kind = (yield from chance(legal)) - CARD
            table.pack[kind] -= 1
            table.hands[seat].append(kind)


def take_turn(table: Table, me: int) -> Any:
    yield from play_actions(table, me)  # DZ-7
    yield from move(table, me, (yield from roll(table, me, 1))[0])  # DZ-8
    yield from play_actions(table, me)
    yield from move(table, me, (yield from pick(table, me, (yield from roll(table, me, 2)))))  # DZ-9
    yield from play_actions(table, me)
    rolled = yield from roll(table, me, 3)  # DZ-10
    if len(set(rolled)) == 1:
        table.gain(me, 20)  # DZ-12
    number = yield from pick(table, me, rolled)
    mine = number in numbers(table, me)
    yield from move(table, me, number)
    if mine and table.hands[me]:
        yield from bonus_roll(table, me)  # DZ-13


def numbers(table: Table, seat: int) -> set[int]:
    return {number_on(kind) for kind in table.hands[seat]} - {0}


def on_offer(rolled: list[int]) -> set[int]:
    return set(rolled) | {a + b for a, b in combinations(rolled, 2)}


def pick(table: Table, me: int, rolled: list[int]) -> Any:
    """DZ-11: nothing only where nothing on offer is in one's own hand."""
    legal = on_offer(rolled)
    if not legal & numbers(table, me):
        legal |= {NOTHING}
    return (yield from decide(table, me, legal))


def roll(table: Table, me: int, many: int) -> Any:
    """The dice of a turn; players who call their ten cards have until the player on turn rolls (DZ-17)."""
    if table.called_by_players:
        yield from decide(table, me, {ROLL_ON})
    return (yield from dice(many))


def decide(table: Table, me: int, legal: set[int]) -> Any:
    """The player on turn does one of these; whoever has ten cards may call them first (DZ-17)."""
    full = [seat for seat in table.seats if table.called_by_players and len(table.piles[seat]) >= 10]
    asked = {me: set(legal)}
    for seat in full:
        asked[seat] = asked.get(seat, set()) | {CALL_TEN}
    seat, event = yield asked
    if event == CALL_TEN:
        raise RoundEndError(seat)
    return event


def move(table: Table, me: int, number: int) -> Any:
    """Everybody moves that number, then the piles are counted, then everybody draws."""
    if number == NOTHING:
        return
    moved = {seat: to_pile(table, seat, number) for seat in table.seats}
    yield from count_piles(table)
    yield from draw(table, me, moved)


def to_pile(table: Table, seat: int, number: int) -> int:
    going = [kind for kind in table.hands[seat] if number_on(kind) == number]
    table.piles[seat] += going
    table.hands[seat] = [kind for kind in table.hands[seat] if number_on(kind) != number]
    return len(going)


def count_piles(table: Table) -> Any:
    """DZ-17."""
    ready = {seat: len(table.piles[seat]) for seat in table.seats if len(table.piles[seat]) >= 10}
    if ready and not table.called_by_players:
        most = [seat for seat in ready if ready[seat] == max(ready.values())]
        raise RoundEndError((yield from roll_off(most)))


def bonus_roll(table: Table, me: int) -> Any:
    """DZ-14, DZ-15."""
    while True:
        yield from play_actions(table, me, replaced=False)
        if not table.hands[me]:
            return
        mine = on_offer((yield from roll(table, me, 2))) & numbers(table, me)
        if not mine:
            return
        to_pile(table, me, (yield from decide(table, me, mine)))
        yield from clean_up(table, me)
        if not table.hands[me]:
            return


def clean_up(table: Table, me: int) -> Any:
    if not table.hands[me]:
        table.gain(me, 5)
    yield from count_piles(table)


# Action cards (DZ-3)


def play_actions(table: Table, me: int, replaced: bool = True) -> Any:
    """DZ-7: all of them, the Clock after the others; the effect first, then the card counts."""
    while actions := {kind for kind in table.hands[me] if kind > GOLDEN}:
        others = {kind for kind in actions if not passes(table, kind)}
        playable = {PLAY + kind - JACKPOT for kind in others or actions}
        kind = (yield from decide(table, me, playable)) - PLAY + JACKPOT
        table.hands[me].remove(kind)
        if passes(table, kind) and replaced:
            yield from draw(table, me, {me: 1})
        for what in effects(table, kind):
            yield from effect(table, me, what)
        table.piles[me].append(kind)
        if replaced:
            yield from count_piles(table)
        else:
            yield from clean_up(table, me)
        if replaced and not passes(table, kind):
            yield from draw(table, me, {me: 1})


def effects(table: Table, kind: int) -> list[str]:
    """What the card does first, and then."""
    name = ("jackpot", "boost", "bunk", "clock", "skull", "trade")[kind - JACKPOT]
    return [table.values[f"{name}-does"], table.values[f"{name}-then"]]


def passes(table: Table, kind: int) -> bool:
    return bool({"hands go left", "hands go right"} & set(effects(table, kind)))


def effect(table: Table, me: int, what: str) -> Any:
    mine = {me % table.sides}
    if what == "guess a die":
        named = (yield from choice(me, set(range(GUESS, GUESS + 6)))) - GUESS + 1
        right = (yield from dice(1)) == [named]
        table.gain(me, table.values["jackpot-right" if right else "jackpot-wrong"])
    elif what == "the holder gains":
        yield from change(table, mine, "boost-dice", 1)
    elif what == "the holder loses" and table.somebody_scored:
        yield from change(table, mine, "bunk-dice", -1)
    elif what == "the lowest gain" and table.somebody_scored:
        yield from change(table, table.edge(min), "boost-dice", 1)
    elif what == "the highest lose" and table.somebody_scored:
        yield from change(table, table.edge(max), "bunk-dice", -1)
    elif what == "all others lose" and table.somebody_scored:
        yield from change(table, set(range(table.sides)) - mine, "bunk-dice", -1)
    elif what == "hands go left":
        table.hands = table.hands[-1:] + table.hands[:-1]
    elif what == "hands go right":
        table.hands = table.hands[1:] + table.hands[:1]
    elif what == "swap a card":
        yield from trade(table, me)


def change(table: Table, sides: set[int], key: str, sign: int) -> Any:
    points = sum((yield from dice(table.values[key])))
    for side in sides:
        table.gain(side, sign * points)


def trade(table: Table, me: int) -> Any:
    theirs = {FETCH + seat * 19 + kind for seat in table.seats if seat != me for kind in table.hands[seat]}
    if not table.hands[me] or not theirs:
        return
    given = yield from choice(me, {KEEP} | {OFFER + kind for kind in table.hands[me]})
    if given == KEEP:
        return
    seat, taken = divmod((yield from choice(me, theirs)) - FETCH, 19)
    table.hands[me].remove(given - OFFER)
    table.hands[seat].remove(taken)
    table.hands[me].append(taken)
    table.hands[seat].append(given - OFFER)
