"""Command Dice a second time, to be read from top to bottom like the rulebook."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.lockstep import Oracle, chance, choice, together

RED_DEALT, BLACK_DEALT = 91, 92
STOP = 141


@cache
def picks(red: int, white: int, blue: int) -> set[int]:
    """CD-6: one to four of the pool's dice."""
    sets = product(range(red + 1), range(white + 1), range(blue + 1))
    return {r * 12 + w * 3 + b for r, w, b in sets if 1 <= r + w + b <= 4}


class Match:
    def __init__(self, values: dict[str, Any]) -> None:
        dice = [values["red-swords"], values["white-swords"], values["blue-swords"]]
        self.faces = [dict(Counter(84 + n for n in swords)) for swords in dice]
        self.tie_slot = 0 if values["tie-card"].startswith("the first") else 2
        self.whole_roll = values["waste-is-judged"] == "over the whole roll"
        self.victories = [0, 0]


def play(seats: int, values: dict[str, Any]) -> Oracle:
    match = Match(values)
    dealt = yield from chance({RED_DEALT, BLACK_DEALT})  # CD-4
    match.red = 0 if dealt == RED_DEALT else 1
    while max(match.victories) < 3:  # CD-17
        yield from play_round(match)
    return match.victories


def play_round(match: Any) -> Any:
    match.deck = set(range(24))  # CD-14
    match.pools = [[4, 3, 2], [4, 3, 2]]
    match.won = [[], []]
    while True:  # CD-15
        alone = [seat for seat in (0, 1) if not any(match.pools[1 - seat])]
        yield from turn(match, alone or [0, 1])
        if alone or not match.deck or not any(match.pools[0] + match.pools[1]):
            break
    score = [(sum(values), -len(values)) for values in match.won]
    if score[0] != score[1]:  # CD-16
        match.victories[score.index(max(score))] += 1


def turn(match: Any, players: list[int]) -> Any:
    line = []
    for _ in range(3):
        card = (yield from chance({60 + card for card in match.deck})) - 60  # CD-5
        match.deck.remove(card)
        line.append(card)
    picked = yield from together({seat: picks(*match.pools[seat]) for seat in players})  # CD-6
    hands = {seat: [*[0] * (p // 12), *[1] * (p // 3 % 4), *[2] * (p % 3)] for seat, p in picked.items()}
    tie_red = 6 <= line[match.tie_slot] < 18
    tie_seat = match.red if tie_red else 1 - match.red
    order = sorted(players, key=lambda seat: (len(hands[seat]), seat != tie_seat))  # CD-7
    for seat in order:
        if any(card is not None for card in line):  # CD-12
            yield from act(match, seat, hands[seat], line)


def act(match: Any, seat: int, hand: list[int], line: list[Any]) -> Any:
    swords = []
    for colour in hand:  # CD-8
        swords.append((yield from chance(match.faces[colour])) - 84)
    free, placed = set(range(len(hand))), Placed((), 0)
    together = match.whole_roll
    while can_reach(tuple(swords), frozenset(free), prices_of(line)):
        moves = strikes(tuple(hand), tuple(swords), frozenset(free), prices_of(line), placed, together)
        legal = set(moves)
        if placed.prices:
            legal.add(STOP)  # CD-9
        event = yield from choice(seat, legal)
        if event == STOP:
            break
        slot, dice = moves[event]
        free -= set(dice)
        price = line[slot] % 6 + 1
        match.won[seat].append(price)
        placed = Placed((*placed.prices, price), placed.swords + sum(swords[die] for die in dice))
        line[slot] = None
        for die in dice:
            match.pools[seat][hand[die]] -= 1  # CD-11


class Placed(NamedTuple):
    """The values of the cards taken with this roll, and the swords that took them."""

    prices: tuple[int, ...]
    swords: int


def prices_of(line: list[int | None]) -> tuple[int | None, ...]:
    """The value of each card of the line that is still there."""
    return tuple(None if card is None else card % 6 + 1 for card in line)


@cache
def can_reach(swords: tuple[int, ...], free: frozenset[int], prices: tuple[int | None, ...]) -> bool:
    there = [price for price in prices if price is not None]
    return bool(there) and sum(swords[die] for die in free) >= min(there)


@cache
def strikes(
    hand: tuple[int, ...],
    swords: tuple[int, ...],
    free: frozenset[int],
    prices: tuple[int | None, ...],
    placed: Placed,
    together: bool,
) -> dict[int, Any]:
    """CD-10: for each card the sets of free dice that waste least; like dice count once."""
    usable = sorted(die for die in free if swords[die])
    sets = [c for k in range(1, len(usable) + 1) for c in combinations(usable, k)]
    moves = {}
    for slot, price in enumerate(prices):
        if price is None:
            continue
        totals = [sum(swords[die] for die in dice) for dice in sets]
        least = min((total for total in totals if total >= price), default=0)
        if together:
            least = fewest((*placed.prices, price), swords) - placed.swords
        seen = set()
        for dice, total in zip(sets, totals, strict=True):
            looks = tuple(sorted((hand[die], swords[die]) for die in dice))
            if total >= price and total == least and looks not in seen:
                seen.add(looks)
                moves[93 + slot * 16 + sum(1 << die for die in dice)] = (slot, dice)
    return moves


@cache
def fewest(prices: tuple[int, ...], swords: tuple[int, ...]) -> int:
    """The fewest swords with which the whole roll takes all those cards; many where it cannot."""
    if not prices:
        return 0
    price, *rest = prices
    ways = [99]
    for many in range(1, len(swords) + 1):
        for dice in combinations(range(len(swords)), many):
            total = sum(swords[die] for die in dice)
            if total >= price:
                others = tuple(shown for die, shown in enumerate(swords) if die not in dice)
                ways.append(total + fewest(tuple(rest), others))
    return min(ways)
