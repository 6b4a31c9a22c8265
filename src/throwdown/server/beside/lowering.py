"""A refereed match that goes on with less: with its score sheet, which keeps the score, or with dice alone.

Nothing is entered in it afterwards, and it is not raised again: nobody has checked what was played since.
"""

from __future__ import annotations

from msgspec import Struct

from throwdown.kernel.match import Match
from throwdown.kernel.tables import in_effect
from throwdown.server.beside.boxes import box_of, sheet_by
from throwdown.server.beside.refereed import RefereeRecord
from throwdown.server.beside.sheets import Sheet, SheetField, SheetSetting
from throwdown.server.errors import Refusal

SHEET, DICE = "sheet", "dice"


class Lowered(Struct, frozen=True):
    """What the table goes on with: its score sheet (``to`` is ``sheet``) or the shared dice ``dice``.

    ``totals`` are the points so far by seat, ``lines`` how many lines of the sheet were played, ``left``
    how many of the last round are to be played where it is on, else -1, and ``settings`` those of the sheet
    that the match had agreed. Where its values make another step of the numbers of a field, that is told
    under ``KEY:step``, and the least sum of its cards under ``KEY:least``; what another card, by its place,
    is worth under ``KEY:worth:PLACE``, and how many there are under ``KEY:copies:PLACE``.
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
    played = sheet_by(match.game, match.values)
    for field, other in zip(sheet.fields, played.fields if played else (), strict=True):
        settings |= _otherwise(field, other)
    left = int(getattr(match.truth(), sheet.left_of)) if sheet.left_of else 0
    return Lowered(to, dice, totals, _played(sheet, match, totals), settings, left or -1)


def _otherwise(field: SheetField, other: SheetField) -> dict[str, int]:
    """What the values of a match make of a field of its sheet that these of the game do not."""
    pairs = [("step", field.step, other.step), ("least", field.least, other.least)]
    for name, here, there in (("worth", field.worths, other.worths), ("copies", field.copies, other.copies)):
        pairs += [(f"{name}:{at}", *each) for at, each in enumerate(zip(here, there, strict=True))]
    return {f"{field.key}:{name}": there for name, here, there in pairs if here != there}


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
