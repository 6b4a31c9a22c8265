"""How far apart the levels are: each against the one below, in every game, over mirrored matches, or among
several of the one below where more than two sit at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, structs

from throwdown.bots.levels import FORMER, LEVELS, choosing, digest_of
from throwdown.bots.policies import Policy
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.lab import pages
from throwdown.lab.matchup import MatchUp, Score, meet
from throwdown.lab.mixtures import is_known
from throwdown.lab.sequences import Interval

LADDER = tuple(LEVELS)
QUICK = tuple(name for name in (*LEVELS, *FORMER) if is_known(name))  # levels that choose without a search
THUMB = "greedy"  # the player that never errs by the rule of thumb
NOTHING = Score(0.5, 0.5, 0)
ENOUGH = 200  # pairs of a step that is clear
LEAST, MOST = 0.58, 0.75  # the share of wins that a level is meant to have against the one below
COLUMNS = """| game | rules | level | against | wins | adjusted for luck | pairs | clear |
|---|---|---|---|---|---|---|---|
"""
HEAD = """# How strong the bots are

Four levels can sit at every table. Novice and Regular go by the rule of thumb of the game. Sharp and Master
search: they fill in what they cannot see, play on from there many times, and learn; what can be solved they
solve. Sharp has a twentieth of Master's simulations, at Kadoova Duel an eightieth and at Command Dice a
two-hundredth; there Master goes by what it has learned of how a round stands between two turns. At Duello and
DARDZ Master compares the choices at hand by whole matches instead, played out from each by the rule of thumb.
At Con-Person, alone and as a duel of Kadoova Duel, it plays with up to five dice each what was solved before,
and with more a policy that was learned from self-play and, a fifth of it, from duels against levels. All but
Master err, and the likelier the less a mistake costs by what they themselves think of it: a choice is drawn
with a probability in proportion to exp(worth / temperature). The temperatures are in `levels.toml` of each
game, sought so that each level wins two of three matches against the one below; from 58 to 75 % is what is
meant. At Con-Person Sharp solves each choice when it comes, and errs by doing so in two rounds. No level
makes a choice without judging it, and none sees more than a person in its seat.

Each level against the one below: the share of wins (a draw counts half) over pairs of matches with the same
dice and the seats exchanged. Made by `throwdown lab levels` (with `--adjusted 0` where no adjusted share is
told), and for Con-Person by the same with `--only con-person`; the other duels that can be played alone
leave next to nothing to choose: a side, the Psychic's number or, thrown by hand, where the mat lies.

A series is looked at every 20 pairs, and ends when it is clear after 200 pairs or more; one of fewer was
broken off. A range, as in "59.4 % (52.0 to 66.4)", is a confidence sequence: it holds the true share with
95 % at all looks at once, so that a series may end by it, and calls two equal players different in 5 of 100
series at most. A series that ends when it is clear ends early when luck is with the upper level, so that
its share is a little high.

"Adjusted for luck" is the same share over the same pairs with what dice and cards did left out, as far as
it could be counted; its mean is the same, and its range is narrower where luck is most of a match. Its
range is an asymptotic confidence sequence, right for many pairs and told from 40 on. A row is clear when
either range lies above one half: of two equal players the upper one is called better in 5 of 100 series at
most.

"Rules" is the version of the rules that a row was measured with. The rules of a game say which version is
the present one, and what changed with each: where that is a later one, the row has not been measured anew.

A step without a row has not been measured; `throwdown lab levels --go-on` does so, row by row, and goes on
when it was broken off.

"""
AMONG = """
## Among several

A level alone at a table among bots of the level below, or of the rule of thumb that never errs: how many of
them it is ahead of at the end, where even players are ahead of half, and who is level counts half. A game's
`levels.toml` may have a level err more or less in matches for more than two (`several`). A set is as many
matches as there are seats, with the same dice and the level in each seat once. Made by
`throwdown lab levels --seats 4 --adjusted 0`, with `--against greedy` for the rule of thumb, and `--pairs`
for how many sets at most. A range is a confidence sequence here too. Where a game ranks nobody but the
winner, as KA'DICE! and Duello do, all others are level: then 60 % among two others is 47 % of the wins,
where even players win 33, and 60 % among three is 40 % of them, where even players win 25. Where steps are
outside of what is meant, [decision 38](../decisions/0038-honest-levels.md) tells why.

