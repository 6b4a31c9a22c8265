"""A match with a real box: what came up is reported, undone, corrected, and secret where it is one's own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import pytest
from httpx import Client

from tests.server.serving import Serving
from throwdown.kernel import transcript

DICE = 6  # faces
NAMES = ("Ada", "Nils", "Maya", "Theo")
PHONES = {"duello": 2, "kadoova-duel": 3}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('referee') / 'x.db'}").start()
    yield serving
    serving.stop()


@pytest.fixture(autouse=True)
def close_screens() -> Iterator[None]:
    yield
    for client in Screen.opened:
        client.close()
    Screen.opened.clear()


class Screen:
    """A phone or tablet at the table; ``at`` is the address of the match."""

    opened: ClassVar[list[Client]] = []

    def __init__(self, server: Serving, at: str) -> None:
        self.client = Client(base_url=server.http, timeout=60)
        self.opened.append(self.client)
        self.client.get("/api/me").raise_for_status()
        self.at = at

    def look(self) -> dict[str, Any]:
        return self.client.get(self.at).raise_for_status().json()

    def ask(self, what: str, **wish: Any) -> dict[str, Any]:
        answer = self.client.post(f"{self.at}/{what}", json=wish)
        return {**answer.json(), "status": answer.status_code}


def begin(server: Serving, game: str, seats: int, **values: Any) -> Screen:
    screen = Screen(server, "")
    people = [{"name": name, "colour": k} for k, name in enumerate(NAMES[:seats])]
    begun = screen.client.post("/api/beside/referee", json={"game": game, "people": people, "values": values})
    screen.at = f"/api/beside/referee/{begun.raise_for_status().json()['id']}"
    return screen


def step(screens: list[Screen], rng: Random, last: dict[str, Any]) -> dict[str, Any] | None:
    """One entry on whichever screen may make it; the table after it, None where the match is over."""
    for screen in screens:
        table = last if len(screens) == 1 else screen.look()
        if table["result"]:
            return None
        due = table["due"]
        if due and len(due["texts"]) > DICE:  # the cards are missing, and the app deals its own
            made = screen.ask("roll", after=table["revision"])
        elif due and due["here"]:
            made = screen.ask("enter", seat=-1, text=rng.choice(due["texts"]), after=table["revision"])
        elif table["acting"] >= 0:
            choice = rng.choice(table["scene"]["choices"])
            made = screen.ask("enter", seat=table["acting"], text=choice["text"], after=table["revision"])
        else:
            continue
        assert made["status"] == 200, made
        return made
    pytest.fail(f"no screen may enter what is due: {screens[0].look()['scene']['now']}")


@pytest.mark.parametrize(
    ("game", "seats", "values"),
    [
        ("command-dice", 2, {}),
        ("kadice", 2, {"cards-each": 1}),
        ("dardz", 2, {"target": 50}),
        ("duello", 2, {}),
        ("kadoova-duel", 3, {"goal": 1000}),
    ],
)
def test_a_whole_match_is_refereed_and_its_transcript_holds(server, game, seats, values):
    table = begin(server, game, seats, **values)
    screens = [table]
    for seat in range(PHONES.get(game, 0)):
        phone = Screen(server, table.at)
        assert phone.ask("hold", seat=seat)["you"] == seat
        screens.append(phone)
    rng, last, many = Random(3), table.look(), -1
    while last:
        many += 1
        last = step(screens, rng, last)
    seen = table.look()
    assert seen["scene"]["over"]
    assert seen["n"] >= many
    text = table.client.get(f"{table.at}/transcript").raise_for_status().text
    assert "as reported" in text
    assert transcript.read(text).match.result == seen["result"]


def test_undo_goes_back_past_others_and_two_screens_do_not_enter_over_each_other(server):
    table, phone = (first := begin(server, "kadice", 2)), Screen(server, first.at)
    start = table.look()
    table.ask("enter", seat=-1, text="4", after=start["revision"])
    refused = phone.ask("enter", seat=-1, text="5", after=start["revision"])
    assert refused == {
        "status": 409,
        "why": "something was entered meanwhile, by the table: look again",
    }
    now = phone.ask("enter", seat=-1, text="5", after=phone.look()["revision"])
    assert now["n"] == 2
    back = phone.ask("undo", many=2, after=now["revision"])
    assert (back["n"], back["scene"]) == (0, start["scene"])


def test_a_correction_says_what_stands_before_it_is_done_and_asks_again_for_the_rest(server):
    table = begin(server, "kadice", 2)
    for text in ("4", "5"):  # who deals
        table.ask("enter", seat=-1, text=text, after=0)
    told = table.client.get(f"{table.at}/lines").json()
    assert [(line["number"], line["text"], line["by"]) for line in told] == [
        (1, "4", "the table"),
        (2, "5", "the table"),
    ]
    before = table.look()
    assert before["due"]["texts"][0] == "P1"
    preview = table.ask("correct", number=1, text="6", after=0)
    assert (preview["stands"], preview["again"]) == (1, [])
    assert table.look()["revision"] == before["revision"]
    table.ask("enter", seat=-1, text="P1", after=0)
    tie = table.ask("correct", number=1, text="5", after=0, sure=True)  # both rolled 5: they roll again
    assert (tie["stands"], tie["again"]) == (1, ["P1"])
    assert table.look()["due"]["texts"] == list("123456")
    assert table.ask("correct", number=1, text="7", after=0)["status"] == 409


def test_the_app_stands_in_for_missing_dice_and_rolls_the_same_again_after_undo(server):
    table = begin(server, "command-dice", 2)
    first = table.ask("roll", after=0)
    assert first["due"] is None
    table.ask("undo", many=first["n"], after=0)
    assert table.ask("roll", after=0)["scene"] == first["scene"]


def test_what_lies_under_a_cup_is_entered_and_seen_on_its_owners_phone_alone(server):
    table = begin(server, "duello", 2)
    ada, nils = Screen(server, table.at), Screen(server, table.at)
    ada.ask("hold", seat=0)
    nils.ask("hold", seat=1)
    assert ada.ask("hold", seat=1)["why"] == "another phone is Nils's"
    ada.ask("hold", seat=0)
    seen = table.look()["due"]
    assert (seen["seat"], seen["here"], seen["texts"]) == (0, False, [])
    assert nils.ask("enter", seat=-1, text="1", after=0)["status"] == 403
    for text in "62524":
        told = ada.ask("enter", seat=-1, text=text, after=0)
        assert told["status"] == 200
    assert not any(line["seat"] == -1 for line in nils.client.get(f"{table.at}/lines").json())
    assert nils.ask("correct", number=1, text="1", after=0)["status"] == 403
    assert table.look()["due"]["seat"] in (-1, 1)


def test_only_as_many_as_the_game_seats_are_refereed(server):
    screen = Screen(server, "")
    wish = {"game": "command-dice", "people": [{"name": "Ada"}]}
    answer = screen.client.post("/api/beside/referee", json=wish)
    assert (answer.status_code, answer.json()["why"]) == (400, "Command Dice is for 2 players, not 1")


def test_how_races_are_timed_online_means_nothing_at_a_real_table(server):
    screen = Screen(server, "")
    people = [{"name": name} for name in NAMES[:2]]
    wish = {"game": "kadoova-duel", "people": people, "values": {"timing": "live"}}
    answer = screen.client.post("/api/beside/referee", json=wish)
    assert (answer.status_code, answer.json()["why"]) == (400, "timing cannot be set beside a real box")
