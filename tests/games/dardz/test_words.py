"""What is said and shown: the log, forfeits, offers, closed piles."""

from __future__ import annotations

import random

import msgspec
import pytest

import throwdown
from tests.conftest import play
from tests.games.dardz.readings import opening
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.narrator import tell_all

THIRD = "*: 4, 5, 6\n0: nothing\n"


def said(match) -> list[str]:
    """Every sentence of the log, with its seat in front."""
    told = [said for telling in tell_all(match) for said in telling.said]
    return [f"{seat} {words}" if seat >= 0 else words for seat, words in told]


def last(match, count: int = 1) -> list[str]:
    return said(match)[-count:]


def test_a_move_of_several_hands_is_told_from_the_picker_to_the_left(table):  # DZ-8
    match = table("dardz", "*: 6, 6, 1, 1, 1, 2\n*: 9, 9, 1, 9, 2, 2, 7g, 9, 4\n*: 3, 4, 5\n0: 9", seats=3)
    assert last(match, 4) == ["0 picked 9.", "0 moved two 9s.", "1 moved a 9.", "2 moved a 9."]


def test_draws_are_told_together(table):  # DZ-8
    match = table("dardz", opening("4 4 9", "4 2 3") + "*: 4, 8, skull, 7g")
    assert last(match, 2) == ["0 drew an 8 and a Skull.", "1 drew a golden 7."]


def test_a_round_is_told_with_who_won_it_and_what_each_pile_scored(table):  # DZ-17, DZ-19
    match = table("dardz", opening("4 8 9", "1 2 3"))
    before = match.replay()
    for state in (match.state, before.state):
        state["pile"][0][:2] = (9, 5)
        state["loot"][0][:2] = (40, -3)
    words = match.game.words
    view = match.truth()
    play(match, "*: 4")
    told = list(words.tell(view, 8, match.log[-1].event, match.truth()))
    assert (0, "had 10 cards in the points pile and won the round: +10.") in told
    assert told[-2:] == [
        (0, "scored 44 for 10 cards."),
        (1, "lost nothing for 5 cards worth −3: no score goes below zero."),
    ]


FORFEITS = {"forfeits": True}


@pytest.mark.parametrize(
    ("script", "forfeit"),
    [
        (opening("8 8 9", "1 2 3") + THIRD + "*: 1, 1, 5\n0: nothing", "{0}, for missing all three rolls."),
        (opening("skull 8 9", "1 2 3") + "0: skull", "{0}, for the Skull."),
        ("*: 6, 6, 6, 6, 2, 3", "{0}, for losing the Roll-Off."),
        (opening("jackpot 8 9", "1 2 3") + "0: jackpot\n0: name 1\n*: 2", "{0}, for a wrong Jackpot."),
        (opening("jackpot 8 9", "1 2 3") + "0: jackpot\n0: name 2\n*: 2", "everybody, for a right Jackpot."),
        (opening("clock 8 9", "1 2 3") + "0: clock", "everybody, for the Clock."),
        (opening("8 8 9", "1 2 3") + THIRD + "*: 5, 5, 5", "everybody, for three of a kind."),
        (opening("8 8 9", "1 2 3") + "*: 4, 1, 1", "everybody, for a double one."),
    ],
)
def test_forfeits_are_announced_dz_25(table, script, forfeit):
    assert f"Forfeit: {forfeit}" in last(table("dardz", script, values=FORFEITS), 2)


def test_boost_and_bunk_bring_forfeits_to_those_they_change_dz_25(table):
    script = (
        opening("jackpot boost bunk", "1 2 3")
        + "0: jackpot\n0: name 2\n*: 2, 5\n0: boost\n*: 1, 1, 6\n0: bunk\n*: 2, 2"
    )
    told = said(table("dardz", script, values=FORFEITS))
    assert "Forfeit: {1}, for points from Boost 'em." in told
    assert "Forfeit: {0}, for points lost to Bunk 'em." in told


