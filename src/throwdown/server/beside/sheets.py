"""The score sheet of a game as data. The browser draws it, adds it up and refuses what cannot be, without
a server (``web/src/beside/score.ts``)."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Literal

import msgspec
from msgspec import Struct

from throwdown.kernel.errors import BadValue
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.tables import Plain, number_of


class Needs(Struct, frozen=True, omit_defaults=True):
    """A field may be used only with so many cards in another field of the same player."""

    field: str
    least: int = 0
    most: int = 999


OwedBy = Literal["player", "others", "all"]


class SheetField(Struct, frozen=True, omit_defaults=True):
    """What is written for each player in a line.

    ``kind`` is ``cards`` (cards that are tapped, each worth something), ``number``, ``parts`` (numbers that
    count one after another), ``flag``, or ``owed`` (reasons that are counted and score nothing, each
    written for those that ``owed_by`` says: the player, the others, or all). ``asked_by`` is the setting
    without which the field is not asked for. ``copies`` are those of each card among all players of a line;
    ``copies_of`` names values of the game that say it of a card, by its name, and ``less`` those that say
    how many of its copies are other cards; ``cards_of`` names those that say what the cards are worth.
    ``most`` is the most cards, or the largest number. ``typed``: the sum may be typed in the place of
    cards, not less than what all that cost points come to. ``only_one``: one player a line has it.
    ``only_at``: with that total alone. ``once_until``: each player writes each card once in all fields that
    say so, until the flag of that key. A number is a multiple of ``step`` and of those values of the game
    that ``step_of`` names. ``clause`` is the rule that refuses.
    """

    key: str
    label: str
    kind: str
    names: tuple[str, ...] = ()
    worths: tuple[int, ...] = ()
    copies: tuple[int, ...] = ()
    copies_of: dict[str, str] = {}
    less: dict[str, str] = {}
    cards_of: tuple[str, ...] = ()
    worth: int = 1
    least: int = 0
    most: int = 99
    allowed: tuple[int, ...] = ()
    quick: tuple[int, ...] = ()
    step: int = 1
    step_of: tuple[str, ...] = ()
    typed: bool = False
    only_one: bool = False
    only_at: int = -1
    once_until: str = ""
    owed_by: tuple[OwedBy, ...] = ()
    asked_by: str = ""
    needs: Needs | None = None
    clause: str = ""


class SheetChoice(Struct, frozen=True, omit_defaults=True):
    """What is written once for a line: one of ``options``, or a player. With ``limited`` an option bounds
    that field to its ``limits`` by its clause."""

    key: str
    label: str
    options: tuple[str, ...] = ()
    of_seats: bool = False
    limits: tuple[tuple[int, int], ...] = ()
    clauses: tuple[str, ...] = ()
    limited: str = ""


class SheetSetting(Struct, frozen=True, omit_defaults=True):
    """What is agreed before: a number, or the place of one of ``options``; ``for_two`` is proposed to
    two, and only with ``seats`` so many is it asked at all. A refereed match that goes on with its sheet has
    agreed the first of these ``values`` of the game that has any effect in it."""

    key: str
    label: str
    value: int
    least: int = 0
    most: int = 0
    options: tuple[str, ...] = ()
    for_two: int = -1
    seats: tuple[int, ...] = ()
    values: tuple[str, ...] = ()


class SheetScore(Struct, frozen=True, omit_defaults=True):
    """How lines add up: ``sum``, or ``victories`` (the higher sum of cards, then fewer cards). A total
    never falls below ``floor``; an entry that would bring it below ``least`` is refused by ``clause``.
    Whoever has nothing left is called ``out``, and may write what ``out_says``."""

    kind: str
    start_of: str = ""
    floor: int | None = None
    least: int | None = None
    teams_of: str = ""
    out: str = ""
    out_says: str = ""
    clause: str = ""


class SheetEnd(Struct, frozen=True, omit_defaults=True):
    """When it is over. ``kinds`` are chosen by the setting ``by``: ``first`` (somebody has ``target`` or
    more), ``lines`` (so many are written), ``robin`` (all pairs have played), ``last`` (one alone has
    anything), ``purse`` (the last round after somebody has the target is played). The highest wins;
    ``tie`` says in words what settles a tie, for ``tie_points``."""

    kinds: tuple[str, ...]
    by: str = ""
    target: int = 0
    target_of: str = ""
    count_of: str = ""
    tie_of: str = ""
    stake_of: str = ""
    tie: str = ""
    tie_points: int = 0


class OpeningGain(Struct, frozen=True, omit_defaults=True):
    """What the opening brings: ``points`` to whoever wins it and nothing to the others, but for the ``fine``
    that one may have been fined."""

    points: int
    fine: int = 0
    clause: str = ""


class Sheet(Struct, frozen=True, omit_defaults=True):
    """``line`` is what a line is called, ``unit`` what the totals are; the first line is ``opening``
    where that is not empty, for which nothing is chosen, and ``empty`` lines are printed. In the record of
    a match the field ``played_of`` counts the lines that were played, or ``begun_of`` those with the one
    in play, and ``left_of`` those that the last round has left while it is on."""

    line: str
    unit: str
    rules: tuple[str, ...]
    empty: int
    fields: tuple[SheetField, ...]
    score: SheetScore
    end: SheetEnd
    opening: str = ""
    opening_gain: OpeningGain | None = None
    choices: tuple[SheetChoice, ...] = ()
    settings: tuple[SheetSetting, ...] = ()
    played_of: str = ""
    begun_of: str = ""
    left_of: str = ""


def with_values(game: GameFolder, sheet: Sheet, values: Mapping[str, Plain]) -> Sheet:
    """The sheet with its cards, and the steps of its numbers, by these ``values`` of the game."""
    fields = (_with_cards(game, field, values) for field in sheet.fields)
    stepped = tuple(
        msgspec.structs.replace(field, step=_step(field, values)) if field.step_of else field
        for field in fields
    )
    return msgspec.structs.replace(sheet, fields=stepped)


def _step(field: SheetField, values: Mapping[str, Plain]) -> int:
    """What every number of ``field`` is a multiple of by these ``values`` of its game."""
    step = field.step
    for key in field.step_of:
        plain = values.get(key)
        step = gcd(step, *(int(one) for one in (plain if isinstance(plain, list | tuple) else [plain or 0])))
    return step


def _with_cards(game: GameFolder, field: SheetField, values: Mapping[str, Plain]) -> SheetField:
    """``field`` with what its cards are worth and how many there are of each; of a sum that may be typed, the
    least that it may be."""
    if field.kind != "cards":
        return field
    worths: list[int] = [*field.worths] or ([] if field.cards_of else [field.worth] * len(field.names))
    for key in field.cards_of:
        plain = values.get(key)
        worths += [int(one) for one in plain] if isinstance(plain, list | tuple) else [int(plain or 0)]
    if len(worths) != len(field.names):
        raise BadValue(
            f"beside.toml of {game.key}: {field.key} has {len(field.names)} cards, {len(worths)} worths"
        )
    copies = tuple(_copies(field, at, values) for at in range(len(field.copies)))
    least = (
        sum(min(0, worth) * many for worth, many in zip(worths, copies, strict=True)) if field.typed else 0
    )
    return msgspec.structs.replace(field, worths=tuple(worths), copies=copies, least=least)


def _copies(field: SheetField, at: int, values: Mapping[str, Plain]) -> int:
    name = field.names[at]
    many = number_of(values, field.copies_of[name]) if name in field.copies_of else field.copies[at]
    return many - (number_of(values, field.less[name]) if name in field.less else 0)
