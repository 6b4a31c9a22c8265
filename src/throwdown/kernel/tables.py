"""A game's options and table values: read from ``tables.toml``, checked, and coded for ``setup``."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

import msgspec
import numpy as np

from throwdown.kernel.errors import BadValue, BrokenGame, quoted

Plain = bool | int | str | list[int]
S = TypeVar("S")
KINDS = ("option", "table", "text")
MARKS = ("S", "R", "H", "P")
SHOWN = 40  # letters of a line that cannot be read, at most, that are quoted
LONG = re.compile(r"[\d_]{640,}")  # digits: of more than 640 or so Python may read no number
SEATS = "seats"  # in ``when``: the number of seats of a match


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game is called with so many seats (``seats``: least, most), and how it is played then."""

    seats: tuple[int, int]
    name: str
    line: str


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``[game]`` table: title, one line, seats and minutes as (least, most), rules version, the title
    of the game that it is a part of, the package that makes its files (relative to its folder; see
    :func:`.compiled.part`), the least target score of a set that its rulebook recommends, the one that the
    form of a set proposes where it recommends none (about what three matches score), its forms by number of
    seats, and what a match counts as that all agree to end before its rules do: a ``draw``, what is
    ``standing`` then, or without it nothing, so that there is no such end."""

    title: str
    line: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    version: int
    part_of: str = ""
    made_by: str = ""
    recommended_target: int = 0
    usual_target: int = 0
    forms: tuple[Form, ...] = ()
    early_end: Literal["", "draw", "standing"] = ""


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One option or table value: what it is, where it comes from, and what a change must satisfy.

    ``kind`` is an ``option``, which people choose for a table, a ``table`` of figures or a ``text``, which an
    owner of the box may edit. ``mark`` is S, R, H or P as in the rulebooks; ``published`` is what the file
    came with. The entries of a list add up to ``total``, or to ``least_total`` or more, where these are
    given, and ``names`` are theirs. ``seats``, where given, are the only numbers of seats that may change it.
    ``at_table`` is what the form of a new table proposes to people, where that is not ``value``.
    ``when`` says where it has any effect: the numbers of ``seats``, and the values of other options by key;
    ``unless`` names values of other options with which it has none, where the seats have that option.
    Elsewhere it may be set, and changes nothing; people are not asked for it. Nor are they for what is not
    ``offered``, since sets alone use it. ``of_seats``: it is a seat, or a list with an entry for each seat.
    ``read_by`` names the file of the game that reads it; ``rules`` need a field of OPTIONS for it.
    ``until`` holds pairs (version, value), oldest first: what stood here up to that version of the rules.
    """

    key: str
    kind: str
    label: str
    value: Plain
    mark: str
    clause: str
    note: str = ""
    least: int | None = None
    most: int | None = None
    length: int | None = None
    total: int | None = None
    least_total: int | None = None
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    at_table: Plain | None = None
    when: dict[str, tuple[bool | int | str, ...]] = {}
    unless: dict[str, tuple[bool | int | str, ...]] = {}
    of_seats: bool = False
    offered: bool = True
    read_by: str = "rules"
    until: tuple[tuple[int, Plain], ...] = ()
    published: Plain | None = None

    @property
    def field(self) -> str:
        """The name of the field in the game's OPTIONS."""
        return self.key.replace("-", "_")

    def of_version(self, version: int) -> Plain:
        """The default value as ``version`` of the rules had it."""
        return next((old for last, old in self.until if version <= last), self.value)

    def needs(self) -> str:
        """The values that are allowed, in words, such as ``a whole number from 1 to 9``."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        if isinstance(self.value, bool):
            return "true or false"
        if isinstance(self.value, str):
            return f"a text of at most {self.most or 400} letters"
        bounds = f"from {self.least} to {self.most}" if self.least is not None else ""
        if isinstance(self.value, int):
            return f"a whole number {bounds}".strip()
        total = f" that add up to {self.total}" if self.total is not None else ""
        if self.least_total is not None:
            total = f" that add up to {self.least_total} or more"
        return f"{self.length} whole numbers {bounds}{total}".replace("  ", " ").strip()

    def where(self) -> str:
        """With which seats and other options it has any effect, in words; empty where always."""
        seats = self.seats or self.when.get(SEATS, ())
        parts = [f"for {' or '.join(map(str, seats))} seats"] if seats else []
        parts += [f"with {key}={_any_of(fitting)}" for key, fitting in self.when.items() if key != SEATS]
        parts += [f"not with {key}={_any_of(barred)}" for key, barred in self.unless.items()]
        return ", ".join(parts)

    def check(self, new: object) -> Plain:
        """``new`` if it may stand for this value; raises :class:`BadValue`."""
        if not self._fits(new):
            raise BadValue(f"{self.key} is {quoted(new)}: needs {self.needs()}")
        return cast("Plain", new)

    def _fits(self, new: object) -> bool:
        if self.choices:
            return new in self.choices
        if isinstance(self.value, bool):
            return isinstance(new, bool)
        if isinstance(self.value, str):
            return isinstance(new, str) and 0 < len(new) <= (self.most or 400) and new.isprintable()
        if isinstance(self.value, int):
            return self._in_bounds(new)
        return isinstance(new, list) and self._list_fits(cast("list[object]", new))

    def _list_fits(self, new: list[object]) -> bool:
        if len(new) != self.length or not all(self._in_bounds(n) for n in new):
            return False
        found = sum(cast("list[int]", new))
        return self.total in (None, found) and (self.least_total is None or found >= self.least_total)

    def _in_bounds(self, n: object) -> bool:
        if not isinstance(n, int) or isinstance(n, bool):
            return False
        return (self.least is None or n >= self.least) and (self.most is None or n <= self.most)


def _any_of(fitting: tuple[bool | int | str, ...]) -> str:
    return " or ".join(json.dumps(plain) for plain in fitting)


# msgspec works out a type when it first needs it, and two threads that do so at once bring the process down.
for _kind in (About, Value):
    msgspec.json.Decoder(_kind)


def read(path: Path) -> tuple[About, tuple[Value, ...]]:
    """The game's own ``tables.toml``; raises :class:`BrokenGame` for one that is wrong."""
    try:
        return _read(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, BadValue) as error:
        raise BrokenGame(path.name, str(error)) from None


