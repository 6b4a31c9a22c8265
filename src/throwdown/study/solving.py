"""Whether a position is a puzzle: one choice is better than all others, and the rule of thumb takes another.

A choice is better than another where its chance to win is at least :data:`LEAST` higher and at least
:data:`ERRORS` standard errors of their difference. All legal choices are compared, in the same states with
the same dice, everybody going on by the rule of thumb.
"""

from __future__ import annotations

from msgspec import Struct

from throwdown.bots import Sight, sight
from throwdown.kernel.match import Match
from throwdown.study.hints import DOUBT, Count, error_of

LEAST = 0.05  # of a chance, by which the best choice leads any other
ERRORS = 4.0  # standard errors of that lead
SURE = 1.125  # times these errors, at which a choice is counted no further
HOPE = 2.5  # standard errors below LEAST, at which a position is given up
STEPS = (48, 96, 160, 320)  # playouts of each choice in the first rounds; then as many as in the last
GLANCED = 6  # choices that are glanced at, those that the rule of thumb rates highest
GLANCES = ((24, 3), (48, 2), (96, 2), (160, 2), (320, 2))  # playouts, and the choices kept beside the thumb's
HINTED = 1.6  # standard errors above what a glance shows, by which the best choice may lead all the same
MOST = 3200  # playouts of each choice, beyond which a position is given up
FEW = 96  # below which nothing is concluded


class Rated(Struct, frozen=True):
    """A choice of a position that was solved: its chance to win, and half the width of the range that holds
    it 95 times in 100. ``less`` is by how much it is weaker than the best, ``error`` the standard error of
    that."""

    event: int
    chance: float
    doubt: float
    less: float
    error: float


class Solved(Struct, frozen=True):
    """The choices of a position, the best first; ``thumb`` is the event that the rule of thumb takes, and
    ``playouts`` were counted of the best."""

    rated: tuple[Rated, ...]
    thumb: int
    playouts: int

    @property
    def is_puzzle(self) -> bool:
        """Whether one choice is better than all others, and the rule of thumb misses it."""
        return self.rated[0].event != self.thumb and all(
            _is_clear(each.less, each.error) for each in self.rated[1:]
        )


def is_open(match: Match, seat: int) -> bool:
    """Whether ``seat`` has a choice to itself that everybody then sees. What is chosen in secret, or together
    with others, has no one best answer."""
    if match.awaited != (seat,):
        return False
    legal = match.legal_events(seat)
    everybody = (1 << match.seats) - 1
    return len(legal) > 1 and all(
        int(match.engine.witnesses(match.state, seat, event)) & everybody == everybody for event in legal
    )


def promises(match: Match, seat: int, seed: int = 0) -> bool:
    """Whether a glance at the choices that the rule of thumb rates highest finds one that may be much better
    than what it takes."""
    count = Count(sight(match, seat), seed, candidates=GLANCED)
    thumb = count.thumb
    for playouts, kept in GLANCES:
        count.add(playouts)
        order = count.order()
        if order[0] == thumb:
            return False
        if not all(_may_lead(count, order[0], other) for other in (order[1], thumb)):
            return False
        count.keep({*order[:kept], thumb})
    return True


def _may_lead(count: Count, best: int, other: int) -> bool:
    lead, error = lead_over(count, best, other)
    return lead + HINTED * error >= LEAST


def lead_over(count: Count, best: int, other: int) -> tuple[float, float]:
    """By how much one choice leads another, and the standard error of that, over the playouts that both
    have."""
    many = min(len(count.results[best]), len(count.results[other]))
    differences = count.results[best][:many] - count.results[other][:many]
    return float(differences.mean()), error_of(differences)


def solve(seen: Sight, seed: int = 0, least: int = FEW) -> Solved | None:
    """The position that ``seen`` shows, with all its choices counted until it is known that one leads; None
    where it is given up. The best has at least ``least`` playouts then."""
    count, most = Count(seen, seed, seen.legal), max(MOST, 2 * least)
    playouts = 0
    while playouts < most:
        count.add(STEPS[min(playouts // FEW, len(STEPS) - 1)])
        best = count.order()[0]
        playouts = len(count.results[best])
        if playouts < FEW:
            continue
        leads = {event: lead_over(count, best, event) for event in count.results if event != best}
        if playouts >= least and all(_is_clear(*lead) for lead in leads.values()):
            return _solved(count, best)
        if any(lead + HOPE * error < LEAST for lead, error in leads.values()):
            return None
        sure = {event for event, (lead, error) in leads.items() if _is_clear(lead, SURE * error)}
        count.keep([event for event in count.results if event not in sure])
    return None


def _is_clear(lead: float, error: float) -> bool:
    return lead >= LEAST and lead >= ERRORS * error


def _solved(count: Count, best: int) -> Solved:
    rated: list[Rated] = []
    for event, shares in count.results.items():
        lead, error = (0.0, 0.0) if event == best else lead_over(count, best, event)
        rated.append(Rated(event, float(shares.mean()), DOUBT * error_of(shares), lead, error))
    rated.sort(key=lambda each: (each.less, -each.chance))
    return Solved(tuple(rated), count.thumb, len(count.results[best]))
