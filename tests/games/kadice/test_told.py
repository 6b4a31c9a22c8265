"""What is said, and what the table shows (KA'DICE!)."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

import throwdown
from tests.games.kadice.opening import changes, opened, rolls, takes, then
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.narrator import tell_all
from throwdown.server.beside.referee import named


def said(match) -> list[str]:
    """Every sentence told of ``match``, with its seat."""
    return [f"{seat}: {words}" for telling in tell_all(match) for seat, words in telling.said]


def card_of(match, seat: int, viewer: int = 0):
    return next(zone for zone in match.scene(viewer).zones if zone.id == f"card-{seat}").pieces[0]


def dice_of(match, seat: int, viewer: int = 0):
    return next(zone for zone in match.scene(viewer).zones if zone.id == f"dice-{seat}").pieces


def test_a_war_is_told_with_all_its_dice_and_the_tie_too(table):
    match = table("kadice", "*: 6, 2, 6\n*: 1, 6, 3, 3", seats=3)
    assert said(match) == [
        "-1: War for the first deal: {0} 6, {1} 2 and {2} 6.",
        "-1: {0} and {2} are level and roll again.",
        "-1: War for the first deal: {0} 1 6 = 7 and {2} 3 3 = 6.",
        "0: won the war and the first deal.",
    ]


def test_cards_are_told_when_all_are_turned_up_and_a_war_for_one_of_them(table):
    match = opened(table, "FH FH P2", "*: 2, 5", "*: LS")
    assert said(match)[2:] == [
        "0: turned up Full House.",
        "1: turned up Full House.",
        "2: turned up Single Pair 2.",
        "-1: War for Full House: {0} 2 and {1} 5.",
        "1: won the war for Full House.",
        "0: discarded Full House.",
        "0: turned up Large Straight.",
    ]


def test_a_turn_is_told_roll_by_roll(table):
    match = opened(table, "3K P4 FH", rolls("4 4 5 3 3"), "0: 5>4", "0: eliminate P4 FH")
    assert said(match)[-4:-1] == [
        "0: rolled 4 4 5 3 3.",
        "0: shifted a 5 to a 4.",
        "0: eliminated {1's} Single Pair 4 and {2's} Full House with 4 4 4 3 3.",
    ]
    assert said(match)[-1] == "-1: Round 1 is over. Dealer of round 2: {1}."


def test_held_dice_are_named_with_the_roll_that_joins_them(table):
    match = opened(table, "LS P4", rolls("1 2 3 3 6"), "0: hold 1 2 3", rolls("1 1 2 2 6"), "1: hold nothing")
    then(match, "0: keep 1 2", "*: 6, 6, 5")
    assert said(match)[-1] == "0: rolled 6 6 5, with 1 2 held."


def test_the_last_card_and_the_end_are_told(table):
    match = opened(table, "LS P1", rolls("1 1 2 2 6"), "0: eliminate P1", **{"cards-each": 1})
    assert said(match)[-3:] == [
        "0: eliminated {1's} Single Pair 1 with 1 1 2 2 6.",
        "1: lost the last card: a ghost now.",
        "0: won the game with 1 card left.",
    ]
    assert match.scene(0).now.note == "After 1 round {1} had no card left."


def test_of_several_who_have_no_card_left_it_is_said_that_they_are_ghosts_ka12():
    game = throwdown.load("kadice")
    match = game.match(3, values={"cards-each": 1}, seed=1)
    rng = random.Random(1)
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, rng.choice(match.legal_events(seat)))
    assert re.fullmatch(r"After \d+ rounds? all others are ghosts\.", match.scene(0).now.note)


def test_every_sentence_of_whole_matches_is_a_sentence(is_compiled):
    game = throwdown.load("kadice")
    for seats in (2, 3, 5, 8):
        values = {"cards-each": 1, "most-rounds": 4}
        match = game.match(seats, seed=seats, engine=game.loops(is_compiled), values=values)
        rng = random.Random(seats)
        while not match.over:
            match.play(match.awaited[0], rng.choice(match.legal_events(match.awaited[0])))
        words = said(match)
        assert all(sentence.endswith(".") and "  " not in sentence for sentence in words)
        assert sum("won the game" in sentence or "is drawn" in sentence for sentence in words) == 1


def test_the_table_shows_which_cards_the_dice_match_and_which_after_a_change(table):
    match = opened(table, "3K P4 FH LS", rolls("4 4 5 3 3"))
    for viewer in (0, 1, SPECTATOR):
        assert card_of(match, 1, viewer).states[:1] == ("hit",)
        assert card_of(match, 2, viewer).states == ("reach",)
        assert card_of(match, 2, viewer).note == "5→4"
        assert card_of(match, 3, viewer).states == ()
    note = match.scene(0).now.note
    assert note == "4 4 5 3 3 matches {1's} Single Pair 4. 5→4 would match {2's} Full House."


def test_of_more_than_two_cards_that_the_dice_match_the_number_is_said(table):
    match = opened(table, "3K P1 P2 2P LS", rolls("1 1 2 2 5"))
    assert match.scene(0).now.note == "1 1 2 2 5 matches 3 cards."
    match = opened(table, "3K P1 P2 P4 LS", rolls("1 1 2 2 4"))
    assert match.scene(0).now.note == "1 1 2 2 4 matches {1's} Single Pair 1 and {2's} Single Pair 2."


def test_wild_dice_reach_what_needs_several_changes(table):
    match = opened(table, "P4 LS", rolls("4 4 1 2 3"))
    assert card_of(match, 1).note == "4→5"
    match = opened(table, "P6 LS EV", rolls("6 6 1 2 3"))
    assert card_of(match, 1).note == "6→4 6→5"
    assert card_of(match, 2).states == ()


def test_immune_and_lost_cards_and_ghosts_are_shown_as_such(table):
    match = opened(table, "2P P4 SS FH", rolls("4 4 1 2 6"), "0: eliminate P4", rolls("2 2 3 3 1"))
    assert "immune" in card_of(match, 0, 2).states
    assert match.scene(2).now.note == (
        "2 2 3 3 1 matches nothing that can be eliminated. {0's} 2 Pairs is immune."
    )
    assert "lost" in card_of(match, 1, 2).states
    match = opened(table, "LS P4 SS", rolls("4 4 1 2 6"), "0: eliminate P4", **{"cards-each": 1})
    assert card_of(match, 1).look == "ghost"
    assert match.scene().plates[1].tag == "Ghost"
    assert card_of(match, 1).note == "Ghost: rolls from the next round on"  # KA-12
    match = opened(table, "LS P4 P4 SS", "*: 6, 1", **{"cards-each": 1})  # lost in a war before the round
    assert card_of(match, 2).note == "Ghost: rolls at the end of each round"


def test_a_changed_die_says_what_it_was_and_a_held_one_that_it_is_held(table):
    match = opened(table, "3K P4", rolls("6 1 2 2 3"), "0: 6>5")
    die = dice_of(match, 0)[0]
    assert (die.face, die.states, die.note) == ("5", ("shifted",), "was 6")
    then(match, "0: hold 5 1")
    assert [piece.states for piece in dice_of(match, 0, SPECTATOR)[:3]] == [("held",), ("held",), ()]


def test_a_choice_is_called_in_words_and_a_ghost_of_a_game_that_is_over_rolls_no_more(table):
    match = opened(table, "3K P4", rolls("6 4 4 2 3"), **{"cards-each": 1})
    names = dict(zip(match.legal(0), named(match, 0, match.legal_events(0)), strict=True))
    assert (names["6>5"], names["eliminate P4"]) == ("change a 6 to a 5", "eliminate Single Pair 4")
    then(match, "0: eliminate P4")
    assert (match.over, card_of(match, 1).note) == (True, "Ghost")


def note_of(match, text: str) -> str:
    """What the choice written ``text`` says of itself to seat 0."""
    return next(choice.note for choice in match.scene(0).choices if choice.text == text)


def test_a_hold_says_with_what_chance_the_next_roll_eliminates_a_card(table):
    match = opened(table, "FH P4", rolls("4 1 1 2 6"))
    percent = f"{100 * (1 - (5 / 6) ** 4):.0f} %"
    assert note_of(match, "hold 4") == (
        f"Your next roll can eliminate a card in {percent} of cases, your ability counted."
    )
    assert note_of(match, "hold 1 1 2 6") == "Your next roll cannot eliminate a card."


def by_the_rules(match, hold: str) -> float:
    """In what part of the rolls after ``hold`` seat 0 can eliminate a card, played out by the rules."""
    verb, *kept = hold.split()
    waiting = then(match.replay(), f"0: {hold}")
    if verb == "hold":
        then(waiting, rolls("1 2 2 4 6"), "1: hold nothing", f"0: keep {' '.join(kept)}")
    every = [
        then(waiting.replay(), f"*: {', '.join(faces)}") for faces in product("123456", repeat=5 - len(kept))
    ]
    return sum(map(can_eliminate, every)) / len(every)


def can_eliminate(match) -> bool:
    """Whether seat 0 can eliminate a card now, or after changes of its dice."""
    after = (then(match.replay(), f"0: {change}") for change in changes(match))
    return match.awaited == (0,) and (bool(takes(match)) or any(map(can_eliminate, after)))


@pytest.mark.parametrize(
    ("cards", "before", "hold"),
    [
        ("3K FH", ["2 2 1 1 4"], "hold 2 2 1"),  # a shift once a turn
        ("3K FH", ["2 2 1 1 4", "4>3"], "hold 2 2 1"),
        ("10 P4", ["1 2 2 3 5"], "hold 1 2 2"),  # a shift once a round
        ("10 P4", ["1 2 2 3 5", "5>4"], "hold 1 2 2"),
        ("P5 LS", ["1 2 3 5 5"], "hold 1 2 3"),  # wild dice
        ("EV P1", ["2 2 4 3 3"], "hold 2 2 4"),  # any card with All Evens
        ("KD P1", ["2 2 2 3 4"], "hold 2 2 2"),  # five alike are wild
        ("SS FH", ["1 1 3 3 6"], "bonus 1 1 3"),
    ],
)
def test_the_odds_of_a_hold_are_those_of_the_rules_with_every_ability_ka_1(table, cards, before, hold):
    match = opened(table, cards, rolls(before[0]), *(f"0: {change}" for change in before[1:]))
    chance = by_the_rules(match, hold)
    assert 0 < chance < 1
    assert f" {100 * chance:.0f} % of" in note_of(match, hold)


def test_discarded_cards_are_shown_with_who_eliminated_them_ka_17(table):
    match = opened(table, "2P P4 SS FH", rolls("4 4 1 2 6"), "0: eliminate P4")
    assert match.scene(SPECTATOR).card.notes == ("", "Discarded: Single Pair 4 (by {0}).", "", "")
    match = opened(table, "FH FH P2", "*: 2, 5", "*: LS")
    assert match.scene(2).card.notes == ("Discarded: Full House (in a war).", "", "")


def test_elimination_says_what_it_does(table):
    match = opened(table, "2P P4 FH", rolls("4 4 4 3 3"))
    both = next(choice for choice in match.scene(0).choices if choice.name == "Eliminate both")
    assert both.takes == {"card-1": 1, "card-2": 1}
    assert note_of(match, "eliminate P4").endswith("Your 2 Pairs will be immune.")


def test_an_elimination_that_ends_the_round_promises_no_immunity_and_no_turns_ka_10(table):
    match = opened(table, "2P P4 FH", rolls("4 4 4 3 3"))
    assert note_of(match, "eliminate P4 FH") == (
        "4 4 4 3 3 matches {1's} Single Pair 4 and {2's} Full House."
    )
    match = opened(table, "FH P4 3K", rolls("4 4 4 3 2"))
    assert note_of(match, "eliminate P4").endswith("You keep your turns.")
    assert note_of(match, "eliminate P4 3K").endswith("{2's} 3 of a Kind.")
    assert then(match, "0: eliminate P4 3K").view().rounds == 2


def status_of(match, seat: int) -> str:
    return next((zone.pieces[0].face for zone in match.scene().zones if zone.id == f"turns-{seat}"), "")


def test_the_table_shows_who_is_at_war_and_what_their_dice_add_up_to(table):
    match = table("kadice", "*: 6, 2, 6", seats=3)
    assert [status_of(match, seat) for seat in range(3)] == ["at war", "", "at war"]
    then(match, "*: 1, 6, 3, 3")
    assert [status_of(match, seat) for seat in range(3)] == ["= 7", "", "= 6"]
    then(match, "*: LS, KD, FH")
    assert [status_of(match, seat) for seat in range(3)] == ["0/3", "0/3", "0/3"]
