"""Kadoova Duel a second time, to be read from top to bottom like the rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.lockstep import Final, Legal, Oracle, chance, choice
from tests.oracle.kadoova_duels import Bout, begun_with, draw_for_it, fight, forfeit
from throwdown.games.kadoova_duel.cards import (
    ADMIT,
    BUY_EXTRA,
    BUY_LESS,
    CARD,
    CAUGHT,
    CHOOSE,
    DENY,
    DRAW,
    KEEP,
    PLAY_BET_LOSE,
    PLAY_BET_WIN,
    PLAY_ON,
    Kind,
)
from throwdown.games.kadoova_duel.duels.register import Duel
from throwdown.games.kadoova_duel.duels.table import PASS

UPGRADES = (Kind.SIDE_WAGER, Kind.DEEP_POCKETS, Kind.GLORY_HOUND, Kind.THICK_SKIN)
MOVABLE = {Kind.PICKPOCKET: "pickpocket", Kind.WINDFALL: "windfall", Kind.TAX: "tax-day"}
PAIRED = [duel for duel in Duel if duel < Duel.QUICK_DRAW]
DECKS = ("axe", "chicken", "class", "con", "beach", "hare", "pineapple", "plague", "skeptic")
HOWS = ("high", "low", "choose", "left", "right")
NO_EXTRA = {Duel.CLASS, Duel.CON, Duel.BEACH, Duel.SKEPTIC}  # KD-16
MAY_EXTRA = [Duel.HARE, Duel.PINEAPPLE, Duel.WAR]  # where the table says so
NO_LESS = {Duel.BEACH, Duel.HARE}
GREYS = {Duel.CON: 4, Duel.SKEPTIC: 4, Duel.HORSE: 3, Duel.PINEAPPLE: 3, Duel.HARE: 2, Duel.QUICK_DRAW: 1}


@dataclass
class Card:
    """A Kadoova card on the table."""

    kind: Kind
    by: int
    on: int
    stake: int = 0
    void: bool = False


class Game:
    def __init__(self, seats: int, values: dict[str, Any]) -> None:
        self.seats = seats
        self.values = values
        self.timing = values["timing"]
        self.scores = [0] * seats
        self.by_bets = [0] * seats
        self.by_cards = [0] * seats
        self.hands: list[Counter[Kind]] = [Counter() for _ in range(seats)]
        self.upgrades: list[set[Kind]] = [set() for _ in range(seats)]
        kinds = [kind for kind in Kind if kind not in UPGRADES]
        self.deck = Counter(dict.fromkeys(UPGRADES, 1)) + Counter(
            dict(zip(kinds, values["card-counts"], strict=True))
        )
        self.discard: Counter[Kind] = Counter()
        self.variant = seats == 2 and values["two-seats"] == "twelve duels"
        self.duels = self.all_duels()
        self.played: list[Card] = []
        self.turns = 0

    def all_duels(self) -> Counter[tuple[Duel, str]]:
        """KD-2, KD-10."""
        cards: Counter[tuple[Duel, str]] = Counter()
        for duel in PAIRED:
            for how, copies in zip(HOWS, self.values[f"{DECKS[duel]}-cards"], strict=True):
                cards[duel, how] = copies
        for duel, copies in zip(
            (Duel.QUICK_DRAW, Duel.WAR, Duel.HORSE), self.values["all-cards"], strict=True
        ):
            cards[duel, "all"] = 1 if self.variant else copies
        if self.variant:
            kept = {duel: next(card for card in cards if card[0] == duel and cards[card]) for duel in Duel}
            return Counter(kept.values())
        return cards

    def left_of(self, seat: int) -> list[int]:
        """All other seats, the nearest to the left first."""
        return [(seat + k) % self.seats for k in range(1, self.seats)]

    def lay(self, seat: int, kind: Kind, on: int, stake: int = 0) -> Card:
        self.hands[seat][kind] -= 1
        self.played.append(Card(kind, seat, on, stake))
        return self.played[-1]

    def credit(self, seat: int, points: int) -> None:
        """What a card brings or costs."""
        self.scores[seat] += points
        self.by_cards[seat] += points

    def on_turn(self, bout: Bout, seat: int) -> set[int]:
        """KD-5: what may be played "on your turn" while the duel is on."""
        window = Window(self, bout, "during")
        kinds = [kind for kind in MOVABLE if self.hands[seat][kind] and window.fits(kind, seat)]
        return {event for kind in kinds for event in window.ways(kind, seat)}

    def play_on_turn(self, seat: int, event: int) -> None:
        """It takes effect at once: what is played during a duel is not Noped."""
        kind, on = divmod(event - PLAY_ON, 4)
        self.pay(self.lay(seat, Kind(kind), on))

    def pay(self, card: Card) -> None:
        """Pickpocket, Windfall, Tax Day."""
        if card.kind == Kind.PICKPOCKET:
            self.credit(card.by, self.take(card.on, self.values["pickpocket"], card.by))
        elif card.kind == Kind.WINDFALL:
            self.credit(card.by, self.values["windfall"])
        else:
            for seat in range(self.seats):
                if self.scores[seat] >= self.values["tax-day-from"]:
                    self.take(seat, self.values["tax-day"], card.by)

    def take(self, victim: int, points: int, by: int) -> int:
        """KD-14: Thick Skin holds against another's card."""
        if victim != by and Kind.THICK_SKIN in self.upgrades[victim]:
            points = min(points, self.values["thick-skin"])
        self.credit(victim, -points)
        return points

    def give_back(self, cards: list[Card]) -> None:
        for card in cards:
            self.hands[card.by][card.kind] += 1


