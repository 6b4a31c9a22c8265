"""A match as text for a terminal: words with names in them, a scene, a result and odds, printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from throwdown.kernel.contract import CHANCE
from throwdown.kernel.english import listed
from throwdown.kernel.log import GAVE_UP
from throwdown.kernel.match import Match
from throwdown.kernel.odds import Share
from throwdown.kernel.scene import Account, Piece, Reckoning, Scene, Zone

console = Console(highlight=False)
TOKEN = re.compile(r"\{(\d)('s)?\}")
SENTENCE_BEGINS = re.compile(r"[.!?]\s+$")


def named_words(words: str, names: tuple[str, ...], viewer: int) -> str:
    """``words`` with ``{2}`` and ``{2's}`` turned into names, or ``you`` and ``your``.

    These have a capital where a sentence begins.
    """

    def name(found: re.Match[str]) -> str:
        seat, possessive = int(found[1]), bool(found[2])
        if seat != viewer:
            return names[seat] + ("'s" if possessive else "")
        you = "your" if possessive else "you"
        return you.capitalize() if SENTENCE_BEGINS.search(words, 0, found.start()) else you

    text = TOKEN.sub(name, words)
    return text[:1].upper() + text[1:]


def sentence(seat: int, words: str, names: tuple[str, ...], viewer: int) -> str:
    """A line of the log."""
    if seat < 0:
        return named_words(words, names, viewer)
    who = "You" if seat == viewer else names[seat]
    rest = named_words(words, names, viewer)
    return f"{who} {rest[:1].lower()}{rest[1:]}"


def result_words(match: Match, viewer: int) -> str:
    """``Player 1 won. Points: Player 1 3, Player 2 1.``, for the end of a match, or that it is not over."""
    points = ", ".join(f"{_name(k, match.names, viewer)} {n}" for k, n in enumerate(match.points))
    if not match.over:
        return f"The match is not over. Points: {points}."
    winners = [_name(seat, match.names, viewer) for seat in match.winners]
    who = listed(winners)
    how = "drew" if match.result.startswith("drawn") else "won"
    end = ""
    if match.resigned is not None:
        end = f" {_name(match.resigned, match.names, viewer)} {GAVE_UP[match.log[-1].event]}."
    return f"{who[:1].upper()}{who[1:]} {how}. Points: {points}.{end}"


def _name(seat: int, names: tuple[str, ...], viewer: int) -> str:
    return "you" if seat == viewer else names[seat]


def show(scene: Scene, names: tuple[str, ...], viewer: int) -> None:
    """Print a scene: plates, zones, and the Now line."""
    console.rule(f"[bold]{escape(scene.heading)}")
    for plate in scene.plates:
        who = "You" if plate.seat == viewer else names[plate.seat]
        parts = [
            to_you(plate.line) if plate.seat == viewer else plate.line,
            f"{plate.score} {plate.unit}".strip(),
            _wins(plate.wins, plate.wins_needed),
            plate.tag,
        ]
        console.print(f"[bold]{escape(who)}[/]  " + escape("  ".join(part for part in parts if part)))
    for zone in scene.zones:
        if zone.pieces:
            console.print(escape(_zone(zone, names, viewer)))
    console.print(f"[bold yellow]{escape(named_words(scene.now.title, names, viewer))}[/] ", end="")
    console.print(escape(named_words(scene.now.note, names, viewer)))


def to_you(line: str) -> str:
    """``plays Red`` of somebody is ``play Red`` of you."""
    verb, space, rest = line.partition(" ")
    yours = {"has": "have", "is": "are"}.get(verb)
    return (
        f"{yours or verb.removesuffix('s')}{space}{rest}"
        if space and verb.isalpha() and verb.islower()
        else line
    )


def _wins(wins: int, needed: int) -> str:
    return "●" * wins + "○" * (needed - wins)


def _zone(zone: Zone, names: tuple[str, ...], viewer: int) -> str:
    words = zone.label or ("pieces" if zone.seat >= 0 else "Table")
    label = named_words(words, names, viewer)
    if zone.seat >= 0 and not (TOKEN.search(words) or words.startswith("Your ")):
        label = ("Your " if zone.seat == viewer else f"{names[zone.seat]}'s ") + words.lower()
    colon = "" if label.endswith("?") else ":"
    return f"  {label}{colon} {'; '.join(_counted(zone.pieces, names, viewer))}"


def _counted(pieces: Iterable[Piece], names: tuple[str, ...], viewer: int) -> list[str]:
    """What pieces are called, those that are alike once: ``3 x stock die, 4``."""
    alike = Counter(named_words(piece.says, names, viewer).removesuffix(".") for piece in pieces)
    return [f"{n} x {says}" if n > 1 else says for says, n in alike.items()]


def show_result(match: Match, viewer: int) -> None:
    """Print who won and, where the game explains its results, why."""
    console.print(f"[bold]{escape(result_words(match, viewer))}")
    account = match.scene(viewer).account
    if account is not None:
        show_account(account, match.names, viewer)


def show_account(account: Account, names: tuple[str, ...], viewer: int) -> None:
    """Print why a match ended as it did: a line for each seat, then the notes."""
    console.print(f"[bold]{escape(account.title)}[/]")
    if account.lead:
        console.print(escape(named_words(account.lead, names, viewer)))
    for row in account.rows:
        who = "You" if row.seat == viewer else names[row.seat]
        place = f"{row.place}. " if row.place else ""
        console.print(f"  {place}[bold]{escape(who)}[/]  " + escape(_reckoned(row, names, viewer)))
    for note in account.notes:
        console.print(escape(named_words(note, names, viewer)))


def _reckoned(row: Reckoning, names: tuple[str, ...], viewer: int) -> str:
    """``12: Target dice left 2 (1, 4), Stock left 10 (...)``."""
    parts: list[str] = [named_words(row.note, names, viewer)] if row.note else []
    for part in row.parts:
        shown = "; ".join(_counted(part.pieces, names, viewer))
        parts.append(" ".join(text for text in (part.label, part.figure, f"({shown})" * bool(shown)) if text))
    return f"{row.total}: {'; '.join(parts)}" if parts else row.total


def show_odds(match: Match, seat: int) -> None:
    """Print the chances that ``seat`` would count now, in tables."""
    odds = match.odds(seat) if seat != CHANCE else None
    if odds is None:
        console.print("[red]There is nothing to be counted just now.")
        return
    for each in odds.tables:
        if each.title:
            console.print(f"[bold]{escape(named_words(each.title, match.names, seat))}[/]")
        if each.note:
            console.print(f"[dim]{escape(named_words(each.note, match.names, seat))}[/]")
        table = Table(each.corner, *each.columns, box=None, pad_edge=False)
        for row in each.rows:
            table.add_row(escape(named_words(row.name, match.names, seat)), *map(_share_text, row.shares))
        console.print(table)


def _share_text(share: Share) -> str:
    """``42 %  5 of 12``, with ``never`` and ``always`` for what has no chance, or is sure."""
    if share.share in (0, 1):
        return "always" if share.share else "never"
    whole = round(100 * share.share)
    percent = "under 1 %" if whole == 0 else "over 99 %" if whole == 100 else f"{whole} %"
    return f"{percent}  {share.ways}".rstrip()
