"""Whole matches in a real browser: against a bot, and between two people who see each other's moves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.person import DESK, LIT, MAIN, PHONE, Person

Sit = Callable[..., Person]
Lay = Callable[..., str]
TURNS_BEFORE = 16  # choices
TURNS = 400  # more than any match takes


def play_to_the_end(*players: tuple[Person, Callable[[], None]]) -> None:
    """Whoever may act does, until nobody may."""
    for _ in range(TURNS):
        for person, act in players:
            if person.may_act() and not person.is_over():
                act()
        if all(person.is_over() for person, _ in players):
            return
        players[0][0].page.wait_for_timeout(20)
    raise AssertionError(f"no end in sight: {[person.title for person, _ in players]}")


def test_a_person_plays_a_whole_match_against_greedy_by_tapping(sit: Sit, lay: Lay) -> None:
    at = lay("command-dice", bots={1: "greedy"})
    ada = sit("Ada", at, pace="at once", viewport=viewport(PHONE), has_touch=True, reduced_motion="reduce")
    ada.sit_down()
    for _ in range(TURNS_BEFORE):
        ada.wait_for_turn()
        ada.take_turn()
    what_was_said_before_is_told_on_demand(ada)
    play_to_the_end((ada, ada.take_turn))
    page = ada.page
    page.get_by_role("button", name="See the result").click()
    expect(page.locator("main h1")).to_have_text(re.compile("^(You win|Greedy wins), 3–[012]$"))
    expect(page.locator(".why .who")).to_have_count(2)

    page.locator("summary", has_text="Check dice").click()
    page.get_by_role("link", name="Check every roll").click()
    expect(page.locator("main h1")).to_have_text("The dice were fair.")
    expect(page.locator(".checks")).to_contain_text("the seal that this browser saw")
    expect(page.locator(".checks")).to_contain_text("own share is in the dice")
    page.get_by_role("link", name="Back").click()

    page.get_by_role("button", name="See the result").click()
    page.get_by_role("link", name="Review").click()
    expect(page.locator(".now")).to_contain_text("Step 1 of")
    ada.press("ArrowRight", "ArrowRight")
    expect(page.locator(".now")).to_contain_text("Step 3 of")
    ada.press("End")
    expect(page.locator(".now")).to_contain_text("won the game")
    slider = page.get_by_label("Step of the match")
    slider.fill("0")
    expect(page.locator(".now")).to_contain_text("Step 1 of")


def what_was_said_before_is_told_on_demand(person: Person) -> None:
    """After a reload the log holds what is asked for, down to the first event of the match."""
    page = person.page
    page.reload()
    page.get_by_role("button", name="Score and log", exact=True).click()
    log = page.get_by_role("dialog").locator(".log")
    begun = log.get_by_role("heading", name="Round 1, turn 1", exact=True)
    earlier = log.get_by_role("button", name=re.compile("Earlier|One moment"))
    expect(earlier).to_be_enabled()
    expect(begun).to_have_count(0)
    while not begun.count():
        earlier.click()
        expect(log.get_by_role("button", name="One moment")).to_have_count(0)
    expect(earlier).to_have_count(0)
    page.keyboard.press("Escape")


def viewport(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}


def test_two_people_play_by_link_one_of_them_by_keyboard_alone(sit: Sit) -> None:
    def come(name: str, at: str, size: tuple[int, int]) -> Person:
        return sit(name, at, pace="at once", viewport=viewport(size), reduced_motion="reduce")

    ada = come("Ada", "/new/command-dice", PHONE)
    address = ada.open_table()
    expect(ada.now).to_contain_text("One seat is still open.")

    nils = come("Nils", "/", DESK)
    nils.call_herself()
    join_by_keys(nils, ada.code())
    watcher = come("Iris", address.removeprefix(ada.address), PHONE)
    reload_in_mid_choice(ada)
    nothing_is_told_of_a_secret(ada, nils, watcher)
    offline_and_back(ada, nils)

    play_to_the_end((ada, ada.take_turn), (nils, nils.take_turn_by_keys))
    nils.press("Enter")
    expect(nils.page.locator("main h1")).to_have_text(re.compile("^(You win|Ada wins), 3–[012]$"))
    expect(watcher.now).to_contain_text("won the game")
    rematch(ada, nils)


def join_by_keys(person: Person, code: str) -> None:
    """From the lobby to the seat without a pointer."""
    person.tab_to(lambda label: label == "code")
    person.page.keyboard.type(code)
    person.press("Enter")
    person.page.wait_for_url("**/t/*")
    person.page.get_by_role("button", name="Sit down").wait_for()
    person.tab_to(lambda label: label.startswith("Sit down"))
    person.press("Enter")
    person.wait_for_turn()


def reload_in_mid_choice(person: Person) -> None:
    person.wait_for_turn()
    person.lit.first.click()
    person.lit.first.click()
    chosen = person.page.locator("[data-piece][aria-pressed=true]")
    expect(chosen).to_have_count(2)
    person.page.reload()
    expect(chosen).to_have_count(2)
    expect(person.page.locator(MAIN)).to_have_text(re.compile("Ready with 2 dice"))


def nothing_is_told_of_a_secret(ada: Person, nils: Person, watcher: Person) -> None:
    """Whoever is not Ada sees no choice of hers, and not even that she has made it (CD-18)."""
    pool = "pool-0"
    before = nils.pieces_in(pool).count()
    half_made = nils.page.locator("[data-piece][aria-pressed=true]")
    nils.lit.first.click()
    ada.page.locator(MAIN).click()
    expect(ada.now).to_contain_text("Waiting for Nils")
    expect(ada.page.locator("[data-tag]")).to_have_text(["Has chosen"])
    expect(watcher.now).to_contain_text("Waiting for both to choose.")
    for other in (nils, watcher):
        expect(other.page.locator("[data-tag]")).to_have_count(0)
        assert "in secret" not in other.page.locator(".log").first.inner_text()
        expect(other.pieces_in(pool)).to_have_count(before)
        expect(other.pieces_in("hand-0")).to_have_count(0)
    expect(half_made).to_have_count(1)  # what Nils has half chosen is still his, whoever is ready first
    nils.press("Escape")
    expect(half_made).to_have_count(0)
    assert watcher.page.locator(LIT).count() == 0
    assert watcher.page.locator("button[data-piece]").count() == 0
    expect(watcher.page.get_by_role("button", name="Follow Nils")).to_be_visible()


def offline_and_back(ada: Person, nils: Person) -> None:
    """Ada loses the line while Nils chooses; she is back without a reload, and has missed nothing."""
    ada.page.evaluate("window.sameeverafter = true")
    ada.context.set_offline(True)
    expect(ada.now).to_have_attribute("data-mood", "lost")
    expect(ada.now).to_contain_text("Connection lost")
    nils.take_turn_by_keys()
    ada.context.set_offline(False)
    expect(ada.now).not_to_have_attribute("data-mood", "lost")
    expect(ada.page.locator(".log").first).to_contain_text("Nils chose")
    assert ada.page.evaluate("window.sameeverafter") is True


def rematch(ada: Person, nils: Person) -> None:
    """Both ask for it, and the next match begins at the same table."""
    nils.page.get_by_role("button", name="Rematch").click()
    ada.page.get_by_role("button", name="See the result").click()
    ada.page.get_by_role("button", name="Accept the rematch").click()
    for person in (ada, nils):
        person.wait_for_turn()
        expect(person.page.locator(".bar")).to_contain_text("Round 1")


def test_a_choice_that_is_late_is_said_to_be_on_its_way_and_cannot_be_made_twice_whatever_others_do(
    sit: Sit, lay: Lay
) -> None:
    at = lay("quick-draw")
    nils, ada = sit("Nils", at), sit("Ada", "/icon.svg")
    held: list[Callable[[], None]] = []

    def route(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(
            lambda text: (
                held.append(lambda: server.send(text)) if '"t":"play"' in str(text) else server.send(text)
            )
        )

    ada.page.route_web_socket(re.compile("/live$"), route)
    ada.page.goto(f"{ada.address}{at}")
    nils.sit_down()
    ada.sit_down()
    ada.wait_for_turn()
    ada.page.locator(MAIN).click()
    nils.wait_for_turn()
    nils.page.locator(MAIN).click()
    expect(ada.now).to_contain_text("Your choice is on its way")
    ada.page.wait_for_timeout(500)
    assert not ada.may_act()
    held.pop()()
    expect(ada.now).not_to_contain_text("on its way")
    # In the whole log, for where both match what is told last is another target (KD-11).
    expect(ada.page.locator(".pad .log")).to_contain_text(re.compile("You (rolled|matched)"))
    assert held == []


def test_while_dice_roll_no_choice_is_said_to_be_on_its_way(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("quick-draw", bots={1: "greedy"}))
    ada.sit_down()
    ada.wait_for_turn()
    ada.page.evaluate(
        """() => { window.said = []; const now = document.querySelector('.now')
        const changed = new MutationObserver(() => window.said.push(now.innerText))
        changed.observe(now, {subtree: true, childList: true, characterData: true}) }"""
    )
    ada.page.locator(MAIN).click()
    expect(ada.page.locator(".pad .log")).to_contain_text(re.compile("Greedy (rolled|matched)"))
    assert [words for words in ada.page.evaluate("window.said") if "on its way" in words] == []


def test_what_happens_twice_in_a_row_is_read_aloud_twice(sit: Sit, lay: Lay) -> None:
    ada = sit("Ada", lay("chicken", bots={1: "greedy"}, values={"throws": "thrown"}), reduced_motion="reduce")
    ada.page.evaluate("window.aloud = []")
    ada.page.evaluate(
        """new MutationObserver((changes) => { for (const {target, addedNodes} of changes)
        if (target.closest?.('[role=log]')) for (const node of addedNodes)
          if (node.textContent.includes('threw')) window.aloud.push(node.textContent)
        }).observe(document, {subtree: true, childList: true})"""
    )
    ada.sit_down()
    ada.page.get_by_role("button", name="Set it furthest away").wait_for(timeout=60_000)
    thrown = ada.page.evaluate("window.aloud")
    told = ada.page.locator(".pad .log li", has_text="threw").count()
    assert len(thrown) == told >= 6


def test_what_is_refused_beside_the_game_leaves_a_half_made_choice_and_says_nothing_of_what_nobody_did(
    sit: Sit, lay: Lay
) -> None:
    at = lay("command-dice")
    nils, ada = sit("Nils", at), sit("Ada", "/icon.svg")
    lines: list[WebSocketRoute] = []

    def route(line: WebSocketRoute) -> None:
        lines.append(line)
        line.on_message(line.connect_to_server().send)

    ada.page.route_web_socket(re.compile("/live$"), route)
    ada.page.goto(f"{ada.address}{at}")
    nils.sit_down()
    ada.sit_down()
    ada.wait_for_turn()
    ada.lit.first.click()
    chosen = ada.page.locator(MAIN)
    expect(chosen).to_have_text("Ready with 1 die")
    late = "the dice are being rolled: seeds are taken before a match"
    lines[-1].send(json.dumps({"t": "refused", "request": 0, "why": late, "n": 1}))
    for _ in range(2):
        ada.page.get_by_role("button", name="More", exact=True).click()
        ada.page.get_by_role("button", name="Nice roll").click()
        ada.press("Escape")
        expect(ada.page.get_by_role("dialog")).to_have_count(0)
    expect(ada.now).to_contain_text("One reaction in 10 seconds is enough")
    expect(chosen).to_have_text("Ready with 1 die")