| game | rules | seats | level | among | ahead of | sets | clear |
|---|---|---|---|---|---|---|---|
"""
BEFORE = """
## The levels before

The former levels below `master-1` made a part of their choices at random: `novice-1` half of them, and for
the rest it took the best of three events drawn at random; `regular-1` one in four; `sharp-1` one in ten. They
can still be played, by `throwdown lab meet`. At Command Dice and Kadoova Duel they go by the rule of thumb
of their time, and all others by another one.
Master is the same as before, but plays Duello and DARDZ by rollouts, has ten times the simulations at Command
Dice and draws from the largest shares of a mixture alone there, has judges of positions there and at Duello,
solves Duello's endings more exactly, goes by the rule of thumb of KA'DICE! more closely between two, has four
times the simulations at Kadoova Duel, where it ends a search when it is sure, and plays Con-Person with up to
five dice each by a strategy that was solved before, with more by a policy that was learned.

**A figure with "±" says less than it seems to.** Its interval is the plain one of 95 % for a number of pairs
that was set before; but the series was ended when the lead was half as large again as that interval, at a
look after 40 pairs or more. Ended so, a lead is too large on average, and "clear" is right less often than
95 %.

"""


class Step(Struct, frozen=True):
    """A level against the one below in one game, or among them where there are more ``seats``; ``version``
    is that of the rules they played by, ``players`` are digests of what both were then."""

    game: str
    title: str
    upper: str
    lower: str
    score: Score
    version: int = 1
    seats: int = 2
    players: tuple[str, str] = ("", "")


def players_of(game: Game, upper: str, lower: str, seats: int) -> tuple[str, str]:
    """The digests of two players as they are now; empty for one that is always the same."""
    first, second = (digest_of(kind, game, seats).get("player", "") for kind in (upper, lower))
    return first, second


class Series(NamedTuple):
    """How each step is measured: over so many ``pairs`` of matches at most and ``least`` at least, on so many
    ``cores``, by default all. Shares are adjusted for luck by ``playouts`` for a choice, unless that is 0.
    ``told`` is called with the step after every block of pairs. With more than two ``seats`` a pair is a
    set of matches (:class:`.matchup.MatchUp`). Who is measured plays ``against`` another player than the
    level below where one is named."""

    pairs: int
    cores: int | None = None
    playouts: int = 0
    told: Callable[[Step], None] | None = None
    least: int = 0
    seats: int = 2
    against: str = ""

    def lower(self, upper: str) -> str:
        """Whom ``upper`` is matched against."""
        return self.against or LADDER[LADDER.index(upper) - 1]

    def measures(self, step: Step) -> bool:
        """Whether ``step`` is one of those that are measured so, in whichever game."""
        return step.upper in LADDER[1:] and (step.lower, step.seats) == (self.lower(step.upper), self.seats)

    def is_enough(self, score: Score) -> bool:
        """Whether a step that came to ``score`` has been measured."""
        return score.pairs >= self.pairs or (score.pairs >= self.least and is_settled(score))


def measure(
    games: Sequence[Game],
    series: Series,
    *,
    uppers: Sequence[str] = LADDER[1:],
    known: Sequence[Step] = (),
) -> None:
    """Match each level of ``uppers`` against the one below until the result is clear, as ``series`` says.

    Steps in ``known`` are gone on with, where they were played by the present rules and the players as they
    are, every pair was kept and luck was counted by as many playouts; others are measured anew.
    """
    before = {
        (step.game, step.upper, step.version, step.players): step.score
        for step in known
        if series.measures(step) and step.score.is_counted and _playouts(step.score) == series.playouts
    }
    for game in games:
        for upper in (level for level in LADDER if level in uppers):
            players = players_of(game, upper, series.lower(upper), series.seats)
            score = before.get((game.key, upper, game.version, players))
            if score is None or not series.is_enough(score):
                names = game.key, game.title, upper, series.lower(upper)
                _climb(Step(*names, score or NOTHING, game.version, series.seats, players), series)


def _playouts(score: Score) -> int:
    return score.adjusted.playouts if score.adjusted else 0


def _climb(step: Step, series: Series) -> None:
    def look(score: Score) -> bool:
        if series.told:
            series.told(structs.replace(step, score=score))
        return series.is_enough(score)

    before = step.score if step.score.pairs else None
    asked = MatchUp(step.game, step.upper, step.lower, playouts=series.playouts, seats=step.seats)
    meet(asked, series.pairs, cores=series.cores, enough=look, before=before)


def policy_of(level: str, game: Game, seats: int) -> Policy:
    """How ``seats`` of ``level`` choose in compiled batches of ``game``: with the probabilities of its
    players; a former one takes the first of choices that are rated alike. Raises :class:`BadValue` for a
    level that searches, and for what is no level."""
    if level not in QUICK:
        raise BadValue(f"{level!r} is no level that chooses without a search; {', '.join(QUICK)} are")
    return choosing(level, game, seats)


def is_settled(score: Score) -> bool:
    """Whether the upper level is ahead by a confidence sequence, of the plain or the adjusted shares, so that
    the series may end by it."""
    plain = score.is_counted and score.interval().low > 0.5
    return plain or (score.adjusted is not None and score.adjusted.interval().low > 0.5)


def read(file: Path) -> list[Step]:
    """The steps that ``file`` holds, none where it is missing; raises :class:`BadValue` for another file."""
    return pages.read(file, list[Step], "levels")


def merge(file: Path, steps: Sequence[Step]) -> list[Step]:
    """Put ``steps`` in place of older ones of the same games in ``file``; returns all that it then holds."""
    table = {(step.game, step.upper, step.lower, step.seats): step for step in (*read(file), *steps)}
    order = (*LEVELS, *FORMER)
    merged = sorted(
        table.values(), key=lambda step: (step.title, step.seats, order.index(step.upper), step.lower)
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    pages.write_figures(file, merged)
    return merged


def page(steps: Sequence[Step]) -> str:
    """The text of the page of levels, with a row for each of ``steps``, those of former levels apart."""
    now = [step for step in steps if step.upper not in FORMER]
    present, several = ([step for step in now if (step.seats > 2) == among] for among in (False, True))
    former = [step for step in steps if step.upper in FORMER]
    text = HEAD + COLUMNS + "".join(map(_row, present)) + _outside(present)
    text += AMONG + "".join(map(_row, several)) + _outside(several) if several else ""
    return text + (BEFORE + COLUMNS + "".join(map(_row, former)) if former else "")


def _outside(steps: Sequence[Step]) -> str:
    """The steps whose share is not what it is meant to be, in a sentence; empty where there are none."""
    names = [
        f"{step.title} ({step.upper.title()}{_of(step.seats)}, {100 * step.score.share:.1f} %)"
        for step in steps
        if step.lower != THUMB and not LEAST <= step.score.share <= MOST
    ]
    return f"\nOutside {100 * LEAST:.0f} to {100 * MOST:.0f} %: {', '.join(names)}.\n" if names else ""


def _of(seats: int) -> str:
    return f", {seats} seats" if seats > 2 else ""


def _row(step: Step) -> str:
    score = step.score
    adjusted = _range(score.adjusted.share, score.adjusted.interval()) if score.adjusted else ""
    clear = "yes" if (is_settled(score) if score.is_counted else score.is_clear) else "no"
    names = step.upper.title(), "the rule of thumb" if step.lower == THUMB else step.lower.title()
    if step.seats == 2:
        cells = (step.title, step.version, *names, told(score), adjusted, score.pairs, clear)
    else:
        cells = (step.title, step.version, step.seats, *names, told(score), score.pairs, clear)
    return f"| {' | '.join(map(str, cells))} |\n"


def told(score: Score) -> str:
    """A share of wins with the range that holds it at every look; with its plain interval where the pairs
    were not kept."""
    if not score.is_counted:
        return f"{100 * score.share:.1f} % ± {100 * score.margin:.1f}"
    return _range(score.share, score.interval())


def _range(share: float, interval: Interval) -> str:
    return f"{100 * share:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
