"""Playing in a terminal: the same scene, choices and notation as in the browser, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import NamedTuple

from rich.markup import escape

from throwdown.bots import Player, check_fit, named, sight
from throwdown.kernel.chance import Chance, Fair, Reported, Seeded
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.errors import BadValue, IllegalEvent
from throwdown.kernel.folder import GameFolder
from throwdown.kernel.game import Game, load
from throwdown.kernel.hinted import hints_header
from throwdown.kernel.log import SPOKEN
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.refusals import in_names
from throwdown.kernel.tables import Plain
from throwdown.terminal_text import console, named_words, sentence, show, show_odds, show_result

LEAVING = ("quit", "exit")
HINT, ODDS = "hint", "odds"


class Seating(NamedTuple):
    """How many seats, how many of them bots, and which bot; None is the default."""

    seats: int | None
    bots: int | None
    bot: str


def chance(dice: str, seed: int | None) -> Chance:
    """The source of chance that ``--dice`` and ``--seed`` ask for."""
    if dice == "reported":
        return Reported()
    if dice != "fair":
        raise BadValue(f"dice are {dice!r}: needs fair or reported")
    return Fair() if seed is None else Seeded(seed)


def seats_asked(game: Game, seating: Seating) -> int:
    """How many seats are asked for, also where the game has fewer; refuses bots that cannot sit there."""
    seats = seating.seats if seating.seats is not None else game.seats[0]
    people = 0 if seating.bots is None else seats - seating.bots
    if people < 0 or (seating.bots is not None and seating.bots < 0):
        raise BadValue(f"{seating.bots} bots cannot sit on {seats} seats")
    return seats


def player_names(seats: int) -> tuple[str, ...]:
    """``Player 1`` and so on, for all seats."""
    return tuple(f"Player {seat + 1}" for seat in range(seats))


def seats_by_name(game: Game, options: Mapping[str, Plain], names: Sequence[str]) -> dict[str, Plain]:
    """``options`` with a seat that is given by its name, such as ``Player 2``, as its number."""
    seats = {value.key for value in game.values if value.of_seats and isinstance(value.value, int)}
    return {
        key: names.index(new) if key in seats and isinstance(new, str) and new in names else new
        for key, new in options.items()
    }


def open_match(
    key: str, seating: Seating, source: Chance, tables: Path | None, options: Mapping[str, Plain]
) -> Match:
    """The match that the command line asks for. Raises :class:`UnknownPlayer` or :class:`BadPlayer` for its
    bots."""
    game = load(key)
    names = player_names(game.check_seats(seats_asked(game, seating)))
    values = game.values_in(tables) | seats_by_name(game, options, names)
    if seating.bots != 0:
        check_fit(seating.bot, game, values, len(names))
    return game.match(len(names), chance=source, values=values, names=names)


def introduce(game: GameFolder, seats: int) -> None:
    """Print what the game is called with so many players, and how it is played then, where it says so."""
    for form in game.about.forms:
        if form.seats[0] <= seats <= form.seats[1]:
            console.print(f"[bold]{escape(form.name)}:[/] {escape(form.line)}")


class Session:
    """One match at a terminal; people are the first players, bots the others.

    ``lineup`` are the players of a game of a set by seat; without it each plays on the seat of their number.
    """

    def __init__(self, match: Match, seating: Seating, seed: int | None, lineup: Sequence[int] = ()) -> None:
        self.match = match
        players = list(lineup or range(match.seats))
        total = seating.seats if seating.seats is not None else match.seats
        people = 1 if seating.bots is None else total - seating.bots
        self.rng = Random(seed)
        self.bots: dict[int, Player] = {
            seat: named(seating.bot) for seat, player in enumerate(players) if player >= people
        }
        self.viewer = players.index(0) if people == 1 and 0 in players else SPECTATOR
        fresh = match.replay(0)
        self.hinted: list[tuple[int, int]] = []  # hints: the number of the event before, and the seat
        self._shadow = fresh
        self._narrator = Narrator(fresh, self.viewer)

    def run(self) -> None:
        """Play to the end; Ctrl-D or ``quit`` leaves."""
        self._tell()
        try:
            while not self.match.over:
                self._move(self._next())
                self._tell()
        except EOFError:
            console.print("\nLeft.")
        else:
            show_result(self.match, self.viewer)

    def _next(self) -> int:
        """Who moves: bots first, then whoever has more to choose than what anybody may say at any time."""
        awaited = self.match.awaited
        asked = [seat for seat in awaited if seat in self.bots] or [*filter(self._owes, awaited)]
        return (asked or awaited)[0]

    def _owes(self, seat: int) -> bool:
        return seat == CHANCE or len(self.match.legal(seat)) > len(self._at_any_time(seat, legal=True))

    def _at_any_time(self, seat: int, legal: bool = False) -> dict[str, str]:
        """What ``seat`` may say whoever is on turn, with its name; ``legal``: only what holds just now."""
        texts = self.match.legal(seat) if legal else ()
        choices = self.match.scene(seat).choices if 0 <= seat < self.match.seats else ()
        return {c.text: c.name for c in choices if c.always and (not legal or c.text in texts)}

    def _move(self, seat: int) -> None:
        if seat in self.bots:
            if self.viewer != SPECTATOR and (said := self._interruption()):
                self._say(self.viewer, said)
                return
            self.match.play(seat, self.bots[seat].choose(sight(self.match, seat), self.rng))
            return
        if seat != CHANCE:
            show(self.match.scene(seat), self.match.names, seat)
        self._ask(seat)

    def _interruption(self) -> str:
        """Before a bot moves, what the viewer says out of turn; empty for nothing, and in most games."""
        said = self._at_any_time(self.viewer)
        if not said:
            return ""
        typed = console.input(f"[dim]Enter goes on; at any time: {escape(_listed(said))}[/] ").strip()
        if typed in LEAVING:
            raise EOFError
        return typed

    def _say(self, seat: int, typed: str) -> bool:
        """Play what was typed for ``seat``, or print why it may not be; whether it was played."""
        try:
            self.match.play(seat, typed)
        except IllegalEvent as error:
            console.print(f"[red]{escape(in_names(str(error), self.match.names))}")
            return False
        return True

    def _ask(self, seat: int) -> None:
        """Until something legal is typed: an event, or the letters of its row.

        What anybody may say at any time is no row, so that a list of rows reminds nobody of it; another
        player says it with the name first, as in ``Player 2: ten``.
        """
        anytime = self._at_any_time(seat)
        texts = [text for text in self.match.legal(seat) if text not in anytime]
        names = {c.text: c.name for c in self.match.scene(seat).choices} if seat != CHANCE else {}
        rows = dict(zip(_letters(texts), texts, strict=False))
        for letters, text in rows.items():
            console.print(f"  [dim]{letters:>3}[/] {escape(text):16} [dim]{escape(names.get(text, ''))}")
        if anytime:
            console.print(f"      [dim]at any time: {escape(_listed(anytime))}[/]")
        who = "chance" if seat == CHANCE else self.match.names[seat]
        if self._may_be_hinted(seat) and not self.hinted:
            console.print("      [dim]hint: the best choices; the match is then marked[/]")
        if seat != CHANCE and (asks := self.match.asks_odds(seat)):
            console.print(f"      [dim]odds: {escape(asks[:1].lower() + asks[1:])}[/]")
        while True:
            typed = console.input(f"[bold]{escape(who)}>[/] ").strip()
            if typed in LEAVING:
                raise EOFError
            if typed.lower() == HINT and typed not in texts:
                self._hint(seat)
                continue
            if typed.lower() == ODDS and typed not in texts:
                show_odds(self.match, seat)
                continue
            name, colon, said = typed.partition(":")
            speaker = self._speaker(name) if colon else None
            if (
                self._say(seat, rows.get(typed.lower(), typed))
                if speaker is None
                else self._say(speaker, said)
            ):
                return

    def _may_be_hinted(self, seat: int) -> bool:
        """Whether the only person here has a choice to make."""
        return seat == self.viewer and len(self.match.legal(seat)) > 1

    def _hint(self, seat: int) -> None:
        """Print the best choices for the only person at the terminal, and mark the match."""
        from throwdown.study.spelled import counted, spelled

        if not self._may_be_hinted(seat):
            console.print("[red]There is a hint where one person plays against bots and has a choice.")
            return
        console.print("[dim]Counting ...[/]")
        mark = (len(self.match.log), seat)
        if mark not in self.hinted:
            self.hinted.append(mark)
        for line in spelled(self.match, seat, counted(self.match, seat)):
            console.print(escape(named_words(line, self.match.names, self.viewer)))

    def transcript(self) -> str:
        """The match as a text file, with the hints that were asked for."""
        return self.match.transcript(**hints_header(self.hinted))

    def _speaker(self, name: str) -> int | None:
        """The seat of a person of that name who may say something at any time."""
        seats = (
            seat for seat in range(self.match.seats) if seat not in self.bots and self._at_any_time(seat)
        )
        return next((seat for seat in seats if self.match.names[seat].lower() == name.strip().lower()), None)

    def _tell(self) -> None:
        """Print what has happened since the last time, as the viewer may know it."""
        shadow, narrator = self._shadow, self._narrator
        for entry in self.match.log[len(shadow.log) :]:
            known = knows(shadow, entry, self.viewer)
            shadow.extend([entry])
            telling = narrator.follow(shadow, entry, known)
            for seat, words in telling.said:
                console.print(escape(sentence(seat, words, self.match.names, self.viewer)))


def _listed(names: Mapping[str, str]) -> str:
    """``ten (Call ten cards)``."""
    return ", ".join(f"{text} ({name})" for text, name in names.items())


def _letters(texts: Iterable[str]) -> Iterator[str]:
    """``a`` to ``z``, ``aa`` and so on, but for what is itself one of ``texts``."""
    taken = {"".join(text.split()).lower() for text in texts}
    for many in count(1):
        for letters in product(ascii_lowercase, repeat=many):
            if (row := "".join(letters)) not in taken:
                yield row


def replay(match: Match, step: bool) -> None:
    """Show a recorded match event by event, to a spectator; where ``step`` Enter goes on and the end of the
    input ends it."""
    shadow = match.replay(0)
    narrator = Narrator(shadow, SPECTATOR)
    heading = ""
    for number, entry in enumerate(match.log, 1):
        known = knows(shadow, entry, SPECTATOR)
        text = SPOKEN.get(entry.event) or shadow.texts(entry.seat, [entry.event])[0]
        shadow.extend([entry])
        telling = narrator.follow(shadow, entry, known)
        if telling.heading != heading:
            heading = telling.heading
            console.rule(escape(heading))
        _show_event(number, entry, text, telling.said, match.names)
        if step and telling.said:
            try:
                console.input("")
            except EOFError:
                return
    show_result(match, SPECTATOR)


def _show_event(
    number: int, entry: Entry, text: str, said: Iterable[tuple[int, str]], names: tuple[str, ...]
) -> None:
    who = "*" if entry.seat == CHANCE else str(entry.seat)
    words = " ".join(sentence(seat, each, names, SPECTATOR) for seat, each in said)
    console.print(f"[dim]{number:>4}[/] {who}: {escape(text):14} {escape(words)}")
