"""Wars, rounds, ghosts and the end (KA-3 to KA-6, KA-10 to KA-18)."""

from __future__ import annotations

import pytest

from tests.games.kadice.opening import opened, rolls, then
from throwdown.kernel.errors import BadValue

LAP = [rolls("1 1 2 2 6"), "0: hold nothing", rolls("1 1 2 2 6"), "1: hold nothing"]
QUIET_ROUND = [*LAP, *LAP, rolls("1 1 2 2 6"), rolls("1 1 2 2 6")]  # of two, with LS and KD
AFTER_GHOSTS = {"last-player": "after that round's ghost rolls"}

# War


def test_the_highest_die_wins_the_war_and_deals(table):  # KA-3, KA-4
    match = table("kadice", "*: 2, 6, 5", seats=3)
    assert match.view().dealer == 1
    assert match.view().roller == 1


def test_those_tied_for_highest_roll_again_with_one_die_more(table):  # KA-3
    match = table("kadice", "*: 6, 2, 6", seats=3)
    view = match.view()
    assert (view.rivals, view.war_dice) == (0b101, 2)
    then(match, "*: 1, 6, 3, 4")  # 7 and 7
    assert (match.view().rivals, match.view().war_dice) == (0b101, 3)
    then(match, "*: 1, 1, 1, 1, 1, 2")
    assert match.view().dealer == 2


def test_of_a_war_only_the_dice_of_its_round_are_said_to_be_due(table):  # KA-3
    """Slots of a refereed table are made from it: after a tie what was rolled before is no entry."""
    match = table("kadice", "", seats=3)

    def said(seat):
        return [piece.says for zone in match.scene(-1).zones for piece in zone.pieces if piece.seat == seat]

    assert said(0)[:2] == ["die, not rolled", "die, not in this roll"]
    then(match, "*: 6, 2, 6")
    assert said(0)[:3] == ["die, 6, being rolled", "die, not rolled", "die, not in this roll"]
    then(match, "*: 5")
    assert said(0)[:3] == ["die, 5", "die, not rolled", "die, not in this roll"]
    then(match, "*: 5, 5, 5")
    assert said(0)[:3] == ["die, 5, being rolled"] * 2 + ["die, not rolled"]


def test_who_is_not_tied_for_highest_is_out_of_the_war(table):  # KA-3
    match = table("kadice", "*: 5, 5, 4, 5\n*: 1, 1, 6, 6, 6, 6", seats=4)
    assert match.view().rivals == 0b1010
    assert match.view().war_dice == 3


def test_no_more_than_five_dice_are_rolled_in_a_war(table):  # KA-3
    level = "\n".join("*: " + ", ".join("1" * 2 * dice) for dice in (1, 2, 3, 4, 5, 5))
    match = table("kadice", level)
    assert match.view().war_dice == 5


def test_every_player_turns_up_a_card_from_the_dealer_clockwise(table):  # KA-4
    match = table("kadice", "*: 1, 6, 1", seats=3)
    assert match.scene().clause == "KA-4"
    then(match, "*: FH, EV, OD")
    assert match.view().active[:3] == [14, 12, 13]


def test_the_loser_of_a_war_for_a_card_discards_it_and_turns_up_the_next(table):  # KA-5
    match = opened(table, "FH FH", "*: 2, 5")
    assert match.scene().clause == "KA-5"
    assert match.view().active[:2] == [0, 12]
    assert match.view().gone[0] == 1 << 11
    assert match.view().roller == 0
    assert match.view().phase == 1
    then(match, "*: LS")
    assert match.view().turn == 0


def test_wars_go_on_until_no_two_cards_are_the_same(table):  # KA-5
    match = opened(table, "FH FH FH", "*: 5, 2, 1", "*: EV, EV", "*: 3, 4", "*: LS")
    assert match.view().active[:3] == [12, 16, 13]


def test_of_two_groups_the_first_clockwise_from_the_dealer_wars_first(table):  # KA-5
    match = table("kadice", "*: 1, 1, 6, 1\n*: EV, OD, OD, EV", seats=4)
    assert match.view().rivals == 0b0110
    then(match, "*: 5, 2", "*: LS")
    assert match.view().rivals == 0b1001


def test_who_loses_the_last_card_in_a_war_is_out(table):  # KA-5
    match = opened(table, "FH FH EV", "*: 2, 5", **{"cards-each": 1})
    assert match.points == [0, 1, 1]
    assert match.view().turn == 1  # KA-11: the dealer is out, the next begins
    assert match.view().dealer == 1


