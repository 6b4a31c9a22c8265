"""Whatever is played, nothing is lost and nothing appears (CD-1, CD-3, CD-11, CD-13)."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import throwdown
from throwdown.kernel.chance import Reported

COMMIT, OVER = 2, 5


def check(match) -> None:
    """24 cards and nine dice a side, each in one place; nothing negative."""
    view = match.truth()
    line = [card - 1 for card in view.line if card]
    taken = [card for seat in (0, 1) for card in range(24) if view.won[seat] >> card & 1]
    deck = [card for card in range(24) if view.deck >> card & 1] if view.closed != 2 else []
    assert len(set(line + taken + deck)) == len(line + taken + deck) <= 24
    for seat in (0, 1):
        in_hand = [0, 0, 0]
        for die in range(view.hand[seat]):
            in_hand[view.colour[seat][die]] += 1
        for colour, full in enumerate((4, 3, 2)):
            assert 0 <= view.pool[seat][colour] + in_hand[colour] <= full
        assert view.score[seat] == sum(card % 6 + 1 for card in taken if view.won[seat] >> card & 1)
    assert max(view.victories) <= 3
    assert (max(view.victories) == 3) == (view.phase == OVER)


@settings(max_examples=60, deadline=None)
@given(choices=st.lists(st.integers(0, 10**6), max_size=120), seed=st.integers(0, 2**32))
def test_cards_and_dice_are_conserved_on_any_legal_walk(choices, seed):
    game = throwdown.load("command-dice")
    match = game.match(chance=Reported(), engine=game.loops(True))
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.awaited)
        events = match.legal_events(seat)
        picked = choices.pop() if choices else rng.randrange(len(events))
        match.play(seat, events[picked % len(events)])
        check(match)


def perft(match, depth: int) -> int:
    """How many sequences of ``depth`` events there are."""
    if depth == 0 or match.over:
        return 1
    seat = match.awaited[0]
    total = 0
    for event in match.legal_events(seat):
        after = match.replay()
        after.play(seat, event)
        total += perft(after, depth - 1)
    return total


def test_there_are_29_choices_of_one_to_four_dice_from_a_full_pool(table):  # CD-6
    match = table("command-dice", "*: red, 4h, 2s, 6d")
    assert [perft(match, depth) for depth in (1, 2)] == [29, 29 * 29]


def test_the_number_of_event_sequences_after_two_choices_is_as_counted(table):  # CD-8 to CD-12
    """To depth 4 counted by hand: nine rolls of red and white, then strikes, then the blue dice."""
    match = table("command-dice", "*: red, 4h, 2s, 6d\n0: R1 W1\n1: B2")
    assert [perft(match, depth) for depth in range(1, 6)] == [3, 9, 17, 51, 120]
