"""Every game and every duel at every size of screen: what is decided is seen together with its buttons.

A few moments of a random match each; ``python -m tests.browser.every_size`` walks further, and as somebody
who watches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

import throwdown
from tests.browser.conftest import FLAGS
from tests.browser.every_size import SIZES, Screen, faults_of
from tests.browser.walks import NAMES, YOU, Setting, Walk, every_setting
from tests.machine import chromium
from tests.server.serving import Serving
from throwdown.games.kadice.state import ACT
from throwdown.kernel.contract import SPECTATOR
from throwdown.kernel.game import Game
from throwdown.server.table.tables import BOT_NAMES

SEED = 1
MOMENTS = 2
# Of each of the five games the fullest table.
FIVE = [game.key for game in throwdown.all_games() if not game.about.part_of]
WATCHED = [[one for one in every_setting() if one.game == key][-1] for key in FIVE]


@pytest.fixture(scope="module")
def screen(server: Serving, browser: Browser) -> Iterator[Screen]:
    context = browser.new_context(reduced_motion="reduce")
    screen = Screen(context.new_page(), server.http)
    yield screen
    context.close()


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_at_every_size_nothing_is_covered_cut_off_or_out_of_view(screen: Screen, setting: Setting) -> None:
    faults = [f"{where}: {words}" for where, words in faults_of(screen, setting, SEED, MOMENTS, list(SIZES))]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("setting", WATCHED, ids=str)
def test_who_watches_sees_the_whole_table_at_every_size(screen: Screen, setting: Setting) -> None:
    found = faults_of(screen, setting, SEED, 1, list(SIZES), viewer=SPECTATOR)
    faults = [f"{where}: {words}" for where, words in found]
    assert not faults, "\n".join(faults)


# Names of others, and of all in the table of scores, of which something is cut off
CUT = """[...document.querySelectorAll(
  '.opps .who b, .tile .who b, .gain .nm, .scorecard tbody th'
)].filter((one) =>
  one.clientWidth > 0 && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
).map((one) => one.textContent)"""


@pytest.mark.parametrize("setting", WATCHED, ids=str)
def test_bots_that_begin_with_the_same_word_are_told_apart_at_every_size(
    screen: Screen, setting: Setting
) -> None:
    """A level may be left out where space is short; the name itself is whole."""
    moment = Walk(setting, SEED).fullest(1)[0]
    texts = moment.texts
    for name, bot in zip(NAMES[1:], BOT_NAMES, strict=False):
        texts = tuple(text.replace(name, f"Regular {bot}") for text in texts)
    screen.resize(SIZES["phone"])
    screen.show(moment._replace(texts=texts))
    for name, size in SIZES.items():
        screen.resize(size)
        screen.measure()
        assert screen.measure(CUT) == [], name


def test_a_piece_that_makes_nothing_higher_is_chosen_without_a_new_layout_of_the_table(
    screen: Screen,
) -> None:
    """A table of eight is laid out in a dozen steps, which take a phone a third of a second."""
    moment = Walk(Setting("duello", 8), SEED).fullest(1)[0]
    screen.resize(SIZES["phone"])
    screen.show(moment)
    taken = []
    for piece in moment.taps[:3]:
        screen.measure()
        before = screen.layouts()
        screen.tap(moment._replace(taps=(piece,)))
        screen.measure("() => 0")
        taken.append(screen.layouts() - before)
    assert max(taken[1:]) <= 2, taken
    screen.take_back()


def test_a_full_table_that_stays_shrunk_is_laid_out_anew_in_few_steps(screen: Screen) -> None:
    """To take air and size away again would mean new styles for all that lies there, each time."""
    width, height = SIZES["phone"]
    screen.resize((width, height))
    screen.show(Walk(Setting("duello", 8), SEED).fullest(1)[0])
    screen.measure()
    before = screen.layouts()
    screen.resize((width, height - 1))
    screen.measure("() => 0")
    assert screen.layouts() - before <= 6


# How many pixels of the cloth lie below its end
TOO_TALL = "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.querySelector('.cloth'))"


def test_eight_players_of_kadice_fit_a_phone_whatever_the_dice_match_ka1(screen: Screen) -> None:
    """The screen is 44 pixels lower than a phone's, because other tables show more above the cloth."""
    walk = Walk(Setting("kadice", 8), SEED)
    record: Any = walk.playing.match.state[0]
    assert any(record.phase == ACT and record.turn == YOU for _ in walk.stops())
    record.face[YOU] = (2, 6, 2, 4, 6)
    two_pairs, all_evens, under_ten = 10, 13, 8
    screen.resize((390, 800))
    for others in ([two_pairs, all_evens] * 3, [two_pairs, all_evens, 1, 1, 1, 1]):
        record.active[:8] = [under_ten, *others, 1]
        screen.show(walk.moment())
        assert screen.measure(TOO_TALL) <= 1