def _read(text: str) -> tuple[About, tuple[Value, ...]]:
    raw: dict[str, object] = tomllib.loads(text)
    about = _converted("game", raw.pop("game", {}), About)
    values = tuple(
        _converted(key, {"key": key, "published": _field(spec, "value"), **_fields(key, spec)}, Value)
        for key, spec in raw.items()
    )
    for value in values:
        for name, said, known in (("kind", value.kind, KINDS), ("mark", value.mark, MARKS)):
            if said not in known:
                raise BadValue(f"[{value.key}] {name} is {said!r}: needs one of {', '.join(known)}")
        proposed = () if value.at_table is None else (value.at_table,)
        for plain in (value.value, *proposed, *(old for _, old in value.until)):
            value.check(plain)
        for other, fitting in (*value.when.items(), *value.unless.items()):
            _check_condition(value, other, fitting, {each.key: each for each in values})
    return about, values


def _converted(heading: str, raw: object, kind: type[S]) -> S:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise BadValue(f"[{heading}] {error}") from None


def _fields(key: str, spec: object) -> dict[str, object]:
    """What stands under a heading; raises :class:`BadValue` where that is no value."""
    if _field(spec, "value") is None:
        raise BadValue(f"[{key}] has no value")
    return cast("dict[str, object]", spec)


def _check_condition(
    value: Value, other: str, fitting: tuple[Plain, ...], known: Mapping[str, Value]
) -> None:
    """Refuses a condition on what is no value, cannot be, or has conditions of its own on other values."""
    if other != SEATS:
        if other not in known or known[other].unless or set(known[other].when) - {SEATS}:
            raise BadValue(f"{value.key} depends on {other!r}: needs a value that depends on no other")
        for plain in fitting:
            known[other].check(plain)


