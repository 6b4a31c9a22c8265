"""Pages to print: as many cards as the decks have, with the values of the table, and names as mere text."""

from __future__ import annotations

import re
from collections import Counter
from html import escape

import pytest

from throwdown.games.kadice.cards import CARDS
from throwdown.games.kadice.words import ability, card_name, needs
from throwdown.kernel.errors import BadValue
from throwdown.kernel.game import all_games, load
from throwdown.server.beside.companions import cards_of, page, parts_of


def test_the_battle_deck_has_every_value_twice_in_red_and_twice_in_black():
    """CD-3."""
    game = load("command-dice")
    assert Counter((card.name, card.red) for card in cards_of(game, game.check({}))) == {
        (str(value), is_red): 2 for value in range(1, 7) for is_red in (True, False)
    }


def test_ninety_cards_of_dardz_are_printed_with_the_values_and_golden_sevens_of_the_table():
    """DZ-1 to DZ-3."""
    game = load("dardz")
    points = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    cards = cards_of(game, game.check({"golden-sevens": 2, "card-points": points, "jackpot-right": 20}))
    assert len(cards) == 90
    found = Counter((card.heading, card.name, card.worth) for card in cards)
    assert found["Number", "7", "7"] == 4
    assert found["Golden 7", "7", "10"] == 2
    assert found["Number", "12", "12"] == 6
    assert found["Action", "Skull", "−5"] == 3
    assert "Right: 20 points." in next(card.text for card in cards if card.name == "Jackpot")


def test_the_decks_of_kadoova_duel_have_the_copies_that_the_table_says():
    """KD-1, KD-2, KD-20."""
    game = load("kadoova-duel")
    cards = cards_of(game, game.check({"windfall": 400}))
    found = Counter(card.heading for card in cards)
    assert found == {
        "Kadoova card": 50,
        "Permanent Upgrade": 4,
        "Duel card": 27,
        "Duel card: all duel": 9,
    }
    assert {card.text for card in cards if card.name == "Windfall"} == {"Gain 400. Played: after."}


def test_the_seventeen_cards_of_a_player_of_kadice_are_printed_and_on_the_reference_card_ka1():
    game = load("kadice")
    cards = cards_of(game, game.check({}))
    assert [(card.name, card.text) for card in cards] == [
        (card_name(k), f"It goes to {needs(k)}. {ability(k)}") for k in range(CARDS)
    ]
    told = page(game, "reference", "A4", game.check({}))
    assert all(escape(f"{card.name}: {card.text}") in told for card in cards)


@pytest.mark.parametrize(("key", "drawn"), [("command-dice", 4), ("dardz", 6), ("kadoova-duel", 12 + 18)])
def test_each_suit_duel_and_action_is_printed_with_a_drawing_of_its_own(key: str, drawn: int) -> None:
    """Extra and Less Dice have the same for oneself and on another."""
    cards = cards_of(load(key), load(key).check({}))
    assert all(card.drawing for card in cards if card.heading not in ("Number", "Golden 7"))
    assert len({card.drawing for card in cards} - {""}) == drawn


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_part_of_every_game_is_written_and_whatever_a_deck_is_called_is_only_text(paper: str) -> None:
    for game in all_games():
        for part in parts_of(game):
            html = page(game, part, paper, game.check({}), "<script>alert(1)</script>")
            assert "<script" not in html
            assert "{" not in re.sub(r"<style>.*</style>", "", html, flags=re.DOTALL)


def test_what_is_not_there_is_refused_with_what_there_is():
    game = load("duello")
    with pytest.raises(BadValue, match="there is no 'cards' of Duello to print; known are reference, sheet"):
        page(game, "cards", "A4", game.check({}))
    with pytest.raises(BadValue, match="unknown paper 'A3'; known are A4, Letter"):
        page(game, "sheet", "A3", game.check({}))


def test_the_reference_card_tells_the_dice_of_the_table():
    """CD-2."""
    game = load("command-dice")
    told = page(game, "reference", "A4", game.check({"red-swords": [0, 0, 1, 1, 2, 2]}), "My box")
    assert "red die × 4: 0 0 1 1 2 2" in told
    assert "At this table: My box" in told
