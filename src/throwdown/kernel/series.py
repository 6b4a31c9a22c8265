"""Sets: several matches of one game at one table, with a running score sheet and who plays whom next.

A set is its plan and the list of its results; everything else is reckoned from these two. Players are
numbered as they sit at the table. A game may carry something from match to match (chips, a pot, who
begins): :class:`throwdown.kernel.parts_live.Between` says how.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from throwdown.kernel.carried import Carried, Pot
from throwdown.kernel.errors import BadValue
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.match import Match
from throwdown.kernel.position import DRAW
from throwdown.kernel.scene import Card
from throwdown.kernel.tables import Plain

TARGET, GAMES, ROBIN = "target score", "number of games", "round robin"
KINDS = (TARGET, GAMES, ROBIN)
ANOTHER, TIE_BREAKER = "another game", "tie-breaker"
TIES = (ANOTHER, TIE_BREAKER)
MOST = {TARGET: 99_999, GAMES: 99, ROBIN: 9}
MOST_STAKE = 1000
SHOWN = 6  # columns that the score sheet has for games
NO_GAMES = ()


class Plan(Struct, frozen=True, omit_defaults=True):
    """What was agreed: ``count`` is the target score, the number of games, or the games of each pair.

    ``tie`` says what settles a tie at the end; ``stake`` is paid per point of difference, in chips.
    """

    kind: str
    count: int
    tie: str = ANOTHER
    stake: int = 0


class Result(Struct, frozen=True, omit_defaults=True):
    """One game: the players by seat, and their points; or with ``dice`` the dice of a tie-breaker. ``sides``
    are those that the seats played for, where several played for one."""

    lineup: tuple[int, ...]
    points: tuple[int, ...]
    dice: bool = False
    sides: tuple[int, ...] = ()


class InSet(Struct, frozen=True, omit_defaults=True):
    """Where a match stands in a set: what was played before it, and its players by seat, of ``players`` in
    all. ``values`` were agreed for the whole set, ``carried`` is what this match began with."""

    plan: Plan
    players: int
    results: tuple[Result, ...]
    lineup: tuple[int, ...]
    values: dict[str, Plain]
    carried: Carried | None = None

    @property
    def series(self) -> Series:
        """The set before the match."""
        return Series(self.plan, self.players, self.results)


def check(plan: Plan, game: GameFolder, players: int) -> Plan:
    """``plan`` if that many may play it; raises :class:`BadValue`."""
    _one_of("kind of set", plan.kind, KINDS)
    _one_of("way to settle a tie", plan.tie, TIES)
    if not 1 <= plan.count <= MOST[plan.kind]:
        raise BadValue(f"{plan.kind} is {plan.count}: needs a whole number from 1 to {MOST[plan.kind]}")
    if not 0 <= plan.stake <= MOST_STAKE:
        raise BadValue(f"stake is {plan.stake}: needs a whole number from 0 to {MOST_STAKE}")
    fewest, most = (3, 8) if plan.kind == ROBIN else game.seats
    if plan.kind == ROBIN and game.seats[0] > 2:
        raise BadValue(f"{game.title} is not a game for two: no round robin")
    if not fewest <= players <= most:
        raise BadValue(
            f"a set of {game.title} by {plan.kind} is for {fewest} to {most} players, not {players}"
        )
    return plan


def seats_in_match(plan: Plan | None, game: GameFolder, players: int) -> int:
    """How many play each match; raises :class:`BadValue` where so many cannot."""
    if plan:
        check(plan, game, players)
        return 2 if plan.kind == ROBIN else players
    least, most = game.seats
    if not least <= players <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise BadValue(f"{game.title} is for {span} seats, not {players}")
    return players


def _one_of(what: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadValue(f"unknown {what} {value[:40]!r}; known are {', '.join(known)}")


def pairings(players: Sequence[int]) -> list[tuple[int, int]]:
    """Every pair once, in rounds in which nobody plays twice (the circle method)."""
    circle = [*players, *([-1] if len(players) % 2 else [])]
    half, pairs = len(circle) // 2, list[tuple[int, int]]()
    for _ in range(len(circle) - 1):
        couples = zip(circle[:half], reversed(circle[half:]), strict=True)
        pairs += [(min(a, b), max(a, b)) for a, b in couples if a >= 0 and b >= 0]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return pairs


class Series:
    """A set in play: ``players`` is their number, ``results`` what has been played."""

    def __init__(self, plan: Plan, players: int, results: Sequence[Result] = ()) -> None:
        self.plan = plan
        self.players = players
        self.results = tuple(results)
        self._everybody = tuple(range(players))
        self._games = [result for result in self.results if not result.dice]
        self.sides = self._by_side()
        self._leaders, self._due = self._reckon()
        self.lineup = self._due[0] if self._due else NO_GAMES

    def __repr__(self) -> str:
        return f"<Series {self.plan.kind} {self.plan.count}, {len(self._games)} games played>"

    # Who plays (``lineup``: the players of the next game by seat, empty where none is due), for whom
    # (``sides``: by player the first player of that side), and who has won

    @property
    def rolls(self) -> tuple[int, ...]:
        """Who rolls one die each next, in the tie-breaker; empty where none is due. Of several who play for
        one side it is the first."""
        first = tuple(player for player in self._leaders if self.sides[player] == player)
        return first if not self.lineup and len(first) > 1 else ()

    @property
    def over(self) -> bool:
        """Whether the set has ended."""
        return not self.lineup and not self.rolls

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the set, all of one side; empty while it is in play."""
        return self._leaders if self.over else ()

    @property
    def number(self) -> int:
        """How many games have been played."""
        return len(self._games)

    def moves(self, ahead: int = 0) -> int:
        """How often who begins has moved on to the left before the game that comes ``ahead`` games after the
        next: with each game. Where all pairs of a round robin have met, and they are an even number, it moves
        once more, so that it moves from game to game of each pair, too."""
        pairs = len(pairings(self._among)) if self.plan.kind == ROBIN else 1
        rounds = (len(self._counting) + ahead) // pairs if pairs % 2 == 0 else 0
        return self.number + ahead + rounds

    @property
    def last_lineup(self) -> tuple[int, ...]:
        """The players of the last game by seat."""
        return self._games[-1].lineup if self._games else NO_GAMES

    @property
    def totals(self) -> list[int]:
        """Points by player; whoever has won the tie-breaker has scored 1 in it."""
        return self._totals((*self._games, *self._tie_breaker()))

    @property
    def round(self) -> tuple[tuple[int, ...], list[int], tuple[tuple[int, ...], ...]]:
        """Who may still win, the points by player that decide among them, and the lineups of the games that
        are due. In a round robin of those who tied only its own games count."""
        return self._among, self._totals(self._counting), tuple(self._due)

    @property
    def meet_again(self) -> bool:
        """Whether another game is due to the players of the last one."""
        return self.last_lineup in self._due

    def add(self, result: Result) -> Series:
        """The set after one more result; raises :class:`BadValue` where that game was not the next."""
        due = self.rolls if result.dice else self.lineup
        if tuple(result.lineup) != due or len(result.points) != len(due):
            raise BadValue(f"a game of players {list(result.lineup)} is not next in the set: {list(due)} are")
        return Series(self.plan, self.players, (*self.results, result))

    def settle_ties(self, roll: Callable[[int], int]) -> Series:
        """The set after every tie-breaker that is due; ``roll(k)`` is the k-th die, 1 to 6."""
        series, thrown = self, 0
        while series.rolls:
            dice = tuple(roll(thrown + k) for k in range(len(series.rolls)))
            thrown += len(dice)
            series = series.add(Result(series.rolls, dice, dice=True))
        return series

    def payments(self) -> list[int]:
        """What each is paid at the end per point of difference, negative for who pays; nothing before."""
        paid, totals, winners = [0] * self.players, self.totals, self.winners
        for loser in self._everybody if winners else ():
            paid[loser] = -self.plan.stake * max(0, totals[winners[0]] - totals[loser])
        won = -sum(paid)
        for place, winner in enumerate(winners):
            paid[winner] = (won + place) // len(winners)
        return paid

    def _totals(self, games: Sequence[Result]) -> list[int]:
        totals = [0] * self.players
        for game in games:
            for player, points in zip(game.lineup, game.points, strict=True):
                totals[player] += points
        return totals

    def _by_side(self) -> tuple[int, ...]:
        """By player the first player of the same side; all play in each game where several play for one."""
        sides = self._games[-1].sides if self._games else ()
        return tuple(map(sides.index, sides)) or self._everybody

    def _is_tied(self, leaders: Sequence[int]) -> bool:
        return len({self.sides[player] for player in leaders}) > 1

    def _best(self, among: Sequence[int], games: Sequence[Result]) -> tuple[int, ...]:
        totals = self._totals(games)
        top = max(totals[player] for player in among)
        return tuple(player for player in among if totals[player] == top)

    def _reckon(self) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        """The players who lead the set, and the lineups of the games that are due next."""
        leaders, due = self._robin() if self.plan.kind == ROBIN else self._all_play()
        for roll in self.results:
            if roll.dice and not due:
                dice = dict(zip(roll.lineup, roll.points, strict=True))
                best = max(roll.points)
                leaders = tuple(player for player in self._everybody if dice.get(self.sides[player]) == best)
        return leaders, due

    def _all_play(self) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        leaders = self._best(self._everybody, self._games)
        done = max(self._totals(self._games)) if self.plan.kind == TARGET else len(self._games)
        self._among, self._counting = self._everybody, self._games
        goes_on = done < self.plan.count or (self._is_tied(leaders) and self.plan.tie == ANOTHER)
        return leaders, [self._everybody] if goes_on else []

    def _robin(self) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
        """Those who tie play a round robin of their own, which alone counts among them."""
        among, games = self._everybody, self._games
        while True:
            schedule: list[tuple[int, ...]] = [*pairings(among)] * self.plan.count
            self._among, self._counting = among, games[: len(schedule)]
            if len(games) < len(schedule):
                return self._best(among, games), schedule[len(games) :]
            leaders = self._best(among, games[: len(schedule)])
            if len(leaders) == 1 or self.plan.tie == TIE_BREAKER:
                return leaders, []
            among, games = leaders, games[len(schedule) :]

    # The score sheet

    @property
    def title(self) -> str:
        """``First to 16 points``."""
        count = self.plan.count
        if self.plan.kind == TARGET:
            return f"First to {count} points"
        if self.plan.kind == ROBIN:
            return "Round robin" + (f", {count} games each pair" if count > 1 else "")
        return f"{count} games" if count > 1 else "One game"

    def card(self) -> Card:
        """One row a player: the points of the games and of a tie-breaker that has decided the set, a dash for
        no points, then the total. Where there are many games the earlier ones have one column, ``1–4``, with
        the sum of their points."""
        many = len(self._games)
        first = many - SHOWN + 1 if many > SHOWN else 0
        games = list(zip(map(str, range(first + 1, many + 1)), self._games[first:], strict=True))
        if first:
            earlier = Result(self._everybody, tuple(self._totals(self._games[:first])))
            games.insert(0, (f"1–{first}", earlier))
        games += [("Tie", result) for result in self._tie_breaker()]
        columns = ("Game", *(name for name, _ in games), "Points")
        rows = [(*(_cell(game, p) for _, game in games), str(self.totals[p])) for p in self._everybody]
        return Card(self.title, columns, tuple(rows))

    def _tie_breaker(self) -> tuple[Result, ...]:
        """The tie-breaker as what it has scored, once it is over: 1 point for who has won it."""
        rolls = [result for result in self.results if result.dice]
        if not rolls or not self.over:
            return ()
        tied = tuple(player for player in self._everybody if self.sides[player] in rolls[0].lineup)
        return (Result(tied, tuple(int(player in self.winners) for player in tied)),)


