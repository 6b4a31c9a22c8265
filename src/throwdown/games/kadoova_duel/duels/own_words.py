"""What a duel says in its own way: of its events, its choices, and what may not be done in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....kernel.english import listed
from ....kernel.scene import Now
from .counts import many, points_text
from .facts import Facts
from .phrases import names_of, role_of, roll_size, seats_of
from .table import DICE, NO_BOUNCE, NOBODY
from .view import View

Said = Iterator[tuple[int, str]]

WIN, EACH = 1000, 100  # points for a duel, and for each thing that is counted besides

PRESSES = {"roll": "Roll", "throw": "Throw", "place": "Place a die"}
BOUNCE = "A die must bounce on the table before the mat: one that does not is lifted and counts nothing."


class DuelWords:
    """The words of a duel. A duel's own ``words.py`` has a class of this kind and says what differs.

    Sentences are in the past tense and come with the seat that they follow (-1: nobody).
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    # What is told

    def rule(self, view: View) -> str:
        """The duel's rule in one line."""
        return self.facts.rule

    def role_note(self, view: View, place: int) -> str:
        """What the first role (0) or the second (1) is, in a few words."""
        return self.facts.roles[place][1]

    def heading(self, view: View) -> str:
        """The duel, and where it stands."""
        return self.facts.title

    def result_text(self, view: View, outcome: int) -> str:
        """The notation of what a throw, or what is placed, comes to."""
        return str(outcome)

    def outcome_name(self, view: View, outcome: int) -> str:
        """The same, as whoever has seen it calls it."""
        words = self.place_words(view, outcome)
        return words[:1].upper() + words[1:]

    def tell_targets(self, before: View, after: View) -> Said:
        """The target dice lie."""
        yield -1, f"The target is {after.target[0]}."

    def choice_words(self, before: View, event: int, after: View) -> str:
        """What somebody has chosen at SET, BID or MAT."""
        return ""

    def due_words(self, view: View) -> str:
        """Whose die comes to rest next."""
        return f"Dice for {{{roller(view, roll_size)}}}."

    def tell_roll(self, before: View, event: int | None, after: View) -> Said:
        """A die shows a number; what a race rolls is told with the last die of all."""
        if event is not None and is_last_face(before):
            for seat in seats_of(before.rolling):
                yield seat, self.roll_words(before, seat, faces_rolled(before, seat, event), after)

    def roll_words(self, before: View, seat: int, faces: list[int], after: View) -> str:
        """``rolled 3 4 1: space 2.``"""
        return f"rolled {shown(faces)}."

    def tell_outcome(self, before: View, outcome: int, after: View) -> Said:
        """A throw, or what is placed, has come to rest."""
        if outcome == NO_BOUNCE:
            words = "threw a die that did not bounce before the mat: it is lifted and counts nothing."
        else:
            words = self.throw_words(before, outcome, after)
        yield before.thrower, words

    def throw_words(self, before: View, outcome: int, after: View) -> str:
        """``threw a die onto 300.``"""
        lifted = self.lifted_words(before, before.thrower, outcome)
        return f"threw a die {self.place_words(before, outcome)}{lifted}."

    def tell_place(self, before: View, outcome: int) -> Said:
        """Where a die lies that another has knocked, or that hit the Post."""
        seat, die = divmod(before.knocked, DICE)
        if seat == before.thrower and die == before.thrown[seat] - 1:
            yield -1, f"The die came to rest {self.place_words(before, outcome)}."
        else:
            yield seat, self.knocked_words(before, seat, outcome)

    def tell_measure(self, before: View, event: int) -> Said:
        """Which of several dice lies closest, or that none does."""
        yield from ()

    def target_words(self, view: View) -> str:
        """What is said while a target is due."""
        return "A target die is due."

    def knocked_words(self, before: View, seat: int, outcome: int) -> str:
        """What is said of a die that was knocked, after the name of its owner."""
        lifted = self.lifted_words(before, seat, outcome)
        return f"had a die knocked {self.place_words(before, outcome)}{lifted}."

    def place_words(self, view: View, outcome: int) -> str:
        """``onto 300``, ``off the mat``, ``two thumbs from the Post``."""
        return "off the mat"

    def lifted_words(self, before: View, seat: int, outcome: int) -> str:
        """What a die takes with it."""
        return ""

    def outcome(self, view: View) -> tuple[int, str]:
        """How the duel came out, in short and without a full stop: who won what, and what others lost."""
        title = self.facts.title
        if view.winner == NOBODY:
            return -1, f"Nobody wins {title}: {out_words(view)}"
        how = " by forfeit" if view.by_forfeit else ""
        won = points_text(view.gain[view.winner])
        return view.winner, f"won {title}{how}: {won}{lost_words(view)}"

    def tell_end(self, after: View) -> Said:
        """How the duel came out, and what it gives and takes once the cards after it have been played."""
        seat, words = self.outcome(after)
        shares = "" if after.winner == NOBODY else shares_words(after)
        yield seat, f"{words}{shares}."

    def notes(self, view: View) -> Iterator[str]:
        """What else decided a duel played alone, and the sum that its winner scored."""
        if view.winner == NOBODY:
            return
        count, what = self.scored(view)
        total = WIN + EACH * count
        if count and view.gain[view.winner] == total:
            said = f"{points_text(WIN)} for the win and {count} × {EACH} for {what}"
            yield f"{said} make {points_text(total)} ({self.facts.clause})."

    def scored(self, view: View) -> tuple[int, str]:
        """How many things the winner has points for besides the win, and what they are; 0: there are none."""
        return 0, ""

    # What is offered

    def press_name(self, view: View, seat: int) -> str:
        """The name of the choice to roll, throw or place."""
        return PRESSES[self.facts.press]

    def press_title(self, view: View, seat: int) -> str:
        """``Roll two dice: you need a 6.`` and the like."""
        return f"{self.press_name(view, seat)}."

    def press_note(self, view: View, seat: int) -> str:
        """What helps whoever rolls or throws."""
        if self.facts.press != "throw":
            return self.rule(view)
        left = view.count[seat] - view.thrown[seat]
        return f"{many(left, 'throw').capitalize()} left. {BOUNCE if view.by_hand else self.rule(view)}"

    def choose_now(self, view: View, seat: int) -> Now:
        """What ``seat`` chooses at SET, BID or MAT."""
        return Now("Choose.", self.rule(view), "act")

    def waiting_words(self, names: str) -> str:
        """Who is waited for at SET, BID or MAT."""
        return f"Waiting for {names}."

    def against_choice(self, view: View, said: str) -> str:
        """Why ``said`` may not be chosen at SET, BID or MAT, with its clause."""
        return ""

    # What stands on a plate

    def plate_line(self, view: View, seat: int) -> str:
        """``Tortoise, three dice``."""
        parts = (role_of(view, seat), self.dice_words(view, seat), self.so_far(view, seat))
        return ", ".join(part for part in parts if part)

    def dice_words(self, view: View, seat: int) -> str:
        count = view.count[seat]
        return many(count, "die") if count else ""

    def so_far(self, view: View, seat: int) -> str:
        """The points of who has thrown."""
        return ""

    def stakes(self, view: View, seat: int) -> str:
        """What the duel would give ``seat`` as it stands, where that can be said."""
        return ""