def test_a_clean_hand_brings_everybody_else_a_forfeit_dz_25(table):
    bonus = THIRD + "*: 2, 5, 5\n0: 2\n*: 8, 3, 5\n0: 8\n*: 4, 5\n0: 9"
    match = table("dardz", opening("2 8 9", "1 1 3") + bonus, values=FORFEITS)
    assert "Forfeit: everybody but {0}, who cleaned up." in said(match)


def test_without_the_option_no_forfeit_is_announced_dz_25(table):
    match = table("dardz", opening("skull 8 9", "1 2 3") + "0: skull")
    assert not [words for words in said(match) if "Forfeit" in words]


def zones(match, seat):
    return {zone.id: zone for zone in match.scene(seat).zones}


def test_in_the_middle_of_a_roll_it_is_said_how_many_dice_are_missing_dz_9(table):
    """So it is at a real box, where each die is entered by itself (DZ-5, DZ-9)."""
    before = table("dardz", opening("7g 8 9", "7 7 3") + "*: 4, 2, 5")
    dice = [n for n, entry in enumerate(before.log) if entry.seat == CHANCE]
    assert zones(before.replay(0), SPECTATOR)["throw"].pieces[0].note == "90", "not a card has been dealt"
    notes = [before.replay(n).scene(SPECTATOR).now.note for n in (*dice[:4], *dice[-2:])]
    assert notes == [
        "Two dice for {0}.",
        "One more die for {0}.",
        "Two dice for {1}.",
        "One more die for {1}.",
        "",
        "One die is missing.",
    ]


def test_an_offer_shows_its_dice_and_who_moves_what_dz_9(table):
    match = table("dardz", opening("7g 8 9", "7 7 3") + "*: 4, 2, 5")
    pieces = [piece for piece in zones(match, 0)["offers"].pieces if piece.id.startswith("offer-7")]
    assert [(piece.look, piece.face, piece.seat) for piece in pieces] == [
        ("dardz-offer", "7", 0),
        ("die", "2", 0),
        ("die", "5", 0),
        ("dardz-number", "7g", 0),
        ("dardz-number", "7", 1),
        ("dardz-number", "7", 1),
    ]
    assert pieces[0].note == "0 +10; 1 +12"
    choice = next(choice for choice in match.scene(0).choices if choice.text == "7")
    assert choice.name == "Pick 7: {0} +10, {1} +12"
    assert choice.takes == {"offer-7": 1}


def test_an_offer_is_seen_by_all_and_tapped_by_one_dz_26(table):
    match = table("dardz", opening("7g 8 9", "7 7 3") + "*: 4, 2, 5")
    for viewer, kinds in ((0, {"offer-2", "offer-5", "offer-7"}), (1, set()), (SPECTATOR, set())):
        heads = [piece for piece in zones(match, viewer)["offers"].pieces if piece.look == "dardz-offer"]
        assert len(heads) == 3
        assert {piece.kind for piece in heads} - {""} == kinds


def test_a_pick_that_fills_a_pile_says_so_beforehand_dz_17(table):
    match = table("dardz", opening("7g 8 9", "7 7 3") + "*: 4, 2, 5")
    for piles, note in (
        ((0, 8), "Ten cards for {1}: +10, and the round ends."),
        ((9, 9), "Ten cards for {1}: +10, and the round ends."),
        ((9, 8), "{0} and {1} roll off for the +10, and the round ends."),
    ):
        match.state["pile"][0][:2] = piles
        assert next(choice.note for choice in match.scene(0).choices if choice.text == "7") == note


def test_a_bonus_roll_is_promised_only_to_who_will_have_cards_for_it_dz_13(table):
    match = table("dardz", opening("8 8 8", "1 2 3") + "*: 4, 5, 6\n0: nothing\n*: 3, 5, 1")
    eight = [choice.note for choice in match.scene(0).choices if choice.text == "8"]
    assert (eight, "Bonus Roll" in match.scene(0).now.note) == (["The Bonus Roll follows."], True)
    match.state["pile_left"] = 0
    eight = [choice.note for choice in match.scene(0).choices if choice.text == "8"]
    assert (eight, "Bonus Roll" in match.scene(0).now.note) == (["Your turn ends with it."], False)
    assert play(match, "0: 8").truth().turn == 1


