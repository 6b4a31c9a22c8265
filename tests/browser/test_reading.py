"""What lies on the table can be read at any time, a clock is a clock, and the last turn can be seen again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.every_size import SIZES, Screen
from tests.browser.person import DESK, PHONE, Person
from tests.browser.walks import Moment, Setting, Walk
from tests.server.serving import Serving

Sit = Callable[..., Person]
Lay = Callable[..., str]
SEED = 1
SETTINGS = [
    Setting("command-dice", 2),
    Setting("dardz", 2),
    Setting("duello", 2),
    Setting("kadice", 2),
    Setting("chicken", 2, (("throws", "thrown"),)),
    Setting("hare-vs-tortoise", 2),
    Setting("con-person", 2),
]
# One piece of each zone, lit or not.
FIRST_OF_ZONES = """() => [...document.querySelectorAll('.play [data-zone]')].flatMap((zone) => {
  const piece = [...zone.querySelectorAll('.piece[data-piece]')].find((one) => one.checkVisibility())
  return piece ? [piece.dataset.piece] : [] })"""
# Cards of a hand that go to a pile, sampled at every change: those that fly must be drawn as cards.
FLYING = r"""() => { window.flown = 0; window.blocks = []
  new MutationObserver((changes) => { for (const change of changes) for (const node of change.addedNodes) {
    if (!(node instanceof HTMLElement) || node.style.position !== 'fixed' || !node.inert) continue
    window.flown++
    if (!node.classList.contains('card') || !node.textContent.trim() && !node.querySelector('svg'))
      window.blocks.push(node.outerHTML) } }).observe(document.querySelector('.play'), {childList: true})
  const glided = Element.prototype.animate
  Element.prototype.animate = function (frames, ...rest) {
    const from = JSON.stringify(frames[0] ?? {}), isMove = from.includes('scale(')
    const size = Number(/scale\(([\d.]+)/.exec(from)?.[1])
    if (isMove && size > 1.5 && this.matches('.ticks i')) window.blocks.push(from)
    return glided.call(this, frames, ...rest) } }"""

ACT = """() => { const lit = document.querySelectorAll('button[data-piece].is-selectable')
  const button = document.querySelector('.acts button:not(:disabled):not([data-key=back], [data-key=hint])')
  const one = document.querySelector('[data-key=main]:not(:disabled)') ?? lit[lit.length - 1] ?? button
  one?.click() }"""


@pytest.fixture(scope="module")
def screen(server: Serving, browser: Browser) -> Iterator[Screen]:
    context = browser.new_context(reduced_motion="reduce")
    screen = Screen(context.new_page(), server.http)
    screen.resize(SIZES["phone"])
    yield screen
    context.close()


def sheet(page: Page) -> Locator:
    return page.get_by_role("dialog")


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_any_piece_says_what_it_is_and_its_rule_lit_or_not_also_to_the_resting_pointer(
    screen: Screen, setting: Setting
) -> None:
    screen.show(Walk(setting, SEED).fullest(2)[-1])
    for piece in screen.page.evaluate(FIRST_OF_ZONES):
        place = screen.page.locator(f'.play .piece[data-piece="{piece}"]').first
        expect(place).to_have_attribute(
            "title", re.compile(r"\w: .*\([A-Z]{2}-")
        )  # while a pointer rests on it
        place.dispatch_event("contextmenu", {"bubbles": True, "cancelable": True, "button": 2})
        expect(sheet(screen.page)).to_contain_text(re.compile(r"\w{3}.*Rule [A-Z]{2}-", re.DOTALL))
        screen.page.keyboard.press("Escape")
        expect(screen.page.locator("dialog")).to_have_count(0)


def test_a_mat_says_what_counts_on_it_kd22(screen: Screen) -> None:
    screen.show(Walk(SETTINGS[4], SEED).fullest(3)[-1])
    screen.page.locator("[data-lies] canvas").dispatch_event("click", {"bubbles": True})
    expect(sheet(screen.page)).to_contain_text("Rule KD-D2")
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator("dialog")).to_have_count(0)


def window_moment(playable: bool) -> Moment:
    """A window of cards of Kadoova Duel in which there is something to play, or is not."""
    for moment in Walk(Setting("kadoova-duel", 2), SEED).moments():
        is_window = any('"clock"' in text and '"whole":20.0' in text for text in moment.texts)
        held = any('"id":"hand-0"' in text for text in moment.texts)
        can_play = any('"name":"Play ' in text for text in moment.texts)
        if is_window and held and can_play == playable:
            return moment
    raise AssertionError("no such window")


@pytest.mark.parametrize("playable", [True, False])
def test_a_card_of_the_hand_opens_at_the_first_tap_while_the_clock_goes_on_kd13(
    screen: Screen, playable: bool
) -> None:
    page = screen.page
    screen.show(window_moment(playable))
    state = ".is-selectable" if playable else ":not(.is-selectable)"
    card = page.locator(f".hand .trick{state}").first
    name = card.locator("b").inner_text()
    card.click()
    opened = page.get_by_role("group", name=re.compile(f"^{re.escape(name)}"))
    expect(opened).to_contain_text(re.compile("Played: "))
    expect(opened).to_contain_text(re.compile(r"Rule KD-\d+"))
    expect(opened).to_contain_text("You can play it now." if playable else "You cannot play it now.")
    expect(page.get_by_role("timer")).to_be_visible()
    if playable:
        expect(page.locator("[data-key=main], .acts .twin, .own [data-zone=aims]").first).to_be_visible()
    opened.get_by_role("button", name="Back to hand").click()
    expect(opened).to_have_count(0)
    expect(card).to_be_visible()


def test_a_stake_shows_what_it_comes_to_before_a_player_is_chosen_kd15(screen: Screen) -> None:
    moments = (moment for seed in range(9) for moment in Walk(Setting("kadoova-duel", 4), seed).moments())
    screen.show(next(moment for moment in moments if any('"id":"stake"' in text for text in moment.texts)))
    stake = screen.page.locator("[data-piece=stake]")
    for comes_to in ("100", "200", "300"):
        stake.click()
        expect(stake).to_contain_text(comes_to)
    expect(stake).to_have_attribute("aria-label", re.compile("chosen 3 times, 300 in all"))


def test_the_clock_of_a_window_is_a_face_that_empties_and_no_figure_on_a_button_kd13(screen: Screen) -> None:
    page = screen.page
    screen.show(window_moment(True))
    timer = page.get_by_role("timer")
    expect(timer).to_contain_text(re.compile(r"^\d+ s"))
    drawn = page.locator(".clock .rest")
    before = drawn.get_attribute("d")
    page.wait_for_function(
        "before => document.querySelector('.clock .rest')?.getAttribute('d') !== before", arg=before
    )
    assert not [words for words in page.locator(".acts button").all_inner_texts() if re.search(r"\d", words)]


def test_the_last_turn_is_seen_again_step_by_step_by_key_and_button(sit: Sit, lay: Lay) -> None:
    ada = sit(
        "Ada",
        lay("command-dice", bots={1: "greedy"}),
        pace="at once",
        viewport={"width": DESK[0], "height": DESK[1]},
    )
    ada.sit_down()
    ada.wait_for_turn()
    ada.take_turn()
    ada.wait_for_turn()
    title = ada.title
    ada.press("r")
    expect(ada.now).to_contain_text("The last turn again, step 1 of ")
    assert ada.lit.count() == 0
    ada.press("ArrowRight")
    expect(ada.now).to_contain_text("step 2 of ")
    ada.press("ArrowLeft", "ArrowLeft")
    expect(ada.now).to_contain_text("Before the last turn")
    ada.press("Escape")
    expect(ada.now.locator("b")).to_have_text(title)
    ada.page.get_by_role("button", name="Show the last turn again").click()
    expect(ada.now).to_contain_text("The last turn again")
    ada.page.get_by_role("button", name="Back to the game").click()
    expect(ada.now.locator("b")).to_have_text(title)
    assert ada.may_act()


def test_cards_that_go_to_a_pile_stay_cards_dz8(sit: Sit, lay: Lay) -> None:
    ada = sit(
        "Ada",
        lay("dardz", seats=4, bots=dict.fromkeys((1, 2, 3), "greedy")),
        viewport={"width": PHONE[0], "height": PHONE[1]},
        script="localStorage.setItem('quick dice', 'yes')",
    )
    ada.sit_down()
    ada.page.locator(".play").wait_for()
    ada.page.evaluate(FLYING)
    ada.page.evaluate(f"window.playing = setInterval({ACT}, 80)")
    ada.page.wait_for_function("() => window.flown >= 2", timeout=60_000)
    ada.page.evaluate("clearInterval(window.playing)")
    assert ada.page.evaluate("window.blocks") == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_loss_has_a_quiet_moment_of_its_own(sit: Sit, lay: Lay, motion: Any) -> None:
    ada = sit("Ada", lay("command-dice", bots={1: "greedy"}), reduced_motion=motion)
    ada.sit_down()
    ada.wait_for_turn()
    ada.page.get_by_role("button", name="More").click()
    ada.page.get_by_role("button", name="Resign", exact=True).click()
    ada.page.get_by_role("button", name="Resign the match").click()
    ada.page.get_by_role("button", name="See the result").click()
    moment = ada.page.locator("[data-moment=lost]")
    expect(moment).to_contain_text("Well played.")
    names = moment.locator(".seal").first.evaluate("one => getComputedStyle(one).animationName")
    assert ("settle" in names) == (motion == "no-preference")
