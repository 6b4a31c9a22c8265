"""Dice under real cups that the app does not know: their owners answer, and the answers are checked."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from throwdown.kernel import transcript
from throwdown.kernel.chance import Reported, Seeded
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.reported import reported_headers
from throwdown.kernel.transcript import AS_REPORTED, DICE
from throwdown.server.beside import referee
from throwdown.server.beside.corrections import correct, lines
from throwdown.server.beside.cups import Asked, Cup, Question, owner_of, said_last, settled
from throwdown.server.beside.referee import UNSEEN, Said
from throwdown.server.beside.refereed import RefereeRecord, Running
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal

NAMES = ("Ada", "Nils", "Maya")


class OneScreen:
    """One device on the table, which follows ``real``: a match whose dice the test knows and the app not."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        rules = load(game)
        rules.compile()  # hundreds of suppositions are played for an answer
        self.real = rules.match(seats, chance=Seeded(seed))
        rng = Random(seed)
        while not self.real.over:
            seat = self.real.awaited[0]
            self.real.play(seat, rng.choice(self.real.legal_events(seat)))
        people = tuple(Someone(name) for name in NAMES[:seats])
        self.record = RefereeRecord(game, self.real.game.version, self.real.values, people, "", "", [])
        self.running = Running(self.record)
        self.asked: list[Question] = []
        self.placed = ""

    @property
    def match(self) -> Match:
        return self.running.match

    def enter(self, n: int, said: Said) -> None:
        """Entry ``n`` of the real match, with the true answers where they are asked for."""
        record = structs.replace(self.record, log=list(self.record.log))  # a question leaves all as it was
        try:
            self.running = referee.enter(record, self.running, None, said, "the table")
        except Asked as asked:
            question = asked.question
            assert question.seat not in said.answers, question
            self.asked.append(question)
            answers = {**said.answers, question.seat: self.answer(n, question)}
            self.enter(n, structs.replace(said, answers=answers))
        else:
            self.record = record

    def answer(self, n: int, question: Question) -> str:
        """What is true: the dice that lie there, or what is said of the entry at the real table."""
        if question.many:
            cup = next(cup for cup in referee.cups_of(self.record) if cup.seat == question.seat)
            before = self.real.replay(cup.at[0])
            return " ".join(before.texts(CHANCE, [self.real.log[k].event for k in cup.at]))
        lines = said_last(self.real, self.real.log[: n + 1])
        told = " ".join(f"{{{seat}}} {text}" if seat >= 0 else text for seat, text in lines)
        return max((option for option in question.options if option in told), key=len)

    def follow(self, until: int | None = None) -> None:
        log = self.real.log[:until]
        while (n := len(self.record.log)) < len(log):
            if CHANCE in self.match.awaited and owner_of(self.match) >= 0:
                referee.cover(self.record, self.running, "the table")
                continue
            seat, event = log[n]
            text = self.match.texts(seat, [event])[0]
            self.enter(n, Said(-1 if seat == CHANCE else seat, text))


@pytest.mark.parametrize(
    ("game", "seats", "seed"),
    [
        *(("duello", 2, seed) for seed in range(8)),
        ("duello", 3, 1),
        ("duello", 3, 7),
        ("con-person", 2, 1),
        ("con-person", 2, 2),
    ],
)
def test_a_match_on_one_screen_comes_to_the_real_result_by_what_is_said_aloud(game, seats, seed):
    table = OneScreen(game, seats, seed)
    table.follow()
    assert table.match.result == table.real.result
    assert table.asked, "somebody lifted a cup"
    supposed = [n for n, noted in enumerate(table.record.log, 1) if noted.how == UNSEEN]
    headers = reported_headers(table.match, [], supposed)
    text = table.match.transcript(**{DICE: AS_REPORTED, **headers})
    told = " ".join(transcript.read(text).verify())
    assert ("only supposed" in told) == bool(supposed)
    if supposed:
        choice = next(n for n, entry in enumerate(table.match.log, 1) if entry.seat != CHANCE)
        wrong = text.replace(f'[Supposed "{supposed[0]}', f'[Supposed "{choice}')
        with pytest.raises(BadTranscript, match=f"'{choice}' is no event of dice or cards"):
            transcript.read(wrong).verify()


def test_dice_that_are_only_supposed_are_shown_to_nobody_and_stand_in_no_log():
    table = OneScreen("duello", 2, 0)
    referee.cover(table.record, table.running, "the table")
    assert [noted.how for noted in table.record.log] == [UNSEEN] * 5
    holders = {0: "Ada"}  # a phone comes to the table in the middle of the round
    record = structs.replace(table.record, holders=holders)
    assert referee.viewer_of(record, table.running, 0) == SPECTATOR
    assert not list(lines(record, table.running, referee.Guest("Ada", ""), 0))
    referee.undo(table.record, 1)
    assert table.record.log == []  # what was rolled together is taken back together
    with pytest.raises(Refusal, match="its owner without a phone"):
        referee.cover(record, table.running, "the table")