def play(seats: int, values: dict[str, Any]) -> Oracle:
    game = Game(seats, values)
    yield from fill_hands(game, 0)  # KD-3
    opening = yield from quick_draw(game, set(range(seats)))  # KD-4
    game.scores[opening] += 1000
    challenger, last, left = opening, None, 0
    while True:
        yield from turn(game, challenger)
        yield from fill_hands(game, challenger)
        game.turns += 1
        if (game.variant and game.turns == 12) or (not game.variant and game.turns == values["most-turns"]):
            break
        if not game.variant:  # KD-9
            reached = max(game.scores) >= values["goal"]
            if last is None and reached:
                last, left = leader(game, challenger), seats - 1
            elif last is not None:
                left -= 1
                if not reached:
                    last = None
                elif left == 0:
                    break
        challenger = next(seat for seat in [*game.left_of(challenger), challenger] if seat != last)
    top = {seat for seat in range(seats) if game.scores[seat] == max(game.scores)}
    standing = list(game.scores)
    if len(top) > 1:
        standing[(yield from quick_draw(game, top))] += 1
    fields = {"score": game.scores, "by_bets": game.by_bets, "by_cards": game.by_cards}
    return Final(standing, fields)


def leader(game: Game, challenger: int) -> int:
    return max([*game.left_of(challenger), challenger], key=lambda seat: game.scores[seat])


def quick_draw(game: Game, players: set[int]) -> Any:
    """KD-4, KD-11: without cards."""
    bout = Bout(game, Duel.QUICK_DRAW, -1, None, players)
    bout.with_cards, bout.plain = False, True
    yield from fight(bout)
    return bout.winner


def fill_hands(game: Game, first: int) -> Any:
    for seat in [first, *game.left_of(first)]:
        while game.hands[seat].total() < hand_size(game, seat):
            if not game.deck.total():  # KD-8
                game.deck, game.discard = game.discard, Counter()
            event = yield from chance({CARD + kind: n for kind, n in game.deck.items() if n})
            kind = Kind(event - CARD)
            game.deck[kind] -= 1
            if kind in UPGRADES:
                game.upgrades[seat].add(kind)
            else:
                game.hands[seat][kind] += 1


def hand_size(game: Game, seat: int) -> int:
    return game.values["deep-pockets"] if Kind.DEEP_POCKETS in game.upgrades[seat] else 5


def turn(game: Game, challenger: int) -> Any:
    """KD-5."""
    duel, how = yield from draw_duel(game)
    opponent = None
    if how != "all":
        opponent = yield from find_opponent(game, challenger, how)
    saved = [list(each) for each in (game.scores, game.by_bets, game.by_cards)]
    while True:
        bout = Bout(game, duel, challenger, opponent, set(range(game.seats)))
        if opponent is not None:
            bout.players = {challenger, opponent}
        before = Window(game, bout, "before")
        yield from before.open()
        yield from buy_back(game, bout)
        yield from fight(bout)
        after = Window(game, bout, "after")
        yield from after.open()
        if after.rematch is None:
            break
        game.scores, game.by_bets, game.by_cards = (list(each) for each in saved)  # KD-17
        game.give_back([card for card in game.played if card is not after.rematch])
        game.played = []
        game.discard[Kind.REMATCH] += 1
    settle(game, bout, before.doubled | after.doubled)
    game.discard.update(card.kind for card in game.played)
    game.played = []


