"""What a game may say of a table at which it is played, beyond what its rules know: clocks, things that are
thrown by hand, and sets of several games. It belongs to the contract of :mod:`throwdown.kernel.parts`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from throwdown.kernel.part import Part

if TYPE_CHECKING:
    from throwdown.kernel.carried import Carried
    from throwdown.kernel.tables import Plain
    from throwdown.kernel.throwing import Drawn, Due, Reading
    from throwdown.kernel.timing import Heat, Window


class Timing(Part):
    """``timing.py``: what a game asks of a clock. Rules know the order of things only; who was first, and
    when a window has been open long enough, is for a server to judge. Without it nothing is timed."""

    file = "timing"

    @staticmethod
    def live(values: Mapping[str, Plain]) -> bool:
        """Whether races are judged by who was first, with these values; by default they are not."""
        return False

    @staticmethod
    def heat(view: Any) -> Heat | None:
        """The live race that is on, of the truth; by default none."""
        return None

    @staticmethod
    def window(view: Any, seat: int, legal: list[int]) -> Window | None:
        """The window that ``seat`` may let pass; None, as by default, where it has to choose."""
        return None

    @staticmethod
    def cover(values: Mapping[str, Plain]) -> float:
        """Seconds that a cover laid on a racer's dice stays there; by default 0."""
        return 0.0

    @staticmethod
    def clock(values: Mapping[str, Plain]) -> float | None:
        """Seconds that a window stays open; None, as by default, where the server's own time is right."""
        return None


class Arena(Part):
    """``arena.py``: what people throw by hand, when, and which event of CHANCE the result of a throw is.

    Without the file nothing is thrown. The members other than ``is_thrown`` and ``drawn`` are called only in
    matches of which ``is_thrown`` is true.
    """

    file = "arena"

    @staticmethod
    def is_thrown(values: Mapping[str, Plain]) -> bool:
        """Whether a match of these values throws by hand; by default it does not."""
        return False

    @staticmethod
    def steadiness(values: Mapping[str, Plain]) -> str:
        """How steady a bot's hand is: ``sure``, ``steady`` (as by default) or ``shaky``."""
        return "steady"

    @staticmethod
    def mat(view: Any) -> Due | None:
        """The mat that lies there now, with what is thrown or placed next; None where nothing is thrown."""
        return None

    @staticmethod
    def press(view: Any) -> tuple[int, int]:
        """The seat that may throw or place next and the event by which it does; (-1, -1) where nobody may."""
        return -1, -1

    @staticmethod
    def asks(view: Any) -> bool:
        """Whether the arena says which event of CHANCE comes next."""
        return False

    @staticmethod
    def due(view: Any) -> Due | None:
        """What CHANCE has to throw now; None where it asks how something lies after a throw."""
        return None

    @staticmethod
    def lying(view: Any) -> set[tuple[int, int]] | None:
        """The tags of the things that still lie on the mat; None where nothing is ever lifted from it."""
        return None

    @staticmethod
    def landed(view: Any, off: int) -> int:
        """The outcome of fallen dice of a tower, of which ``off`` lie beside the mat; see
        :attr:`Due.kind`."""
        return 0

    @staticmethod
    def event(view: Any, outcome: int, version: int | None) -> int:
        """The event of a throw's outcome, as ``version`` of the rules (None: the present one) told it."""
        return -1

    @staticmethod
    def reading(view: Any, found: Mapping[Hashable, Reading], events: Collection[int]) -> int:
        """Which of the ``events`` of CHANCE says how things lie, as they are ``found``; -1 where the arena
        cannot know."""
        return -1

    @staticmethod
    def drawn() -> tuple[Drawn, ...]:
        """What ``throwdown arena drawn`` computes the game's tables of chances from, for matches in which
        nothing is thrown; by default it has none."""
        return ()


class Between(Part):
    """``between.py``: what goes from game to game of a set, such as chips. Without the file nothing is
    carried over. It is what everybody sees at the end of a match: so neither the replay nor the account of a
    finished game tells anything that is secret in the next."""

    file = "between"

    @staticmethod
    def first(values: Mapping[str, Plain], players: int) -> Carried | None:
        """What a set begins with; None, as by default, where nothing is carried."""
        return None

    @staticmethod
    def values_for(
        values: Mapping[str, Plain], carried: Carried, moves: int, is_last: bool
    ) -> dict[str, Plain]:
        """The values that differ in a game of the set, ``carried`` by seat; by default none.

        Who begins has moved on to the left ``moves`` times before it.
        ``is_last``: if the game is drawn, these players meet no more in the set.
        """
        return {}

    @staticmethod
    def left(view: Any, resigned: int | None, last: bool) -> Carried | None:
        """What a finished match leaves by seat, of the truth; ``resigned`` is the seat that resigned, and
        ``last`` says that these players meet no more. By default nothing."""
        return None

    @staticmethod
    def given_up(view: Any, seat: int) -> list[int] | None:
        """Points by seat of a match for two in which ``seat`` resigned, of the truth; by default the other
        has one point more than it had, or than ``seat`` has."""
        return None
