"""Everything that random matches say, in all three voices, and what must never be among it.

Read are the log, the table, choices with their notes, refusals, accounts of results, what a terminal prints,
and what a game says outside a match: its line, its options, its rules. The voices are those of a player ("You
rolled 3."), of another player about them ("Ada rolled 3.") and of somebody who watches.
``python -m tests.sentences --matches 1000`` reads that many matches of every game and prints each fault once,
with the game, its options and the seed that show it.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, NamedTuple

from rich.console import Console

import throwdown
from throwdown import terminal_text
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import Narrator, knows
from throwdown.kernel.refusals import in_names
from throwdown.kernel.scene import Account, Scene
from throwdown.server.teaching.rulebook import rules_of
from throwdown.terminal_text import named_words, sentence

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gwen", "Hugo")
EVERY = 40  # events after which the terminal is read, and a refusal
SAID = 200  # texts of events that are kept, to be refused when they are not legal
STEPS = 1500  # events of a match that are read at the most
A_NAME = "|".join(NAMES)

THEIRS = "is|was|has|does|rolls|holds|picks|plays|wins|takes|needs|deals|draws|bids|scores|throws|leads"
YOURS = "are|have|roll|hold|pick|play|win|take|need"
ONE = "card|point|chip|die|turn|round|sword|change"
MANY = "cards|points|chips|dice|turns|rounds|swords|changes|rolls|games"

NEVER = {
    "of you": r"\bof you\b",
    "with 0%": r"\bwith 0 ?%",
    "a doubled word": r"\b([A-Za-z]+) \1\b",
    "an article before a name": rf"\b(?:[Aa]n?|[Tt]he) (?:{A_NAME})\b",
    "None": r"\bNone\b(?! of| in)",
    "a place that was not filled": r"[{}]",
    "two spaces": r"  ",
    "a space before a stop": r" [.,;:!?](?:\s|$)",
    "two stops": r"[.,;:?][.,;:]|!!|(?<!Chicken)(?<!War)(?<!Rematch)![.,;:]",  # these three are called so
    "a stop after a mark": r"!\.",
    "you with the verb of somebody else": rf"\b[Yy]ou (?:{THEIRS})\b|\bYou\b[^.,:;!?]* and (?:is|was|has)\b",
    "a name with the verb of you": rf"(?<!and )\b(?:{A_NAME}) (?:{YOURS})\b",
    "you's": r"\b[Yy]ou['’]s\b",
    "a plural of one": rf"(?<![\d,.] )(?<![\d,.])\b1 (?:{MANY})\b",
    "a singular of several": rf"(?<!\d)(?:[2-9]|\d{{2,}}) (?:{ONE})\b(?! [a-z]+ed)",
    "a range of points": r"\d--\d",
    "a seat counted as the rules do": r"\bseat \d\b",
}
FORBIDDEN = {what: re.compile(pattern) for what, pattern in NEVER.items()}


class Fault(NamedTuple):
    """A text that must not be, what is wrong with it, and which match says it."""

    what: str
    text: str
    match: str


def faults_in(text: str) -> list[str]:
    """What is wrong with a text as it is shown."""
    return [what for what, pattern in FORBIDDEN.items() if pattern.search(text)]


def shown(scene: Scene) -> Iterator[str]:
    """All words of a scene that are sentences or names of things, as the game writes them."""
    yield from (scene.heading, scene.now.title, scene.now.note)
    for plate in scene.plates:
        yield from (plate.line, plate.tag, f"{plate.score} {plate.unit}" if plate.unit else plate.score)
    for zone in scene.zones:
        yield from (zone.label, zone.note)
        yield from (piece.says for piece in zone.pieces)
    for choice in scene.choices:
        yield from (choice.name, choice.note)
    if scene.card:
        yield from (scene.card.title, *scene.card.columns, *scene.card.notes)
    if scene.account:
        yield from explained(scene.account)


def explained(account: Account) -> Iterator[str]:
    """All words of why a match ended as it did."""
    yield from (account.title, account.score, account.lead, *account.notes)
    for row in account.rows:
        yield from (row.total, row.note)
        for part in row.parts:
            yield from (part.label, part.figure)
            yield from (piece.says for piece in part.pieces)


def printed(match: Match, viewer: int) -> Iterator[str]:
    """The lines that a terminal prints of the table as it is, and of the result, columns run together."""
    console, terminal_text.console = terminal_text.console, Console(file=StringIO(), width=400, no_color=True)
    try:
        terminal_text.show(match.scene(viewer), match.names, viewer)
        if match.over:
            terminal_text.show_result(match, viewer)
        file = terminal_text.console.file
    finally:
        terminal_text.console = console
    assert isinstance(file, StringIO)
    yield from (re.sub(" {2,}", " ", line).strip(" ─") for line in file.getvalue().splitlines())


def refusal(match: Match, rng: random.Random, said: Sequence[str]) -> Iterator[str]:
    """What somebody is told who says what was legal earlier and is not now, as a terminal tells it."""
    seat = rng.choice(match.awaited)
    wrong = [text for text in said if text not in match.legal(seat)]
    if seat == CHANCE or not wrong:
        return
    typed = rng.choice(wrong)
    try:
        match.replay(len(match.log)).play(seat, typed)
    except IllegalEvent as error:
        why = str(error).replace(repr(typed), "'this'")  # it quotes what was typed, in the game's notation
        yield re.split("[;:] legal are ", in_names(why, match.names))[0]


def settled(game: Game) -> Iterator[str]:
    """What the game says outside a match: its page, the form of a table, and its rules as read by players."""
    about = game.about
    yield from (about.title, about.line, *(part for form in about.forms for part in (form.name, form.line)))
    for value in game.values:
        yield from (value.label, value.note, *value.choices, *value.names)
    for section in rules_of(game).sections:
        yield section.title
        for clause in section.clauses:
            yield from re.split(r"(?<=[.!?]) ", clause.text)
            yield from (cell for row in clause.table for cell in row)


def texts_of(match: Match, seed: int) -> Iterator[str]:
    """Every text of a random match played on from ``match``: the log in every voice, and after each choice
    the table as one of them sees it, in turn."""
    rng = random.Random(seed)
    shadow = match.replay(0)
    shadow.drawn = lambda view, seat: None  # type: ignore[method-assign,return-value]  # only its words are read
    voices = [Narrator(shadow, viewer) for viewer in (0, match.seats - 1, SPECTATOR)]
    said: list[str] = []
    while not match.over and len(match.log) < STEPS:
        seat = rng.choice(match.awaited)
        said = list(dict.fromkeys([*said, *match.legal(seat)]))[-SAID:]
        match.play(seat, rng.choice(match.legal_events(seat)))
        for entry in match.log[len(shadow.log) :]:
            known = [knows(shadow, entry, voice.viewer) for voice in voices]
            shadow.extend([entry])
            for voice, knowing in zip(voices, known, strict=True):
                yield from told(voice, shadow, voice.follow(shadow, entry, knowing))
        viewer = voices[len(match.log) % len(voices)].viewer
        yield from (named_words(text, NAMES, viewer) for text in shown(match.scene(viewer)))
        if len(match.log) % EVERY == 0 and not match.over:
            yield from printed(match, viewer)
            yield from refusal(match, rng, said)
    for voice in voices:
        yield from (named_words(text, NAMES, voice.viewer) for text in shown(match.scene(voice.viewer)))
        yield from printed(match, voice.viewer)


def told(voice: Narrator, match: Match, telling: Any) -> Iterator[str]:
    yield telling.heading
    for seat, words in telling.said:
        yield sentence(seat, words, NAMES, voice.viewer)


def settings_of(game: Game, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """A number of seats, and options drawn at random; table values stay as published."""
    least, most = game.seats
    seats = rng.randint(least, most)
    options = [v for v in game.values if v.kind == "option" and (not v.seats or seats in v.seats)]
    chosen: dict[str, Any] = {}
    for value in options:
        if value.choices:
            chosen[value.key] = rng.choice(value.choices)
        elif isinstance(value.value, bool):
            chosen[value.key] = rng.random() < 0.5
    return seats, chosen


def read(game: Game, matches: int, first: int = 0, is_compiled: bool = True) -> Iterator[Fault]:
    """The faults in that many random matches, each kind of fault once for each text."""
    seen: set[str] = set()
    for text in settled(game):
        yield from (Fault(what, text, f"{game.key}, what it says of itself") for what in faults_in(text))
    for seed in range(first, first + matches):
        seats, values = settings_of(game, random.Random(seed))
        match = game.match(
            seats, seed=seed, values=values, names=NAMES[:seats], engine=game.loops(is_compiled)
        )
        for text in texts_of(match, seed):
            if text not in seen:
                seen.add(text)
                where = f"{game.key}, {seats} seats, seed {seed}, {values}"
                yield from (Fault(what, text, where) for what in faults_in(text))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Read what random matches say, and print what must not be said."
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--game", action="append", help="only that game; may be given several times")
    parser.add_argument("--interpreted", action="store_true")
    wanted = parser.parse_args()
    games = [throwdown.load(key) for key in wanted.game or []] or throwdown.all_games()
    for game in games:
        faults = list(read(game, wanted.matches, wanted.first, not wanted.interpreted))
        print(f"{game.key}: {wanted.matches} matches, {len(faults)} faults", flush=True)
        for fault in faults[:40]:
            print(f"  {fault.what}: {fault.text!r} ({fault.match})")


if __name__ == "__main__":
    main()
