"""Taking a choice back: what goes with it, what stays, and when it cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import throwdown
from throwdown.kernel import transcript
from throwdown.kernel.chance import Committed
from throwdown.kernel.errors import BadTranscript, IllegalEvent
from throwdown.kernel.log import AGREE, TAKE_BACK
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import tell_all


def kadice(**more: Any) -> Match:
    return throwdown.load("kadice").match(2, chance=Committed(b"\1" * 32, ["00", "11"]), **more)


def first_own_choice(match: Match) -> tuple[int, bytes]:
    """Play until a choice was made after which nothing was rolled; whose, and the record before it."""
    while True:
        seat, before, n = match.awaited[0], match.state.tobytes(), len(match.log)
        match.play(seat, match.legal_events(seat)[0])
        if len(match.log) == n + 1 and not match.over:
            return seat, before


def test_a_choice_taken_back_leaves_the_record_as_it_was_and_a_line_in_the_log() -> None:
    match = kadice()
    seat, before = first_own_choice(match)
    n = len(match.log)
    assert match.take_back(seat) == [Entry(seat, TAKE_BACK)]
    assert (match.state.tobytes(), len(match.log)) == (before, n + 1)
    assert match.awaited == (seat,)
    match.play(seat, match.legal_events(seat)[-1])
    assert match.replay().state.tobytes() == match.state.tobytes()
    assert [number for number, _ in match.held()] == [
        k for k in range(1, len(match.log) + 1) if k not in (n, n + 1)
    ]
    said = [words for telling in tell_all(match) for _, words in telling.said]
    assert "took the last choice back." in said


def test_a_transcript_with_a_choice_taken_back_is_read_and_its_dice_hold() -> None:
    match = kadice()
    for _ in range(3):
        seat, _ = first_own_choice(match)
        match.take_back(seat)
        match.play(seat, match.legal_events(seat)[-1])
    match.resign(match.awaited[0])
    text = match.transcript()
    assert text.count(": takes back") == 3
    read = transcript.read(text)
    assert read.match.state.tobytes() == match.state.tobytes()
    assert "Choices were taken back 3 times, each before chance decided anything." in read.verify()
    lines = text.splitlines()
    lines.insert(next(k for k, line in enumerate(lines) if line.startswith("*: ")) + 1, "0: takes back")
    with pytest.raises(BadTranscript, match="no choice was made there since chance last decided"):
        transcript.read("\n".join(lines))


def test_what_chance_has_followed_cannot_be_taken_back() -> None:
    match = throwdown.load("command-dice").match(seed=7)
    match.play(0, "R2 W1")
    match.play(1, "B2")
    for seat in (0, 1):
        with pytest.raises(IllegalEvent, match="no choice was made there since chance last decided"):
            match.take_back(seat)


def test_a_choice_in_secret_goes_alone_and_others_made_without_knowing_of_it_stay(
    table: Callable[..., Match],
) -> None:
    match = table("command-dice", "*: black, 6s, 1s, 4c\n0: R2 W1")
    match.take_back(0)
    assert match.awaited == (0, 1)
    match.play(1, "B2")
    match.play(0, "B1")
    assert match.view(1).picked[1] == match.truth().picked[1]


def secret_three() -> Match:
    """A game of Duello for three, two of whom have declared a target in secret."""
    match = throwdown.load("duello").match(3, seed=5)
    while not (len(match.awaited) == 3 and len(match.legal_events(0)) > 1):
        seat = match.awaited[0]
        match.play(seat, match.legal_events(seat)[0])
    for seat in (0, 1):
        match.play(seat, match.legal_events(seat)[0])
    return match


def test_who_chose_in_secret_after_it_need_not_choose_again() -> None:
    match = secret_three()
    number, stays = match.to_take_back(0)
    assert (number, stays) == (len(match.log) - 1, {1})
    match.take_back(0)
    assert match.awaited == (0, 2)
    match.play(2, match.legal_events(2)[0])
    match.play(0, match.legal_events(0)[-1])
    assert match.replay().state.tobytes() == match.state.tobytes()


def test_what_has_shown_something_hidden_cannot_be_taken_back() -> None:
    match = secret_three()
    match.play(2, match.legal_events(2)[0])  # all have chosen, and all is shown
    if match.log[-1].seat != 2:
        raise AssertionError("chance decided something at once: choose another moment")
    with pytest.raises(IllegalEvent, match="something was shown since that was hidden"):
        match.take_back(2)


def test_a_game_says_what_a_match_counts_as_that_all_agree_to_end() -> None:
    match = throwdown.load("command-dice").match(seed=7)
    assert match.agree(1) == [Entry(1, AGREE)]
    assert (match.over, match.winners, match.result) == (True, (0, 1), "drawn by 0 1, 0 0, all agreed to end")
    assert match.scene().now.title == "All agreed to end the match."
    assert transcript.read(match.transcript()).match.result == match.result
    drawn = kadice()
    drawn.agree(0)
    assert drawn.winners == (0, 1)
    with pytest.raises(IllegalEvent, match="War! is played to its end: nothing says who would have won"):
        throwdown.load("war").match(2, seed=1).agree(0)