def in_effect(values: tuple[Value, ...], chosen: Mapping[str, Plain], seats: int) -> tuple[Value, ...]:
    """Those of ``values`` that have any effect in a match of so many seats with these choices."""
    known = {value.key: value for value in values}

    def now(key: str) -> object:
        if key == SEATS:
            return seats
        return chosen.get(key, known[key].value) if has_effect(known[key]) else known[key].value

    def has_effect(value: Value) -> bool:
        allowed = not value.seats or seats in value.seats
        barred = any(
            (key == SEATS or has_effect(known[key])) and now(key) in fitting
            for key, fitting in value.unless.items()
        )
        return allowed and not barred and all(now(key) in fitting for key, fitting in value.when.items())

    return tuple(value for value in values if has_effect(value))


def number_of(values: Mapping[str, Plain], key: str) -> int:
    """The value ``key``, a number; raises :class:`BadValue`, quoting it, where it is none."""
    plain = values.get(key)
    if not isinstance(plain, int):
        raise BadValue(f"{key} is {plain!r}, not a number")
    return plain


def numbers_of(values: Mapping[str, Plain], key: str) -> list[int]:
    """The value ``key``, a list of numbers; raises :class:`BadValue`, quoting it, where it is none."""
    plain = values.get(key)
    if not isinstance(plain, list):
        raise BadValue(f"{key} is {plain!r}, not a list of numbers")
    return plain


def check_seats(values: tuple[Value, ...], chosen: Mapping[str, Plain], seats: int) -> None:
    """Refuses with :class:`BadValue` a choice that these many seats do not have."""
    for value in values:
        if value.seats and seats not in value.seats and chosen.get(value.key, value.value) != value.value:
            fitting = " or ".join([", ".join(map(str, value.seats[:-1])), str(value.seats[-1])]).removeprefix(
                " or "
            )
            raise BadValue(f"{value.key} is for {fitting} seats, not {seats}")


def parse_options(pairs: Iterable[str]) -> dict[str, Plain]:
    """``KEY=VALUE`` pairs; a value is JSON, or else the text itself.

    Raises :class:`BadValue` for what is no pair, and for a key that is there twice.
    """
    options: dict[str, Plain] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise BadValue(f"option {pair!r}: write KEY=VALUE")
        if key in options:
            raise BadValue(f"option {pair!r}: {key} is set twice")
        try:
            options[key] = json.loads(text)
        except (ValueError, RecursionError):  # of thousands of digits or brackets, too
            options[key] = text
    return options


def read_changes(
    text: str, values: tuple[Value, ...], name: str = "tables file", title: str = "", version: int = 1
) -> dict[str, Plain]:
    """The values that an edited file sets, checked; raises :class:`BadValue` with line and reason.

    A file may be a whole copy of the game's ``tables.toml`` or hold only the changed values. Where it
    says which game it is for, that must be ``title``; where it names a version of the rules that is not the
    present one, what it says of a value beside the value itself is not looked at.
    """
    known = {value.key: value for value in values}
    try:
        raw = tomllib.loads(text)
    except ValueError as error:
        raise BadValue(f"{name}{_not_toml(text, error)}") from None
    except RecursionError:
        raise BadValue(f"{name}: lists are nested too deeply") from None
    head = raw.pop("game", None)
    _check_game(head, text, name, title)
    whole = _field(head, "version") in (None, version)
    changes: dict[str, Plain] = {}
    for key, spec in raw.items():
        try:
            changes[key] = _one_change(key, spec, known, whole)
        except BadValue as error:
            raise BadValue(f"{name} line {_line(text, key, error.field)}: {error}") from None
    return changes


def _not_toml(text: str, error: ValueError) -> str:
    """Which line could not be read, what it says, and why."""
    long = LONG.search(text)
    if long and not isinstance(error, tomllib.TOMLDecodeError):
        line = text.count("\n", 0, long.start()) + 1
        return f" line {line}: {long[0][:SHOWN]!r} ... is too long a number"
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error))
    if not found:
        return f": {_decapital(str(error))}"
    lines = text.splitlines() or [""]
    number = int(found[2] or len(lines))
    words = lines[min(number, len(lines)) - 1].strip()
    return f" line {number}: {words[:SHOWN]!r} is not TOML: {_decapital(found[1])}"