TITLE_CUT = """() => {
  const [title, bar] = [document.querySelector('.bar h1'), document.querySelector('.bar')]
  const [{ top, bottom }, whole] = [title.getBoundingClientRect(), bar.getBoundingClientRect()]
  const isTall = title.scrollHeight > title.clientHeight + 1
  if (isTall && getComputedStyle(title).overflowY !== 'visible') return true
  if (title.scrollWidth > title.clientWidth + 1 || bar.scrollWidth > bar.clientWidth) return true
  return top < whole.top || bottom > whole.bottom
}"""


@pytest.mark.parametrize("game", throwdown.all_games(), ids=lambda game: game.key)
def test_a_phone_shows_the_whole_title_of_a_game_beside_all_its_icons(screen: Screen, game: Game) -> None:
    walk = Walk(Setting(game.key, game.seats[0]), SEED)
    walk.table.chat = True
    moment = walk.moment()
    watched = [{**json.loads(text), "watchers": 12} for text in moment.texts]
    texts = [
        json.dumps(one) if one["t"] == "table" else text
        for one, text in zip(watched, moment.texts, strict=True)
    ]
    screen.show(moment._replace(texts=tuple(texts)))
    assert screen.page.get_by_role("button", name="Write to the table").count() == 1
    for size in ((390, 844), (360, 740), (320, 568)):
        screen.resize(size)
        assert not screen.measure(TITLE_CUT), size


# What is measured of a page: the sizes of letters, of buttons, and of pieces, in CSS pixels.
MEASURED = """() => ['.now b', '.acts button', '[data-piece]', '.bar'].map((what) => {
  const one = document.querySelector(what)
  return one && [Number.parseFloat(getComputedStyle(one).fontSize) * one.currentCSSZoom,
    one.getBoundingClientRect().height]
})"""


def test_on_a_television_everything_is_larger(screen: Screen) -> None:
    """What stands on a screen four times as wide is more than twice as large: letters, buttons and pieces."""
    screen.show(Walk(Setting("command-dice", 2), SEED).fullest(1)[0])
    screen.resize(SIZES["desk"])
    desk = screen.measure(MEASURED)
    screen.resize(SIZES["television"])
    for small, large in zip(desk, screen.measure(MEASURED), strict=True):
        assert all(b > 2 * a > 0 for a, b in zip(small, large, strict=True)), (small, large)


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        (".rail { margin-top: -120px !important }", "the rail lies over the cloth"),
        (".own { translate: 60vw }", "out of view"),
        (".play { width: 120vw !important }", "wider than the screen"),
        (
            ".now b { text-overflow: ellipsis; overflow: hidden; white-space: nowrap; width: 9ch }",
            "shortened",
        ),
        (".acts::after { content: ''; position: fixed; inset: 0 }", "covered"),
        (".line figure { margin-right: -40px }", "overlap"),
        (".cloth { flex: 0 0 120px !important; overflow: auto } .cue { display: none }", "no cue"),
    ],
)
def test_the_measure_finds(screen: Screen, style: str, fault: str) -> None:
    """The measure itself: a layout that is broken on purpose is told of."""
    screen.resize(SIZES["phone"])
    screen.show(Walk(Setting("command-dice", 2), SEED).fullest(1)[0])
    tag = screen.page.add_style_tag(content=style)
    try:
        assert any(fault in words for words in screen.measure()["faults"])
    finally:
        tag.evaluate("style => style.remove()")


@pytest.fixture(scope="module")
def enlarged(server: Serving, browser: Browser) -> Iterator[Screen]:
    """The screen of somebody whose browser is set to letters twice as large."""
    flags = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    large = browser.browser_type.launch(executable_path=chromium(), args=flags)
    yield Screen(large.new_context(reduced_motion="reduce").new_page(), server.http)
    large.close()


# What may be with letters twice as large: more lines.
ALLOWED = re.compile("the Now line is|of what can be chosen on the cloth nothing")


@pytest.mark.parametrize("setting", every_setting(), ids=str)
def test_with_letters_twice_as_large_nothing_is_covered_cut_off_or_out_of_view(
    enlarged: Screen, setting: Setting
) -> None:
    for moment in Walk(setting, SEED).fullest(MOMENTS):
        enlarged.show(moment)
        for size in ((360, 740), (1280, 800)):
            enlarged.resize(size)
            found = [words for words in enlarged.measure()["faults"] if not ALLOWED.match(words)]
            assert not found, (moment.n, size, *found)


@pytest.mark.parametrize("setting", WATCHED, ids=str)
def test_with_letters_twice_as_large_names_are_whole(enlarged: Screen, setting: Setting) -> None:
    enlarged.show(Walk(setting, SEED).fullest(1)[0])
    for size in ((390, 844), (1280, 800)):
        enlarged.resize(size)
        enlarged.measure()
        assert enlarged.measure(CUT) == [], size
