"""Duello on the page, as people play it: a game, a set, a standoff with two bots, and a wagered game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.duellist import Duellist
from tests.browser.person import DESK, MAIN, PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]


def at_a_table(sit: Sit, at: str, name: str = "Ada", size: tuple[int, int] = PHONE, **more: Any) -> Duellist:
    """Somebody who has come by the table's link and sits."""
    viewport = {"width": size[0], "height": size[1]}
    person = sit(name, at, pace="at once", viewport=viewport, reduced_motion="reduce", **more)
    person.sit_down()
    return Duellist(person)


def see_result(duellist: Duellist) -> str:
    """The headline of the result page."""
    duellist.page.get_by_role("button", name="See the result").click()
    duellist.page.locator("main h1").wait_for()
    return duellist.page.locator("main h1").inner_text()


def test_a_cup_is_lifted_to_peek_and_covered_again(sit: Sit, lay: Lay) -> None:  # DU-1
    ada = at_a_table(sit, lay("duello", bots={1: "random"}), has_touch=True)
    ada.wait()
    mine = ada.page.locator("[data-zone=target-0] .well [role=img]")
    theirs = ada.page.locator("[data-zone=target-1] .well [role=img]")
    expect(mine).to_have_count(5)
    assert set(mine.evaluate_all("all => all.map(one => one.ariaLabel)")) == {"your die, under the cup"}
    ada.page.get_by_role("button", name="Open your cup").tap()
    seen = mine.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert all(re.fullmatch("target die, [1-6]", says) for says in seen)
    assert set(theirs.evaluate_all("all => all.map(one => one.ariaLabel)")) == {"target die, hidden"}
    ada.page.get_by_role("button", name="Cover your dice").tap()
    expect(mine.first).to_have_attribute("aria-label", "your die, under the cup")


def test_a_person_plays_a_whole_game_against_greedy(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay("duello", bots={1: "greedy"}), has_touch=True)
    ada.play_on()
    expect(ada.person.now).to_contain_text(re.compile("won|drawn"))
    assert re.match("You win|Greedy wins|Drawn", see_result(ada))
    ada.page.locator("summary", has_text="Check dice").click()
    ada.page.get_by_role("link", name="Check every roll").click()
    expect(ada.page.locator("main h1")).to_have_text("The dice were fair.")


def test_two_people_declare_together_and_neither_sees_the_other_first(
    sit: Sit, lay: Lay
) -> None:  # DU-2, DU-25
    at = lay("duello")
    ada, nils = at_a_table(sit, at), at_a_table(sit, at, "Nils", DESK)
    for duellist in (ada, nils):
        duellist.wait()
    ada.declare("aim")
    expect(ada.page.locator("[data-tag]")).to_have_text(["Has declared"])
    expect(ada.person.now).to_contain_text("Waiting for Nils to declare.")
    expect(nils.page.locator("[data-tag]")).to_have_count(0)
    assert "declared" not in nils.page.locator(".log").first.inner_text()
    nils.declare("reroll")
    expect(ada.page.locator("[data-tag]").first).to_have_text("Rerolls")
    nils.tap_stock(3)
    expect(nils.page.locator(MAIN)).to_have_text(re.compile("^Reroll three dice: "))
    nils.press_main()
    ada.wait()
    ada.tap_stock(3)
    expect(ada.page.locator(MAIN)).to_have_text(re.compile(r"^Ask about [1-6], [1-6], [1-6]$"))
    ada.press_main()
    told = ada.page.locator("[data-zone=target-1] .told [role=img]")
    expect(told).to_have_count(3)
    strip = ada.page.locator("[data-zone=target-1] .note")
    expect(strip).to_have_count(6)
    assert any(
        re.search("[1-9] (right|wrong)", says)
        for says in strip.evaluate_all("all => all.map(one => one.ariaLabel)")
    )
    expect(nils.page.locator("[data-zone=target-1] .told [role=img]")).to_have_count(3)


def test_who_sat_a_match_of_a_round_robin_out_reads_of_others_and_of_no_loss_du18(sit: Sit, lay: Lay) -> None:
    plan = {"kind": "round robin", "count": 1}
    at = lay("duello", seats=3, bots=dict.fromkeys((1, 2), "greedy"), plan=plan)
    ada = at_a_table(sit, at)
    see_result(ada)
    told = ada.page.locator("main .hero")
    expect(told).to_contain_text(re.compile(r"Duello of Greedy( \w+)? and Greedy"))
    expect(told).not_to_contain_text("Well played")
    expect(told).to_contain_text("Next: you against Greedy")
    expect(ada.page.get_by_role("button", name="On to game 2")).to_be_enabled()


def test_who_plays_a_match_of_a_round_robin_may_resign_it_du18(sit: Sit, lay: Lay) -> None:
    plan = {"kind": "round robin", "count": 1}
    ada = at_a_table(sit, lay("duello", seats=3, bots=dict.fromkeys((1, 2), "greedy"), plan=plan))
    see_result(ada)
    ada.page.get_by_role("button", name="On to game 2").click()
    ada.wait()
    ada.page.get_by_role("button", name="More").click()
    ada.page.get_by_role("button", name="Resign", exact=True).click()
    ada.page.get_by_role("button", name="Resign the match").click()
    expect(ada.person.now).to_contain_text("You resigned.")