def test_a_war_may_end_the_game(table):  # KA-14
    assert opened(table, "FH FH", "*: 2, 5", **{"cards-each": 1}).winners == (1,)


# Rounds


def test_each_has_three_turns_one_at_a_time_clockwise_from_the_dealer(table):  # KA-6
    match = table("kadice", "*: 1, 6, 1\n*: LS, KD, FH", seats=3)
    order = []
    for _ in range(6):
        order.append(match.view().turn)
        then(match, rolls("1 1 2 2 6"), f"{order[-1]}: hold nothing")
    assert order == [1, 2, 0, 1, 2, 0]
    then(match, *[rolls("1 1 2 2 6")] * 3)
    assert match.view().rounds == 2
    assert match.view().dealer == 2


def test_the_button_moves_clockwise_and_held_dice_are_picked_up(table):  # KA-10
    match = opened(table, "LS KD", *LAP, rolls("1 1 2 2 6"), "0: hold 1 1", rolls("1 1 2 2 6"))
    then(match, "1: hold 2 2", "0: keep 1 1", "*: 2, 2, 6", "1: keep 2 2", "*: 1, 1, 6")
    assert match.view().rounds == 2
    assert match.view().dealer == 1
    assert match.view().held[:2] == [0, 0]


def test_who_lost_a_card_turns_up_the_next_before_the_round(table):  # KA-10
    match = opened(table, "LS P1", rolls("1 1 2 2 6"), "0: eliminate P1")
    assert (match.view().rounds, match.scene().clause) == (2, "KA-10")
    assert (match.view().phase, match.view().roller) == (1, 1)
    assert "P1" not in match.legal(8)
    assert len(match.legal(8)) == 16


def test_the_round_ends_at_once_when_nobody_with_turns_has_a_card_to_go_for(table):  # KA-10
    match = opened(table, "LS P1 KD", rolls("1 1 2 2 6"), "0: eliminate P1", rolls("1 2 3 4 5"))
    assert match.view().rounds == 1
    then(match, "2: eliminate LS")
    assert match.view().rounds == 2


def test_the_dice_of_the_last_turn_lie_until_the_next_die_or_card(table):
    match = opened(table, "LS KD", *QUIET_ROUND)
    assert match.view().face[1] == [1, 1, 2, 2, 6]
    then(match, "*: 4")
    assert match.view().face[:2] == [[0] * 5, [4, 0, 0, 0, 0]]


def test_the_button_skips_players_who_are_out(table):  # KA-11
    match = opened(table, "LS P1 KD P2", rolls("1 1 3 4 6"), "0: eliminate P1", **{"cards-each": 1})
    then(match, rolls("2 2 4 6 1"), "2: eliminate P2")
    assert match.view().rounds == 2
    assert match.view().dealer == 2


# Ghosts


def one_out(table, *lines, **values):
    """Seat 1 has lost its only card to seat 0 in round 1; seats 2 and 3 have had a turn each."""
    first = [rolls("1 1 3 4 6"), "0: eliminate P1", rolls("1 1 2 2 6"), "2: hold nothing"]
    quiet = [rolls("1 1 2 2 6"), "3: hold nothing", rolls("1 1 2 2 6"), "2: hold nothing"]
    rest = [*quiet, rolls("1 1 2 2 6"), "3: hold nothing", rolls("1 1 2 2 6"), rolls("1 1 2 2 6")]
    return opened(table, "LS P1 KD FH", *first, *rest, *lines, **{"cards-each": 1, **values})


def round_two(table, *lines):
    """Seat 2 deals round 2, in which seats 2, 3 and 0 take three turns each and do nothing."""
    laps = [f"{seat}: hold nothing" for seat in (2, 3, 0)]
    played = [line for _ in range(2) for hold in laps for line in (rolls("1 1 2 2 6"), hold)]
    return one_out(table, *played, *[rolls("1 1 2 2 6")] * 3, *lines)


def test_a_ghost_does_not_roll_in_the_round_in_which_the_last_card_was_lost(table):  # KA-12
    match = one_out(table)
    assert match.view().rounds == 2
    assert match.view().dealer == 2


def test_a_ghost_rolls_five_dice_once_at_the_end_of_the_next_round(table):  # KA-12
    match = round_two(table)
    assert (match.view().phase, match.view().roller) == (5, 1)
    then(match, rolls("1 1 3 4 6"))
    assert match.view().rounds == 3
    assert match.points == [1, 0, 1, 1]


