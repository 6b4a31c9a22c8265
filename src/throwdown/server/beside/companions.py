"""What is printed to lie beside a real box: a reference card, an empty score sheet, and cards to cut out with
the values of the table. Each is an HTML page of real sizes, in millimetres, without scripts: a browser prints
it on paper or as PDF.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from throwdown.kernel.datafiles import DataFile
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game
from throwdown.kernel.tables import Plain
from throwdown.server.beside.boxes import box_of
from throwdown.server.teaching.howto import how_to

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}  # mm
CARD = (63.0, 88.0)  # mm, as most playing cards are
ACROSS, DOWN = 3, 3  # cards of a page
MARK, GAP = 4.0, 1.0  # mm: the length of a cut mark, and how far it stays from the cards
MARGIN = 16.0  # mm around what is no card
PARTS = {"reference": "Reference card", "sheet": "Score sheet", "cards": "Cards to cut out"}
FIELD = re.compile(r"\{([a-z-]+)\}")


class CardKind(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that are alike: one kind for each of ``names``, ``copies`` of each.

    ``copies_of`` and ``worth_of`` name values of the game, ``less`` those that say how many of a card's
    copies are other cards. In ``texts`` a ``{key}`` stands for that value. ``title`` stands above the name,
    ``mark`` under it, and ``red`` says that name and drawing are printed so. ``drawn`` names a file of the
    game's folder ``drawings``, and ``drawings`` those in it: one for each of ``names``, or one for all.
    ``listed``: the reference card tells them too.
    """

    heading: str
    names: tuple[str, ...]
    title: str = ""
    copies: int = 1
    copies_of: str = ""
    less: dict[str, str] = {}
    worth_of: str = ""
    texts: tuple[str, ...] = ()
    mark: str = ""
    red: bool = False
    drawn: str = ""
    drawings: tuple[str, ...] = ()
    listed: bool = False


class Drawings(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of drawings: the ``viewBox`` of all, and what is drawn in it, as SVG, by name. Their ink is
    ``currentColor``; what is cut out has the custom properties ``--paper`` and ``--art``."""

    box: str
    of: dict[str, str]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[CardKind, ...]


class Card(NamedTuple):
    """A card as it is printed; ``worth`` is empty where the card has no points of its own, and ``drawing`` is
    the SVG of its drawing, empty where it has none."""

    heading: str
    name: str
    title: str
    worth: str
    text: str
    mark: str
    red: bool
    drawing: str = ""


FILES = DataFile(_File)


@functools.cache
def printed_kinds(game: Game) -> tuple[CardKind, ...]:
    """The kinds of cards that can be printed, none where the game has no ``print.toml``. Raises
    :class:`BrokenGame` for one that says something else."""
    file = FILES.read(game.folder / "print.toml")
    return file.cards if file else ()


def parts_of(game: Game) -> tuple[str, ...]:
    """What there is to print of a game: keys of :data:`PARTS`."""
    box = box_of(game)
    there = {"reference": True, "sheet": bool(box and box.sheet), "cards": bool(printed_kinds(game))}
    return tuple(part for part in PARTS if there[part])


def cards_of(game: Game, values: Mapping[str, Plain]) -> list[Card]:
    """Every card of the decks, each as often as it is in them, with these values (all of the game's)."""
    return [card for kind in printed_kinds(game) for card in _cards(kind, values, _drawings(game, kind))]


@functools.cache
def _drawn(path: Path) -> Drawings:
    return msgspec.json.decode(path.read_bytes(), type=Drawings)


def _drawings(game: Game, kind: CardKind) -> tuple[str, ...]:
    """The drawings of the cards of ``kind``, one for each of its names."""
    if not kind.drawn:
        return ("",) * len(kind.names)
    file = _drawn(game.folder / "drawings" / f"{kind.drawn}.json")
    names = kind.drawings * (len(kind.names) if len(kind.drawings) == 1 else 1)
    return tuple(f'<svg viewBox="{file.box}" aria-hidden="true">{file.of[name]}</svg>' for name in names)


def _cards(kind: CardKind, values: Mapping[str, Plain], drawings: Sequence[str]) -> Iterator[Card]:
    for at, name in enumerate(kind.names):
        many = int(_entry(values, kind.copies_of, at)) if kind.copies_of else kind.copies
        if name in kind.less:
            many -= int(_entry(values, kind.less[name], at))
        text = FIELD.sub(lambda key: _plain(values[key[1]]), kind.texts[at]) if kind.texts else ""
        worth = _plain(_entry(values, kind.worth_of, at)) if kind.worth_of else ""
        card = Card(kind.heading, name, kind.title, worth, text, kind.mark, kind.red, drawings[at])
        yield from [card] * many


def _entry(values: Mapping[str, Plain], key: str, at: int) -> int:
    value = values[key]
    found = value[at] if isinstance(value, list | tuple) else value
    if isinstance(found, str):
        raise BadValue(f"{key} is {found!r}: needs a number to be printed on a card")
    return int(found)


def _plain(value: Plain) -> str:
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def page(game: Game, part: str, paper: str, values: Mapping[str, Plain], deck: str = "") -> str:
    """The HTML of ``part`` (of :data:`PARTS`) on ``paper`` (of :data:`PAPERS`), with ``values``, all of the
    game's, whose name is ``deck``. Raises :class:`BadValue` for a part or a paper that is not there."""
    if paper not in PAPERS:
        raise BadValue(f"unknown paper {paper[:20]!r}; known are {', '.join(PAPERS)}")
    if part not in parts_of(game):
        raise BadValue(
            f"there is no {part[:20]!r} of {game.title} to print; known are {', '.join(parts_of(game))}"
        )
    make = {"reference": _reference, "sheet": _sheet, "cards": _deck}[part]
    title = f"{game.title}: {PARTS[part].lower()}"
    body = make(game, paper, values, deck)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_style(paper)}</style></head><body>{body}</body></html>"
    )


