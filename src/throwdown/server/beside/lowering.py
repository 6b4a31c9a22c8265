"""A refereed match that goes on with less: with its score sheet, which keeps the score, or with dice alone.

Nothing is entered in it afterwards, and it is not raised again: nobody has checked what was played since.
"""

from __future__ import annotations

from msgspec import Struct

from throwdown.kernel.match import Match
from throwdown.kernel.tables import in_effect
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.refereed import RefereeRecord
from throwdown.server.beside.sheets import Sheet, SheetSetting, step_by
from throwdown.server.errors import Refusal

SHEET, DICE = "sheet", "dice"


class Lowered(Struct, frozen=True):
    """What the table goes on with: its score sheet (``to`` is ``sheet``) or the shared dice ``dice``.

    ``totals`` are the points so far by seat, ``lines`` how many lines of the sheet were played, ``left``
    how many of the last round are to be played where it is on, else -1, and ``settings`` those of the sheet
    that the match had agreed. Where its values make another step of the numbers of a field, that is told
    under ``KEY:step``.
    """

    to: str
    dice: str
    totals: tuple[int, ...]
    lines: int
    settings: dict[str, int]
    left: int = -1


def lower(record: RefereeRecord, match: Match, to: str, dice: str) -> None:
    """Go on with the score sheet, or with the shared ``dice``."""
    box = box_of(match.game)
    if to not in (SHEET, DICE) or box is None:
        raise Refusal(f"{to[:20]!r} is nothing to go on with: {SHEET} or {DICE}", 400)
    if match.over:
        raise Refusal("the match is over: its result stands")
    if to == SHEET and box.sheet is None:
        raise Refusal(f"{match.game.title} has no score sheet of its own: go on with {DICE}", 400)
    record.lowered, record.dice, record.buzzer = to, dice, False


def lowered(record: RefereeRecord, match: Match) -> Lowered | None:
    """What the table goes on with; None while it is refereed."""
    return goes_on(match, record.lowered, record.dice) if record.lowered else None


def goes_on(match: Match, to: str, dice: str = "") -> Lowered:
    """What is taken from a match as it is to its score sheet, or to the shared ``dice``."""
    box = box_of(match.game)
    sheet = box.sheet if box else None
    totals = tuple(match.points)
    if sheet is None:
        return Lowered(to, dice, totals, 0, {})
    settings = {one.key: now for one in sheet.settings if (now := _agreed(match, one)) is not None}
    for field in sheet.fields:
        if field.step_of and (step := step_by(field, match.values)) != field.step:
            settings[f"{field.key}:step"] = step
    left = int(getattr(match.truth(), sheet.left_of)) if sheet.left_of else 0
    return Lowered(to, dice, totals, _played(sheet, match, totals), settings, left or -1)


def _played(sheet: Sheet, match: Match, totals: tuple[int, ...]) -> int:
    truth = match.truth()
    if sheet.played_of:
        return int(getattr(truth, sheet.played_of)) + bool(sheet.opening and any(totals))
    return max(0, int(getattr(truth, sheet.begun_of)) - 1) if sheet.begun_of else 0


def _agreed(match: Match, setting: SheetSetting) -> int | None:
    """The value that the match has for a setting of the sheet, where it has one."""
    in_force = {value.key for value in in_effect(match.game.values, match.values, match.seats)}
    for key in setting.values:
        value = match.values.get(key)
        if key in in_force and isinstance(value, bool | int):
            return int(value)
    return None