def aimed() -> tuple[OneScreen, Question]:
    """Two players, all dice rolled; Ada places all her dice forward while Nils rerolls one, and Nils is asked
    which of hers match."""
    table = OneScreen("duello", 2, 0)
    log = table.real.log
    rolled = next(k for k, entry in enumerate(log) if entry.seat != CHANCE)
    table.follow(rolled)
    for seat, text in ((0, "aim"), (1, "reroll")):
        table.enter(0, Said(seat, text))
    table.enter(0, Said(1, table.match.legal(1)[0]))
    referee.enter(table.record, table.running, None, Said(-1, "1"), "the table")
    placed = table.match.legal(0)[-1]
    with pytest.raises(Asked) as asked:
        referee.enter(table.record, table.running, None, Said(0, placed), "the table")
    table.placed = placed
    return table, asked.value.question


def test_a_correction_keeps_an_answer_that_fits_and_asks_again_for_one_that_does_not():
    """DU-4: which dice match is said of those that were placed."""
    table, question = aimed()
    said = Said(0, table.placed, {1: max(question.options, key=len)})
    referee.enter(table.record, table.running, None, said, "the table")
    number, entered = len(table.record.log), list(table.record.log)
    rerolled = number - 1  # Nils's die, of which nothing was said
    record = structs.replace(table.record, log=list(entered))
    done = correct(record, Running(record), None, rerolled, "2", "the table")
    assert (done.stands, done.again) == (1, ())
    own = next(k for k, noted in enumerate(entered, 1) if noted.owner < 0 and noted.seat == CHANCE)
    was = table.match.texts(CHANCE, [entered[own - 1].event])[0]
    done = correct(record, Running(record), None, own, "1" if was != "1" else "2", "the table")
    assert done.again
    assert len(record.log) < number


def test_an_answer_that_the_dice_under_the_cup_contradict_is_shown_with_both_entries():
    """DU-4, DU-5: nothing was said to match, and yet the dice lie there."""
    table, question = aimed()
    assert question.seat == 1
    none = min(question.options, key=len)
    said = Said(0, table.placed, {1: none})
    before = table.running
    table.running = referee.enter(table.record, before, None, said, "the table")
    assert table.running is not before, "what lies under the cup was supposed to be something else"
    aim = len(table.record.log)
    for seat in (0, 1):
        table.enter(0, Said(seat, "shoot"))
    shots = [Said(seat, table.match.legal(seat)[0]) for seat in (0, 1)]
    table.enter(0, shots[0])
    dice = " ".join(table.placed.split()[:5])
    own = "1 2 3 4 5"
    shot = structs.replace(shots[1], answers={0: own, 1: dice})
    with pytest.raises(Asked) as asked:
        referee.enter(table.record, table.running, None, shot, "the table")
    wrong = asked.value.question.wrong
    assert wrong
    assert wrong.number == aim
    assert wrong.said != wrong.dice
    assert (
        referee.enter(
            structs.replace(table.record, log=list(table.record.log)),
            table.running,
            None,
            structs.replace(shot, anyway=True),
            "the table",
        )
        is not table.running
    )  # the table plays on with the dice that lie there


def test_an_answer_of_a_standoff_says_of_whom_each_sentence_is():
    """DU-19, DU-20: with a hit player out the circle closes, and another one has further turns."""
    match = load("duello").match(3, chance=Reported())
    while CHANCE in match.awaited:
        match.play(CHANCE, "1")
    for seat, declared in enumerate(("shoot", "shoot", "reroll")):
        match.play(seat, declared)
    match.play(2, "1")
    match.play(CHANCE, "2")
    match.play(0, "1 1 1 1 1")
    shot = Entry(1, match.legal_events(1)[match.legal(1).index("1 1 1 1 1")])
    under = tuple(k for k, one in enumerate(match.log) if one.seat == CHANCE)[30:35]
    assert owner_of(match.replay(under[0])) == 2
    cup = Cup(2, under, tuple(match.log[k].event for k in under))
    with pytest.raises(Asked) as asked:
        settled(match, cup, shot, "", False)
    sentences = [line for option in asked.value.question.options for line in option.split(". ")]
    assert len(sentences) > len(asked.value.question.options)
    assert all(line.startswith("{") for line in sentences), sentences