def _style(paper: str) -> str:
    width, height = PAPERS[paper]
    return f"""
@page {{ size: {width}mm {height}mm; margin: 0 }}
* {{ box-sizing: border-box; margin: 0 }}
body {{ background: #fff; color: #000; font: 11pt/1.35 Georgia, "Times New Roman", serif }}
.page {{ position: relative; width: {width}mm; height: {height}mm; overflow: hidden; break-after: page }}
.page:last-child {{ break-after: auto }}
.text {{ padding: {MARGIN}mm }}
.card {{ position: absolute; width: {CARD[0]}mm; height: {CARD[1]}mm; padding: 5mm; border: .2mm solid #888;
  text-align: center; display: flex; flex-direction: column; justify-content: center; gap: 3mm }}
.card i {{ position: absolute; top: 4mm; left: 5mm; right: 5mm; font: 8pt/1.2 Arial, sans-serif;
  text-transform: uppercase; letter-spacing: .05em }}
.card b {{ font-size: 20pt; line-height: 1.1 }}
.card.short b {{ font-size: 54pt }}
.card u {{ text-decoration: none; font-size: 13pt }}
.card p {{ font-size: 10pt }}
.card s {{ position: absolute; bottom: 4mm; left: 5mm; right: 5mm; text-decoration: none;
  font: 9pt/1 Arial, sans-serif }}
.card.red b, .card.red s, .card.red svg {{ color: #b3001b }}
.card svg {{ --paper: #fff; --art: #fff; display: block; height: 26mm; margin: 0 auto }}
.card.short svg {{ height: 13mm }}
.cut {{ position: absolute; background: #000 }}
h1 {{ font-size: 22pt; line-height: 1.1 }} h2 {{ font-size: 13pt; margin: 6mm 0 1mm }}
li {{ margin: .8mm 0; break-inside: avoid }}
.many {{ columns: 2; font-size: 9pt; padding-left: 5mm }}
table {{ width: 100%; border-collapse: collapse; margin-top: 6mm; table-layout: fixed }}
th, td {{ border: .2mm solid #000; height: 7.2mm; padding: 0 2mm; font-size: 10pt; text-align: left }}
footer {{ position: absolute; bottom: 8mm; left: {MARGIN}mm; font: 8pt Arial, sans-serif }}
"""


def _deck(game: Game, paper: str, values: Mapping[str, Plain], deck: str) -> str:
    cards, each = cards_of(game, values), ACROSS * DOWN
    pages = [cards[first : first + each] for first in range(0, len(cards), each)]
    return "".join(_card_page(some, paper) for some in pages)


def _corner(paper: str) -> tuple[float, float]:
    """Where the first card of a page begins, in mm from its left and upper edge."""
    width, height = PAPERS[paper]
    return (width - ACROSS * CARD[0]) / 2, (height - DOWN * CARD[1]) / 2


