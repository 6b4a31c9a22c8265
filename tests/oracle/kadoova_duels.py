"""The twelve duels a second time, each to be read from top to bottom like its rule card."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from tests.lockstep import chance, choice
from throwdown.games.kadoova_duel.cards import PLAY_ON, Kind
from throwdown.games.kadoova_duel.duels.register import Duel
from throwdown.games.kadoova_duel.duels.table import (
    AIM,
    ASIDE,
    BANG,
    CALL,
    FACE,
    FAR,
    GAP,
    KNOCKED,
    PACES,
    PASS,
    PRESS,
    RAISE,
    RESULT,
    STILL,
    TAKE,
    TIE,
)

DICE_A_SEAT = 16
UNBOUNCED = 13
RACES = {Duel.CLASS, Duel.HARE, Duel.PLAGUE, Duel.SKEPTIC, Duel.QUICK_DRAW}
DICE = {  # of the first role and of the second
    Duel.AXE: (1, 3), Duel.CHICKEN: (6, 6), Duel.CLASS: (3, 3), Duel.CON: (14, 14), Duel.BEACH: (6, 6),
    Duel.HARE: (2, 3), Duel.PINEAPPLE: (6, 6), Duel.PLAGUE: (6, 6),
    Duel.QUICK_DRAW: (1, 1), Duel.WAR: (6, 6), Duel.HORSE: (3, 3),
}  # fmt: skip


class Bout:
    """One duel: who fights with how many dice, and what it came to."""

    def __init__(self, game: Any, duel: Duel, challenger: int, opponent: Any, players: set[int]) -> None:
        self.game = game
        self.duel = duel
        self.challenger = challenger
        self.opponent = opponent
        self.players = players
        self.extra: Counter[int] = Counter()
        self.less: Counter[int] = Counter()
        self.guns: Counter[int] = Counter()
        self.covered: Counter[int] = Counter()
        self.aside: set[int] = set()
        self.plain = False  # no cards at all
        self.with_cards = duel not in (Duel.CON, Duel.WAR)  # Viking Invasions
        self.first: int | None = None
        self.out: set[int] = set()
        self.count: dict[int, int] = {}
        self.winner: int | None = None
        self.gain: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.matched: Counter[int] = Counter()
        self.won: dict[int, int] = {}
        self.slapper = -1
        self.row = 0  # of the tables, in the last throw
        self.gifts: dict[str, Counter[int]] = {}
        self.given: Counter[int] = Counter()  # at once
        self.caught: set[int] = set()
        self.cleared: set[int] = set()

    def rival(self, seat: int) -> int:
        return next(player for player in self.players if player != seat)

    def change(self, seat: int) -> int:
        more = 0 if self.duel == Duel.WAR else self.extra[seat]
        return more + self.guns[seat] - self.less[seat]

    def dock(self, seat: int, points: int) -> int:
        """KD-14: Thick Skin."""
        if Kind.THICK_SKIN in self.game.upgrades[seat]:
            points = min(points, self.game.values["thick-skin"] - self.taken[seat])
        self.taken[seat] += points
        return points


def face() -> Any:
    return (yield from chance(set(range(FACE, FACE + 6)))) - FACE + 1


def roll(dice: int) -> Any:
    faces = []
    for _ in range(dice):
        faces.append((yield from face()))
    return faces


def fight(bout: Bout) -> Any:
    """Roles, forfeits, and the duel itself."""
    chooser = bout.challenger
    if bout.duel == Duel.HARE:
        chooser = bout.opponent
    if bout.duel in (Duel.AXE, Duel.CLASS, Duel.HARE, Duel.PINEAPPLE, Duel.SKEPTIC):
        said = yield from choice(chooser, {TAKE, TAKE + 1})
        bout.first = chooser if said == TAKE else bout.rival(chooser)
    least = 3 if bout.duel == Duel.CLASS else 1
    for seat in sorted(bout.players):
        bout.count[seat] = begun_with(bout, seat == bout.first) + bout.change(seat)
        if bout.count[seat] < least:
            bout.out.add(seat)
    standing = bout.players - bout.out
    if len(standing) > 1:
        yield from PLAYED[bout.duel](bout, standing)
    else:
        forfeit(bout, standing)


def begun_with(bout: Bout, is_first: bool) -> int:
    """The dice of a role; those of KD-D11 are for the table to say."""
    if bout.duel == Duel.SKEPTIC:
        return bout.game.values["skeptic-dice" if is_first else "psychic-dice"]
    return DICE[bout.duel][0 if is_first else 1]


def forfeit(bout: Bout, standing: set[int]) -> None:
    """KD-16: the last one left wins, nobody if nobody is left."""
    bout.winner = None
    for seat in standing:  # at most one
        if bout.duel == Duel.CLASS:
            win_class(bout, seat)
        else:
            win(bout, seat, 1000)


def win(bout: Bout, seat: int, points: int) -> None:
    bout.winner = seat
    bout.gain[seat] += points


# KD-18, KD-21: who rolls when


def vikings(bout: Bout, seat: int, targets: set[int]) -> set[int]:
    if not bout.with_cards or not bout.game.hands[seat][Kind.VIKING]:
        return set()
    return {PLAY_ON + 4 * Kind.VIKING + target for target in targets if target != seat}


def is_viking(event: int) -> bool:
    return PLAY_ON + 4 * Kind.VIKING <= event < PLAY_ON + 4 * Kind.VIKING + 4


def lay_viking(bout: Bout, seat: int, event: int) -> int:
    target = (event - PLAY_ON) % 4
    bout.game.lay(seat, Kind.VIKING, target)
    return target


def turn_cards(bout: Bout, seat: int) -> set[int]:
    """KD-5: cards "on your turn" are also played during the duel, by the challenger."""
    if bout.plain or seat != bout.challenger:
        return set()
    return bout.game.on_turn(bout, seat)


def gate(bout: Bout, pressers: set[int], targets: set[int], cover: Any) -> Any:
    """All who are due press; all who still follow the duel pass or lay a Viking Invasion."""
    done: set[int] = set()
    while True:
        asks = {}
        for seat in range(bout.game.seats):
            if seat in pressers - done:
                asks[seat] = {PRESS} | vikings(bout, seat, targets) | turn_cards(bout, seat)
            elif bout.with_cards and seat not in bout.aside | done:
                asks[seat] = {PASS, ASIDE} | vikings(bout, seat, targets) | turn_cards(bout, seat)
        if not asks:
            return
        seat, event = yield asks
        if is_viking(event):
            cover(lay_viking(bout, seat, event))
            continue
        if event >= PLAY_ON:
            bout.game.play_on_turn(seat, event)
            continue
        done.add(seat)
        if event == ASIDE:
            bout.aside.add(seat)


def live_press(bout: Bout, racers: set[int], matched: set[int] | None = None, slapped: bool = True) -> Any:
    """Who presses first rolls first; a covered press only lifts the card. Returns who rolls, or the slap."""
    matched = matched or set()
    slap = {BANG, TIE} if len(matched) > 1 else {BANG}

    def presses() -> set[int]:
        """Where the roll itself may win, two may press at the same moment."""
        return {PRESS} if slapped or any(bout.covered[seat] for seat in racers) else {PRESS, TIE}

    while True:
        asks = {
            seat: (slap if seat in matched else presses())
            | vikings(bout, seat, racers - matched)
            | turn_cards(bout, seat)
            for seat in racers
        }
        if bout.with_cards:
            for seat in set(range(bout.game.seats)) - racers - bout.aside:
                asks[seat] = {ASIDE} | vikings(bout, seat, racers - matched) | turn_cards(bout, seat)
        seat, event = yield asks
        if event >= PLAY_ON and not is_viking(event):
            bout.game.play_on_turn(seat, event)
        elif event >= PLAY_ON:
            bout.covered[lay_viking(bout, seat, event)] += 1
        elif event == ASIDE:
            bout.aside.add(seat)
        elif event == TIE and not matched:
            return set(racers)
        elif event in (BANG, TIE):
            bout.slapper = seat
            return event
        elif bout.covered[seat]:
            bout.covered[seat] -= 1
        else:
            return {seat}


def race(bout: Bout, racers: set[int], dice: Any, settle: Any) -> Any:
    """Beat after beat until ``settle`` of a beat's rolls names who is home."""
    timing, values = bout.game.timing, bout.game.values
    clock: Counter[int] = Counter()

    def usual_time(seat: int) -> int:
        return values["pace-base"] + values["pace-die"] * dice(seat)

    def delay(seat: int) -> None:
        clock[seat] += values["viking-time"]

    def cover(seat: int) -> None:
        bout.covered[seat] += 1

    rolling = racers
    while True:
        if timing == "simulated":
            for seat in sorted(rolling):
                step = (yield from chance(set(range(GAP, GAP + PACES)))) - GAP
                clock[seat] += usual_time(seat) * (70 + 5 * step) // 100
            yield from gate(bout, set(), racers, delay)
            rolling = {seat for seat in racers if clock[seat] == min(clock[each] for each in racers)}
        elif timing == "live":
            rolling = yield from live_press(bout, racers, slapped=False)
        else:
            yield from gate(bout, racers, racers, cover)
            rolling = uncovered(bout, racers)
        rolls = {}
        for seat in sorted(rolling):
            rolls[seat] = yield from roll(dice(seat))
        home = settle(rolls)
        if home:
            return home