class MatWords(DuelWords):
    """Dice thrown by two duelists, one after the other, at a mat of fields with points."""

    def so_far(self, view: View, seat: int) -> str:
        return f"{points_text(view.points[seat])} so far" if view.thrown[seat] else ""

    def notes(self, view: View) -> Iterator[str]:
        """What the dice of whoever lost came to: they are shown, but score nothing."""
        for seat in seats_of(view.duelists & ~view.forfeits):
            if view.winner not in (NOBODY, seat) and view.points[seat]:
                said = f"{{{seat}}} came to {points_text(view.points[seat])} points"
                yield f"{said}, which only the winner scores ({self.facts.clause})."
        yield from super().notes(view)


class TowerWords(DuelWords):
    """A tower that is built."""

    def result_text(self, view: View, outcome: int) -> str:
        return (("on", "off") if view.falling else ("stands", "falls"))[outcome]

    def outcome_name(self, view: View, outcome: int) -> str:
        return (("On the mat", "Off the mat") if view.falling else ("It stands", "It falls"))[outcome]

    def throw_words(self, before: View, outcome: int, after: View) -> str:
        thing = self.thing(before)
        return f"felled the tower with a {thing}." if outcome else f"placed a {thing}: it stands."

    def thing(self, view: View) -> str:
        """What is placed next."""
        return "die"

    def press_name(self, view: View, seat: int) -> str:
        return f"Place a {self.thing(view)}"


def shown(faces: list[int]) -> str:
    return " ".join(map(str, faces))


def roller(view: View, size: Callable[[View, int], int]) -> int:
    """Whose die comes to rest next, of those who roll as many as ``size`` says."""
    return next(seat for seat in seats_of(view.rolling) if view.rolled[seat] < size(view, seat))


def is_last_face(view: View) -> bool:
    """Whether the die that is due completes the beat."""
    return sum(roll_size(view, seat) - view.rolled[seat] for seat in seats_of(view.rolling)) == 1


def faces_rolled(before: View, seat: int, event: int) -> list[int]:
    """The faces of the roll that ``event`` completes."""
    faces = before.die[seat][: before.rolled[seat]]
    return faces if before.rolled[seat] == roll_size(before, seat) else [*faces, event + 1]


def losers(view: View) -> list[int]:
    """The duelists beside the winner."""
    return seats_of(view.duelists & ~(1 << view.winner))


def lost_words(view: View) -> str:
    """What the duel takes of those who have not won (KD-D3)."""
    return "".join(
        f", and {{{seat}}} lost {points_text(-view.gain[seat])}"
        for seat in losers(view)
        if view.gain[seat] < 0
    )


def shares_words(view: View) -> str:
    """What the duel gives those who have not won: target dice (KD-D7)."""
    won = {seat: view.gain[seat] for seat in losers(view) if view.gain[seat] > 0}
    if not won:
        return ""
    if len(won) > 1 and len(set(won.values())) == 1:
        shares = f"{points_text(min(won.values()))} each to {listed(f'{{{seat}}}' for seat in won)}"
    else:
        shares = listed(f"{points_text(gain)} to {{{seat}}}" for seat, gain in won.items())
    return f"; {shares} for target dice"


def out_words(view: View) -> str:
    """Why nobody is left (KD-12, KD-16)."""
    few = view.forfeits & ~view.caught
    parts = [f"{names_of(few)} had too few dice"] if few else []
    if view.caught:
        parts.append(f"{names_of(view.caught)} got caught cheating")
    return " and ".join(parts)