def _card_page(cards: Sequence[Card], paper: str) -> str:
    left, top = _corner(paper)
    drawn = (
        _card(card, left + at % ACROSS * CARD[0], top + at // ACROSS * CARD[1])
        for at, card in enumerate(cards)
    )
    return f'<section class="page">{"".join(drawn)}{"".join(_cut_marks(paper))}</section>'


def _card(card: Card, left: float, top: float) -> str:
    kinds = "card" + " short" * (len(card.name) <= 2) + " red" * card.red
    title = f"<u>{escape(card.title)}</u>" if card.title else ""
    text = f"<p>{escape(card.text)}</p>" if card.text else ""
    foot = " ".join(part for part in (card.mark, f"{card.worth} points" if card.worth else "") if part)
    return (
        f'<div class="{kinds}" style="left:{left:g}mm;top:{top:g}mm"><i>{escape(card.heading)}</i>{title}'
        f"{card.drawing}<b>{escape(card.name)}</b>{text}<s>{escape(foot)}</s></div>"
    )


def _cut_marks(paper: str) -> Iterator[str]:
    """A mark at both ends of every line along which cards are cut, outside of the cards."""
    left, top = _corner(paper)
    ends = (top - GAP - MARK, top + DOWN * CARD[1] + GAP)
    sides = (left - GAP - MARK, left + ACROSS * CARD[0] + GAP)
    for column in range(ACROSS + 1):
        for end in ends:
            yield _mark(left + column * CARD[0], end, 0.2, MARK)
    for row in range(DOWN + 1):
        for side in sides:
            yield _mark(side, top + row * CARD[1], MARK, 0.2)


def _mark(left: float, top: float, width: float, height: float) -> str:
    return f'<div class="cut" style="left:{left:g}mm;top:{top:g}mm;width:{width}mm;height:{height}mm"></div>'


def _reference(game: Game, paper: str, values: Mapping[str, Plain], deck: str) -> str:
    how, box = how_to(game), box_of(game)
    said = [("Goal", how.goal), ("A turn", how.turn), ("Points", how.points)] if how else []
    parts = [f"<h2>{escape(name)}</h2><p>{escape(text)}</p>" for name, text in said]
    if box and box.dice:
        faces = [values[die.faces_of] if die.faces_of else die.faces for die in box.dice]
        dice = [f"{die.name} × {die.many}: {_told(each)}" for die, each in zip(box.dice, faces, strict=True)]
        parts.append(_list("Dice", dice))
    if box and box.sheet:
        parts.append(_list("Scoring", box.sheet.rules))
    cards = [
        card
        for kind in printed_kinds(game)
        if kind.listed
        for card in _cards(kind, values, _drawings(game, kind))
    ]
    if cards:
        parts.append(_list("Cards", [f"{card.name}: {card.text}" for card in cards], ' class="many"'))
    changed = [f"{v.label}: {_told(values[v.key])}" for v in game.values if values[v.key] != v.published]
    if changed:
        parts.append(_list(f"At this table{': ' + deck if deck else ''}", changed))
    head = (
        f"<h1>{escape(game.title)}</h1><p>{escape(game.line)} {game.seats_in_words.capitalize()} players.</p>"
    )
    foot = f"<footer>Throwdown · {escape(game.title)}</footer>"
    return f'<section class="page text">{head}{"".join(parts)}{foot}</section>'


def _list(heading: str, lines: Sequence[str], how: str = "") -> str:
    return f"<h2>{escape(heading)}</h2><ul{how}>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _told(value: Plain | tuple[int, ...]) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _sheet(game: Game, paper: str, values: Mapping[str, Plain], deck: str) -> str:
    box = box_of(game)
    if box is None or box.sheet is None:
        raise BadValue(f"there is no score sheet of {game.title}")
    sheet, columns = box.sheet, box.seats[1]
    lines = [sheet.opening] if sheet.opening else []
    most = int((PAPERS[paper][1] - 2 * MARGIN - 48) / 7.2)  # rows that fit between the heading and the total
    lines += [f"{sheet.line} {n + 1}" for n in range(min(sheet.empty, most) - len(lines))]
    blank = "<td></td>" * columns
    rows = "".join(f'<tr><th scope="row">{escape(line)}</th>{blank}</tr>' for line in lines)
    head = f'<tr><th scope="col">{escape(sheet.line)}</th>{blank}</tr>'
    total = f'<tr><th scope="row">{escape(sheet.unit)}</th>{blank}</tr>'
    name = f"<p>{escape(deck)}</p>" if deck else ""
    return (
        f'<section class="page text"><h1>{escape(game.title)}</h1>{name}<table>{head}{rows}{total}</table>'
        f"<footer>Throwdown · {escape(game.title)}</footer></section>"
    )
