"""How often a roll brings the next space (KD-D6)."""

from __future__ import annotations

from .....kernel.odds import Odds, OddsRow, OddsTable, Share, Supposed, chance_of, share_of
from ..own_odds import DuelOdds, supposed_roll
from ..register import base_dice  # pyright: ignore[reportUnknownVariableType]
from ..table import NOBODY, ROLL
from ..view import View
from .facts import FACTS


class TrackOdds(DuelOdds):
    def asks(self, view: View, seat: int) -> str:
        return "How often does a roll bring a space?" if view.opponent != NOBODY else ""

    def count(self, supposed: Supposed, seat: int) -> Odds | None:
        s = supposed.record
        spaces = range(int(s.track_spaces))
        roles = [name for name, _ in self.facts.roles]
        rows = tuple(
            OddsRow(
                f"{space + 1}: {s.spaces[space]}",
                tuple(_share(supposed, space, is_hare) for is_hare in (True, False)),
            )
            for space in spaces
        )
        dice = [int(base_dice(s.duel, is_hare)) for is_hare in (True, False)]
        columns = tuple(f"{role}, {many} dice" for role, many in zip(roles, dice, strict=True))
        note = "The runner stands before the space. Hare runs on with the same roll, Tortoise does not."
        return Odds((OddsTable("", columns, rows, "Space: number", note),), self.facts.clause)


def _share(supposed: Supposed, space: int, is_hare: bool) -> Share:
    """The chance that one roll takes the Hare, or the Tortoise, onto ``space``."""
    seat = int(supposed.record.challenger)

    def stand(s: View) -> None:
        s.place[seat] = space

    def rolled(s: View) -> tuple[int, ...]:
        return (s.stage, int(s.rolled[seat]), int(s.place[seat]), *sorted(map(int, s.die[seat])))

    rolls = supposed_roll(supposed, seat, is_hare).changed(stand).outcomes(lambda s: s.stage != ROLL, rolled)
    return share_of(chance_of(rolls, lambda found: found.record.place[seat] > space))


ODDS = TrackOdds(FACTS)