def test_a_roll_that_matches_an_active_card_brings_the_ghost_back_with_one_card_of_17(table):  # KA-12, 13
    match = round_two(table, rolls("1 2 3 4 5"))
    assert len(match.legal(8)) == 17
    then(match, "*: 3K")
    assert match.view().active[:4] == [16, 7, 17, 12]  # the card that was matched stays
    assert match.points == [1, 1, 1, 1]
    assert match.view().gone[1] == (1 << 17) - 1 - (1 << 6)


def test_five_alike_bring_a_ghost_back_whatever_the_cards(table):  # KA-12
    assert len(round_two(table, rolls("2 2 2 2 2")).legal(8)) == 17


def test_a_revived_card_that_is_already_out_leads_to_a_war(table):  # KA-5, KA-13
    match = round_two(table, rolls("1 2 3 4 5"), "*: KD")
    assert match.view().rivals == 0b0110
    assert match.view().rounds == 3


def test_who_loses_the_last_card_in_a_war_rolls_as_a_ghost_at_the_end_of_that_round(table):  # KA-12
    quiet = [line for seat in (1, 2) for line in (rolls("1 1 2 2 6"), f"{seat}: hold nothing")]
    match = opened(
        table, "LS LS KD", "*: 2, 5", *quiet, *quiet, *[rolls("1 1 2 2 6")] * 2, **{"cards-each": 1}
    )
    assert (match.view().phase, match.view().roller) == (5, 0)


def test_a_ghost_may_match_the_card_of_one_who_has_just_come_back(table):  # KA-12
    first = [rolls("1 1 2 2 6"), "0: eliminate P1 P2", rolls("1 2 3 4 6"), "3: hold nothing"]
    last = [rolls("1 2 3 4 6"), "3: hold nothing", rolls("1 1 3 3 6")]
    match = opened(table, "LS P1 P2 KD", *first, *last, **{"cards-each": 1})
    assert match.view().rounds == 2
    for seat in (3, 0, 3, 0):
        then(match, rolls("1 1 2 2 6"), f"{seat}: hold nothing")
    then(match, rolls("1 1 2 2 6"), rolls("1 1 2 2 6"))
    assert match.view().roller == 1
    then(match, rolls("1 2 3 4 5"), "*: P6", rolls("6 6 1 2 3"))
    assert match.view().phase == 6


# The end


def test_the_last_player_with_cards_wins_at_once(table):  # KA-14
    match = opened(table, "LS P1", rolls("1 1 2 2 6"), "0: eliminate P1", **{"cards-each": 1})
    assert match.over
    assert match.winners == (0,)


def test_a_table_may_let_ghosts_roll_before_the_last_player_wins(table):  # KA-14
    script = [rolls("1 1 2 2 6"), "0: eliminate P1 P2"]
    match = opened(table, "LS P1 P2", *script, **{"cards-each": 1, **AFTER_GHOSTS})
    assert match.winners == (0,)  # both fell in this round and do not roll
    match = opened(table, "LS LS P2", "*: 5, 1", rolls("2 2 1 3 6"), "0: eliminate P2", **{"cards-each": 1})
    assert match.winners == (0,)
    lines = ["*: 5, 1", rolls("2 2 1 3 6"), "0: eliminate P2"]
    match = opened(table, "LS LS P2", *lines, **{"cards-each": 1, **AFTER_GHOSTS})
    assert (match.view().phase, match.view().roller) == (5, 1)
    then(match, rolls("1 2 3 4 5"), "*: EV")
    assert not match.over
    assert match.points == [1, 1, 0]


def test_after_the_last_round_the_game_is_a_draw_among_those_who_have_cards(table):  # KA-16
    match = opened(table, "LS KD", *QUIET_ROUND, **{"most-rounds": 1})
    assert match.winners == (0, 1)
    assert match.points == [1, 1]
    assert match.scene(0).clause == "KA-16"


def test_who_has_no_cards_does_not_share_the_draw(table):  # KA-16
    assert one_out(table, **{"most-rounds": 1}).winners == (0, 2, 3)


def test_fewer_cards_each_make_a_shorter_game(table):  # KA-18
    match = opened(table, "LS P1", rolls("1 1 2 2 6"), "0: eliminate P1", **{"cards-each": 2})
    assert match.points == [2, 1]
    assert len(match.legal(8)) == 16


@pytest.mark.parametrize("values", [{"cards-each": 18}, {"most-rounds": 0}, {"last-player": "later"}])
def test_a_value_out_of_bounds_is_refused(table, values):
    with pytest.raises(BadValue, match=next(iter(values))):
        table("kadice", values=values)


@pytest.mark.parametrize("seats", [1, 9])
def test_two_to_eight_play(table, seats):
    with pytest.raises(BadValue, match="2 to 8 seats"):
        table("kadice", seats=seats)