def _cell(game: Result, player: int) -> str:
    """Points, a dash for none, nothing for who did not play."""
    if player not in game.lineup:
        return ""
    return str(game.points[game.lineup.index(player)] or "–")


def result_of(match: Match, lineup: Sequence[int]) -> Result:
    """What a finished match of ``lineup`` (players by seat) adds to a set. One that all agreed to end, where
    that is a draw, adds no points."""
    points = match.points
    if match.resigned is not None:
        points = given_up(match.game, match.truth(), match.resigned, points)
    elif match.is_agreed and match.game.about.early_end == DRAW:
        points = [0] * match.seats
    return Result(tuple(lineup), tuple(points), sides=sides_of(match))


def sides_of(match: Match) -> tuple[int, ...]:
    """The side that each seat plays for; empty where each plays for itself."""
    view = match.truth()
    sides = tuple(match.game.words.side_of(view, seat) for seat in range(match.seats))
    return sides if len({*sides}) < match.seats else ()


def given_up(game: GameFolder, view: Any, seat: int, points: list[int]) -> list[int]:
    """What a match that ``seat`` resigned scores, of the truth; it had ``points``. The game says it; else the
    other has a point more at least."""
    found = game.between.given_up(view, seat)
    if found is not None:
        return found
    return [max(has, points[seat] + 1) if other != seat else has for other, has in enumerate(points)]