def uncovered(bout: Bout, racers: set[int]) -> set[int]:
    """KD-18: covered dice miss a beat; a beat that all miss is no beat."""
    while True:
        free = {seat for seat in racers if not bout.covered[seat]}
        for seat in racers - free:
            bout.covered[seat] -= 1
        if free:
            return free


def first_home(bout: Bout, racers: set[int], dice: Any, settle: Any) -> Any:
    home = yield from race(bout, racers, dice, settle)
    return (yield from draw_for_it(bout, home))


def draw_for_it(bout: Bout, tied: set[int]) -> Any:
    """KD-11: a Quick Draw without cards."""
    if len(tied) == 1:
        return next(iter(tied))
    bout.with_cards, bout.plain = False, True
    bout.covered.clear()
    return (yield from draw(bout, tied, lambda seat: 1))


def draw(bout: Bout, racers: set[int], dice: Any) -> Any:
    """KD-D10; simultaneous: those redraw."""
    while len(racers) > 1:
        target = yield from face()
        if bout.game.timing == "live":
            racers = yield from slaps(bout, racers, dice, target)
            continue
        racers = yield from race(
            bout, racers, dice, lambda rolls, target=target: {seat for seat in rolls if target in rolls[seat]}
        )
    return next(iter(racers))


def slaps(bout: Bout, racers: set[int], dice: Any, target: int) -> Any:
    """KD-D10, live: who has matched slaps; the first slap wins, several at one moment redraw."""
    matched: set[int] = set()
    while True:
        said = yield from live_press(bout, racers, matched)
        if said in (BANG, TIE):
            return {bout.slapper} if said == BANG else matched
        for seat in said:
            if target in (yield from roll(dice(seat))):
                matched.add(seat)