def test_who_chooses_by_digits_hears_what_enter_does(sit: Sit, lay: Lay) -> None:
    ada = at_a_table(sit, lay("duello", bots={1: "random"}))
    ada.wait()
    heard = ada.page.locator(".acts [aria-live=polite]")
    expect(heard).to_have_text("")
    for digit, said in (("2", "Declare aim"), ("1", "Declare reroll")):
        ada.person.press(digit)
        expect(heard).to_have_text(said)
    with ada.person.acting():
        ada.person.press("Enter")
    expect(ada.page.locator(".acts .main")).to_have_text("Choose dice")
    ada.person.press("1", "2")
    expect(heard).to_have_text(re.compile("^Reroll two dice: [1-6] [1-6]$"))
    ada.person.press("Escape")
    expect(heard).to_have_text("")


def test_a_match_of_a_set_keeps_its_own_score_and_has_the_sheet_beside_it(sit: Sit, lay: Lay) -> None:
    plan = {"kind": "number of games", "count": 2}
    for game, unit in (("dardz", "points"), ("kadice", "cards")):
        ada = at_a_table(sit, lay(game, bots={1: "greedy"}, plan=plan), size=DESK)
        ada.wait()
        cards = ada.page.locator(".pad .scorecard h2")
        expect(cards).to_have_count(2)
        expect(cards.last).to_have_text("2 games")
        expect(ada.page.locator(".plate", has_text=unit)).to_have_count(2)
        ada.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        ada.page.locator(".bar [aria-label='Score and log']").click()
        expect(ada.page.get_by_role("dialog").locator(".scorecard")).to_have_count(2)


def test_the_form_of_a_set_proposes_a_target_that_one_game_does_not_reach(sit: Sit) -> None:
    for game, target in (("duello", "16"), ("dardz", "500"), ("kadoova-duel", "30000")):
        ada = sit("Ada", f"/new/{game}")
        ada.open_options()
        ada.page.get_by_role("radio", name="Target score").click()
        field = ada.page.get_by_role("textbox", name="First to so many points")
        expect(field).to_have_value(target)
        expect(ada.page.locator(".seats + .opt p").first).to_contain_text(
            re.compile(r"2 to [48]\.( Duel:|$)")
        )


def test_a_set_to_a_target_score_runs_on_its_sheet(sit: Sit, lay: Lay) -> None:  # DU-17
    plan = {"kind": "target score", "count": 6}
    ada = at_a_table(sit, lay("duello", bots={1: "random"}, plan=plan), size=DESK)
    for game in range(1, 60):
        ada.wait()
        expect(ada.page.locator(".bar")).to_contain_text(f"Game {game} · round")
        expect(ada.page.locator(".pad .scorecard h2").last).to_have_text("First to 6 points")
        ada.play_on()
        see_result(ada)
        totals = [int(text) for text in ada.page.locator(".score td.big").all_inner_texts()]
        if max(totals) >= 6:
            break
        ada.page.get_by_role("button", name=f"On to game {game + 1}").click()
    wins = "You win" if totals[0] > totals[1] else "Random wins"
    expect(ada.page.locator("main h1")).to_have_text(f"{wins} the set")
    expect(ada.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_standoff_of_three_is_played_with_two_bots(sit: Sit, lay: Lay) -> None:  # DU-19
    ada = at_a_table(sit, lay("duello", seats=3, bots={1: "random", 2: "random"}), has_touch=True)
    ada.wait()
    expect(ada.page.locator("[data-zone=target-1] .well [role=img]")).to_have_count(5)
    ada.play_on()
    while not ada.person.is_over():  # out of the circle: the others play on
        ada.page.wait_for_timeout(50)
    expect(ada.person.now).to_contain_text("won")


def test_a_wagered_game_is_played_with_chips_and_pot(sit: Sit, lay: Lay) -> None:  # DU-23, DU-24
    ada = at_a_table(sit, lay("duello", bots={1: "greedy"}, values={"wagering": True}), has_touch=True)
    ada.wait()
    expect(ada.person.now).to_contain_text("no money")
    for chip in ("5", "1", "1"):
        ada.page.locator(f"[data-zone=chips] [data-piece=chip-{chip}]").tap()
    expect(ada.page.locator(MAIN)).to_have_text("Bet 7")
    ada.press_main()
    expect(ada.page.get_by_text("You took the pot of 7 chips").first).to_be_visible()  # greedy folds to it
    ada.play_on()
    expect(ada.person.now).to_contain_text(re.compile("won|drawn"))
    chips = [int(text) for text in ada.page.locator(".pad .scorecard td.big").all_inner_texts()]
    assert sum(chips) == 200


@pytest.mark.parametrize("size", [PHONE, (360, 740)])
def test_everything_to_be_tapped_lies_on_a_phone(sit: Sit, lay: Lay, size: tuple[int, int]) -> None:
    ada = at_a_table(sit, lay("duello", bots={1: "random"}), size=size, has_touch=True)
    for _ in range(8):
        if not ada.wait():
            break
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
        for box in (
            one.bounding_box() for one in ada.page.locator(f".rail {MAIN}, .rail .is-selectable").all()
        ):
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0] + 1
        ada.take_turn()
