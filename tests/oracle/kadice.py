"""KA'DICE! a second time, to be read from top to bottom like the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from tests.lockstep import Oracle
from throwdown.kernel.contract import CHANCE

CARD, CHANGE, HOLD, BONUS, ELIMINATE = 6, 23, 59, 90, 121
THREE, TEN, TWENTY_FIVE, TWO_PAIRS, SMALL, FULL_HOUSE, EVENS, ODDS, FOUR, LARGE, KADICE = range(6, 17)
A_DIE = {CHANCE: set(range(6))}
RUNS_OF_FOUR = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})


@cache
def shown(dice: tuple[int, ...]) -> frozenset[int]:
    """KA-1: the cards whose combination five dice show."""
    times = sorted((dice.count(face) for face in set(dice)), reverse=True)
    four_in_a_row = any(run <= set(dice) for run in RUNS_OF_FOUR)
    says = {
        THREE: times[0] >= 3,
        TEN: sum(dice) <= 10,
        TWENTY_FIVE: sum(dice) >= 25,
        TWO_PAIRS: times[0] >= 4 or times[:2] in ([2, 2], [3, 2]),
        SMALL: four_in_a_row,
        FULL_HOUSE: times in ([3, 2], [5]),
        EVENS: all(die % 2 == 0 for die in dice),
        ODDS: all(die % 2 == 1 for die in dice),
        FOUR: times[0] >= 4,
        LARGE: set(dice) in ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}),
        KADICE: len(times) == 5 and not four_in_a_row,
    }
    pairs = {n - 1 for n in dice if dice.count(n) >= 2}
    return frozenset(pairs | {card for card, is_shown in says.items() if is_shown})


@cache
def sets_of(numbers: tuple[int, ...], dice: tuple[int, ...], code: int) -> frozenset[int]:
    """The events that take up to four of the dice with these numbers; like dice count once."""
    kinds: dict[tuple[int, ...], int] = {}
    for size in range(min(4, len(numbers)) + 1):
        for some in combinations(numbers, size):
            kinds.setdefault(tuple(sorted(dice[k] for k in some)), sum(1 << k for k in some))
    return frozenset(code + some for some in kinds.values())


class Over(Exception):
    """The game is over."""


class Player:
    def __init__(self, seat: int, cards: int) -> None:
        self.seat = seat
        self.deck = set(range(17))
        self.stock = cards
        self.discards: list[int] = []
        self.active: int | None = None
        self.in_round = self.immune = self.shifted = self.fell = False
        self.dice = [0] * 5
        self.held: list[int] = []

    @property
    def has_cards(self) -> bool:
        return self.active is not None or self.stock > 0

    def lose_card(self) -> None:
        assert self.active is not None
        self.discards.append(self.active)
        self.active = None
        self.in_round = False
        self.held = []


class Table:
    def __init__(self, seats: int, values: dict[str, Any]) -> None:
        self.players = [Player(seat, values["cards-each"]) for seat in range(seats)]
        self.ends_at_once = values["last-player"] == "at once"
        self.most_rounds = values["most-rounds"]
        self.dealer = 0

    def clockwise(self) -> list[Player]:
        return self.players[self.dealer :] + self.players[: self.dealer]

    @property
    def decided(self) -> bool:
        return sum(player.has_cards for player in self.players) == 1

    def end_at_once(self) -> None:
        if self.ends_at_once and self.decided:  # KA-14
            raise Over

    def targets(self, player: Player) -> list[Player]:
        return [p for p in self.players if p is not player and p.active is not None and not p.immune]

    def move_button(self, steps: int) -> None:
        """KA-11: it skips players who are out."""
        order = self.clockwise()
        self.dealer = next(player.seat for player in order[steps:] + order if player.has_cards)


def play(seats: int, values: dict[str, Any]) -> Oracle:
    table = Table(seats, values)
    table.dealer = (yield from war(table.players)).seat  # KA-4
    try:
        for number in range(1, table.most_rounds + 1):
            yield from turn_up(table, [p for p in table.players if p.active is None and p.has_cards])
            yield from wars(table)
            yield from turns(table)
            yield from ghosts(table)
            if table.decided or number == table.most_rounds:  # KA-14, KA-16
                raise Over
            table.move_button(1)  # KA-10
    except Over:
        cards = [player.stock + (player.active is not None) for player in table.players]
        return cards if table.decided else [min(1, n) for n in cards]
    raise AssertionError("the last round ends the game")


def roll(numbers: list[int] | range, dice: list[int]) -> Any:
    for k in numbers:
        dice[k] = (yield A_DIE)[1] + 1


def war(players: list[Player]) -> Any:
    """KA-3: the winner."""
    count = 1
    while len(players) > 1:
        for player in players:
            player.dice = [0] * 5
            yield from roll(range(count), player.dice)
        best = max(sum(player.dice) for player in players)
        players = [player for player in players if sum(player.dice) == best]
        count = min(5, count + 1)
    return players[0]


def turn_up(table: Table, players: list[Player]) -> Any:
    for player in table.clockwise():
        if player in players:
            card = (yield {CHANCE: {CARD + card for card in player.deck}})[1] - CARD
            player.deck.remove(card)
            player.stock -= 1
            player.active = card


def wars(table: Table) -> Any:
    """KA-5."""
    while True:
        order = [player for player in table.clockwise() if player.active is not None]
        cards = [player.active for player in order]
        disputed = [card for card in cards if cards.count(card) > 1]
        if not disputed:
            return
        rivals = [player for player in order if player.active == disputed[0]]
        winner = yield from war(rivals)
        losers = [player for player in rivals if player is not winner]
        for player in losers:
            player.lose_card()
        table.end_at_once()
        yield from turn_up(table, [player for player in losers if player.has_cards])


def turns(table: Table) -> Any:
    """KA-6, KA-10."""
    table.move_button(0)
    for player in table.players:
        player.in_round = player.active is not None
        player.shifted = player.immune = False
    for lap in (1, 2, 3):
        for player in table.clockwise():
            if player.in_round:
                if not table.targets(player):
                    return
                yield from turn(table, player, lap)


def turn(table: Table, player: Player, lap: int) -> Any:
    """KA-7."""
    dice, held = player.dice, player.held
    if held:
        _, event = yield {player.seat: sets_of(tuple(held), tuple(dice), HOLD)}
        held = [k for k in held if event - HOLD >> k & 1]
    if player.active == THREE:
        player.shifted = False
    bonus = player.active == SMALL and lap == 1  # KA-0
    while True:
        fresh = [k for k in range(5) if k not in held]
        yield from roll(fresh, dice)
        event = yield from ability(table, player, fresh, lap, bonus)
        if not BONUS <= event < ELIMINATE:
            break
        held, bonus = [k for k in range(5) if event - BONUS >> k & 1], False
    player.held = []
    if event >= ELIMINATE:
        eliminate(table, player, event - ELIMINATE)
    else:
        player.held = [k for k in range(5) if event - HOLD >> k & 1]


def ability(table: Table, player: Player, fresh: list[int], lap: int, bonus: bool) -> Any:
    """Change dice, one at a time; returns the event that ends it."""
    dice, active = player.dice, player.active
    is_wild = len(set(dice)) == 1  # KA-9
    wild = {k for k in range(5) if is_wild or (k in fresh and dice[k] - 1 == active)}
    unchanged = set(fresh) | wild
    while True:
        reach = {k: faces for k in sorted(unchanged) if (faces := faces_in_reach(player, k, k in wild))}
        legal = {CHANGE + (dice[k] - 1) * 6 + face - 1 for k, faces in reach.items() for face in faces}
        legal |= eliminations(table, player)
        legal |= sets_of((0, 1, 2, 3, 4), tuple(dice), HOLD) if lap < 3 else {HOLD}
        if bonus:
            legal |= sets_of((0, 1, 2, 3, 4), tuple(dice), BONUS)
        if legal == {HOLD}:
            return HOLD
        _, event = yield {player.seat: legal}
        if event >= HOLD:
            return event
        old, new = (event - CHANGE) // 6 + 1, (event - CHANGE) % 6 + 1
        k = next(k for k in reach if dice[k] == old)
        dice[k] = new
        unchanged.remove(k)
        if k not in wild:
            player.shifted = True


def faces_in_reach(player: Player, k: int, is_wild: bool) -> set[int]:
    face = player.dice[k]
    if is_wild:
        return {1, 2, 3, 4, 5, 6} - {face}
    faces: set[int] = set()
    if not player.shifted:
        if player.active in (THREE, TEN):
            faces.add(face - 1)
        if player.active in (THREE, TWENTY_FIVE):
            faces.add(face + 1)
    return faces & {1, 2, 3, 4, 5, 6}


def eliminations(table: Table, player: Player) -> set[int]:
    cards = shown(tuple(sorted(player.dice)))
    targets = table.targets(player)
    matched = [p for p in targets if p.active in cards]
    others = [p for p in targets if p.active not in cards]
    if player.active not in cards or player.active not in (EVENS, ODDS, FOUR, LARGE, KADICE):
        free = 0
    else:
        free = 1 if player.active in (EVENS, ODDS) else 2
    if player.active == KADICE and free:  # KA-0: all or none
        return {ELIMINATE + sum(1 << p.seat for p in targets)} if targets else set()
    more = [some for n in range(free + 1) for some in combinations(others, n)]
    return {
        ELIMINATE + sum(1 << p.seat for p in (*some, *extra))
        for some in subsets(matched)
        for extra in more
        if some or extra
    }


def subsets(players: list[Player]) -> Iterator[tuple[Player, ...]]:
    for n in range(len(players) + 1):
        yield from combinations(players, n)


def eliminate(table: Table, player: Player, seats: int) -> None:
    """KA-8."""
    for victim in table.players:
        if seats >> victim.seat & 1:
            victim.lose_card()
            victim.fell = not victim.has_cards
    player.immune = player.active == TWO_PAIRS
    player.in_round = player.active == FULL_HOUSE
    table.end_at_once()


def ghosts(table: Table) -> Any:
    """KA-12, KA-13."""
    for player in table.clockwise():
        player.held = []
        if player.has_cards or player.fell:
            continue
        yield from roll(range(5), player.dice)
        cards = shown(tuple(sorted(player.dice)))
        if len(set(player.dice)) == 1 or any(p.active in cards for p in table.players):
            player.active = (yield {CHANCE: set(range(CARD, CARD + 17))})[1] - CARD
            player.deck = set()
            player.discards = [card for card in range(17) if card != player.active]
    for player in table.players:
        player.fell = False