def opened(game: GameFolder, values: dict[str, Plain], players: int) -> Carried | None:
    """What a set begins with, None where the game carries nothing."""
    return game.between.first(values, players)


def values_for(
    game: GameFolder, values: dict[str, Plain], series: Series, carried: Carried | None
) -> dict[str, Plain]:
    """The values of the next game of ``series``."""
    if carried is None or not series.lineup:
        return values
    by_seat = Carried(tuple(carried.chips[player] for player in series.lineup), carried.pot_of(series.lineup))
    is_last = not series.add(Result(series.lineup, (0,) * len(series.lineup))).meet_again
    return {**values, **game.between.values_for(values, by_seat, series.moves(), is_last)}


def carried_on(match: Match, carried: Carried | None, series: Series) -> Carried | None:
    """What a finished match, the last of ``series``, leaves; its pot waits for its players."""
    return carried_after(match.game, match.truth(), match.resigned, carried, series)


def carried_after(
    game: GameFolder, view: Any, resigned: int | None, carried: Carried | None, series: Series
) -> Carried | None:
    """What a match of ``game`` leaves that ended so, of the truth; it is the last of ``series``."""
    if carried is None:
        return None
    left = game.between.left(view, resigned, not series.meet_again)
    if left is None:
        return None
    players = series.last_lineup
    chips = list(carried.chips)
    for player, has in zip(players, left.chips, strict=True):
        chips[player] = has
    others = tuple(pot for pot in carried.waiting if pot.players != players)
    return Carried(tuple(chips), waiting=(*others, Pot(players, left.pot)) if left.pot else others)
