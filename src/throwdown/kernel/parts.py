"""Everything that a game may say: the files of its folder, their members, and what the absence of one means.

A game is a folder. These Python files of it are each a class here:

=================  ========  =====================================================================
``rules.py``       required  :class:`Rules`: what may happen, compiled and interpreted
``words.py``       required  :class:`Words`: notation, headings and sentences
``scene.py``       required  :class:`Scenes`: the table as a seat sees it
``heuristics.py``  required  :class:`Heuristics`: how good an event looks; what the search may use
``result.py``      optional  :class:`Results`: why a match ended as it did
``timing.py``      optional  :class:`.parts_live.Timing`: live races, and windows that close
``arena.py``       optional  :class:`.parts_live.Arena`: things that people throw by hand
``between.py``     optional  :class:`.parts_live.Between`: what goes from game to game of a set
``odds.py``        optional  :class:`Odds`: the chances that a player would count
``hands.py``       optional  :class:`Hands`: hands of real cards that nobody enters at a refereed table
``solving.py``     optional  :class:`Solving`: all that can follow in few states, and how Master chooses
``traits.py``      optional  :class:`Traits`: habits and cards that the laboratory counts
=================  ========  =====================================================================

Games that are alike may have their files made: ``made_by`` in ``tables.toml`` names a package, relative
to the folder, whose ``make(package, name)`` gives that file of a game, or None for one that is looked for in
the folder. Its ``rules.py`` and ``heuristics.py`` are imported once for each such game, in a package in which
that is the only one (:func:`.sources.open_for`), so that each is compiled for itself.

The others hold text and data, whose form the module that reads them says:

==================  ========  =====================================================================
``tables.toml``     required  title, seats, options and table values (``kernel/tables.py``)
``RULES.md``        required  the rulebook, one bullet a clause
``how.toml``        optional  the game in a minute (``server/teaching/howto.py``)
``lessons/``        optional  matches with a coach's words (``lessons/script.py``)
``examples.toml``   optional  clauses shown by steps of lessons (``lessons/examples.py``)
``puzzles/``        optional  positions in which one choice is clearly best (``study/puzzles.py``)
``beside.toml``     optional  dice and score sheet of the real box (``server/beside/boxes.py``)
``print.toml``      optional  cards to cut out (``server/beside/companions.py``)
``levels.toml``     optional  how the levels err, and how Master searches (``bots/strengths.py``)
``portraits.toml``  optional  what is said of each level, and why it is true (``bots/portraits.py``)
==================  ========  =====================================================================

A member without a default is required; one with a default may be left out, and then the default is what the
game says. Each file lists in ``__all__`` the members that it has; whatever else it defines is for the other
files of the game. :func:`throwdown.kernel.binding.bind` checks that.

A **view** is the record of :attr:`Rules.STATE` as a struct of plain numbers and lists, with the names of its
fields as attributes. Except where it says "the truth", it is a copy from which everything is blanked that the
viewer may not know. Seats count from 0; ``CHANCE`` and ``SPECTATOR`` are numbers of :mod:`.contract`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.kernel.part import Part, required
from throwdown.kernel.parts_live import Arena, Between, Timing

if TYPE_CHECKING:
    from throwdown.kernel.odds import Odds as Counted
    from throwdown.kernel.odds import Supposed
    from throwdown.kernel.scene import Account, Scene
    from throwdown.kernel.self_play import Learnable
    from throwdown.kernel.traits import Trait
    from throwdown.kernel.whole import Compiles, Whole


class Rules(Part):
    """``rules.py``: what may happen. Written with :mod:`throwdown.kernel.contract`.

    The functions are decorated with ``rule`` and work on ``s``, one NumPy record; they are called millions
    of times a second, compiled, and interpreted by tests. Relative imports only.
    """

    file = "rules"
    is_needed = True

    STATE: np.dtype[Any]
    """The whole truth of a match: fixed size, no pointers. Made with ``record``."""
    OPTIONS: np.dtype[Any]
    """The options and table values that ``setup`` reads: one field for each value of ``tables.toml`` that is
    for the rules, with ``_`` for ``-``."""
    EVENTS: int
    """Events are 0 to EVENTS - 1, for all seats and CHANCE together."""

    @required
    @staticmethod
    def setup(s: Any, seats: int, options: Any) -> None:
        """Make of a zeroed record a new match. There is no chance in it."""

    @required
    @staticmethod
    def awaited(s: Any) -> int:
        """Bit k: seat k may act now; bit CHANCE; 0: the match is over. Right on a hidden copy too."""
        return 0

    @required
    @staticmethod
    def legal(s: Any, seat: int, events: np.ndarray, weights: np.ndarray) -> tuple[int, int]:
        """Returns (n, total): ``events[:n]`` may come from ``seat`` next. For CHANCE ``weights[:n]`` are
        their integer weights and ``total`` the sum, or 0 where all are equally likely.

        Both arrays are int32[EVENTS].
        """
        return 0, 0

    @required
    @staticmethod
    def apply(s: Any, seat: int, a: int) -> None:
        """One event that ``legal`` allows. Nothing else changes ``s``."""

    @required
    @staticmethod
    def hide(s: Any, seat: int) -> None:
        """On a copy: blank what ``seat`` may not know (SPECTATOR: what nobody outside may)."""

    @required
    @staticmethod
    def guess(s: Any, seat: int, rng: Any) -> None:
        """On a hidden copy: fill the blanks with a sample that fits all that ``seat`` knows. ``rng`` is a
        generator of :mod:`.rng`, uint64[4]."""

    @required
    @staticmethod
    def standing(s: Any, points: np.ndarray) -> None:
        """Fill ``points[:seats]``, int64[8], with the points so far or final. The most win; equal figures
        share."""

    @required
    @staticmethod
    def witnesses(s: Any, seat: int, a: int) -> int:
        """Bit k: seat k learns this event when it happens; bit SPECTATOR: so does who watches."""
        return 0


class Words(Part):
    """``words.py``: what is said of a match. ``{2}`` and ``{2's}`` stand for the name of seat 2."""

    file = "words"
    is_needed = True

    @required
    @staticmethod
    def notation(view: Any, seat: int, event: int) -> str:
        """The text of a legal event: unique among them, typeable, without comma or line break."""
        return ""

    @required
    @staticmethod
    def heading(view: Any) -> str:
        """What is on now, such as ``Round 2, turn 3``."""
        return ""

    @required
    @staticmethod
    def tell(before: Any, seat: int, event: int | None, after: Any) -> Iterable[tuple[int, str]]:
        """Sentences about an event, each with the seat that it follows (-1: nobody), in the past tense.

        ``event`` is None where the viewer does not learn it. Nothing is said until something visible is
        complete.
        """
        return ()

    @staticmethod
    def refuse(view: Any, seat: int, event: int | str) -> str:
        """Why that event of a player is not legal, where the list of legal ones does not say it; by default
        nothing."""
        return ""

    @staticmethod
    def outcome_name(view: Any, event: int) -> str:
        """What an event of CHANCE is called where people who have thrown tap it, and in an account, such as
        ``Two thumbs away`` for ``at 2``; it may name seats. By default nothing: it is called as it is
        written."""
        return ""

    @staticmethod
    def choice_name(view: Any, seat: int, event: int) -> str:
        """What a choice is called in an account, and among the entries of a refereed match, such as
        ``2 red and 1 white`` for ``R2 W1``; it may name seats. By default nothing: it is called as it is
        written."""
        return ""

    @staticmethod
    def scores(view: Any) -> list[int] | None:
        """Points by seat where ``standing`` also ranks seats that tie; by default those of ``standing``."""
        return None

    @staticmethod
    def side_of(view: Any, seat: int) -> int:
        """The side that ``seat`` plays for; by default each its own."""
        return seat


class Scenes(Part):
    """``scene.py``: the table, for browser, terminal and screen reader alike."""

    file = "scene"
    is_needed = True

    @required
    @staticmethod
    def draw(view: Any, seat: int, legal: list[int]) -> Scene:
        """The table as ``seat`` (or SPECTATOR) sees it, with a choice for each of its ``legal`` events."""
        raise NotImplementedError

    @staticmethod
    def draw_unaided(view: Any, seat: int, legal: list[int]) -> Scene | None:
        """The same with the same choices, but without what ``draw`` works out for a player: what is in
        reach, and with what chance. So a puzzle is shown. None, as by default, where ``draw`` only tells
        what lies there and what a choice does by the rules."""
        return None


LESSONS = ("choices", "searches", "playouts")  # what a judge can be learned from


class Heuristics(Part):
    """``heuristics.py``: compiled functions by which bots play, all on hidden records.

    ``worth`` alone makes the greedy player and the search. The loops of :mod:`throwdown.bots.loops` compile
    the defaults of the others, which do nothing.
    """

    file = "heuristics"
    is_needed = True

    LOOKS: int = 1
    """How many events of a choice a rollout rates at least, where fewer would miss too much."""
    TRUST: float = 1.0
    """How sharply ``worth`` may turn the search: 1 in full, 0 not at all."""
    LOOKS_BEFORE: int = 1
    """The ``LOOKS`` of former levels, where ``worth`` was replaced; by default ``LOOKS``."""
    TRUST_BEFORE: float = 1.0
    """The ``TRUST`` of former levels, where ``worth`` was replaced; by default ``TRUST``."""
    SIGNS: int = 0
    """How many numbers ``describe`` gives; 0, as by default, where the game has no learned judge."""
    TABLE: int = 0
    """How many numbers ``work_out`` gives, by default none."""
    LEARNED_FROM: str = "choices"
    """What the judge is learned from: ``choices``, as by default, of all records by temporal differences; or
    ``searches`` or ``playouts``, of settled records alone: then Master asks it in the place of ``outlook``.
    """

    @required
    @staticmethod
    def worth(s: Any, seat: int, a: int) -> float:
        """How good event ``a`` looks for ``seat``, in a unit of the game's own."""
        return 0.0

    @staticmethod
    def rough(s: Any, seat: int, a: int) -> float:
        """A quicker ``worth`` for rollouts; by default ``worth``."""
        return 0.0

    @staticmethod
    def before(s: Any, seat: int, a: int) -> float:
        """The ``worth`` that former levels go by, where it was replaced; by default ``rough``."""
        return 0.0

    @staticmethod
    def rate_all(s: Any, seat: int, events: np.ndarray, worths: np.ndarray) -> None:
        """Fill ``worths``, float64[n], with exactly the ``worth`` of each of ``events``, int32[n]; for a game
        that can do so quicker than one by one, as it is done by default."""

    @staticmethod
    def settled(s: Any) -> bool:
        """Whether a rollout may stop here and ask ``outlook``; by default only at the end."""
        return False

    @staticmethod
    def outlook(s: Any, seats: int, values: np.ndarray) -> None:
        """Fill ``values[:seats]``, float64[8], with the shares of the win, 0 to 1, that the seats of a
        settled record can expect; by default all alike."""

    @staticmethod
    def outlook_before(s: Any, seats: int, values: np.ndarray) -> None:
        """Fill ``values[:seats]``, float64[8], with the ``outlook`` that former levels go by, where it was
        replaced; by default ``outlook``."""

    @staticmethod
    def describe(s: Any, seat: int, table: np.ndarray, signs: np.ndarray) -> None:
        """Fill ``signs``, float32[SIGNS], with what the learned judge goes by: how the record looks for
        ``seat``. ``table`` is float32[TABLE], as ``work_out`` has filled it."""

    @staticmethod
    def work_out(table: np.ndarray) -> None:
        """Fill ``table``, float32[TABLE], with what ``describe`` looks up; it is kept with the judge."""

    @staticmethod
    def is_judged(s: Any) -> bool:
        """Whether the judge tells of a settled record; where not, ``outlook`` is asked. By default of
        all."""
        return True

    @staticmethod
    def in_match(s: Any, seats: int, values: np.ndarray) -> None:
        """Turn ``values[:seats]``, float64[8], the shares that the judge gives of what it tells of, such as a
        round, into shares of the match; by default they are the same."""

    @staticmethod
    def make_decisive(s: Any) -> None:
        """Change a record so that what the judge tells of decides the match, and ``in_match`` changes nothing
        in it: from such records it is learned. By default nothing is changed."""

    @staticmethod
    def unchoose(s: Any, seat: int) -> None:
        """Take back what ``seat`` has chosen in secret and is not revealed; by default nothing is secret."""

    @staticmethod
    def small_step(s: Any) -> bool:
        """Whether the choice at hand is too small to be searched, so that ``worth`` decides; by default
        no."""
        return False

    @staticmethod
    def is_solvable(s: Any) -> bool:
        """Whether ``solve`` knows an equilibrium of the choice at hand; by default no."""
        return False

    @staticmethod
    def solve(s: Any, seat: int, rng: Any, iterations: int, events: np.ndarray, shares: np.ndarray) -> int:
        """Fill ``events``, int32[EVENTS], with the events of an optimal mixture for ``seat``, and
        ``shares``, float64[EVENTS], with weights in proportion to their probabilities; returns how many
        there are. ``rng`` is uint64[4]."""
        return 0


class Results(Part):
    """``result.py``: why a match ended as it did. Without it the score card is shown."""

    file = "result"

    @required
    @staticmethod
    def account(view: Any) -> Account | None:
        """The sums of all seats in the order in which the game counts them, and what decided it."""
        return None


class Odds(Part):
    """``odds.py``: the chances that a player would count at a real table. Without it none are offered."""

    file = "odds"

    @staticmethod
    def asks(view: Any, seat: int) -> str:
        """What can be counted for ``seat``, who has a choice to make, as a question such as ``How often does
        a number come?``; empty, as by default, for nothing. It is asked for every scene."""
        return ""

    @staticmethod
    def count(supposed: Supposed, seat: int) -> Counted | None:
        """The answer, counted with the rules from what ``seat`` may know; None, as by default, where nothing
        can be counted."""
        return None


class Hands(Part):
    """``hands.py``: hands of real cards that nobody enters at a refereed table. Without it each player who
    has a hand needs a phone there.

    Such a card is not known before it is played: until then the log holds one that it could be. The weights
    of the events of CHANCE that deal cards say how many of each lie in the pile.
    """

    file = "hands"

    @staticmethod
    def deals(event: int) -> bool:
        """Whether this event of CHANCE puts a card into a hand, unseen by the others; False by default."""
        return False

    @staticmethod
    def dealt(event: int) -> int:
        """The event of CHANCE that dealt the card which this choice plays from a hand; -1, as by default, for
        a choice that plays none."""
        return -1

    @staticmethod
    def held(s: Any, seat: int) -> dict[int, int]:
        """How many cards of each kind ``seat`` holds in the record ``s``, by the event that deals it; by
        default none."""
        return {}

    @staticmethod
    def hide(s: Any, seat: int) -> None:
        """On a copy that is hidden for ``seat``: blank its own hand too, as others do not know it. By default
        nothing is done."""

    @staticmethod
    def free(s: Any, seat: int) -> None:
        """On a copy that is hidden from all: let the hand of ``seat``, if it holds any card, hold one of each
        that nobody has seen. By default nothing is done."""


class Solving(Part):
    """``solving.py``: how ``throwdown lab solve`` and ``throwdown lab exploit`` write the game out, and how
    Master chooses. Without it they write out the tree of all positions, of games that are small enough for
    that, and Master goes by :attr:`Heuristics.solve`."""

    file = "solving"

    TAUGHT: tuple[Mapping[str, Any], ...] = ()
    """The values of matches that ``throwdown lab train`` solves, one after the other, so that Master goes by
    what ``keep`` has kept of them; none, as by default, where there is nothing to solve beforehand."""

    LOOKED_UP: tuple[Path, ...] = ()
    """Files in which ``solution`` looks up what was solved or learned beforehand; one that is not there is
    passed over. Figures of players name what is in them, so that those of another player are told apart."""

    LEARNED: Learnable | None = None
    """What ``throwdown lab train --policy`` learns a policy by, for matches that are too large to be solved;
    None, as by default, where there is none."""

    @staticmethod
    def write_out(game: Compiles, state: np.ndarray, is_alike: bool = True) -> Whole | None:
        """All that can follow ``state``, the record (an array of one element) of a match for two that waits
        for its first event, where the winner is paid 1 by the loser; None, as by default, where there is no
        better form than the tree. With ``is_alike`` positions that differ in names alone may be one; without,
        each is its own, for a player who may choose otherwise there. Raises
        :class:`throwdown.bots.solver.TooLarge`."""
        return None

    @staticmethod
    def solution(
        game: Compiles, state: np.ndarray, seat: int, rng: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray] | None:
        """How Master chooses for ``seat`` where :attr:`Heuristics.is_solvable` says so, by ``state``, the
        record (an array of one element) hidden for it: events, int32[n], and their probabilities,
        float64[n]. All chance in it comes from ``rng``, uint64[4]. What takes long may be kept for the
        process. None, as by default, where it goes by :attr:`Heuristics.solve`."""
        return None

    @staticmethod
    def keep(whole: Whole, made: Mapping[str, Any], folder: Path) -> None:
        """Keep in ``folder`` the strategy of ``whole``, in which one of the matches of ``TAUGHT`` is solved;
        ``made`` is told beside it."""


class Traits(Part):
    """``traits.py``: what ``throwdown lab report`` counts of the play of a level, such as how often it
    bluffs, and the cards whose worth ``throwdown lab balance`` measures. Without it only the choices are
    counted that came up most often."""

    file = "traits"

    TRAITS: tuple[Trait, ...] = ()
    """What is counted, in the order in which it is told."""

    @staticmethod
    def dealt_to(truth: Any) -> int:
        """The seat that gets the card of the chance event that is due; -1, as by default, where that is no
        card."""
        return -1


PARTS: tuple[type[Part], ...] = (
    Rules, Words, Scenes, Heuristics, Results, Timing, Arena, Between, Odds, Hands, Solving, Traits
)  # fmt: skip
DATA = (
    "tables.toml",
    "RULES.md",
    "how.toml",
    "lessons",
    "examples.toml",
    "puzzles",
    "beside.toml",
    "print.toml",
    "levels.toml",
    "portraits.toml",
)
