"""Lessons in a terminal: the same script, table and words of the coach as in the browser."""

from __future__ import annotations

from rich.markup import escape

from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import Game, load
from throwdown.lessons import Beat, Lesson, Step, lessons_of, play
from throwdown.server.teaching.rulebook import rules_of
from throwdown.terminal import LEAVING
from throwdown.terminal_text import console, named_words, sentence, show

NOT_YET = "Not yet. Do what the step asks for."
PATIENCE = 2  # wrong answers after which the same is said in other words
HELP = "why opens the rule, back goes a step back, skip goes on to the next, quit leaves."


def chosen(game: Game, name: str) -> Lesson:
    """The lesson of that name, by default the first; refuses a name that is not there."""
    lessons = lessons_of(game)
    if not lessons:
        raise BadValue(f"{game.title} has no lessons")
    found = next((lesson for lesson in lessons if name in ("", lesson.key)), None)
    if found is None:
        raise BadValue(f"{game.title} has no lesson {name!r}: {', '.join(each.key for each in lessons)}")
    return found


def learn(key: str, name: str = "") -> None:
    """Go through a lesson to its end, or until ``quit`` or Ctrl-D."""
    game = load(key)
    lesson = chosen(game, name)
    console.print(f"[bold]{escape(game.title)}[/]: {escape(lesson.title.lower())}. [dim]{HELP}[/]")
    try:
        _Session(game, lesson).run()
    except EOFError:
        console.print("\nLeft.")


class _Session:
    """One lesson at a terminal."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.beats = play(game, lesson)

    def run(self) -> None:
        at = 0
        while at < len(self.beats) - 1:
            self._show(at)
            at = max(0, at + self._ask(self.beats[at]))
        self._show(at)

    def _show(self, at: int) -> None:
        beat, names, seat = self.beats[at], self.lesson.names, self.lesson.seat
        for telling in beat.told:
            for who, words in telling.said:
                console.print(escape(sentence(who, words, names, seat)))
        show(beat.scene, names, seat)
        rule = f" [dim]({beat.step.clause})[/]" if beat.step.clause else ""
        console.print(f"\n[bold]{at + 1}/{len(self.beats)} {escape(self._said(beat.step.say))}[/]")
        if beat.step.why:
            console.print(escape(self._said(beat.step.why)) + rule)

    def _said(self, words: str) -> str:
        return named_words(words, self.lesson.names, self.lesson.seat)

    def _ask(self, beat: Beat) -> int:
        """By how many steps to go on."""
        mistakes = 0
        texts = {choice.text: choice.event for choice in beat.scene.choices}
        shown = ", ".join(list(texts)[:12]) + (" ..." if len(texts) > 12 else "")
        console.print(f"[dim]You may write: {escape(shown)}[/]")
        while True:
            typed = console.input("[bold]You>[/] ").strip()
            if typed in LEAVING:
                raise EOFError
            if typed in ("back", "skip"):
                return -1 if typed == "back" else 1
            if typed in ("why", "?"):
                self._open(beat.step.clause)
                continue
            event = self._meant(beat, typed)
            if event == beat.event:
                return 1
            mistakes += 1
            console.print(escape(self._said(self._answer(beat, event, mistakes))))

    def _meant(self, beat: Beat, typed: str) -> int | None:
        """The choice of which ``typed`` is the notation, its words in any order."""
        words = sorted(typed.lower().split())
        return next((c.event for c in beat.scene.choices if sorted(c.text.lower().split()) == words), None)

    def _answer(self, beat: Beat, event: int | None, mistakes: int) -> str:
        step: Step = beat.step
        own = beat.wrong.get(event, "") if event is not None else ""
        if own:
            return own
        return (
            (mistakes >= PATIENCE and step.again) or step.otherwise or f"{NOT_YET} It is written: {step.do}"
        )

    def _open(self, clause: str) -> None:
        for section in rules_of(self.game).sections:
            for each in section.clauses:
                if each.number == clause:
                    console.print(escape(f"{clause}: {each.text}"))
