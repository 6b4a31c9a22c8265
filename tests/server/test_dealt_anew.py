"""What the app rolls or deals unseen beside a box, once it was taken back: nobody knows it then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.serving import Serving
from tests.server.test_referee import Screen, begin
from throwdown.kernel import transcript


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('dealt') / 'x.db'}").start()
    yield serving
    serving.stop()


@pytest.fixture(autouse=True)
def close_screens() -> Iterator[None]:
    yield
    for client in Screen.opened:
        client.close()
    Screen.opened.clear()


def seated(server: Serving) -> tuple[Screen, list[Screen]]:
    """The table of a match of Duello, and the phones of its two players."""
    table = begin(server, "duello", 2)
    phones = [Screen(server, table.at), Screen(server, table.at)]
    for seat, phone in enumerate(phones):
        assert phone.ask("hold", seat=seat)["you"] == seat
    return table, phones


def roll_all(phones: list[Screen]) -> None:
    """Have the app roll all that is due, each roll on the phone of whose dice they are."""
    while due := phones[0].look()["due"]:
        assert phones[max(0, due["seat"])].ask("roll", after=0)["status"] == 200


def rolled(phones: list[Screen]) -> list[Any]:
    """What each phone shows of its dice, once the app has rolled them."""
    roll_all(phones)
    return [phone.look()["scene"]["zones"] for phone in phones]


def choose(phones: list[Screen]) -> None:
    seat = next(seat for seat, phone in enumerate(phones) if phone.look()["acting"] == seat)
    text = phones[seat].look()["scene"]["choices"][0]["text"]
    made = phones[seat].ask("enter", seat=seat, text=text, after=0)
    assert made["status"] == 200, made


def test_unseen_dice_come_up_the_same_if_they_alone_are_taken_back_and_else_as_nobody_knows(
    server: Serving,
) -> None:
    table, phones = seated(server)
    first, n = rolled(phones), table.look()["n"]
    table.ask("undo", many=n, after=0)
    assert rolled(phones) == first, "nobody rolls until they like it"
    choose(phones)
    assert table.ask("undo", after=0)["n"] == n
    assert [phone.look()["scene"]["zones"] for phone in phones] == first
    table.ask("undo", many=n, after=0)
    second = rolled(phones)
    assert second != first, "a choice was made after they lay there, and may have told of them"
    table.ask("undo", many=n, after=0)
    assert rolled(phones) == second


def test_whoever_takes_a_seat_over_gets_other_dice_than_those_that_were_shown_on_the_phone_before(
    server: Serving,
) -> None:
    table, (ada, nils) = seated(server)
    first = rolled([ada, nils])
    table.ask("undo", many=table.look()["n"], after=0)
    ada.ask("hold", seat=-1)
    late = Screen(server, table.at)
    assert late.ask("hold", seat=0)["you"] == 0
    assert rolled([late, nils]) != first


def test_a_match_with_several_deals_is_filed_with_the_secret_of_each_and_verified(server: Serving) -> None:
    table, phones = seated(server)
    rolled(phones)
    choose(phones)
    table.ask("undo", many=table.look()["n"], after=0)
    rolled(phones)
    choose(phones)
    seen = table.look()
    table.ask("undo", after=0)
    while not seen["result"]:
        if seen["due"]:
            roll_all(phones)
        else:
            choose(phones)
        seen = table.look()
    key = table.at.rpartition("/")[2]
    text = table.client.get(f"{server.http}/api/tables/{key}/matches/1/transcript").text
    found = transcript.read(text)
    assert any("that the app drew are what the sealed secret gives" in one for one in found.verify())