def draw_duel(game: Game) -> Any:
    if not game.duels.total():
        game.duels = game.all_duels()
    weights = {}
    for (duel, how), n in game.duels.items():
        if n:
            number = duel * 5 + HOWS.index(how) if how != "all" else 45 + duel - Duel.QUICK_DRAW
            weights[DRAW + number] = n
    number = (yield from chance(weights)) - DRAW
    card = (Duel(number // 5), HOWS[number % 5]) if number < 45 else (Duel(number - 36), "all")
    game.duels[card] -= 1
    return card


def find_opponent(game: Game, challenger: int, how: str) -> Any:
    """KD-7."""
    others = game.left_of(challenger)
    if how == "choose" and len(others) > 1:
        return (yield from choice(challenger, {CHOOSE + seat for seat in others})) - CHOOSE
    if how == "right":
        return others[-1]
    if how == "high":
        return max(others, key=lambda seat: game.scores[seat])
    if how == "low":
        return min(others, key=lambda seat: game.scores[seat])
    return others[0]


class Window:
    """KD-13: anybody plays cards that fit, until all have passed since the last."""

    def __init__(self, game: Game, bout: Bout, which: str) -> None:
        self.game = game
        self.bout = bout
        self.which = which
        self.doubled: set[int] = set()
        self.asked_before = {bout.opponent}
        self.rematch: Card | None = None
        if which == "before":
            bout.gifts = {"extra": Counter(), "less": Counter()}

    def open(self) -> Any:
        asks = self.asks()
        while asks:
            seat, event = yield asks
            if event == PASS:
                del asks[seat]
                continue
            if event >= CAUGHT:
                yield from accuse(self.game, self.bout, seat, event - CAUGHT)
            else:
                card = self.lay(seat, event)
                if (yield from self.stands(card)):
                    yield from self.effect(card)
                    if self.rematch:
                        return
            asks = self.asks()

    def asks(self) -> dict[int, Legal]:
        """All seats may play again once something has been played."""
        return {seat: {PASS} | self.playable(seat) | self.charges() for seat in range(self.game.seats)}

    def lay(self, seat: int, event: int) -> Card:
        if event >= PLAY_ON:
            kind, on = divmod(event - PLAY_ON, 4)
            return self.game.lay(seat, Kind(kind), on)
        kind, first = (
            (Kind.BET_LOSE, PLAY_BET_LOSE) if event >= PLAY_BET_LOSE else (Kind.BET_WIN, PLAY_BET_WIN)
        )
        on, step = divmod(event - first, 10)
        return self.game.lay(seat, kind, on, 100 * (step + 1))

    def stands(self, card: Card) -> Any:
        """KD-20, Nope: whether ``card`` takes effect once it, or a Nope on it, is let pass."""
        agreed = {card.by}
        while len(agreed) < self.game.seats:
            asks = {}
            for seat in set(range(self.game.seats)) - agreed:
                noping = {PLAY_ON + 4 * Kind.NOPE + seat} if self.game.hands[seat][Kind.NOPE] else set()
                asks[seat] = {PASS} | noping
            seat, event = yield asks
            if event != PASS:
                nope = self.game.lay(seat, Kind.NOPE, seat)
                card.void = yield from self.stands(nope)
                return not card.void
            agreed.add(seat)
        return True

    def charges(self) -> set[int]:
        if self.which == "before" or not self.game.values["cheating"]:
            return set()
        return {CAUGHT + seat for seat in self.bout.players - self.bout.out - self.bout.cleared}

    def playable(self, seat: int) -> set[int]:
        events: set[int] = set()
        for kind, n in self.game.hands[seat].items():
            if n and self.fits(kind, seat):
                events |= self.ways(kind, seat)
        return events

    def fits(self, kind: Kind, seat: int) -> bool:
        if kind in (Kind.NOPE, Kind.VIKING):
            return False
        if kind in MOVABLE:
            when = self.game.values[f"{MOVABLE[kind]}-window"]
            return seat == self.bout.challenger if when == "on your turn" else when == self.which
        return self.which == ("after" if kind == Kind.REMATCH else "before")

    def ways(self, kind: Kind, seat: int) -> set[int]:
        if kind in (Kind.BET_WIN, Kind.BET_LOSE):
            return self.bets(kind, seat)
        rivals = self.bout.players - {seat}
        duel, bout = self.bout.duel, self.bout
        on: set[int] = set()
        if kind == Kind.PICKPOCKET:
            on = set(self.game.left_of(seat))
        elif kind in (Kind.REMATCH, Kind.WINDFALL, Kind.TAX):
            on = {seat}
        elif kind == Kind.EXTRA_OTHER and self.grey_left():
            on = rivals
        elif kind == Kind.LESS_OTHER and duel not in NO_LESS:
            most = max(begun_with(self.bout, is_first) for is_first in (True, False))
            on = {each for each in rivals if most + bout.change(each) > 0}
        elif seat in bout.players and self.may(kind, seat):
            on = {seat}
        return {PLAY_ON + 4 * kind + each for each in on}

    def may(self, kind: Kind, seat: int) -> bool:
        """Cards that a duelist plays for themselves."""
        duel, bout = self.bout.duel, self.bout
        if kind == Kind.EXTRA_SELF:
            return self.grey_left()
        if kind == Kind.LESS_SELF:
            needed = 3 if duel == Duel.CLASS else 1
            fewest = min(begun_with(bout, is_first) for is_first in (True, False))
            return duel not in NO_LESS and fewest + bout.change(seat) - 1 >= needed
        if kind == Kind.GUNS:
            return duel == Duel.QUICK_DRAW
        if kind == Kind.DOUBLE:
            return duel != Duel.BEACH and seat not in self.doubled
        if kind == Kind.COLD:
            return seat == bout.opponent and bool(self.stand_ins())
        return kind == Kind.TOLL

    def stand_ins(self) -> set[int]:
        return set(range(self.game.seats)) - self.asked_before - {self.bout.challenger}

    def grey_left(self) -> bool:
        used = self.game.seats if self.bout.duel == Duel.WAR else GREYS.get(self.bout.duel, 0)
        if (
            self.bout.duel in MAY_EXTRA
            and not self.game.values["extra-dice"][MAY_EXTRA.index(self.bout.duel)]
        ):
            return False
        return self.bout.duel not in NO_EXTRA and used + self.bout.extra.total() < 4

    def bets(self, kind: Kind, seat: int) -> set[int]:
        """KD-15."""
        bout = self.bout
        if bout.duel == Duel.BEACH:
            return set()
        targets = set(bout.players)
        if kind == Kind.BET_WIN:
            if seat in targets:
                targets = {seat}
            first = PLAY_BET_WIN
        else:
            targets -= {seat}
            if len(bout.players) > 2 and self.game.values["lose-bets"] == "in duels of two":
                targets = set()
            first = PLAY_BET_LOSE
        staked = sum(card.stake for card in self.game.played if card.by == seat and not card.void)
        most = min(self.game.values["stake-most"], self.game.scores[seat] - staked)
        return {first + 10 * target + step for target in targets for step in range(max(0, most // 100))}

    def effect(self, card: Card) -> Any:
        game, bout, values = self.game, self.bout, self.game.values
        if card.kind in (Kind.EXTRA_SELF, Kind.EXTRA_OTHER):
            bout.extra[card.on] += 1
            bout.gifts["extra"][card.on] += card.kind == Kind.EXTRA_OTHER
        elif card.kind in (Kind.LESS_SELF, Kind.LESS_OTHER):
            bout.less[card.on] += 1
            bout.gifts["less"][card.on] += card.kind == Kind.LESS_OTHER
        elif card.kind == Kind.GUNS:
            bout.guns[card.by] += 1
        elif card.kind == Kind.DOUBLE:
            self.doubled.add(card.by)
        elif card.kind == Kind.TOLL:
            for seat in bout.players - {card.by}:
                game.credit(card.by, game.take(seat, values["highway-toll"], card.by))
        elif card.kind in MOVABLE:
            game.pay(card)
        elif card.kind == Kind.REMATCH:
            self.rematch = card
        elif card.kind == Kind.COLD:
            yield from self.cold_feet()

    def cold_feet(self) -> Any:
        """KD-20: somebody else duels; bets of or on the two, and dice of the leaver, go back."""
        bout, leaver = self.bout, self.bout.opponent
        event = yield from choice(bout.challenger, {CHOOSE + seat for seat in self.stand_ins()})
        comer = event - CHOOSE
        self.asked_before.add(comer)
        bout.opponent = comer
        bout.players = {bout.challenger, comer}
        self.doubled.discard(leaver)
        for counter in (bout.extra, bout.less, *bout.gifts.values()):
            counter[leaver] = 0
        off = [card for card in self.game.played if not card.void and self.goes_back(card, leaver, comer)]
        self.game.give_back(off)
        self.game.played = [card for card in self.game.played if not any(card is each for each in off)]

    def goes_back(self, card: Card, leaver: int, comer: int) -> bool:
        if card.stake:
            return bool({card.by, card.on} & {leaver, comer})
        return card.on == leaver and card.kind in (
            Kind.EXTRA_SELF, Kind.EXTRA_OTHER, Kind.LESS_SELF, Kind.LESS_OTHER,
        )  # fmt: skip


def accuse(game: Game, bout: Bout, by: int, cheat: int) -> Any:
    """KD-12, KD-11: the accused admits it, or a Quick Draw of the two decides the dispute."""
    if by != cheat and game.values["charges"] != "holds at once":
        word = yield from choice(cheat, {ADMIT, DENY})
        if word == DENY:
            dispute = Bout(game, Duel.QUICK_DRAW, -1, None, {by, cheat})
            if (yield from draw_for_it(dispute, {by, cheat})) == cheat:
                bout.cleared.add(cheat)
                return
    yield from charge(game, bout, cheat)


def charge(game: Game, bout: Bout, cheat: int) -> Any:
    """KD-12: the duel is lost with all that it gave, and 1000 points."""
    game.scores[cheat] -= 1000
    bout.out.add(cheat)
    if bout.duel == Duel.BEACH:
        bout.gain[cheat] = 0
    if game.values["charges"] != "holds at once":
        bout.caught.add(cheat)
        game.scores[cheat] -= bout.given[cheat]
        bout.given[cheat] = 0
        bout.gain[cheat] = min(0, bout.gain[cheat])
    if bout.winner != cheat:
        return
    bout.gain.clear()
    bout.taken.clear()
    bout.matched[cheat] = 0
    left = bout.players - bout.out
    if len(left) < 2:
        forfeit(bout, left)
        return
    bout.winner = yield from draw_for_it(bout, left)
    if bout.duel == Duel.WAR:
        bout.gain[bout.winner] = 1000 + 100 * bout.won[bout.winner]
    else:
        for seat in bout.players:
            bout.gain[seat] = 100 * bout.matched[seat]
        bout.gain[bout.winner] += 1000


def buy_back(game: Game, bout: Bout) -> Any:
    """KD-16: be rid of what another has given, for 200 each."""
    extra, less = bout.gifts["extra"], bout.gifts["less"]
    deciding = {seat for seat in range(game.seats) if extra[seat] + less[seat]}
    while deciding:
        asks = {}
        for seat in deciding:
            offers = {BUY_EXTRA: extra[seat], BUY_LESS: less[seat], KEEP: 1}
            asks[seat] = {event for event, given in offers.items() if given}
        seat, event = yield asks
        if event != KEEP:
            game.credit(seat, -game.values["buy-back"])
            gift, dice = (extra, bout.extra) if event == BUY_EXTRA else (less, bout.less)
            gift[seat] -= 1
            dice[seat] -= 1
        if event == KEEP or not extra[seat] + less[seat]:
            deciding.discard(seat)


def settle(game: Game, bout: Bout, doubled: set[int]) -> None:
    """KD-6, KD-14, KD-15, KD-20."""
    duel, cards, bets = Counter(bout.gain), Counter[int](), Counter[int]()
    if bout.duel == Duel.BEACH and bout.challenger not in bout.caught:
        duel[bout.challenger] += 100
    if bout.winner == bout.challenger:
        duel[bout.winner] += 100
        if Kind.GLORY_HOUND in game.upgrades[bout.winner]:
            cards[bout.winner] += game.values["glory-hound"] - 100
    if bout.winner in doubled:
        cards[bout.winner] += duel[bout.winner] + cards[bout.winner]
    losers = set() if bout.duel == Duel.BEACH else bout.players - {bout.winner}
    for seat in losers:
        cards[seat] -= game.values["double-down"] * (seat in doubled)
        cards[seat] += game.values["side-wager"] * (Kind.SIDE_WAGER in game.upgrades[seat])
    for card in game.played:
        if card.stake and not card.void:
            right = (card.on == bout.winner) == (card.kind == Kind.BET_WIN)
            bets[card.by] += card.stake if right else -card.stake
    for seat in range(game.seats):
        game.credit(seat, cards[seat])
        game.by_bets[seat] += bets[seat]
        game.scores[seat] += duel[seat] + bets[seat]