def quick_draw(bout: Bout, racers: set[int]) -> Any:
    winner = yield from draw(bout, racers, bout.count.__getitem__)
    win(bout, winner, 1000)


def class_warfare(bout: Bout, racers: set[int]) -> Any:
    """KD-D3."""
    high = bout.first

    def settle(rolls: Any) -> set[int]:
        return {s for s, faces in rolls.items() if (sum(faces) >= 15 if s == high else sum(faces) <= 6)}

    winner = yield from first_home(bout, racers, lambda seat: 3, settle)
    win_class(bout, winner)


def win_class(bout: Bout, winner: int) -> None:
    up, down = (1500, 500) if winner == bout.first else (1000, 1000)
    loser = bout.rival(winner)
    win(bout, winner, up)
    bout.gain[loser] -= bout.dock(loser, down)


def hare(bout: Bout, racers: set[int]) -> Any:
    """KD-D6."""
    values = bout.game.values
    track = [*values["track"], *values["track-more"]][: values["track-spaces"]]
    to_go = {seat: list(track) for seat in racers}

    def settle(rolls: Any) -> set[int]:
        for seat, faces in rolls.items():
            sums = {sum(some) for k in range(1, 6) for some in combinations(faces, k)}
            leaps = len(track) if seat == bout.first else 1
            while leaps and to_go[seat] and to_go[seat][0] in sums:
                to_go[seat].pop(0)
                leaps -= 1
        return {seat for seat in rolls if not to_go[seat]}

    winner = yield from first_home(bout, racers, bout.count.__getitem__, settle)
    win(bout, winner, 1000 + 100 * len(to_go[bout.rival(winner)]))


