"""Transcripts are read, replayed and checked; a wrong line is refused with number, text and reason."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

import throwdown
from throwdown.kernel.carried import Carried
from throwdown.kernel.chance import Committed
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.series import GAMES, InSet, Plan, Result
from throwdown.kernel.setheader import set_header
from throwdown.kernel.transcript import AS_DRAWN, AS_SEEDED, AS_SEEN, read


@pytest.fixture
def text() -> str:
    match = throwdown.load("command-dice").match(
        chance=Committed(b"s" * 32, ["aa", "bb"]), names=["Ada", 'N"ls']
    )
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    return match.transcript()


def swap(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_a_transcript_tells_game_names_dice_result_and_every_event(text):
    transcript = read(text)
    assert transcript.one("Game") == "command-dice"
    assert transcript.headers["Name"] == ["Ada", 'N"ls']
    assert transcript.verify() == [
        f"{len(transcript.match.log)} events are legal.",
        f"The result holds: {transcript.match.result}.",
        f"The secret opens the seal {transcript.one('Commitment')}. {AS_SEEN}",
        "Every chance event is the one that the secret and the seeds give.",
    ]


def test_a_person_may_type_a_transcript_in_any_case_and_spacing(text):
    body = "\n".join(line.upper() if line[:1] in "01*" else line for line in text.splitlines())
    assert read(body).match.state.tobytes() == read(text).match.state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Game "command-dice"]', '[Game "chess"]', "unknown game 'chess'"),
        ('[Version "2"]', '[Version "99"]', "rules version 2"),
        ('[Seats "2"]', '[Seats "5"]', "for 2 seats"),
        ('[Seats "2"]', '[Seats "two"]', "whole number"),
        ('[Seats "2"]', "[Seats 2]", "written"),
        ('[Result "', '[Result "lost by 0, ', "the events come to"),
        ("\n0: ", "\n0; ", "events are written"),
        ("\n0: ", "\n0: R9 ", "illegal event 'R9"),
        ('[Seeds "aa-bb"]', '[Seeds "aa-bc"]', "but the dice give"),
        ('[Seeds "aa-bb"]', '[Seeds "aa-bb-00"]', "seeds of 3 seats, and 2 play"),
        ('[Seeds "aa-bb"]', '[Seeds "aa-b:"]', "a seed is up to 64 hexadecimal digits 0 to f: 'b:'"),
        ('[Commitment "', '[Commitment "0', "not the commitment"),
    ],
)
def test_what_does_not_hold_is_refused_with_line_text_and_reason(text, old, new, reason):
    wrong = swap(text, old, new)
    with pytest.raises(BadTranscript, match=reason) as refusal:
        read(wrong).verify()
    assert refusal.value.text in wrong
    assert wrong.splitlines()[refusal.value.line - 1].strip() == refusal.value.text


HEAD = '[Game "command-dice"]\n[Version "2"]\n[Seats "2"]\n'
DEEP = "[" * 20_000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            f'[Game "command-dice"]\n[Version "{"1" * 5000}"]',
            "line 2: .*rules version 2 of .* not '11",
        ),
        (f'[Game "{"g" * 5000}"]', "line 1: .*unknown game 'ggg"),
        (
            HEAD.replace('s "2"', f's "{"2" * 5000}"'),
            "line 3: .*'222.* is not a whole number",
        ),
        (HEAD.replace('s "2"', f's "{"2" * 4000}"'), "line 3: .*is for 2 seats, not 222"),
        (f'{HEAD}[Value "x={"1" * 5000}"]', "line 4: .*'111.* is not a value"),
        (f'{HEAD}[Value "red-swords={"1" * 4000}"]', "line 4: .*red-swords is 111.*: needs 6 whole numbers"),
        (f'{HEAD}[Value "x={DEEP}"]', r"line 4: .*'\[\[.* is not a value"),
        (
            f'{HEAD}[Value "x=1"]\n[Value "tie-card=\\"the last card dealt\\""]',
            "line 4: .*x=1.*: unknown option 'x'",
        ),
        (f'{HEAD}[Value "x=["]\n[Value "y=1"]', r"line 4: .*'\[' is not a value"),
        (
            '[Game "command-dice"]\n[Version "2"]\n[Value "waste-is-judged=true"]\n[Seats "3"]',
            "line 4: .*is for 2 seats, not 3",
        ),
        (f'{HEAD}[Seed "1e400"]', "line 4: .*'1e400' is not a whole number that can be read"),
        (f'{HEAD}[Seed "{"9" * 5000}"]', "line 4: .*'999.* is not a whole number that can be read"),
        (f'{HEAD}[Seed "\\ud800"]', "line 4: .*ud800.*: the header's value is not a quoted text"),
        (f'{HEAD}[Name "\\ud800"]', "line 4: .*ud800.*: the header's value is not a quoted text"),
        (f'{HEAD}[Name "Ada"]', "line 4: .*Ada.*: names of 1 players, and 2 play"),
        (
            f'{HEAD}[Name "{"x" * 33}"]\n[Name "Ada"]',
            "line 4: .*a name has 1 to 32 letters, and 'xxx.*' has 33",
        ),
        (f'{HEAD}[Name "Ada"]\n[Name "{"x" * 500_000}"]', "line 5: .*'xxx.* ... has 500000"),
        (f'{HEAD}[Name ""]\n[Name "Ada"]', "line 4: .*a name has 1 to 32 letters, and '' has 0"),
        (f'{HEAD}[Set "{{\\"x\\":{DEEP}"]', "line 4: .*Set.*recursion"),
        (f'{HEAD}[Buzzer "[{{\\"x\\":{DEEP}"]', "line 4: .*Buzzer.*recursion"),
        (f"{HEAD}\n0: {'R' * 5000}", "line 5: .*illegal event 'RRR"),
        (f"{HEAD}\n*: black, 6s, 1s, 4c\n0: R{'2' * 5000}", "line 6: .*illegal event 'R222.*legal are"),
    ],
    ids=lambda given: given[-40:],
)
def test_what_no_program_can_read_is_refused_in_a_short_line_that_can_be_printed(text, why):
    with pytest.raises(BadTranscript, match=why) as refusal:
        read(text).verify()
    said = str(refusal.value)
    assert len(said) < 600
    assert said.isprintable()


SEALED = '[Commitment "ab"]\n[Seeds "aa-bb"]\n[Secret "00"]'


@pytest.mark.parametrize(
    ("added", "why"),
    [
        (SEALED, "line 6: .*Seed .*: dice are of a seed or were sealed, and Commitment is told too"),
        ('[Fair "1 00 64"]', "dice are of a seed or were sealed, and Fair is told too"),
        ('[Result "won by 0, 9 0"]', "Result is told once, and stands above already"),
        ('[Value "tie-card=true"]\n[Value "tie-card=true"]', "'tie-card' is told twice"),
        ('[Version "1"]', "Version is told once, and stands above already"),
        (f'[Arena "none.\\n{AS_DRAWN}"]', "the header's value is not a text of one line"),
        ('[Deck "\\u001b[2J"]', "the header's value is not a text of one line"),
        ('[Deck "a\\u2028b"]', "the header's value is not a text of one line"),
        ('[Deck "a\\u202eb"]', "a mark in the header's value turns the direction of writing"),
        ('[Deck "a\u2066b"]', "a mark in the header's value turns the direction of writing"),
    ],
    ids=lambda given: given[:24],
)
def test_a_header_that_would_have_other_dice_or_another_result_believed_is_refused(added, why):
    match = throwdown.load("command-dice").match(seed=5)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    text = match.transcript()
    assert read(text).verify()[-1] == AS_SEEDED
    head, _, body = text.partition("\n\n")
    with pytest.raises(BadTranscript, match=why):
        read(f"{head}\n{added}\n\n{body}").verify()


def test_sealed_dice_without_their_secret_are_not_said_to_be_of_nobody(text):
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("[Secret "))
    assert read(kept).verify()[-1] == "The secret of the dice is not told: they cannot be checked."


def test_a_changed_value_is_in_the_headers_and_a_bad_one_is_refused():
    game = throwdown.load("command-dice")
    text = game.match(seed=1, values={"red-swords": [1, 1, 1, 1, 1, 1]}).transcript()
    assert '[Value "red-swords=[1, 1, 1, 1, 1, 1]"]' in text
    assert read(text).match.values["red-swords"] == [1, 1, 1, 1, 1, 1]
    with pytest.raises(BadTranscript, match="needs 6 whole numbers from 0 to 6"):
        read(swap(text, "[1, 1, 1, 1, 1, 1]", "[1, 1]"))


def test_the_secret_is_not_told_while_the_match_is_in_play():
    match = throwdown.load("command-dice").match(chance=Committed(b"s" * 32))
    assert (b"s" * 32).hex() not in match.transcript()
    assert "Commitment" in match.transcript()


def of_set(text: str, *results: Result, lineup: tuple[int, ...] = (0, 1)) -> str:
    header = set_header(InSet(Plan(GAMES, 3), 2, results, lineup, {}))["Set"]
    return f"[Set {json.dumps(header)}]\n{text}"


def test_a_transcript_tells_the_set_that_was_played(text):
    transcript = read(of_set(text, Result((0, 1), (2, 0))))
    assert transcript.in_set is not None
    assert transcript.in_set.series.totals == [2, 0]
    assert "Played in a set (3 games), after one game." in transcript.verify()
    assert read(text).in_set is None


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"results": [Result((1, 0), (2, 0))]}, "a game of players [1, 0] is not next"),
        ({"results": [Result((0, 1), (2, 0))] * 3}, "it is over"),
        ({"results": [Result((0, 1), (2, 0))] * 2001}, "2001 games came before, and 2000 at most"),
        ({"lineup": (1, 0)}, "players [1, 0] do not play next in this set: players [0, 1] are next"),
        ({"plan": Plan("best of", 3)}, "unknown kind of set 'best of'"),
        ({"players": 3}, "a set of Command Dice by number of games is for 2 to 2 players, not 3"),
        ({"values": {"red-swords": [9]}}, "red-swords is [9] in the set"),
        ({"carried": Carried((5, 5))}, "what the games before it have left does not fit the game"),
    ],
)
def test_a_place_in_a_set_that_cannot_be_is_refused_with_its_line(text, wrong, why):
    place = replace(InSet(Plan(GAMES, 3), 2, (), (0, 1), {}), **wrong)
    with pytest.raises(BadTranscript, match="line 1: ") as told:
        read(f"[Set {json.dumps(set_header(place)['Set'])}]\n{text}").verify()
    assert why in str(told.value)


def test_a_set_that_is_no_set_is_quoted(text):
    with pytest.raises(BadTranscript, match="'nonsense' is no place in a set"):
        read(f'[Set "nonsense"]\n{text}').verify()