def _decapital(words: str) -> str:
    return words[:1].lower() + words[1:]


def _field(spec: object, name: str) -> object:
    """The entry ``name`` of ``spec``, a TOML table; None where it has none, or is no table."""
    return cast("dict[str, object]", spec).get(name) if isinstance(spec, dict) else None


def _check_game(game: object, text: str, name: str, title: str) -> None:
    theirs = _field(game, "title")
    if title and theirs not in (None, title):
        line = _line(text, "game", "title")
        raise BadValue(f"{name} line {line}: this file is for {quoted(theirs)}, not for {title!r}")


def _one_change(key: str, spec: object, known: Mapping[str, Value], whole: bool) -> Plain:
    """The new value of ``key``; where ``whole``, the rest of ``spec`` must be the game's own."""
    if key not in known:
        raise BadValue(f"unknown value {quoted(key)}; known are {', '.join(known)}", key)
    fields = cast("dict[str, object]", spec) if isinstance(spec, dict) else {}
    if "value" not in fields:
        raise BadValue(f"[{key}] has no value")
    for field, new in fields.items():
        if whole and field != "value" and not _is_own(known[key], field, new):
            raise BadValue(f"{field} of {key} is {quoted(new)}: only its value may change", field)
    return known[key].check(fields["value"])


def _is_own(value: Value, field: str, new: object) -> bool:
    """Whether ``new`` is what the game's own file says there."""
    own = getattr(value, field, None) if field in value.__struct_fields__ else None
    return own is not None and _listed(own) == new


def _listed(own: object) -> object:
    """``own`` as TOML reads it: tuples are lists."""
    if isinstance(own, dict):
        return {key: _listed(each) for key, each in cast("dict[str, object]", own).items()}
    return [_listed(each) for each in cast("tuple[object, ...]", own)] if isinstance(own, tuple) else own


def _line(text: str, key: str, field: str = "") -> int:
    """The line of ``key``'s value or other ``field``, else of its heading."""
    heading = re.compile(rf"^\s*\[\s*\"?{re.escape(key)}\"?\s*\]")
    wanted = re.compile(rf"\s*\"?{re.escape(field or 'value')}\"?\s*=")
    bare = re.compile(rf"\s*\"?{re.escape(key)}\"?\s*[=.]")
    at = 0
    for number, line in enumerate(text.splitlines(), 1):
        if heading.match(line):
            at = number
        elif at and wanted.match(line):
            return number
        elif at and line.lstrip().startswith("["):
            return at
        elif not at and bare.match(line):
            return number
    return at or 1


def write_changes(
    about: About, values: tuple[Value, ...], chosen: Mapping[str, Plain], name: str = ""
) -> str:
    """A file with the values of ``chosen`` that are not the game's own; :func:`read_changes` reads it back.

    Each is written with what it is and what a change must satisfy.
    """
    head = [f"# {line}" for line in (name, f"Values for {about.title}. Open a table with this file.") if line]
    lines = [*head, "", "[game]", f"title = {json.dumps(about.title, ensure_ascii=False)}"]
    for value in values:
        if chosen.get(value.key, value.value) != value.value:
            was = f"{value.label} ({value.clause}): {value.needs()}; was {_toml(value.value)}"
            lines += ["", f"# {was}", f"[{value.key}]", f"value = {_toml(chosen[value.key])}"]
    return "\n".join([*lines, ""])


def _toml(plain: Plain) -> str:
    """``plain`` as TOML writes it: for numbers, texts, truth values and lists the same as JSON."""
    return json.dumps(plain, ensure_ascii=False)


def encode(values: tuple[Value, ...], chosen: Mapping[str, Plain], dtype: np.dtype[Any]) -> np.ndarray:
    """The one-element array of OPTIONS for ``setup``; a choice is coded by its place in ``choices``."""
    options = np.zeros(1, dtype)
    for value in values:
        if value.field in (dtype.names or ()):
            new = chosen[value.key]
            options[value.field][0] = value.choices.index(new) if isinstance(new, str) else new
    return options
