"""Command Dice, clause by clause; every test runs interpreted and compiled."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

import throwdown
from tests.conftest import play
from throwdown.games.command_dice.waste import cheapest, spent
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import tell_all

TURN = "*: red, 4h, 2s, 6d"


def opened(table, *lines: str, **more) -> Match:
    return table("command-dice", "\n".join((TURN, *lines)), **more)


def allocations(match: Match, seat: int) -> set[str]:
    return set(match.legal(seat)) - {"stop"}


def test_a_pool_is_four_red_three_white_and_two_blue_dice(table):  # CD-1
    assert table("command-dice").view(0).pool == [[4, 3, 2], [4, 3, 2]]


@pytest.mark.parametrize(
    ("dice", "faces"), [("R1", {"0", "1", "2"}), ("W1", {"0", "1", "2"}), ("B1", {"1", "2", "3"})]
)
def test_each_colour_shows_the_swords_of_its_faces(table, dice, faces):  # CD-2
    match = opened(table, f"0: {dice}", "1: B2")
    assert set(match.legal(8)) == faces


def test_the_deck_holds_each_value_twice_in_red_and_twice_in_black(table):  # CD-3
    deck = table("command-dice", "*: red").legal(8)
    assert len(deck) == 24
    for value in "123456":
        assert {card for card in deck if card[0] == value} == {value + suit for suit in "cdhs"}


def test_the_player_who_does_not_deal_plays_the_colour_dealt(table):  # CD-4
    assert table("command-dice", "").scene(0).now.note == (
        "One that is not in the Battle Deck. It stands for the whole game; {1} has the other colour."
    )
    assert table("command-dice", "*: red").view(0).red_seat == 0
    assert table("command-dice", "*: black").view(0).red_seat == 1


def test_three_cards_lie_in_line_before_anybody_chooses(table):  # CD-5
    match = table("command-dice", "*: red, 4h, 2s")
    assert match.awaited == (8,)
    assert play(match, "*: 6d").awaited == (0, 1)


@pytest.mark.parametrize(
    ("dealt", "place"),
    [("*: red", "first of three"), ("*: red, 4h", "second of three"), ("*: red, 4h, 2s", "third of three")],
)
def test_each_card_that_is_due_is_called_by_its_place_from_the_deck_outward(table, dealt, place):  # CD-7
    now = table("command-dice", dealt).scene(0).now
    assert now.note == f"The {place}, from the Battle Deck outward."


@pytest.mark.parametrize(
    ("dealt", "place"),
    [("*: red", "first of three"), ("*: red, 4h", "second of three"), ("*: red, 4h, 2s", "third of three")],
)
def test_where_the_last_card_dealt_lies_next_to_the_deck_cards_are_called_toward_it(
    table, dealt, place
):  # CD-7
    now = table("command-dice", dealt, values={"tie-card": "the last card dealt"}).scene(0).now
    assert now.note == f"The {place}, toward the Battle Deck."


@pytest.mark.parametrize(
    ("tie_card", "drawn"),
    [("the first card dealt", ["4h", "2s", "6d"]), ("the last card dealt", ["6d", "2s", "4h"])],
)
def test_the_card_drawn_beside_the_deck_is_the_one_that_breaks_ties(table, tie_card, drawn):  # CD-7
    match = table("command-dice", "*: red, 4h, 2s, 6d", values={"tie-card": tie_card})
    deck, *cards = match.scene(0).zones[0].pieces
    assert (deck.id, [card.face for card in cards]) == ("deck", drawn)
    assert [bool(card.note) for card in cards] == [True, False, False]


def test_one_to_four_dice_of_the_pool_are_chosen(table):  # CD-6
    choices = opened(table).legal(0)
    sizes = {sum(int(part[1]) for part in text.split()) for text in choices}
    assert sizes == {1, 2, 3, 4}
    assert not {"R4 W1", "B3", "R5"} & set(choices)


def test_no_more_dice_are_chosen_than_the_pool_holds(table):  # CD-6
    match = opened(table)
    match.state["pool"][0][0] = [1, 0, 1]
    assert set(match.legal(0)) == {"R1", "B1", "R1 B1"}


def test_fewer_dice_take_the_initiative(table):  # CD-7
    assert opened(table, "0: R3", "1: R2").view(0).lead == 1


def test_on_equal_counts_the_card_next_to_the_deck_decides(table):  # CD-7
    assert opened(table, "0: R2", "1: R2").view(0).lead == 0
    black_first = table("command-dice", "*: red, 2s, 4h, 6d\n0: R2\n1: R2")
    assert black_first.view(0).lead == 1


def test_a_table_may_read_the_last_card_dealt_as_next_to_the_deck(table):  # CD-7
    values = {"tie-card": "the last card dealt"}
    match = table("command-dice", "*: red, 4h, 6d, 2s\n0: R2\n1: R2", values=values)
    assert match.view(0).lead == 1


def test_a_card_is_defeated_by_dice_whose_swords_reach_its_value(table):  # CD-8
    match = opened(table, "0: W1 B1", "1: R3", "*: 2, 2", "0: 4h W2 B2")
    assert match.view(0).score == [4, 0]
    assert match.view(0).won[0] == 1 << 15


def test_who_can_defeat_a_card_must_and_may_then_stop(table):  # CD-9
    match = opened(table, "0: W1 B1", "1: R4", "*: 2, 2")
    assert "stop" not in match.legal(0)
    with pytest.raises(IllegalEvent, match="'stop'"):
        match.play(0, "stop")
    again = table("command-dice", "*: red, 2h, 2s, 6d\n0: W1 B1\n1: R4\n*: 2, 2\n0: 2h W2")
    assert again.legal(0) == ["2s B2", "stop"]


def test_where_a_set_is_exact_only_exact_sets_take_the_card(table):  # CD-10
    match = opened(table, "0: R1 W1 B1", "1: R4", "*: 1, 1, 3")
    assert allocations(match, 0) == {"4h R1 B3", "4h W1 B3", "2s R1 W1"}


def test_where_no_set_is_exact_the_smallest_excess_takes_it(table):  # CD-10
    match = table("command-dice", "*: red, 1h, 5s, 6d\n0: W1 B1\n1: R4\n*: 2, 3")
    assert allocations(match, 0) == {"1h W2", "5s W2 B3"}


def test_a_die_without_a_sword_is_never_put_on_a_card(table):  # CD-10
    match = opened(table, "0: R2 B1", "1: R4", "*: 0, 0, 2")
    assert match.legal(0) == ["2s B2"]


def test_dice_put_on_cards_are_out_and_the_others_go_back(table):  # CD-11
    match = opened(table, "0: R1 B1", "1: R4", "*: 0, 2", "0: 2s B2", "*: 0, 0, 0, 0, 1h")
    assert match.view(0).pool == [[4, 3, 1], [4, 3, 2]]


def test_the_second_player_strikes_at_what_is_left(table):  # CD-12
    match = opened(table, "0: B1", "1: B2", "*: 2", "0: 2s B2", "*: 2, 2")
    assert allocations(match, 1) == {"4h B2 B2"}


def test_nobody_rolls_when_no_card_is_left(table):  # CD-12
    script = "*: red, 1h, 1s, 2d\n0: R3\n1: R4\n*: 1, 1, 2\n0: 1h R1\n0: 1s R1\n0: 2d R2"
    match = table("command-dice", script)
    assert match.view(0).closed == 1
    assert play(match, "*: 1c").view(0).pool == [[1, 3, 2], [4, 3, 2]]


def test_cards_that_nobody_took_are_out_for_the_round(table):  # CD-13
    match = opened(table, "0: R1", "1: R2", "*: 0, 0, 0")
    assert not {"4h", "2s", "6d"} & set(match.legal(8))
    assert len(match.legal(8)) == 21


def late_round(table, pools, deck_left=6) -> Match:
    """A choice of dice with these pools and so many cards in the deck."""
    match = opened(table)
    match.state["pool"][0] = pools
    match.state["deck"][0] = (1 << deck_left) - 1
    return match


def test_the_round_ends_when_both_use_their_last_dice_in_one_turn(table):  # CD-15
    match = late_round(table, [[0, 0, 1], [0, 0, 2]])
    play(match, "0: B1\n1: B2\n*: 2\n0: 2s B2\n*: 2, 2\n1: 4h B2 B2")
    assert match.view(0).victories == [0, 1]
    assert match.view(0).closed == 2
    assert "all 24 cards are shuffled" in match.scene(0).now.note  # CD-14


def test_who_begins_a_turn_without_dice_sits_out_one_last_turn(table):  # CD-15
    match = late_round(table, [[0, 0, 1], [0, 0, 2]])
    play(match, "0: B1\n1: B2\n*: 2\n0: 2s B2\n*: 1, 1\n*: 1c, 2c, 3c")
    assert match.awaited == (1,)
    play(match, "1: B1\n*: 1\n1: 1c B1")
    assert match.view(0).closed == 2
    assert match.view(0).score == [2, 1]


def test_the_round_ends_with_the_turn_that_empties_the_deck(table):  # CD-15
    match = late_round(table, [[4, 3, 2], [4, 3, 2]], deck_left=0)
    play(match, "0: R1\n1: R2\n*: 0, 0, 0")
    assert match.view(0).closed == 2


@pytest.mark.parametrize(
    ("score", "won", "victories"),
    [([9, 8], [0b1, 0b10], [1, 0]), ([8, 8], [0b111, 0b11000], [0, 1]), ([8, 8], [0b11, 0b1100], [0, 0])],
    ids=["the higher sum", "on equal sums fewer cards", "else nobody"],
)
def test_a_round_is_won_by(table, score, won, victories):  # CD-16
    match = late_round(table, [[1, 0, 0], [2, 0, 0]], deck_left=0)
    match.state["score"][0] = score
    match.state["won"][0] = won
    assert play(match, "0: R1\n1: R2\n*: 0, 0, 0").view(0).victories == victories


def test_three_victories_win_the_game(table):  # CD-17
    match = late_round(table, [[1, 0, 0], [2, 0, 0]], deck_left=0)
    match.state["score"][0] = [5, 0]
    match.state["victories"][0] = [2, 2]
    play(match, "0: R1\n1: R2\n*: 0, 0, 0")
    assert match.over
    assert match.winners == (0,)
    assert match.result == "won by 0, 3 2"


def test_a_drawn_round_is_played_again(table):  # CD-17
    match = late_round(table, [[1, 0, 0], [2, 0, 0]], deck_left=0)
    play(match, "0: R1\n1: R2\n*: 0, 0, 0\n*: 1c")
    assert (match.view(0).rounds, match.view(0).victories) == (2, [0, 0])
    assert match.view(0).pool == [[4, 3, 2], [4, 3, 2]]


def test_a_choice_is_its_own_players_until_both_are_in(table):  # CD-18
    match = opened(table, "0: R2 W1")
    assert match.view(0).picked[0] == [2, 1, 0]
    assert match.view(1).picked[0] == [0, 0, 0]
    assert match.view(1).pool[0] == [4, 3, 2]
    assert match.view(1).ready == [1, 0]
    assert play(match, "1: B2").view(1).picked[0] == [2, 1, 0]


@pytest.mark.parametrize(
    ("seat", "event", "reason"),
    [
        (0, "R5", "legal are"),
        (1, "4h B2", "legal are"),
        (8, "3", "waiting for seat 0, 1"),
        (5, "R1", "waiting"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason_and_changes_nothing(table, seat, event, reason):
    match = opened(table)
    before = match.state.tobytes()
    with pytest.raises(IllegalEvent, match=reason):
        match.play(seat, event)
    assert match.state.tobytes() == before


# CD-10: one roll of W1 W1 B1 W2 against 3h and 1s

ROLL = "*: red, 3h, 1s, 6d\n0: W3 B1\n1: R4\n*: 1, 1, 2, 1"
EACH = {"waste-is-judged": "card by card"}


def test_waste_is_judged_over_the_whole_roll(table):  # CD-10
    match = table("command-dice", f"{ROLL}\n0: 3h W1 W1 B1")
    assert match.legal(0) == ["stop"]
    with pytest.raises(IllegalEvent) as refusal:
        match.play(0, "1s W2")
    assert "1 sword would be wasted: 3h W1 W2 and 1s B1 is exact (CD-10)" in str(refusal.value)
    now = match.scene(0).now
    assert now.title == "Stop: what is left would waste swords."
    assert now.note == "3h W1 W2 and 1s B1 is exact (CD-10)."


@pytest.mark.parametrize("first", ["3h W2 B1", "3h W1 W2", "1s W1", "1s B1"])
def test_cards_that_the_roll_takes_exactly_are_taken_in_any_order(table, first):  # CD-10
    match = table("command-dice", f"{ROLL}\n0: {first}")
    assert allocations(match, 0)
    assert "1s W2" not in match.legal(0)


def test_by_option_waste_is_judged_card_by_card(table):  # CD-10
    match = table("command-dice", f"{ROLL}\n0: 3h W1 W1 B1", values=EACH)
    assert allocations(match, 0) == {"1s W2"}


def test_excess_is_allowed_where_the_whole_roll_has_no_less(table):  # CD-10
    """B3 and W2 against 2s and 1h: one sword is over, whichever way they are put."""
    match = table("command-dice", "*: red, 2s, 1h, 6d\n0: W1 B1\n1: R4\n*: 2, 3\n0: 2s W2")
    assert allocations(match, 0) == {"1h B3"}


def test_every_set_of_cards_can_be_taken_with_the_fewest_swords_in_some_order():  # CD-10
    """What is judged after each card never shuts out the best way to take them all."""
    for many, cards in product(range(2, 5), (2, 3)):
        for swords in combinations_with_replacement(range(1, 4), many):
            for values in combinations_with_replacement(range(1, 7), cards):
                if cheapest(swords, values):
                    assert in_some_order(swords, values, frozenset(), 0, frozenset(range(many)))


ROLLED = ("0: R1 W1 B1", "1: R4", "*: 0, 1, 3")
ONE_MORE = ("0: R1 W1 B1", "1: R4", "*: 1, 1, 3")


def in_some_order(swords, values, taken, put, free) -> bool:
    """Whether ``values`` can all be taken one after another, never with more swords than needed."""
    if len(taken) == len(values):
        return True
    for card in set(range(len(values))) - taken:
        wanted = tuple(values[each] for each in sorted(taken | {card}))
        need = spent(swords, cheapest(swords, wanted)) - put
        for dice in (set(c) for k in range(1, len(free) + 1) for c in combinations(free, k)):
            fits = sum(swords[die] for die in dice) == need >= values[card]
            if fits and in_some_order(swords, values, taken | {card}, put + need, free - dice):
                return True
    return False


@pytest.mark.parametrize(
    ("lines", "event", "reason"),
    [
        ((), "R5", "the pool is R4 W3 B2 (CD-6)"),
        ((), "R4 W1", "1 to 4 dice are chosen, not 5 (CD-6)"),
        (ROLLED, "stop", "whoever can defeat a card must defeat one (CD-9)"),
        (ROLLED, "5s B3", "in the line lie 4h 2s 6d (CD-8)"),
        (ROLLED, "2s W2", "the dice that are left are B3 R0 W1 (CD-8)"),
        (
            ROLLED,
            "4h R0 W1 B3",
            "a die without a sword is never put on a card",
        ),
        (ROLLED, "2s W1", "2 swords are needed, not 1 (CD-8)"),
        (
            ONE_MORE,
            "2s B3",
            "1 sword would be wasted: 2s R1 W1 is exact (CD-10)",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_with_reason_and_clause(table, lines, event, reason):
    match = opened(table, *lines)
    with pytest.raises(IllegalEvent) as refusal:
        match.play(0, event)
    assert reason in str(refusal.value)


def test_dice_are_understood_in_any_order(table):  # CD-6, CD-8
    match = opened(table, "0: B1 R1 W1", "1: R4", "*: 1, 1, 3")
    match.play(0, "4h B3 R1")
    assert match.truth().score[0] == 4


def test_a_last_turn_alone_is_told_before_it_is_played():  # CD-15
    said = [
        words
        for match in alone_matches()
        for telling in tell_all(match)
        for _, words in telling.said
        if "alone" in words
    ]
    assert said
    assert set(said) <= {f"A last turn for {{{seat}}} alone: the other pool is empty." for seat in (0, 1)}


def alone_matches() -> list[Match]:
    """Matches in which one chooses as many dice as can be, and the other one."""
    matches = []
    for seed in range(2):
        match = throwdown.load("command-dice").match(seed=seed)
        while not match.over:
            seat = match.awaited[0]
            legal = match.legal_events(seat)
            match.play(seat, legal[-1] if seat else legal[0])
        matches.append(match)
    return matches


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_when_a_match_is_over_the_deck_shows_the_cards_that_its_last_round_left(seed):  # CD-15
    match, rng, left = throwdown.load("command-dice").match(seed=seed), Random(seed), 0
    while not match.over:
        left = match.truth().deck.bit_count()
        match.play(match.awaited[0], rng.choice(match.legal(match.awaited[0])))
    deck = next(piece for zone in match.scene(0).zones for piece in zone.pieces if piece.id == "deck")
    assert deck.note == str(left)