def plague(bout: Bout, racers: set[int]) -> Any:
    """KD-D9."""
    dice = dict(bout.count)

    def settle(rolls: Any) -> set[int]:
        for seat, faces in rolls.items():
            dice[seat] -= faces.count(1) + faces.count(6)
            dice[bout.rival(seat)] += faces.count(6)
        return {seat for seat in racers if dice[seat] == 0}

    winner = yield from first_home(bout, racers, dice.__getitem__, settle)
    win(bout, winner, 1000 + 100 * dice[bout.rival(winner)])


def skeptic(bout: Bout, racers: set[int]) -> Any:
    """KD-D11."""
    psychic = bout.rival(bout.first)
    targets = {bout.first: set((yield from roll(3)))}
    targets[psychic] = {(yield from choice(psychic, set(range(AIM, AIM + 6)))) - AIM + 1}
    dice = dict(bout.count)

    def settle(rolls: Any) -> set[int]:
        for seat, faces in rolls.items():
            dice[seat] -= sum(number in targets[seat] for number in faces)
        return {seat for seat in rolls if dice[seat] == 0}

    winner = yield from first_home(bout, racers, dice.__getitem__, settle)
    win(bout, winner, 1000 + 100 * dice[bout.rival(winner)])


def con_person(bout: Bout, players: set[int]) -> Any:
    """KD-D4."""
    faces: list[int] = []
    for seat in sorted(players):
        faces += yield from roll(bout.count[seat])
    speaker, bid = bout.challenger, None
    while True:
        least = bid[0] + 1 if bid else 1
        legal = {RAISE + (k - 1) * 6 + f for k in range(least, len(faces) + 1) for f in range(6)}
        event = yield from choice(speaker, legal | ({CALL} if bid else set()) | turn_cards(bout, speaker))
        if event >= PLAY_ON:
            bout.game.play_on_turn(speaker, event)
            continue
        if event == CALL:
            break
        bid = ((event - RAISE) // 6 + 1, (event - RAISE) % 6 + 1)
        speaker = bout.rival(speaker)
    there = faces.count(bid[1])
    win(bout, bout.rival(speaker) if there >= bid[0] else speaker, 1000 + 100 * there)


def war(bout: Bout, players: set[int]) -> Any:
    """KD-D12."""
    won = bout.won = dict.fromkeys(players, 0)
    for battle in range(1, 7):
        fighters = {seat for seat in players if bout.count[seat] >= battle}
        if not fighters:
            continue
        everybody = bout.game.values.get("war-ties") == "all of the round"
        tied = best = yield from highest(bout, fighters, with_extras=True)
        if len(best) > 1 and everybody:
            tied = fighters
        while len(best) > 1:
            best = yield from highest(bout, fighters if everybody else best)
        winner = next(iter(best))
        won[winner] += len(fighters)
        for loser in tied - best:
            won[winner] += won[loser]
            won[loser] = 0
    best = {seat for seat in players if won[seat] == max(won.values())}
    while len(best) > 1:
        best = yield from highest(bout, best)
    winner = next(iter(best))
    win(bout, winner, 1000 + 100 * won[winner])


def highest(bout: Bout, seats: set[int], with_extras: bool = False) -> Any:
    """Each of ``seats`` rolls one die, at a press of their own; those who show the most.

    The best of Extra dice that are rolled along counts (KD-16).
    """
    rolled = {}
    while seats - set(rolled):
        seat = min(seats - set(rolled))
        if bout.game.timing != "simulated":
            seat, event = yield {each: {PRESS} | turn_cards(bout, each) for each in seats - set(rolled)}
            if event != PRESS:
                bout.game.play_on_turn(seat, event)
                continue
        rolled[seat] = max((yield from roll(1 + (bout.extra[seat] if with_extras else 0))))
    return {seat for seat in seats if rolled[seat] == max(rolled.values())}


# KD-22: throws and towers


def hands(bout: Bout) -> int:
    return ("shaky", "steady", "sure").index(bout.game.values["steadiness"])


def by_hand(bout: Bout) -> bool:
    return bout.game.values["throws"] == "thrown"


def throw(bout: Bout, seat: int, table: str, outcomes: int, share: Any = None) -> Any:
    """One throw, from the row of the table for these hands; ``share`` makes a row fit another mat."""
    yield from throw_gate(bout, seat, {seat})
    row = bout.row = 3 if bout.covered[seat] else hands(bout)
    bout.covered[seat] -= bool(bout.covered[seat])
    weights = bout.game.values[table][row * outcomes : (row + 1) * outcomes]
    weights = share(weights) if share else weights
    return (yield from chance(thrown_outcomes(bout, weights))) - RESULT


def thrown_outcomes(bout: Bout, weights: list[int]) -> dict[int, int]:
    """Of a throw by hand it may also be that it did not bounce."""
    outcomes = {RESULT + k: weight for k, weight in enumerate(weights)}
    return outcomes | {RESULT + UNBOUNCED: 0} if by_hand(bout) else outcomes


def throw_gate(bout: Bout, seat: int, targets: set[int]) -> Any:
    def cover(target: int) -> None:
        bout.covered[target] += 1

    pressers = set() if bout.game.timing == "simulated" else {seat}
    yield from gate(bout, pressers, targets, cover)


def knocked(bout: Bout, lie: list[tuple[int, int]], read: Any) -> Any:
    """Of the dice ``lie`` each may have been knocked, once; ``read`` says where it is now."""
    left = lie if by_hand(bout) else []
    while left:
        event = yield from chance({STILL: 1} | {KNOCKED + DICE_A_SEAT * seat + k: 0 for seat, k in left})
        if event == STILL:
            return
        die = divmod(event - KNOCKED, DICE_A_SEAT)
        lifted = yield from read(die)
        left = [each for each in left if each != die and not lifted]


def axe(bout: Bout, players: set[int]) -> Any:
    """KD-D1."""
    rings = dict(enumerate(bout.game.values["axe-rings"]))
    axe_seat, daggers = bout.first, bout.rival(bout.first)
    worth: dict[int, dict[int, int]] = {axe_seat: {}, daggers: {}}

    def read(die: tuple[int, int]) -> Any:
        outcome = yield from chance({RESULT + k for k in range(4)})
        worth[die[0]][die[1]] = rings.get(outcome - RESULT, 0)

    for seat in (daggers, axe_seat):
        for k in range(bout.count[seat]):
            lie = [(seat, each) for each in worth[seat]]
            outcome = yield from throw(bout, seat, "axe-throws", 4)
            if outcome != UNBOUNCED:
                worth[seat][k] = rings.get(outcome, 0)
            yield from knocked(bout, lie, read)
    best = max([0, *worth[axe_seat].values()])
    yield from more_points(bout, {daggers: sum(worth[daggers].values()), axe_seat: 3 * best})


def chicken(bout: Bout, players: set[int]) -> Any:
    """KD-D2: the challenged throws first, and each sets the mat for the own throws."""
    values = bout.game.values
    bands = [*values["chicken-bands"], *values["chicken-bands-more"]][: values["chicken-band-count"]]
    sets = {bout.opponent, bout.challenger} if values["chicken-mat"].startswith("each") else {bout.opponent}
    points = {}
    for seat in (bout.opponent, bout.challenger):
        if by_hand(bout) and seat in sets:
            yield from choice(seat, {FAR, FAR + 1, FAR + 2})
        points[seat] = yield from six_throws(bout, seat, bands)
    yield from more_points(bout, points)


def shared(bands: int) -> Any:
    """Five bands' weights as those of so many bands on the same way, each of the five spread evenly."""

    def share(five: list[int]) -> list[int]:
        strips = [weight for weight in five[1:-1] for _ in range(bands)]  # of a fifth of a band
        sums = [sum(strips[5 * k : 5 * k + 5]) for k in range(bands)]
        return [five[0] * bands, *sums, five[-1] * bands]

    return share


def six_throws(bout: Bout, seat: int, bands: list[int]) -> Any:
    """The points of one side: of the dice that lie there at the end."""
    there: dict[int, int] = {}
    over = len(bands) + 1

    def put(k: int, outcome: int) -> None:
        if outcome == over:
            there.clear()
        elif outcome != UNBOUNCED:
            there[k] = bands[outcome - 1] if outcome else 0

    def read(die: tuple[int, int]) -> Any:
        outcome = (yield from chance({RESULT + k for k in range(over + 1)})) - RESULT
        put(die[1], outcome)
        return outcome == over

    for k in range(bout.count[seat]):
        outcome = yield from throw(bout, seat, "chicken-throws", 7, shared(len(bands)))
        lie = [] if outcome == over else [(seat, each) for each in there]
        put(k, outcome)
        yield from knocked(bout, lie, read)
    return sum(there.values())


def more_points(bout: Bout, points: dict[int, int]) -> Any:
    best = {seat for seat in points if points[seat] == max(points.values())}
    winner = yield from draw_for_it(bout, best)
    win(bout, winner, points[winner])


def horse_shoes(bout: Bout, players: set[int]) -> Any:
    """KD-D7."""
    number = yield from face()
    away: dict[tuple[int, int], int] = {}  # how far each die lies
    shows: dict[tuple[int, int], int] = {}

    def put(die: tuple[int, int], outcome: int) -> Any:
        away[die] = outcome - 1 if outcome < 10 else 10
        shows[die] = (yield from face()) if outcome < 10 else 0

    def read(die: tuple[int, int]) -> Any:
        outcome = yield from chance({RESULT + k for k in range(2, 11)})
        yield from put(die, outcome - RESULT)

    keeps = bout.game.values["felled-die"] == "keeps its place"
    seats = bout.game.seats
    around = [(bout.challenger + k) % seats for k in range(1, seats + 1)]
    for lap in range(1, 20):
        for seat in around:
            if seat in players and bout.count[seat] >= lap:
                lie = list(away)
                die = (seat, lap - 1)
                outcome = yield from throw_at_post(bout, seat)
                if outcome == 0 and keeps:
                    yield from put(die, (yield from place_of_felling_die(bout)))
                elif outcome != UNBOUNCED:
                    yield from put(die, outcome)
                    away[die] = 9 if outcome == 0 else away[die]
                    lie += [die] * (outcome < 2)
                yield from knocked(bout, lie, read)
    nearest = {seat: min([10, *(away[die] for die in away if die[0] == seat)]) for seat in players}
    least = min(nearest.values())
    best = {seat for seat in players if nearest[seat] == least}
    if by_hand(bout) and len(best) > 1 and least < 10 and bout.game.values["even-dice"] == "are measured":
        best = yield from measured(best, [die for die in away if die[0] in best and away[die] == least])
    winner = yield from draw_for_it(bout, best)
    for (seat, _), shown in shows.items():
        bout.matched[seat] += shown == number
    for seat in players:
        bout.gain[seat] += 100 * bout.matched[seat]
    win(bout, winner, 1000)


def measured(best: set[int], dice: list[tuple[int, int]]) -> Any:
    """Of ``dice`` equally many thumbs from the Post one may be the closest."""
    event = yield from chance({STILL: 1} | {KNOCKED + DICE_A_SEAT * seat + k: 0 for seat, k in dice})
    return best if event == STILL else {(event - KNOCKED) // DICE_A_SEAT}


def place_of_felling_die(bout: Bout) -> Any:
    """KD-D7: a die that has felled the Post lies where it lies."""
    places = {RESULT + k for k in range(2, 11)}
    weights = bout.game.values["horse-felled"][9 * bout.row : 9 * bout.row + 9]
    legal = places if by_hand(bout) else dict(zip(sorted(places), weights, strict=True))
    return (yield from chance(legal)) - RESULT


def throw_at_post(bout: Bout, seat: int) -> Any:
    """The outcome: 0 has felled the Post, 1 touches it, then thumbs, 10 is off the mat."""
    outcome = yield from throw(bout, seat, "horse-throws", 11)
    if outcome == 0:
        bout.game.scores[seat] -= bout.dock(seat, 500)
    elif outcome == 1:
        bout.game.scores[seat] += 100
        bout.given[seat] += 100
    return outcome


def falls(bout: Bout, seat: int, thousandths: int) -> Any:
    if bout.covered[seat]:
        bout.covered[seat] -= 1
        thousandths *= bout.game.values["blind-factor"]
    thousandths = min(950, thousandths)
    return (yield from one_or_other(thousandths)) == 1


def one_or_other(thousandths: int) -> Any:
    """1 so many times in 1000, else 0."""
    weights = {RESULT: 1000 - thousandths, RESULT + 1: thousandths}
    return (yield from chance({event: n for event, n in weights.items() if n})) - RESULT


def beach(bout: Bout, players: set[int]) -> Any:
    """KD-D5: the challenger has the dice."""
    cards = 0
    row = bout.game.values["beach-falls"][24 * hands(bout) : 24 * hands(bout) + 24]
    for k, thousandths in enumerate(row):
        is_die = k % 2 == 0
        seat = bout.challenger if is_die else bout.opponent
        yield from throw_gate(bout, seat, {seat} if is_die else set())
        if (yield from falls(bout, seat, thousandths)):
            break
        cards += not is_die
    for seat in players:
        bout.gain[seat] = 100 * cards


def pineapple(bout: Bout, players: set[int]) -> Any:
    """KD-D8."""
    fish = bout.rival(bout.first)
    left = dict(bout.count)
    row = bout.game.values["pineapple-falls"][12 * hands(bout) : 12 * hands(bout) + 12]
    up, seat = 0, fish
    while any(left.values()):
        left[seat] -= 1
        yield from throw_gate(bout, seat, {seat})
        if (yield from falls(bout, seat, row[min(up, 11)])):
            if seat == fish:
                win(bout, bout.first, 100 * up)
            elif left[seat] == 0:
                win(bout, fish, 1500)
            else:
                yield from count_off_the_mat(bout, fish, up + 1)
            return
        up += 1
        if left[bout.rival(seat)]:
            seat = bout.rival(seat)
    win(bout, bout.first, 1500)


def count_off_the_mat(bout: Bout, fish: int, dice: int) -> Any:
    share = bout.game.values["off-mat"]
    for _ in range(dice):
        landed = yield from one_or_other(share)
        bout.gain[fish] += 100 * landed
    win(bout, fish, 0)


PLAYED = {
    Duel.AXE: axe,
    Duel.CHICKEN: chicken,
    Duel.CLASS: class_warfare,
    Duel.CON: con_person,
    Duel.BEACH: beach,
    Duel.HARE: hare,
    Duel.PINEAPPLE: pineapple,
    Duel.PLAGUE: plague,
    Duel.SKEPTIC: skeptic,
    Duel.QUICK_DRAW: quick_draw,
    Duel.WAR: war,
    Duel.HORSE: horse_shoes,
}
