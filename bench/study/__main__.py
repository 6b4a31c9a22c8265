"""``python -m bench study``: how long the account of a match takes on one core.

For each game the match of median length among some of Regular against Regular is counted as a server does.
What is measured is the processor time of the counting process: until the chances before every turn are known
to a standard error of 1 %, when the page can draw the whole chart, and until the choices are counted too.
Prints a table and writes ``bench/results/study.json``.
"""

from __future__ import annotations

import time
from random import Random

import throwdown
from bench.report import report
from bench.timing import Result
from throwdown.bots import named, sight, warm
from throwdown.kernel.game import Game
from throwdown.kernel.match import Match
from throwdown.server.archive.studies import EFFORT
from throwdown.study import Study
from throwdown.study.accounts import draw_up

SECONDS = {"command-dice": 10.0, "duello": 10.0, "dardz": 10.0, "kadice": 30.0, "kadoova-duel": 30.0}
MATCHES = 9  # of which the median is counted


def play(game: Game, seed: int) -> Match:
    match, rng = game.match(seed=seed), Random(seed)
    players = [named("regular") for _ in range(match.seats)]
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, players[seat].choose(sight(match, seat), rng))
    return match


def measure(game: Game) -> list[Result]:
    warm(game)
    matches = sorted((play(game, seed) for seed in range(MATCHES)), key=lambda match: len(match.log))
    match = matches[MATCHES // 2]
    list(Study(match.replay(10)).rounds(1))  # loads the code
    began = time.process_time()
    study = Study(match, effort=EFFORT)
    rounds = study.rounds(1)
    for _ in range(EFFORT.turn_rounds):
        next(rounds)
    turns = time.process_time() - began
    worst = max(max(turn.errors) for turn in draw_up(study).turns)
    list(rounds)
    whole = time.process_time() - began
    found = draw_up(study)
    parts = (found.luck, found.own, found.others, found.unseen)
    return [
        Result("events of the match", len(match.log), ""),
        Result("turns", len(found.turns), ""),
        Result("processor time of its chart", turns, "s", SECONDS[game.key], at_most=True),
        Result("largest standard error of a turn", 100 * worst, "%", 1.0, at_most=True),
        Result("processor time of its account", whole, "s"),
        Result("largest standard error of a part", 100 * max(max(part.error) for part in parts), "%"),
    ]


def main() -> None:
    report("study", {throwdown.load(key).title: measure(throwdown.load(key)) for key in SECONDS})


if __name__ == "__main__":
    main()
