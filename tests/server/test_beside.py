"""Dice that a server rolls for a real table: fair, sealed, shared, and refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from httpx import Client

from tests.server.serving import Serving
from throwdown.kernel.chance import Committed, commitment

PEOPLE = [{"name": "Ada", "colour": 0}, {"name": "Nils", "colour": 1}]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('beside') / 'x.db'}").start()
    with Client(base_url=serving.http, timeout=30) as client:
        yield client
    serving.stop()


@pytest.fixture
def dice(client: Client) -> str:
    """The address of new Command Dice dice."""
    begun = client.post("/api/beside/dice", json={"game": "command-dice", "people": PEOPLE})
    return f"/api/beside/dice/{begun.json()['id']}"


def test_every_die_is_drawn_from_the_number_whose_fingerprint_was_told_before(client, dice):
    sealed = client.get(dice).json()["commitment"]
    client.post(f"{dice}/roll", json={"who": 0, "dice": ["red", "blue", "white"]})
    client.post(f"{dice}/roll", json={"who": 1, "dice": ["red"], "kept": [1]})
    opened = client.post(f"{dice}/open").json()
    assert opened["rolled"] == 0
    assert opened["commitment"] != sealed
    seal = client.get(f"{dice}/seals").json()[0]
    fair = Committed(bytes.fromhex(seal["secret"]))
    assert commitment(fair.secret) == seal["commitment"] == sealed
    thrown = [
        (roll["first"] + i, die["face"])
        for roll in seal["rolls"]
        for i, die in enumerate(die for die in roll["dice"] if not die.get("kept"))
    ]
    assert thrown == [(number, fair.ticket(number, 6)) for number in (1, 2, 3, 4)]
    assert seal["rolls"][1]["dice"][0] == {**seal["rolls"][0]["dice"][1], "kept": True}


def test_nothing_that_is_sent_before_the_seal_is_opened_holds_the_secret(client, dice):
    told = client.get(dice).text + client.post(f"{dice}/roll", json={"who": 0, "dice": ["red"]}).text
    client.post(f"{dice}/open")
    assert client.get(f"{dice}/seals").json()[0]["secret"] not in told


def test_a_roll_that_is_asked_for_twice_is_made_once(client, dice):
    wish = {"who": 0, "dice": ["red"], "request": "one"}
    first = client.post(f"{dice}/roll", json=wish).json()
    assert client.post(f"{dice}/roll", json=wish).json() == first


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"who": 2, "dice": ["red"]}, "there is nobody 2: people are numbered 0 to 1"),
        ({"who": 0, "dice": ["green"]}, "there is no die 'green' in this box; there are red, white, blue"),
        ({"who": 0, "dice": ["red"], "kept": [1]}, "kept dice are [1]: the last roll has 1, each kept once"),
        ({"who": 0, "dice": []}, "1 to 40 dice are rolled at once: 0 and 0 kept"),
    ],
)
def test_a_roll_that_cannot_be_is_refused_with_what_came_and_changes_nothing(client, dice, wish, why):
    client.post(f"{dice}/roll", json={"who": 0, "dice": ["red"]})
    answer = client.post(f"{dice}/roll", json=wish)
    assert (answer.status_code, answer.json()["why"]) == (400, why)
    assert client.get(dice).json()["rolled"] == 1


def test_the_five_letters_lead_to_the_dice_and_a_wrong_address_is_refused(client, dice):
    key = dice.rpartition("/")[2]
    code = client.get(dice).json()["code"]
    assert client.post("/api/join", json={"code": code}).json() == {"id": key, "beside": "dice"}
    assert client.get(f"/api/beside/qr/dice/{key}").text.startswith("<svg")
    link = client.get(f"/api/beside/link/dice/{key}").json()
    assert (link["url"].rpartition("/box/")[2], link["code"]) == (f"dice/{key}", code)
    for nothing in ("nothing", "a.b", "a" * 99):
        assert client.get(f"/api/beside/dice/{nothing}").status_code == 404


def test_every_whole_game_says_what_dice_lie_in_its_box(client):
    told = client.get("/api/beside/boxes").json()
    found = {box["key"]: [die["many"] for die in box["dice"]] for box in told if not box["part_of"]}
    assert found == {
        "command-dice": [4, 3, 2],
        "dardz": [3],
        "duello": [15],
        "kadice": [5],
        "kadoova-duel": [14, 4],
    }


def test_each_of_the_twelve_duels_lies_in_the_box_of_kadoova_duel_with_the_dice_that_it_takes(client):
    told = client.get("/api/beside/boxes").json()
    found = {box["key"]: [die["many"] for die in box["dice"]] for box in told if box["part_of"]}
    assert len(found) == 12
    assert {box["part_of"] for box in told} == {"", "Kadoova Duel"}
    assert (found["con-person"], found["hare-vs-tortoise"], found["war"]) == (
        [14, 4],
        [3, 2],
        [6, 1],
    )  # KD-16
    assert [box["key"] for box in told if box["part_of"] and box["secret"]] == ["con-person"]  # KD-23
