"""What playouts say of the choices that lessons ask for: those that are surely weaker than the best.

A lesson may ask for a weaker choice, as it shows one thing at a time; its words must not call that the best.

    python -m tests.lessons                  # all games; compiles them first
    python -m tests.lessons kadice --playouts 1000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import throwdown
from throwdown.bots import warm
from throwdown.kernel.game import Game
from throwdown.lessons import lessons_of, play
from throwdown.server.teaching.lessons import sight_at
from throwdown.study.hints import Count

PLAYOUTS = 400


def weaker(game: Game, playouts: int) -> Iterator[str]:
    """The steps of the lessons of ``game`` whose choice is weaker than the best, with both chances to win."""
    for lesson in lessons_of(game):
        for number, beat in enumerate(play(game, lesson), 1):
            seen = sight_at(game, lesson.key, number)
            if len(seen.legal) < 2:
                continue
            count = Count(seen, number, (beat.event,))
            count.add(playouts)
            lines = {line.event: line for line in count.hint(1, last=True).lines}
            asked, best = lines[beat.event], next(iter(lines.values()))
            if not asked.close:
                text = {choice.event: choice.text for choice in beat.scene.choices}
                yield (
                    f"{game.key} {lesson.key}, step {number}: {beat.step.do} wins {asked.chance:.0%}, "
                    f"{text[best.event]} {best.chance:.0%}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=[game.key for game in throwdown.all_games()])
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="of each choice")
    asked = parser.parse_args()
    for game in map(throwdown.load, asked.games):
        warm(game)
        for line in weaker(game, asked.playouts):
            print(line, flush=True)


if __name__ == "__main__":
    main()
