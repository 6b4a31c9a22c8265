"""Whole matches refereed beside a box in a real browser, by taps alone: two phones and a tablet.

``python -m tests.browser.box`` plays each game from a script of rolls and choices: a tablet lies on the
table, and each of two players has a phone. On the way a wrong die is undone, and another one corrected. The
match on the screens must be that of the script to the last entry. It prints how many taps dice, cards and
choices took. With ``--alone`` only the tablet is there: dice under cups are not entered, and their owners
answer. ``duels`` among the games stands for the duels that are refereed on their own; they are too short for
slips, and nothing in them is undone or corrected. With ``--shots FOLDER`` it writes what the devices show now
and then.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, expect, sync_playwright

import throwdown
from tests.browser.conftest import FLAGS
from tests.browser.every_size import served
from tests.browser.person import PHONE, Person
from tests.machine import chromium
from throwdown.bots import named, sight
from throwdown.kernel import transcript
from throwdown.kernel.chance import Reported, Seeded
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Entry, Match
from throwdown.server.beside import cups, hands
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.cups import Cup, Supposing, said_last

GAMES = ("command-dice", "duello", "kadice", "dardz", "kadoova-duel")
DUELS = tuple(sorted(game.key for game in throwdown.all_games() if game.about.part_of))
NAMES = ("Ada", "Nils")
TABLET = (1180, 820)
WAITS = 20_000  # milliseconds for an entry to be on a screen
UNHURRIED = 320  # milliseconds from tap to tap: a second one on the same place at once is one that came twice
MANY = 40  # entries from one screenshot to the next
DICE = re.compile(r"\d")


class Taps(NamedTuple):
    """How many rolls, dice, cards and choices were entered, and the taps that they took."""

    made: Counter[str]
    taps: Counter[str]

    def __str__(self) -> str:
        found = (f"{self.made[what]} {what}, {self.taps[what]} taps" for what in sorted(self.taps))
        return "; ".join(found) + f"; {self.made['rolls']} rolls"


def script(game: str, seed: int, values: dict[str, Any] | None = None) -> Match:
    """A match that two players of the rule of thumb have played with the dice of ``seed``."""
    rules = throwdown.load(game)
    held = box.values if (box := box_of(rules)) else {}  # by every refereed table
    match = rules.match(len(NAMES), values={**(values or {}), **held}, chance=Seeded(seed), names=NAMES)
    rng, player = Random(seed), named("greedy")
    while not match.over:
        seat = match.awaited[0]
        match.play(seat, player.choose(sight(match, seat), rng))
    return match


def with_open_cards_first(match: Match) -> Match:
    """The same match, but that of each deal the cards that are laid open came first: who has no phone lays
    them open before the others go into the hand."""
    made = match.replay(0)
    for n, entry in enumerate(match.log):
        if len(made.log) > n:
            continue
        owner = owner_of(made)
        if owner < 0 or not hands.are_due(made):
            made.extend([entry])
            continue
        end = n
        while end < len(match.log) and owner_of(match.replay(end)) == owner:
            end += 1
        dealt = match.log[n:end]
        laid = set(cups.laid_open(made, [one.event for one in dealt]))
        made.extend(sorted(dealt, key=lambda one: one.event not in laid))
    return made


def owner_of(match: Match) -> int:
    """Who alone may look at the dice or cards that are due; -1: everybody, or nothing is due."""
    return cups.owner_of(match) if CHANCE in match.awaited else -1


class Table:
    """The devices around one refereed match that follows ``wanted``; ``match`` is how far it has come."""

    def __init__(self, browser: Browser, address: str, wanted: Match) -> None:
        self.wanted = wanted
        game = throwdown.load(wanted.game.key)
        self.match: Match = game.match(wanted.seats, values=wanted.values, chance=Reported(), names=NAMES)
        self.found = Taps(Counter(), Counter())
        self._shots: Path | None = None
        self._rolling = -2  # whose roll it is, -1 of all
        self._browser = browser
        self.tablet = self._device("tablet", TABLET, address, f"/box/begin/referee/{wanted.game.key}")
        self.phones: list[Person] = []
        self.cups: dict[int, list[int]] = {}  # where the dice under a cup stand in the script, by seat

    def _device(self, name: str, size: tuple[int, int], address: str, at: str) -> Person:
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=True, reduced_motion="reduce"
        )
        context.set_default_timeout(WAITS)
        people = json.dumps([{"name": name, "colour": k} for k, name in enumerate(NAMES)])
        context.add_init_script(f"localStorage.setItem('beside people', {json.dumps(people)})")
        return Person(name, context, address, at)

    @property
    def devices(self) -> list[Person]:
        return [self.tablet, *self.phones]

    def begin(self, phones: bool) -> None:
        """The tablet begins the match, and with ``phones`` each player takes a seat with one."""
        page = self.tablet.page
        page.get_by_role("button", name="Begin", exact=True).tap()
        page.wait_for_url("**/box/referee/*")
        at = page.url.removeprefix(self.tablet.address)
        for name in NAMES if phones else ():
            phone = self._device(name, PHONE, self.tablet.address, at)
            phone.page.get_by_role("button", name="More phones, corrections").tap()
            phone.page.get_by_role("dialog").get_by_role("button", name=name).tap()
            phone.page.get_by_role("button", name="Close", exact=True).tap()
            self.phones.append(phone)

    def close(self) -> None:
        for device in self.devices:
            device.context.close()

    @property
    def errors(self) -> list[str]:
        """What the pages complained of, and by which device."""
        return [f"{device.name}: {error}" for device in self.devices for error in device.errors]

    # Entering

    def play(self, shots: Path | None = None) -> Taps:
        """Enter the whole script. In a whole game the second die is entered wrong and undone, the fourth is
        corrected."""
        log, self._shots = self.wanted.log, shots
        dice = [n for n, entry in enumerate(log) if entry.seat == CHANCE and self._is_die(n)]
        if not self.phones:
            dice = [n for n in dice if owner_of(self.wanted.replay(n)) < 0]
        undone, corrected = (-1, -1) if self.wanted.game.key in DUELS else (dice[1], dice[3])
        for n, entry in enumerate(log):
            if n < len(self.match.log):
                continue
            if n == undone:
                self.enter(self._other(n))
                self.undo(n)
            self.enter(self._other(n) if n == corrected else entry)
            if n == corrected:
                self.correct(n)
            if shots and n % MANY == 0:
                self._shoot(shots, n)
        for device in self.devices:
            self.await_entries(device, len(log))
        if shots:
            self._shoot(shots, len(log))
        return self.found

    def _is_die(self, n: int) -> bool:
        return bool(DICE.fullmatch(self.wanted.replay(n).texts(CHANCE, [self.wanted.log[n].event])[0]))

    def _other(self, n: int) -> Entry:
        """Another face than the one that came up in entry ``n``, which leaves the same asked for after it."""
        event = self.wanted.log[n].event
        found = (one for one in self.match.legal_events(CHANCE) if one != event)
        return Entry(CHANCE, next(found))

    def enter(self, entry: Entry) -> None:
        """Enter it, or where it is a secret that no phone is told, all that is covered together with it."""
        is_secret = entry.seat == CHANCE and owner_of(self.match) >= 0
        if is_secret and not self.phones and not self._is_laid_open(entry):
            self.cover()
            return
        device = self._device_of(entry)
        self.await_entries(device, len(self.match.log))
        taps = self._report(device, entry) if entry.seat == CHANCE else self._choose(device, entry)
        self.match.extend([entry])
        self.found.taps[self._what] += taps

    def _device_of(self, entry: Entry) -> Person:
        """A secret goes to its owner's phone, as does a choice; what all may see to the tablet."""
        owner = owner_of(self.match) if entry.seat == CHANCE else entry.seat
        return self.phones[owner] if self.phones and owner >= 0 else self.tablet

    def _report(self, device: Person, entry: Entry) -> int:
        """One tap: a face, or the name of a card."""
        text = self.match.texts(CHANCE, [entry.event])[0]
        is_die = bool(DICE.fullmatch(text))
        self._what = "dice" if is_die else "cards"
        self.found.made[self._what] += 1
        if is_die and self._rolling != (owner := owner_of(self.match)):
            self.found.made["rolls"] += 1
            self._rolling = owner
        device.page.wait_for_timeout(UNHURRIED)
        device.page.locator(f'[data-enters="{text}"]').tap()
        return 1

    def _choose(self, device: Person, entry: Entry) -> int:
        """Tap the pieces that the choice takes, then its button."""
        self._what, self._rolling = "choices", -2
        self.found.made["choices"] += 1
        scene = self.match.scene(entry.seat)
        if not self.phones and hands.are_in(self.match.game):
            scene = hands.drawn(self.match, entry.seat)
        choice = next(one for one in scene.choices if one.event == entry.event)
        taps = 0
        other = device.page.locator(".others").get_by_role("button", name=NAMES[entry.seat], exact=True)
        if not self.phones and other.count():
            other.tap()
            taps += 1
        wanted = [piece for kind, many in choice.takes.items() for piece in self._pieces(scene, kind, many)]
        proposed = self._proposed(scene)
        for piece in [*(set(proposed) - set(wanted)), *(each for each in wanted if each not in proposed)]:
            device.page.locator(f'button[data-piece="{piece}"]').first.tap()
            taps += 1
        device.page.locator(f'.acts button[data-event="{entry.event}"]').tap()
        return taps + 1 + (0 if self.phones else self._answer(device, entry))

    def _is_laid_open(self, entry: Entry) -> bool:
        return bool(hands.are_due(self.match) and cups.laid_open(self.match, [entry.event]))

    def cover(self) -> None:
        """Dice lie under a cup, or cards go into a hand, that the tablet does not know."""
        n, owner = len(self.match.log), owner_of(self.match)
        self.await_entries(self.tablet, n)
        into_hand = f"The cards go into {NAMES[owner]}’s hand"
        said = into_hand if hands.are_due(self.match) else "They lie under the cup"
        self.tablet.page.get_by_role("button", name=said).tap()
        while owner_of(self.match) == owner:
            if not hands.are_due(self.match):
                self.cups.setdefault(owner, []).append(n)
            n += 1
            self.match = self.wanted.replay(n)

    def _answer(self, device: Person, entry: Entry) -> int:
        """What the owners of cups say, where they are asked; the taps of it."""
        n, taps = len(self.match.log) + 1, 0
        lines = said_last(self.wanted, self.wanted.log[:n])
        told = " ".join(f"{{{seat}}} {text}" if seat >= 0 else text for seat, text in lines)
        truth = re.sub(r"\{(\d)\}", lambda found: NAMES[int(found[1])], told).casefold()
        sheet = device.page.get_by_role("dialog")
        done = device.page.locator(f'[data-entries="{n}"]')
        while True:
            expect(sheet.or_(done).first).to_be_visible()
            if not sheet.count():
                return taps
            title = sheet.get_by_role("heading").inner_text()
            owner = NAMES.index(title.split()[0])
            if self._shots:
                device.page.screenshot(path=self._shots / f"{self.wanted.game.key}-{n:04}-asked.png")
            if title.endswith("lifts the cup"):
                at = self.cups.pop(owner)
                if not self.found.made["contradictions"]:
                    self._contradict(sheet, owner, at, entry)
                for text in self.wanted.replay(at[0]).texts(CHANCE, [self.wanted.log[k].event for k in at]):
                    sheet.get_by_role("button", name=text, exact=True).tap()
                    taps += 1
            else:
                taps += self._tap_right(sheet, truth)
                options = sheet.locator(".options button")
                texts = [text.casefold() for text in options.all_inner_texts()]
                fitting = [k for k, text in enumerate(texts) if text in truth]
                options.nth(max(fitting, key=lambda k: len(texts[k]))).tap()
                taps += 1
            expect(device.page.get_by_role("heading", name=title)).to_have_count(0)

    def _tap_right(self, sheet: Locator, truth: str) -> int:
        """Where there are many answers, tap all that is said to be right; the taps of it."""
        parts = sheet.locator(".parts button")
        if not parts.count():
            return 0
        about = sheet.locator(".about").inner_text().casefold()
        said = truth.partition(about)[2].split(" wrong", 1)[0]
        right = re.match(r" ?(.+) (?:is|are) right", said)
        wanted = re.split(r", | and ", right[1]) if right else []
        for text in parts.all_inner_texts():
            if text.casefold() in wanted:
                sheet.locator(".parts").get_by_role("button", name=text, exact=True).tap()
        return len(wanted)

    def _contradict(self, sheet: Locator, owner: int, at: list[int], entry: Entry) -> None:
        """Tell dice first that do not fit what ``owner`` has said: both sentences are shown, and the dice
        corrected."""
        real = tuple(self.wanted.log[k].event for k in at)
        supposing = Supposing(self.match, Cup(owner, tuple(at), real), entry)
        every = combinations_with_replacement(supposing.faces, len(at))
        wrong = next((dice for dice in every if supposing.looks(dice)[:-1] != supposing.seen[:-1]), None)
        if wrong is None:
            return
        self.found.made["contradictions"] += 1
        texts = dict(zip(supposing.faces, supposing.texts, strict=True))
        for event in wrong:
            sheet.get_by_role("button", name=texts[event], exact=True).tap()
        expect(sheet.get_by_role("heading")).to_have_text("That does not fit")
        said, shown = sheet.get_by_role("definition").all_inner_texts()
        assert said != shown
        expect(sheet).to_contain_text(f"as {NAMES[owner]} answered")
        expect(sheet).to_contain_text(" ".join(texts[event] for event in wrong))
        sheet.get_by_role("button", name="Correct the dice").tap()

    def _pieces(self, scene: Any, kind: str, many: int) -> list[str]:
        pieces = [piece for zone in scene.zones for piece in zone.pieces if piece.kind == kind]
        one = next((piece for piece in pieces if "many" in piece.states), None)
        return [piece.id for piece in ([one] * many if one else pieces[:many])]

    def _proposed(self, scene: Any) -> list[str]:
        """The pieces that are chosen from the start, where some choice takes them all."""
        pieces = [piece for zone in scene.zones for piece in zone.pieces if "preset" in piece.states]
        kinds = Counter(piece.kind for piece in pieces)
        taken = any(
            all(one.takes.get(kind, 0) >= many for kind, many in kinds.items()) for one in scene.choices
        )
        return [piece.id for piece in pieces] if taken else []

    def await_entries(self, device: Person, n: int) -> None:
        """Until the device shows the table after ``n`` entries."""
        expect(device.page.locator("[data-entries]")).to_have_attribute("data-entries", str(n))

    def undo(self, to: int) -> None:
        """The other phone takes the last entry back."""
        device = self.devices[-1]
        self.await_entries(device, to + 1)
        device.page.get_by_role("button", name="Undo").tap()
        self.match = self.match.undo(len(self.match.log) - to)

    def correct(self, n: int) -> None:
        """Entry ``n`` is corrected where it may be: on the tablet, or on its owner's phone."""
        device = self._device_of_log(n)
        self.await_entries(device, n + 1)
        page, text = device.page, self.wanted.replay(n).texts(CHANCE, [self.wanted.log[n].event])[0]
        page.get_by_role("button", name="More phones, corrections").tap()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="Correct an entry").tap()
        sheet.get_by_role("button", name=re.compile(f"^{n + 1} ")).tap()
        sheet.get_by_role("group", name="What it really was").get_by_role(
            "button", name=text, exact=True
        ).tap()
        expect(sheet).to_contain_text("Nothing is asked for again.")
        sheet.get_by_role("button", name="Correct it").tap()
        expect(sheet).to_have_count(0)
        # It leaves as many entries: only its revision tells a table from the one before it.
        key = page.url.rpartition("/")[2]
        told = page.request.get(f"{device.address}/api/beside/referee/{key}").json()
        for each in self.devices:
            shown = each.page.locator("[data-entries]")
            expect(shown).to_have_attribute("data-revision", str(told["revision"]))
        self.match = self.wanted.replay(n + 1)

    def _device_of_log(self, n: int) -> Person:
        now, self.match = self.match, self.wanted.replay(n)
        device = self._device_of(self.wanted.log[n])
        self.match = now
        return device

    def _shoot(self, folder: Path, n: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for device in self.devices:
            self.await_entries(device, len(self.match.log))
            device.page.screenshot(path=folder / f"{self.wanted.game.key}-{n:04}-{device.name}.png")


def refereed(
    browser: Browser, address: str, wanted: Match, shots: Path | None = None, phones: bool = True
) -> Taps:
    """Referee the match ``wanted`` by taps, look at its result, and compare what was recorded with it."""
    if not phones and hands.are_in(wanted.game):
        wanted = with_open_cards_first(wanted)
    table = Table(browser, address, wanted)
    try:
        table.begin(phones)
        found = table.play(shots)
        page = table.tablet.page
        page.get_by_role("button", name="See the result").click()
        expect(page.locator("[data-why]")).to_contain_text("Ada")
        assert not table.errors, table.errors
        key = page.url.rpartition("/")[2]
        made = page.request.get(f"{address}/api/tables/{key}/matches/1/transcript")
        assert made.ok, made.text()
        match = transcript.read(made.text()).match
        assert match.result == wanted.result
        assert match.log == wanted.log or not phones
        return found
    finally:
        table.close()


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="keys of games, or duels; else all five")
    parser.add_argument("--seed", type=int, default=1, help="of the script")
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--alone", action="store_true", help="without phones")
    asked = parser.parse_args(arguments)
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for game in [key for one in asked.games for key in (DUELS if one == "duels" else (one,))]:
            wanted = script(game, asked.seed)
            found = refereed(browser, address, wanted, asked.shots, not asked.alone)
            print(f"{game}: {len(wanted.log)} entries, {wanted.result}: {found}", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
