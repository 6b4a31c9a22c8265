"""Scenes and words: choices and pieces fit together, everything has a name, and something draws it."""

from __future__ import annotations

import re
from collections import Counter

from throwdown.conformance.trial import LONGEST, Check, Trial, at, expect, once, viewers
from throwdown.kernel import looks
from throwdown.kernel.narrator import tell_all
from throwdown.kernel.scene import Legend, Piece, Scene, Zone, key_of

CLAUSE = re.compile(r"^- ([A-Z]+-[A-Z]?\d+) ", re.MULTILINE)  # the number that a clause begins with


def is_explained(scene: Scene, zone: Zone, piece: Piece) -> bool:
    """Whether somebody who looks the piece up is told what it is, and by which rule."""
    legend = scene.legends.get(key_of(zone.id), Legend("", ""))
    return bool((piece.text or legend.text) and (piece.clause or legend.clause))


def clauses_of(text: str) -> frozenset[str]:
    """The numbers of the clauses of a RULES.md with that ``text``."""
    return frozenset(CLAUSE.findall(text))


def cited_in(scene: Scene) -> set[str]:
    """The numbers of the clauses that explain the pieces of a scene."""
    pieces = (piece for zone in scene.zones for piece in zone.pieces)
    cited = (said.clause for said in (*pieces, *scene.legends.values()) if said.clause)
    return {clause for clauses in cited for clause in clauses.split(", ")}


@once
def every_choice_takes_pieces_that_lie_on_the_table(trial: Trial) -> None:
    for match in trial.matches():
        for seat, _ in trial.walk(match, 13, 250):
            scene = match.scene(seat)
            pieces = [piece for zone in scene.zones for piece in zone.pieces]
            there = Counter(piece.kind for piece in pieces)
            many = {piece.kind for piece in pieces if "many" in piece.states}
            legal, offered = set(match.legal_events(seat)), {choice.event for choice in scene.choices}
            expect(legal <= offered, f"{at(match)}: seat {seat} has no choice for {legal - offered}")
            silent = {choice.event for choice in scene.choices if not choice.always} - legal
            expect(not silent, f"{at(match)}: choices of seat {seat} that are not legal, {silent}")
            for choice in scene.choices:
                missing = [k for k, n in choice.takes.items() if n > there[k] and k not in many]
                expect(
                    not missing,
                    f"{at(match)}: choice {choice.text!r} takes {missing}, which do not lie there",
                )


@once
def choices_that_take_the_same_pieces_have_names_of_their_own(trial: Trial) -> None:
    for match in trial.matches():
        for seat, _ in trial.walk(match, 14, 250):
            names = Counter(
                (choice.name, tuple(sorted(choice.takes.items()))) for choice in match.scene(seat).choices
            )
            twice = [name for name, n in names.items() if n > 1]
            expect(not twice, f"{at(match)}: choices that cannot be told apart, {twice}")


@once
def a_piece_lies_in_one_place_is_explained_and_has_a_look_that_is_drawn(trial: Trial) -> None:
    clauses = clauses_of(trial.game.rules_text)
    for match in trial.matches():
        for _ in trial.walk(match, 15, 150):
            for viewer in viewers(match):
                scene = match.scene(viewer)
                pieces = [piece for zone in scene.zones for piece in zone.pieces]
                twice = [id for id, n in Counter(piece.id for piece in pieces).items() if n > 1]
                expect(not twice, f"{at(match)}: pieces that lie in two places, {twice}")
                mute = [piece.id for piece in pieces if not piece.says]
                expect(not mute, f"{at(match)}: pieces without a spoken name, {mute}")
                unnamed = [zone.id for zone in scene.zones if not (zone.label or zone.says)]
                expect(not unnamed, f"{at(match)}: zones with neither label nor spoken name, {unnamed}")
                dark = [
                    piece.id
                    for zone in scene.zones
                    for piece in zone.pieces
                    if not is_explained(scene, zone, piece)
                ]
                expect(not dark, f"{at(match)}: pieces without text or clause for who looks them up, {dark}")
                unknown = sorted(cited_in(scene) - clauses)
                expect(not unknown, f"{at(match)}: pieces cite clauses that RULES.md has not, {unknown}")
                expect(scene.now.title, f"{at(match)}: nothing says what viewer {viewer} can do")
                for fault in looks.faults_of(scene):
                    expect(False, f"{at(match)}: {fault}")


@once
def a_match_that_is_over_says_so_and_its_result_is_accounted_for_every_seat(trial: Trial) -> None:
    for seats in trial.seats:
        match = trial.game.match(seats, seed=21, engine=trial.game.loops(True))
        match.play_at_random(21, LONGEST)
        for viewer in viewers(match):
            scene = match.scene(viewer)
            expect(scene.over and scene.now.mood == "over", f"{seats} seats: the last scene is not over")
            for fault in looks.faults_of(scene):
                expect(False, f"{at(match)}: {fault}")
            if trial.game.result.has_one:
                rows = sorted(row.seat for row in scene.account.rows) if scene.account else []
                expect(rows == list(range(seats)), f"{seats} seats: the account has rows for {rows}")


@once
def what_is_told_follows_a_seat_and_reads_as_a_sentence(trial: Trial) -> None:
    for match in trial.matches():
        for _ in trial.walk(match, 22, 120):
            pass
        for telling in tell_all(match):
            for seat, words in telling.said:
                expect(-1 <= seat < match.seats, f"{at(match)}: {words!r} follows seat {seat}")
                expect(words.strip() == words and words, f"{at(match)}: {words!r} is no sentence")


@once
def the_rules_can_be_read_and_every_value_names_its_clause(trial: Trial) -> None:
    text = trial.game.rules_text
    expect(text.startswith("# "), "RULES.md does not begin with '# ' and the title")
    clauses = clauses_of(text)
    for value in trial.game.values:
        expect(value.clause in clauses, f"{value.key} cites {value.clause}, which RULES.md has not")


CHECKS: tuple[Check, ...] = (
    every_choice_takes_pieces_that_lie_on_the_table,
    choices_that_take_the_same_pieces_have_names_of_their_own,
    a_piece_lies_in_one_place_is_explained_and_has_a_look_that_is_drawn,
    a_match_that_is_over_says_so_and_its_result_is_accounted_for_every_seat,
    what_is_told_follows_a_seat_and_reads_as_a_sentence,
    the_rules_can_be_read_and_every_value_names_its_clause,
)