def test_an_action_card_that_needs_scores_says_that_nobody_has_any_dz_3(table):
    match = table("dardz", opening("boost jackpot 9", "1 2 3"))
    notes = {choice.text: choice.note for choice in match.scene(0).choices}
    assert notes["boost"].endswith(" It moves no points until somebody has scored.")
    assert "scored" not in notes["jackpot"]
    match = play(match, "0: jackpot\n0: name 4\n*: 4, 8")
    assert [choice.note for choice in match.scene(0).choices] == [
        "The lowest score gains what two dice show."
    ]


def test_the_rule_of_what_is_due_is_that_of_the_draw_or_the_dice(table):
    match = table("dardz", opening("jackpot clock 9", "1 2 3") + "0: jackpot\n0: name 4\n*: 4, 8\n0: clock")
    assert match.scene().clause == "DZ-7"  # the Clock is replaced first
    play(match, "*: 5, 6, 4, 4\n0: 4\n*: 1, 1, 5\n0: 1\n*: 7, 2, 6\n0: 2\n*: 5, 6")
    rules = [match.replay(n).scene().clause for n in range(len(match.log) + 1)]
    seen = [rule for n, rule in enumerate(rules) if n == 0 or rule != rules[n - 1]]
    jackpot, clock = ["DZ-7", "DZ-3", "DZ-8"], ["DZ-7"]  # the Clock is replaced before it takes effect
    rolls = ["DZ-8", "DZ-9", "DZ-10", "DZ-8", "DZ-14", "DZ-16"]
    assert seen == ["DZ-5", "DZ-6", *jackpot, *clock, *rolls]


def test_closed_piles_leave_the_counts_off_the_table_dz_26(table):
    match = table("dardz", opening("4 8 9", "4 2 3") + "*: 4, 5, 6", values={"closed-piles": True})
    assert zones(match, 0)["pile-0"].count == 1
    for viewer in (0, SPECTATOR):
        theirs = zones(match, viewer)["pile-1"]
        assert (theirs.count, theirs.pieces, theirs.note) == (-1, (), "closed")


def test_closed_piles_of_different_sizes_look_alike_to_others_dz_26(table):
    scenes = []
    for count in (3, 7):
        match = table("dardz", opening("4 8 9", "1 2 3"), values={"closed-piles": True})
        match.state["where"][0][60 : 60 + count] = 12
        match.state["pile"][0][1] = count
        scenes.append(msgspec.json.encode(match.scene(0)))
    assert scenes[0] == scenes[1]


def test_the_record_does_not_hold_the_order_of_the_draw_pile_dz_26():
    """Two matches that are alike so far have the same bytes, whatever will be drawn."""
    game = throwdown.load("dardz")
    one, other = game.match(4, seed=1), game.match(4, seed=2)
    twin = other.replay(0).extend(one.log)
    assert twin.state.tobytes() == one.state.tobytes()
    rng = random.Random(1)
    for _ in range(50):
        seat = one.awaited[0]
        one.play(seat, rng.choice(one.legal_events(seat)))
    assert all(one.seen(viewer).tobytes() == one.state.tobytes() for viewer in (*range(4), SPECTATOR))


def test_dice_of_the_turn_before_are_their_throwers_and_hollow(table):  # DZ-16
    match = table("dardz", opening("8 8 9", "skull 2 3") + THIRD + "*: 1, 1, 5\n0: nothing")
    assert match.awaited == (1,)
    dice = [piece for piece in zones(match, 1)["throw"].pieces if piece.look == "die"]
    assert [(die.seat, die.face, die.states) for die in dice] == [(0, face, ("spent",)) for face in "115"]
