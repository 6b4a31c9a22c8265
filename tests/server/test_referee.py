"""A match with a real box: what came up is reported, undone, corrected, and secret where it is one's own."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar
from unittest.mock import ANY

import pytest
from httpx import Client

from tests.server.serving import Serving
from throwdown.games.dardz.state import FETCH, GOLDEN, KINDS
from throwdown.games.kadoova_duel.cards import CHOOSE, DUEL_CARDS, LESS_OTHER, PLAY_BET_LOSE, PLAY_ON, STEPS
from throwdown.games.kadoova_duel.names import duel_card_text
from throwdown.kernel import transcript
from throwdown.kernel.chance import Reported
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.game import all_games, load
from throwdown.kernel.match import Match
from throwdown.kernel.reported import DRAWN, SUPPOSED
from throwdown.kernel.tables import Plain, Value
from throwdown.kernel.transcript import AS_REPORTED
from throwdown.kernel.transcript import DICE as REPORTED_DICE
from throwdown.server.archive import finished
from throwdown.server.archive.studies import order_of
from throwdown.server.beside import referee
from throwdown.server.beside.boxes import box_of
from throwdown.server.beside.corrections import SECRET, correct, lines
from throwdown.server.beside.cups import owner_of
from throwdown.server.beside.referee import Said
from throwdown.server.beside.refereed import RefereeRecord, Running
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.storage.database import open_database

DICE = 6  # faces
NAMES = ("Ada", "Nils", "Maya", "Theo")
EVERYBODY = (*NAMES, "Kari", "Ivo", "Lea", "Sam")
ENOUGH = 60  # entries of a match that is refereed for what its options change
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


def faces_in(table: dict[str, Any], zone: str) -> list[str]:
    """The faces of the pieces that lie in a zone."""
    zones = table["scene"]["zones"]
    return [piece["face"] for each in zones if each["id"] == zone for piece in each["pieces"]]


def begin(server: Serving, game: str, seats: int, **values: Any) -> Screen:
    screen = Screen(server, "")
    people = [{"name": name, "colour": k} for k, name in enumerate(NAMES[:seats])]
    begun = screen.client.post("/api/beside/referee", json={"game": game, "people": people, "values": values})
    screen.at = f"/api/beside/referee/{begun.raise_for_status().json()['id']}"
    return screen


def report(screen: Screen, rng: Random, table: dict[str, Any]) -> dict[str, Any]:
    """Enter what may come up. A screen is not told what others hold, and is refused those cards."""
    texts = table["due"]["texts"]
    for text in rng.sample(texts, len(texts)):
        made = screen.ask("enter", seat=-1, text=text, after=0)  # what is refused so changes the revision
        if made["status"] != 409 or "all of them are elsewhere" not in made["why"]:
            return made
    pytest.fail(f"none of {texts} can come up")


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
            made = report(screen, rng, table)
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
    is_filed_until_it_is_undone(server, screens, seen)


def would_be_counted(server: Serving, key: str) -> int:
    """The events of the match whose account is counted for whoever asks where it was won."""
    writing, reading = open_database(server.settings["database"])
    with reading.begin() as connection:
        order = order_of(finished.whole(connection, key, 1))
    writing.dispose()
    reading.dispose()
    return len(order.match().log)


def is_filed_until_it_is_undone(server: Serving, screens: list[Screen], seen: dict[str, Any]) -> None:
    """A refereed match that is over is replayed, accounted, verified and listed like any other, and in play
    again once its last entry is undone."""
    table = screens[0].client
    at = f"/api/tables/{seen['id']}"
    assert table.get(at).raise_for_status().json()["refereed"]
    steps = table.get(f"{at}/matches/1/replay").raise_for_status().json()["steps"]
    assert steps[-1]["scene"]["over"]
    assert would_be_counted(server, seen["id"]) == seen["n"]
    text = table.get(f"{at}/matches/1/transcript").raise_for_status().text
    read = transcript.read(text)
    assert read.match.result == seen["result"]
    assert read.one(REPORTED_DICE) == AS_REPORTED
    checked = read.verify()
    assert checked[-1] == "Dice and cards are as people reported them at a real table."
    drawn = read.one(DRAWN)
    assert any("what the sealed secret gives" in each for each in checked) == bool(drawn)
    if drawn:
        told, secret, number, *_ = drawn.split()
        assert told == seen["commitment"], "it was told before the first was drawn"
        for true, forged in ((secret, secret[::-1]), (f"{secret} {number}", f"{secret} {seen['n'] + 1}")):
            with pytest.raises(BadTranscript, match="Drawn"):
                transcript.read(text.replace(true, forged)).verify()
        with pytest.raises(BadTranscript, match="told to be drawn twice"):
            transcript.read(text.replace(drawn, f"{drawn}; {drawn}")).verify()
    own = [screen.client.get("/api/me/matches").json() for screen in screens]
    assert [[(one["seat"], one["refereed"], one["result"]) for one in each] for each in own] == [
        [(screen.look()["you"], True, seen["result"])] for screen in screens
    ]
    again = screens[0].ask("undo", after=0)
    assert again["result"] == ""
    assert (again["commitment"] != seen["commitment"]) == bool(drawn), "a seal that was opened draws no more"
    assert table.get(f"{at}/matches/1/replay").status_code == 404
    assert table.get(at).status_code == 404
    assert all(screen.client.get("/api/me/matches").json() == [] for screen in screens)


def test_undo_goes_back_past_others_and_two_screens_do_not_enter_over_each_other(server):
    table, phone = (first := begin(server, "kadice", 2)), Screen(server, first.at)
    start = table.look()
    table.ask("enter", seat=-1, text="4", after=start["revision"])
    wrong = phone.ask("enter", seat=-1, text="9", after=0)
    assert wrong["why"] == "illegal entry '9': what may come up is 1, 2, 3, 4, 5, 6"
    refused = phone.ask("enter", seat=-1, text="5", after=start["revision"])
    assert refused == {
        "status": 409,
        "why": "something was entered meanwhile, by the table: look again",
    }
    now = phone.ask("enter", seat=-1, text="5", after=phone.look()["revision"])
    assert now["n"] == 2
    back = phone.ask("undo", many=2, after=now["revision"])
    assert (back["n"], back["scene"]) == (0, start["scene"])


@pytest.mark.parametrize(
    ("game", "to", "values", "entries", "carried"),
    [
        ("kadice", "sheet", {"cards-each": 3}, 40, {}),
        (
            "dardz",
            "sheet",
            {"teams": True, "team-target": 90, "forfeits": True},
            60,
            {"target": 90, "teams": 1, "forfeits": 1},
        ),
        ("kadice", "dice", {}, 6, {}),
    ],
)
def test_a_table_goes_on_with_less_keeps_its_score_and_is_never_refereed_again(
    server, game, to, values, entries, carried
):
    table, rng = begin(server, game, 4, **values), Random(entries)
    phone, seen = Screen(server, table.at), table.look()
    for _ in range(entries):
        seen = step([table], rng, seen) or pytest.fail("the match is over")
    score = [int(row[-1]) for row in seen["scene"]["card"]["rows"]]
    assert table.ask("lower", to="more", after=0)["status"] == 400
    lowered = table.ask("lower", to=to, after=seen["revision"])["lowered"]
    assert lowered == phone.look()["lowered"]
    assert (lowered["to"], lowered["totals"], lowered["settings"]) == (to, score, carried)
    refused = [
        table.ask(what, **wish) for what, wish in (("undo", {"after": 0}), ("lower", {"to": to, "after": 0}))
    ]
    assert [answer["status"] for answer in refused] == [409, 409]
    assert "it is refereed no longer" in refused[0]["why"]
    if to == "dice":
        tray = table.client.get(f"/api/beside/dice/{lowered['dice']}").raise_for_status().json()
        assert [one["name"] for one in tray["people"]] == list(NAMES)


def test_a_correction_says_what_stands_before_it_is_done_and_asks_again_for_the_rest(server):
    table = begin(server, "kadice", 2)
    for text in ("4", "5"):  # who deals
        table.ask("enter", seat=-1, text=text, after=0)
    told = table.client.get(f"{table.at}/lines").json()
    assert [(line["number"], line["text"], line["by"]) for line in told] == [
        (1, "4", "the table"),
        (2, "5", "the table"),
    ]
    assert [(line["name"], line["whose"]) for line in told] == [("4", 0), ("5", 1)]
    before = table.look()
    assert before["due"]["texts"][0] == "P1"
    preview = table.ask("correct", number=1, text="6", after=0)
    assert (preview["stands"], preview["again"]) == (1, [])
    assert table.look()["revision"] == before["revision"]
    table.ask("enter", seat=-1, text="P1", after=0)
    tie = table.ask("correct", number=1, text="5", after=0, sure=True)  # both rolled 5: they roll again
    card = {"seat": -1, "text": "P1", "name": "Single Pair 1", "whose": 1}
    assert (tie["stands"], tie["again"]) == (1, [card])
    assert table.look()["due"]["texts"] == list("123456")
    assert table.ask("correct", number=1, text="7", after=0)["status"] == 409


def entered(server: Serving, game: str, *entries: tuple[int, str]) -> Screen:
    """A table on one screen after these entries: seats, -1 for what came up, and texts."""
    table = begin(server, game, 2)
    for seat, text in entries:
        assert table.ask("enter", seat=seat, text=text, after=0)["status"] == 200
    return table


def came_up(*texts: str) -> list[tuple[int, str]]:
    return [(-1, text) for text in texts]


def test_whoever_moves_dice_is_asked_on_until_satisfied_and_then_the_other_du6(server):
    table = begin(server, "duello", 2)
    for _ in NAMES[:2]:
        assert table.ask("cover", after=0)["status"] == 200
        for face in "1122334456":
            table.ask("enter", seat=-1, text=face, after=0)
    for seat in (0, 1):
        table.ask("enter", seat=seat, text="aim", after=0)
    acting = []
    for seat, text in ((1, "in 1"), (1, "in 2"), (0, "in 1"), (0, "satisfied")):
        made = table.ask("enter", seat=seat, text=text, after=0)
        assert made["status"] == 200, made
        acting.append(made["acting"])
    assert acting == [1, 1, 0, 1]
    assert table.look()["acting"] == 1, "a screen that comes later is asked the same"


def test_the_card_for_a_colour_is_tapped_as_a_card_for_a_player_may_be_called_red_cd4(server):
    due = entered(server, "command-dice").look()["due"]
    assert (due["texts"], due["names"]) == (["red", "black"], ["Red card", "Black card"])


def test_dice_that_were_chosen_in_secret_and_shown_since_are_corrected_cd6(server):
    dealt = came_up("red", "3h", "3s", "2h")
    table = entered(server, "command-dice", *dealt, (0, "R1"), (1, "R1 W1"))
    lines = table.client.get(f"{table.at}/lines").json()[4:]
    assert [line["text"] for line in lines] == ["R1", "R1 W1"]
    assert [line["name"] for line in lines] == ["1 red", "1 red and 1 white"]
    assert "a red die" in table.look()["scene"]["now"]["note"]
    for text in ("1", "1", "1"):
        assert table.ask("enter", seat=-1, text=text, after=0)["status"] == 200
    told = table.ask("correct", number=5, text="W1", after=0)
    assert (told["stands"], [one["text"] for one in told["again"]]) == (1, ["1", "1", "1"]), "of another die"
    assert told["again"][0]["name"] == "1", "which everybody saw"


def test_nobody_sees_in_the_log_what_one_has_chosen_and_the_other_not_yet_cd18(server):
    table = entered(server, "command-dice", *came_up("red", "3h", "3s", "2h"), (0, "R1"))
    assert len(table.client.get(f"{table.at}/lines").json()) == 4
    assert table.ask("correct", number=5, text="W1", after=0)["status"] == 403


def test_what_was_entered_after_a_corrected_die_stands_as_far_as_it_is_written_alike_cd10(server):
    dealt = came_up("red", "3h", "3s", "2h")
    table = entered(server, "command-dice", *dealt, (0, "W1 B2"), (1, "R4"), *came_up("2", "1", "1"))
    assert table.ask("enter", seat=0, text="3h W2 B1", after=0)["status"] == 200
    told = table.ask(
        "correct", number=8, text="3", after=0, sure=True
    )  # the first blue die: the other was used
    assert (told["stands"], told["again"]) == (2, [])
    struck = table.client.get(f"{table.at}/lines?since=9").json()
    assert [line["name"] for line in struck] == ["3 of hearts by white 2 and blue 1"]
    scene = table.look()["scene"]
    assert scene["plates"][0]["score"] == "3"
    assert any(choice["text"] == "3s B3" for choice in scene["choices"])


def test_undo_takes_a_correction_back_with_all_that_no_longer_fitted(server):
    war = came_up("6", "1", "FH", "FH", "2", "5", "P5", "6", "6")
    table = entered(server, "kadice", *war)
    before = table.client.get(f"{table.at}/lines").json()
    assert len(table.ask("correct", number=3, text="SS", after=0, sure=True)["again"]) == 5
    assert table.look()["corrected"]
    undone = table.ask("undo", after=0)
    assert (undone["n"], undone["corrected"]) == (9, False)
    assert table.client.get(f"{table.at}/lines").json() == before
    assert table.ask("correct", number=3, text="SS", after=0, sure=True)["stands"] == 1
    table.ask("enter", seat=-1, text="1", after=0)
    assert table.ask("undo", after=0)["n"] == 4, "of what was entered since"


def test_a_match_whose_correction_was_taken_back_can_be_verified(server):
    table = begin(server, "class-warfare", 2)
    while not (seen := table.look())["result"]:
        if seen["due"]:
            table.ask("roll", after=0)
        else:
            table.ask("enter", seat=seen["acting"], text=seen["scene"]["choices"][0]["text"], after=0)
    line = table.client.get(f"{table.at}/lines").json()[0]
    other = next(text for text in line["others"] if text != line["text"])
    table.ask("correct", number=line["number"], text=other, after=0, sure=True)
    again = table.ask("undo", after=0)
    assert (again["n"], again["result"]) == (seen["n"], seen["result"])
    told = table.client.get(f"/api/tables/{again['id']}/matches/1/transcript").text
    checked = transcript.read(told).verify()
    assert f"The result holds: {seen['result']}." in checked
    assert not [line for line in checked if "the app drew" in line], "its seal was opened with the first end"


def test_each_entry_to_correct_says_the_turn_that_it_was_made_in(server):
    table = entered(server, "kadice", *came_up("5", "4", "P1", "FH", "1", "1"))
    turns = [line["turn"] for line in table.client.get(f"{table.at}/lines").json()]
    assert turns[-1] == "Round 1, turn 1"
    assert turns[0] != turns[-1]


def test_a_choice_among_very_many_is_corrected_to_any_of_them_kd_d4(server):
    table = begin(server, "con-person", 2)
    while (due := table.look()["due"]) and due["cover"]:
        assert table.ask("cover", after=0)["status"] == 200
    assert table.ask("enter", seat=0, text="bid 2 4s", after=0)["status"] == 200
    bid = table.client.get(f"{table.at}/lines").json()[-1]
    assert len(bid["others"]) == len(bid["names"]) == 28 * 6
    assert bid["others"][-1] == "bid 28 6s"
    assert table.ask("correct", number=bid["number"], text="bid 28 6s", after=0, sure=True)["stands"] == 0


def test_dice_of_a_war_that_a_correction_undoes_are_not_those_of_the_turn_ka5(server):
    table = begin(server, "kadice", 2)
    # The war for the first deal; both turn up a Full House and go to war for it; then a card and dice.
    for text in ("6", "1", "FH", "FH", "2", "5", "P5", "6", "6"):
        assert table.ask("enter", seat=-1, text=text, after=0)["status"] == 200
    told = table.ask("correct", number=3, text="SS", after=0)
    names = [one["name"] for one in told["again"]]
    assert names == ["2", "5", "Single Pair 5", "6", "6"], "which were dice of the war, and what came of it"
    assert (told["stands"], told["why"]) == (1, "2 no longer fits")


def test_entries_to_correct_are_called_as_on_the_pad_and_say_whose_they_are(server):
    table = begin(server, "kadice", 2)
    for text in ("5", "4", "P1", "FH", "1", "1"):
        assert table.ask("enter", seat=-1, text=text, after=0)["status"] == 200
    told = table.client.get(f"{table.at}/lines").json()
    cards = [line for line in told if line["name"] != line["text"]]
    assert [(line["text"], line["name"]) for line in cards] == [("P1", "Single Pair 1"), ("FH", "Full House")]
    assert {line["whose"] for line in cards} == {0, 1}
    assert dict(zip(cards[0]["others"], cards[0]["names"], strict=True))["KD"] == "KA'DICE"
    box = box_of(load("kadice"))
    assert box
    assert box.choice_called("eliminate FH OD") == "eliminate Full House and All Odds"
    assert box.choice_called("hold 4 4") == "hold 4 4"


def test_dice_of_one_seat_are_told_from_those_of_another_when_an_entry_of_duello_is_corrected_du1(server):
    table = begin(server, "duello", 2)
    phones = (table, Screen(server, table.at))
    for seat, phone in enumerate(phones):
        phone.ask("hold", seat=seat)
    for n in range(30):
        assert phones[n // 15].ask("enter", seat=-1, text="1", after=0)["status"] == 200
    told = phones[1].client.get(f"{table.at}/lines").json()
    stock, own = [0] * 10, [1] * 15
    assert [line["whose"] for line in told] == stock + own, "all but Ada's target"


def kept(*texts: str) -> list[dict[str, Any]]:
    """Entries of what came up, each under a word of its own."""
    return [{"word": f"{k} {text}", "text": text} for k, text in enumerate(texts)]


def test_entries_that_a_screen_kept_count_once_and_in_order_up_to_one_that_cannot_be(server):
    table = begin(server, "kadice", 2)
    first = table.ask("enter", seat=-1, text="4", after=0, word="0 4")  # its answer was lost
    late = {"n": 0, "edition": first["edition"], "entries": kept("4", "2", "9", "P1")}
    made = table.ask("late", **late)
    assert (made["n"], made["late"]["made"]) == (2, 2)
    assert "9" in made["late"]["why"]
    again = table.ask("late", **late)
    assert (again["n"], again["late"]["made"]) == (2, 2), "what is sent again is made once"
    assert table.ask("late", n=0, edition=0, entries=[])["status"] == 400
    hour = kept(*("4" for _ in range(1_200)))  # one every three seconds
    assert table.ask("late", n=0, edition=0, entries=hour)["late"]["differs"]
    assert "not 1201" in table.ask("late", n=0, edition=0, entries=[*hour, *hour[:1]])["why"]


def test_two_screens_that_went_on_alone_choose_a_line_and_the_other_is_kept_aside(server):
    table = begin(server, "kadice", 2)
    phone = Screen(server, table.at)
    table.ask("late", n=0, edition=0, entries=kept("4", "2"))
    same = phone.ask("late", n=0, edition=0, entries=[{"word": "a", "text": "4"}])
    assert (same["n"], same["late"]["differs"]) == (2, False), "they entered the same die"
    mine = {"n": 0, "edition": 0, "entries": [{"word": "b", "text": "3"}, {"word": "c", "text": "6"}]}
    told = phone.ask("late", **mine)
    assert (told["n"], told["late"]["differs"]) == (2, True)
    assert told["late"]["theirs"] == ["the table: 4", "the table: 2"]
    assert phone.ask("late", **mine, stands="yours")["status"] == 400
    after = phone.ask("late", **mine, stands="mine")
    assert [line["text"] for line in table.client.get(f"{table.at}/lines").json()] == ["3", "6"]
    assert [each["texts"] for each in after["aside"]] == [["4", "2"]]
    third = table.ask("late", n=0, edition=0, entries=kept("5")[:1], stands="theirs")
    assert (third["n"], third["late"]["made"]) == (2, 1)
    assert [each["texts"] for each in third["aside"]] == [["4", "2"], ["5"]]


def test_what_lies_under_a_cup_is_hidden_in_entries_that_gave_way(server):
    table = begin(server, "duello", 2)
    ada, nils = Screen(server, table.at), Screen(server, table.at)
    ada.ask("hold", seat=0)
    nils.ask("hold", seat=1)
    ada.ask("late", n=0, edition=0, entries=kept("6", "2"))
    mine = {"n": 0, "edition": 0, "entries": [{"word": "n", "text": "1"}]}
    assert nils.ask("late", **mine)["late"]["theirs"] == ["Ada: a secret", "Ada: a secret"]
    assert nils.ask("late", **mine, stands="theirs")["aside"][0]["texts"] == ["1"]
    assert ada.look()["aside"][0]["texts"] == ["a secret"]


def test_dice_that_are_kept_are_not_asked_for_again(server):
    """KA-7: of five held dice two stay, and three are rolled."""
    table = begin(server, "kadice", 2)
    for text in ("4", "2", "P1", "FH", *"33556"):
        table.ask("enter", seat=-1, text=text, after=0)
    table.ask("enter", seat=0, text="hold 3 3", after=0)
    for text in "22463":
        table.ask("enter", seat=-1, text=text, after=0)
    table.ask("enter", seat=1, text="hold nothing", after=0)
    now = table.ask("enter", seat=0, text="keep 3 3", after=0)
    for text in "124":
        assert now["due"]["texts"] == list("123456")
        now = table.ask("enter", seat=-1, text=text, after=0)
    assert (now["due"], now["acting"]) == (None, 0)
    assert "hold 3 3 4" in [choice["text"] for choice in now["scene"]["choices"]]


def test_a_choice_while_dice_are_due_is_refused_by_name_and_not_by_the_numbers_of_seats(server):
    table = begin(server, "kadice", 2)
    why = table.ask("enter", seat=0, text="hold nothing", after=0)["why"]
    assert why == "illegal event 'hold nothing' in War for the first deal: waiting for chance"
    for text in ("5", "4", "P1", "FH", "1", "1", "2", "3", "4"):
        assert table.ask("enter", seat=-1, text=text, after=0)["status"] == 200
    on_turn = NAMES[table.look()["acting"]]
    why = table.ask("enter", seat=1 - NAMES.index(on_turn), text="hold nothing", after=0)["why"]
    assert why.endswith(f": waiting for {on_turn}")


def test_the_copies_of_a_card_that_are_left_are_counted_and_one_too_many_is_refused(server):
    """DZ-1, DZ-2: there are six of each number, of the 7s one is golden; undo puts one back."""
    table = begin(server, "dardz", 3)
    for text in "662211":
        now = table.ask("enter", seat=-1, text=text, after=0)

    def left() -> dict[str, int]:
        return dict(zip(now["due"]["texts"], now["due"]["left"], strict=True))

    assert (left()["9"], left()["7"], left()["7g"]) == (6, 5, 1)
    now = table.ask("enter", seat=-1, text="9", after=0)
    assert left()["9"] == 5
    now = table.ask("enter", seat=-1, text="7g", after=0)
    assert left()["7g"] == 0
    refused = table.ask("enter", seat=-1, text="7G", after=0)
    assert (refused["status"], refused["why"]) == (
        409,
        "'7g' cannot come up: it is out of the deck, or an earlier entry is wrong",
    )
    for _ in range(4):
        table.ask("enter", seat=-1, text="9", after=0)
    made = table.ask("enter", seat=-1, text="9", after=0)
    assert (made["status"], "9" in made["due"]["texts"]) == (200, True)
    assert "all 6 of them are out" in table.ask("enter", seat=-1, text="9", after=0)["why"]
    now = table.ask("undo", many=6, after=0)
    assert (left()["9"], left()["7g"]) == (5, 1)


def test_each_card_of_the_battle_deck_keeps_its_place_and_what_is_out_stays_as_a_ghost_cd3(server):
    """CD-3 has each card once; CD-14 shuffles all of them again for a round, and undo puts one back."""
    table = begin(server, "command-dice", 2)
    assert table.ask("enter", seat=-1, text="black", after=0)["due"]["left"] == [1] * 24
    now = table.ask("enter", seat=-1, text="2c", after=0)
    assert now["due"]["texts"] == [value + suit for suit in "cdhs" for value in "123456"]
    assert now["due"]["left"] == [1, 0, *[1] * 22]
    again = table.ask("enter", seat=-1, text="2C", after=0)
    assert (again["status"], again["why"]) == (
        409,
        "'2c' cannot come up: it is out of the deck, or an earlier entry is wrong",
    )
    assert table.ask("undo", many=1, after=0)["due"]["left"] == [1] * 24


def test_what_a_throw_came_to_is_called_as_those_call_it_who_saw_it_kd_d7(server):
    """KD-D7: how far a die lies, what it shows, and which die was knocked, by name and not in notation."""
    table = begin(server, "horse-shoes", 2)
    table.ask("enter", seat=-1, text="5", after=0)
    due = table.ask("enter", seat=1, text="throw", after=0)["due"]
    called = dict(zip(due["texts"], due["names"], strict=True))
    assert due["thrown"]
    assert (called["felled"], called["at 2"], called["no bounce"]) == (
        "Felled the Post",
        "Two thumbs away",
        "It did not bounce",
    )
    now = table.ask("enter", seat=-1, text="at 2", after=0)
    assert (now["due"]["thrown"], now["scene"]["now"]["title"]) == (
        False,
        "Which number does {1's} die show?",
    )
    for seat, text in [(-1, "6"), (0, "throw"), (-1, "at 1"), (-1, "4")]:
        now = table.ask("enter", seat=seat, text=text, after=0)
    assert now["due"]["names"] == ["No other die", "Nils’s first die"]


@pytest.mark.parametrize(
    ("game", "entries", "is_hidden"),
    [
        ("command-dice", ["black", "1c", "2c", "3c"], True),  # CD-6
        ("kadice", ["6", "1", "P1", "FH", "1", "2", "3", "4", "6"], False),  # KA-17
    ],
)
def test_a_choice_that_others_see_only_when_all_have_chosen_is_said_to_be_hidden(
    server, game, entries, is_hidden
):
    table = begin(server, game, 2)
    for text in entries:
        now = table.ask("enter", seat=-1, text=text, after=0)
    assert (now["due"], now["hidden"]) == (None, is_hidden)


def test_only_those_who_may_let_a_window_pass_are_asked_to_pass_together_kd13(server):
    """KD-D5: who places the next die of a tower may not pass, while the others may lay a Viking Invasion."""
    table = begin(server, "kadoova-duel", 3)
    for _ in range(3):
        table.ask("cover", after=0)
    opening = [(-1, "3"), *((seat, "roll") for seat in range(3)), *((-1, face) for face in "345")]
    for seat, text in (*opening, (-1, "beach-left"), *((seat, "pass") for seat in range(3))):
        now = table.ask("enter", seat=seat, text=text, after=0)
    assert (now["awaited"], now["acting"], now["passing"]) == ([0, 1, 2], 0, [])
    asked = table.client.get(f"{table.at}?acting=1").json()
    assert (asked["acting"], asked["passing"]) == (1, [1, 2])


def test_throws_of_a_whole_game_are_reported_as_real_dice_make_them_kd_d2_kd22(server):
    """KD-D2: the mat is set where the thrower likes it, and a die may fail to bounce, or knock another."""
    table = begin(server, "kadoova-duel", 2)
    for _ in range(2):
        table.ask("cover", after=0)
    opening = [(-1, "3"), (0, "roll"), (1, "roll"), (-1, "3"), (-1, "4")]
    for seat, text in (*opening, (-1, "chicken-low"), (0, "pass"), (1, "pass")):
        now = table.ask("enter", seat=seat, text=text, after=0)
    assert (now["acting"], now["scene"]["now"]["title"]) == (1, "Set the mat where you like.")
    for seat, text in [(1, "mat 1"), *[(1, "throw"), (0, "aside"), (-1, "band 2"), (1, "throw")]]:
        now = table.ask("enter", seat=seat, text=text, after=0)
    assert "no bounce" in now["due"]["texts"]
    assert table.ask("enter", seat=-1, text="band 3", after=0)["due"]["names"] == [
        "No other die",
        "Nils’s first die",
    ]


def test_the_app_stands_in_for_missing_dice_and_rolls_the_same_again_after_undo(server):
    table = begin(server, "command-dice", 2)
    colour = table.ask("roll", after=0)  # which is a card of its own (CD-4)
    assert colour["due"]["texts"][0] == "1c"
    first = table.ask("roll", after=0)
    assert first["due"] is None
    table.ask("undo", many=first["n"] - 1, after=0)
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
    assert ada.look()["steps"] == table.look()["steps"], "who is shown her phone reads nothing in its log"
    assert nils.ask("correct", number=1, text="1", after=0)["status"] == 403
    assert table.look()["due"]["seat"] in (-1, 1)
    late = Screen(server, table.at)  # phones leave and join in the middle
    assert late.ask("hold", seat=1)["why"] == "another phone is Nils's"
    assert nils.ask("hold", seat=-1)["you"] == -1
    assert late.ask("hold", seat=1)["held"] == [0, 1]
    assert nils.look()["held"] == [0, 1]


def test_a_seat_that_is_given_back_shows_its_secrets_to_no_other_phone(server):
    table = begin(server, "duello", 2)
    ada, nils = Screen(server, table.at), Screen(server, table.at)
    ada.ask("hold", seat=0)
    for text in "62524":
        ada.ask("enter", seat=-1, text=text, after=0)
    ada.ask("hold", seat=-1)
    why = "another phone was shown what Ada alone may know"
    assert nils.ask("hold", seat=0)["why"].startswith(why)
    nils.ask("late", n=0, edition=0, entries=[{"word": "a", "text": "1"}], stands="mine")
    assert (table.look()["n"], table.look()["aside"][0]["texts"]) == (0, ["a secret"] * 5)
    assert nils.ask("hold", seat=0)["why"].startswith(why), "what was put aside is hers too"
    assert ada.ask("hold", seat=0)["aside"][0]["texts"] == list("62524")


def test_a_table_goes_on_without_a_phone_that_is_gone_and_its_secrets_are_shown_to_no_other(server):
    table = begin(server, "duello", 2)
    ada, nils = Screen(server, table.at), Screen(server, table.at)
    assert table.ask("without", seat=0)["why"] == "no phone is Ada's"
    assert table.ask("without", seat=2)["status"] == 400
    ada.ask("hold", seat=0)
    for text in "62524":
        ada.ask("enter", seat=-1, text=text, after=0)
    while (seen := table.look())["due"]:
        table.ask("cover" if seen["due"]["cover"] else "roll", after=0)
    assert (0 in seen["awaited"], 0 in seen["here"]) == (True, False), "her phone alone is asked"
    seen = table.ask("without", seat=0)
    assert (seen["held"], 0 in seen["here"]) == ([], True), "now this screen asks her"
    assert faces_in(seen, "target-0").count("?") == 5, "and does not know what lies under her cup"
    assert ada.look()["you"] == -1
    assert nils.ask("hold", seat=0)["why"].startswith("another phone was shown what Ada alone may know")
    assert ada.ask("hold", seat=0)["you"] == 0


def test_a_phone_shows_its_own_seat_while_others_choose_and_their_choices_where_it_asks_for_them_du6(server):
    table = begin(server, "duello", 3)
    ada, maya = Screen(server, table.at), Screen(server, table.at)
    ada.ask("hold", seat=0)
    maya.ask("hold", seat=2)
    while (seen := table.look())["due"]:
        screen = {0: ada, 2: maya}.get(seen["due"]["seat"], table)
        screen.ask("cover" if seen["due"]["cover"] else "roll", after=0)
    assert ada.look()["acting"] == 0
    ada.ask("enter", seat=0, text="aim", after=0)
    assert (table.look()["acting"], table.look()["here"]) == (1, [1])
    seen = ada.look()
    assert (seen["acting"], seen["here"], seen["scene"].get("choices", [])) == (-1, [1], [])
    assert [zone["seat"] for zone in seen["scene"]["zones"] if zone.get("label") == "Your target"] == [0]
    seen = ada.client.get(ada.at, params={"acting": 1}).json()
    assert (seen["acting"], len(seen["scene"]["choices"]) > 0) == (1, True)


def test_a_choice_in_secret_is_shown_to_no_phone_that_takes_the_seat_later_cd18(server):
    table = begin(server, "command-dice", 2)
    ada, nils = Screen(server, table.at), Screen(server, table.at)
    seen = ada.ask("hold", seat=0)
    while seen["due"]:
        seen = table.ask("roll", after=0)
    seen = ada.look()
    assert (seen["acting"], seen["hidden"]) == (0, True)
    ada.ask("enter", seat=0, text=seen["scene"]["choices"][0]["text"], after=0)
    assert ada.ask("hold", seat=-1)["you"] == -1
    assert nils.ask("hold", seat=0)["status"] == 409
    assert nils.ask("hold", seat=1)["you"] == 1
    assert nils.ask("undo", after=0)["status"] == 200
    assert nils.ask("hold", seat=0)["you"] == 0, "nothing is secret there any more"


def test_dice_are_entered_as_what_came_up_and_not_as_the_choice_of_a_seat_that_nobody_plays(server):
    """Else any screen could enter the dice under another's cup as those of chance's own seat."""
    table = begin(server, "duello", 2)
    Screen(server, table.at).ask("hold", seat=0)
    for seat in (CHANCE, 2, 10**30):
        made = table.ask("enter", seat=seat, text="1", after=0)
        assert (made["status"], made["why"]) == (400, f"there is no seat {str(seat)[:20]}: 2 play")
    late = {"n": 0, "edition": 0, "entries": [{"word": "a", "seat": CHANCE, "text": "1"}]}
    assert table.ask("late", **late)["late"]["why"] == f"there is no seat {CHANCE}: 2 play"
    assert table.ask("late", **{**late, "n": 10**30, "edition": 9}, stands="theirs")["aside"][0]["n"] == 0
    assert table.look()["n"] == 0


def test_a_cup_that_is_never_lifted_is_filed_with_its_dice_marked_as_only_supposed(server):
    """DU-24: who folds lifts nothing."""
    table = begin(server, "duello", 2, wagering=True)
    seen = table.look()
    while not seen["result"]:
        due, texts = seen["due"], [choice["text"] for choice in seen["scene"].get("choices", ())]
        if due and due["cover"]:
            seen = table.ask("cover", after=0)
        elif due:
            seen = table.ask("enter", seat=-1, text=due["texts"][0], after=0)
        else:
            text = next(each for each in ("fold", "bet 10", *texts) if each in texts)
            seen = table.ask("enter", seat=seen["acting"], text=text, after=0)
        assert seen["status"] == 200, seen
    at = f"/api/tables/{seen['id']}/matches/1"
    read = transcript.read(table.client.get(f"{at}/transcript").raise_for_status().text)
    assert len(read.one(SUPPOSED).split()) == seen["supposed"] == 10
    assert "10 events are only supposed" in " ".join(read.verify())


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


def test_a_table_says_which_deck_it_plays_and_a_value_that_cannot_be_is_refused(server):
    screen = Screen(server, "")
    people = [{"name": name} for name in NAMES[:2]]
    wish = {
        "game": "command-dice",
        "people": people,
        "deck": "My box",
        "values": {"red-swords": [0, 0, 1, 1, 2, 2]},
    }
    begun = screen.client.post("/api/beside/referee", json=wish).raise_for_status().json()
    screen.at = f"/api/beside/referee/{begun['id']}"
    table = screen.look()
    assert (table["deck"], table["values"]) == ("My box", {"red-swords": [0, 0, 1, 1, 2, 2]})
    wish["values"] = {"red-swords": [0, 0, 1, 1, 2, 7]}
    answer = screen.client.post("/api/beside/referee", json=wish)
    assert answer.status_code == 400
    assert "red-swords" in answer.json()["why"]


def dealt(own: str) -> tuple[RefereeRecord, Running]:
    """Kadoova Duel as it is when Nils draws a card and Ada has drawn one before: ``own``."""
    game = load("kadoova-duel")
    people = tuple(Someone(name) for name in NAMES[:3])
    holders = dict(enumerate(NAMES[:3]))
    record = RefereeRecord(game.key, game.version, game.check({}, 3), people, "", "", [], holders)
    running, first = Running(record), True
    while not (owned := owner(running.match)) or owned[0] == "Ada":
        texts = running.match.legal(CHANCE)
        text = own if owned and first else texts[0]
        first = first and not owned
        by = Guest(owned[0], "") if owned else None
        referee.enter(record, running, by, Said(-1, text), "")
    return record, running


def owner(match: Match) -> list[str]:
    """Whose secret is due, by the name of the guest."""
    seat = owner_of(match) if CHANCE in match.awaited else -1
    return [NAMES[seat]] if seat >= 0 else []


def test_nobody_learns_what_another_drew_from_what_may_still_come_up():
    worlds = [dealt(own) for own in ("extra-other", "less-self")]
    assert worlds[0][1].match.legal(CHANCE) != worlds[1][1].match.legal(CHANCE), "there is one of each"
    seen = [referee._due(record, running, 1) for record, running in worlds]
    assert seen[0] == seen[1]
    nils = Guest("Nils", "")
    assert list(lines(*worlds[0], nils, 0)) == list(lines(*worlds[1], nils, 0))
    refused = []
    for record, running in worlds:
        with pytest.raises(Refusal) as told:
            referee.enter(record, running, nils, Said(-1, "nonsense"), "")
        refused.append(told.value.why)
    assert refused[0] == refused[1]


def test_a_card_that_was_played_on_somebody_is_corrected_by_names_kd16():
    match = load("kadoova-duel").match(3, chance=Reported(), names=NAMES[:3])
    events = [PLAY_ON + 4 * LESS_OTHER + 2, PLAY_BET_LOSE + STEPS + 4, CHOOSE + 1]
    assert match.texts(0, events) == ["less on 2", "bet 500 against 1", "seat 1"]
    names = [f"Less Dice on {NAMES[2]}", f"bet 500 against {NAMES[1]}", f"challenge {NAMES[1]}"]
    assert referee.named(match, 0, events) == tuple(names)


def test_a_card_that_is_taken_in_a_trade_is_corrected_by_its_owners_name_dz3():
    match = load("dardz").match(4, chance=Reported(), names=("Ada", "Nils", "Maya", "Theo"))
    events = [FETCH + 3 * KINDS + 7, FETCH + KINDS + GOLDEN]
    assert match.texts(0, events) == ["take 8 from 3", "take 7g from 1"]
    assert referee.named(match, 0, events) == ("take Theo’s 8", "take Nils’s golden 7")


def test_cards_have_their_names_and_a_duel_card_that_of_its_duel_and_of_how_the_opponent_is_found():
    """KD-2, KD-20: every card of the box that may be drawn is called as it is printed."""
    game = load("kadoova-duel")
    match, box = game.match(3, chance=Reported()), box_of(game)
    assert box
    titles = {each.title for each in all_games() if each.about.part_of == game.title}
    hands = [box.called(text) for text in match.legal(CHANCE)]
    plain = {"pickpocket", "nope", "windfall"}  # are called as they are typed
    assert {name for name in hands if name[0].islower()} == plain
    drawn = [box.called(duel_card_text(card)) for card in range(len(DUEL_CARDS))]
    assert {name.partition(", ")[0] for name in drawn} == titles
    assert "Plague Doctor, High Score" in drawn


def test_in_a_game_with_secrets_others_choices_are_corrected_on_their_own_phones():
    record, running = dealt("extra-other")
    rng, match = Random(1), running.match
    while not (known := [k for k, noted in enumerate(record.log, 1) if noted.seat == 0]):
        seat = match.awaited[0]
        holder = owner(match)[0] if seat == CHANCE and owner(match) else NAMES[seat % 3]
        text = rng.choice(match.legal(seat))
        referee.enter(record, running, Guest(holder, ""), Said(-1 if seat == CHANCE else seat, text), "")
    nils = Guest("Nils", "")
    assert known[0] not in [line.number for line in lines(record, Running(record), nils, 0)]
    with pytest.raises(Refusal, match="owner's phone alone"):
        correct(record, Running(record), nils, known[0], "pass", "Nils")


@pytest.mark.parametrize("hidden", ["extra-other", "less-self"])
def test_what_a_correction_would_do_tells_nothing_of_the_cards_that_others_hold_kd23(server, hidden):
    """Both are single cards; who asks for another in the place of an own one hears the same of either."""
    first = begin(server, "kadoova-duel", 2)
    second = Screen(server, first.at)
    for seat, screen in enumerate((first, second)):
        screen.ask("hold", seat=seat)
    for screen, cards in (
        (first, (hidden, "bet-win", "bet-lose", "toll", "nope")),
        (second, ("rematch", "viking", "pickpocket")),
    ):
        for text in cards:
            assert screen.ask("enter", seat=-1, text=text, after=0)["status"] == 200
    number = second.client.get(f"{first.at}/lines").json()[0]["number"]
    before = second.look()
    wish = {"number": number, "after": 0, "sure": False}
    heard = [second.ask("correct", text=text, **wish) for text in ("extra-other", "less-self")]
    assert heard[0] == heard[1] == {"stands": 0, "again": ANY, "why": SECRET, "status": 200}
    assert Screen(server, first.at).ask("correct", text="extra-other", **wish)["status"] == 403
    assert second.look()["revision"] == before["revision"], "asked in silence"
    tried = second.ask("enter", seat=-1, text=hidden, after=0)
    assert tried["status"] == 409
    texts = [screen.look()["aside"][-1]["texts"] for screen in (second, first)]
    assert texts == [[hidden], ["a secret"]], "all see that it was tried, and who tried it what it was"
    other = "less-self" if hidden == "extra-other" else "extra-other"
    assert second.ask("correct", number=number, text=hidden, after=0, sure=True)["status"] == 409
    assert len(first.look()["aside"]) == 2
    assert second.ask("correct", number=number, text=other, after=0, sure=True)["status"] == 200
    assert first.look()["edition"] > before["edition"]


PEOPLE = {name: Guest(name, name) for name in NAMES[:2]}


def con_person(dice: str, *, is_entered: bool = True) -> RefereeRecord:
    """A Kadoova Duel as far as a Con-Person whose first dice are ``dice``. The hands were dealt before there
    were phones; then each has one, and with ``is_entered`` enters them there. Else they lie under her cup."""
    game, rng = load("kadoova-duel"), Random(1)
    people = tuple(Someone(name) for name in PEOPLE)
    record = RefereeRecord(game.key, game.version, game.check({}, 2), people, "", "", [])
    faces = list(dice)
    while True:
        running = Running(record)
        match, seat = running.match, running.match.awaited[0]
        owner = owner_of(match) if seat == CHANCE else -1
        is_bluff = owner >= 0 and not referee.hands.are_due(match)
        if owner >= 0 and not is_bluff:
            referee.cover(record, running, "")
        elif is_bluff and not is_entered:
            referee.cover(record, running, "")
            record.holders = dict(enumerate(PEOPLE))
            return record
        elif is_bluff and not faces:
            return record
        else:
            if is_bluff:
                record.holders = dict(enumerate(PEOPLE))
            texts = match.legal(seat)
            text = faces.pop(0) if is_bluff else next((one for one in texts if "con-person" in one), "")
            text = text or ("pass" if "pass" in texts else rng.choice(texts))
            by = PEOPLE[NAMES[owner]] if is_bluff else None
            referee.enter(record, running, by, Said(-1 if seat == CHANCE else seat, text), "")


def shown(record: RefereeRecord, who: str) -> referee.Refereed:
    return referee.seen("k", "c", 1, record, Running(record), PEOPLE.get(who), -1)


def faces_of(record: RefereeRecord, who: str) -> list[str]:
    zones = shown(record, who).scene.zones
    return [piece.face for zone in zones if zone.id == "cup-0" for piece in zone.pieces]


def test_own_secret_dice_are_seen_and_corrected_though_the_hand_is_only_supposed_kd23():
    record = con_person("5523")
    assert faces_of(record, "Ada") == list("2355")
    assert set(faces_of(record, "Nils")) == set(faces_of(record, "")) == {"?"}
    assert not any(zone.id == "hand-0" for zone in shown(record, "Ada").scene.zones)
    mine = [line.number for line in lines(record, Running(record), PEOPLE["Ada"], 0)][-4:]
    assert [record.log[number - 1].owner for number in mine] == [0] * 4
    for who in ("Nils", ""):
        assert not set(mine) & {line.number for line in lines(record, Running(record), PEOPLE.get(who), 0)}
        with pytest.raises(Refusal, match="known to its owner's phone alone"):
            correct(record, Running(record), PEOPLE.get(who), mine[0], "1", "")
    before = [shown(record, who).scene for who in ("Nils", "")]
    assert correct(record, Running(record), PEOPLE["Ada"], mine[0], "1", "").stands == 3
    assert faces_of(record, "Ada") == list("1235")
    assert [shown(record, who).scene for who in ("Nils", "")] == before


def test_nothing_is_said_of_dice_under_a_cup_that_the_screen_does_not_know_kd_d4(server):
    table = begin(server, "con-person", 2)
    while (due := table.look()["due"]) and due["cover"]:
        table.ask("cover", after=0)
    for seat, other in ((0, "bid 2 4s"), (1, "bid 3 4s")):
        scene = table.look()["scene"]
        assert "You hold" not in str(scene), scene["now"]
        assert table.ask("enter", seat=seat, text=other, after=0)["status"] == 200
    assert table.look()["scene"]["now"]["note"] == "{1} bid three fours."


def test_dice_under_a_cup_stay_unknown_to_a_phone_that_comes_later_and_it_says_so():
    record = con_person("", is_entered=False)
    assert set(faces_of(record, "Ada")) == {"?"}
    assert [shown(record, who).unseen for who in ("Ada", "Nils", "")] == [True, False, False]
    assert not any(
        record.log[line.number - 1].owner >= 0 for line in lines(record, Running(record), PEOPLE["Ada"], 0)
    )


def refereed(key: str, seats: int, values: dict[str, Any], rng: Random, most: int = 5000) -> Match:
    """A match of random choices and reports, ``most`` entries of it, each on the screen that may enter it."""
    game = load(key)
    box = box_of(game)
    assert box
    people = tuple(Someone(name) for name in EVERYBODY[:seats])
    holders = dict(enumerate(EVERYBODY[:seats])) if box.secret else {}
    record = RefereeRecord(key, game.version, game.check(values, seats), people, "", "", [], holders)
    running = Running(record)
    match = running.match
    while not match.over and len(record.log) < most:
        seat = rng.choice(match.awaited)
        secret = owner_of(match) if seat == CHANCE else -1
        who = EVERYBODY[secret] if secret >= 0 else EVERYBODY[seat % 8] if holders else ""
        by = Guest(who, "") if who else None
        if secret >= 0:
            with pytest.raises(Refusal, match="owner's own phone alone"):
                referee.enter(record, running, None, Said(-1, match.legal(CHANCE)[0]), "")
        said = Said(-1 if seat == CHANCE else seat, rng.choice(match.legal(seat)))
        referee.enter(record, running, by, said, "")
    assert Running(record).match.log == match.log
    return match


@pytest.mark.parametrize("key", sorted(game.key for game in all_games() if game.about.part_of))
def test_each_duel_is_refereed_on_one_screen_and_con_person_on_two_phones(key):
    assert refereed(key, 2, {}, Random(2)).over


def changes(value: Value) -> list[Plain]:
    """What an option may be other than it is: each of a choice, the least and the most of a number."""
    if value.choices:
        found: list[Plain] = [*value.choices]
    elif isinstance(value.value, bool):
        found = [not value.value]
    elif isinstance(value.value, int):
        found = [each for each in (value.least, value.most) if each is not None]
    else:
        return []
    return [each for each in found if each != value.value]


@pytest.mark.parametrize("key", sorted(game.key for game in all_games() if box_of(game)))
def test_every_number_of_seats_and_every_option_is_refereed_by_the_rules_of_the_game(key):
    game, rng = load(key), Random(3)
    for seats in range(game.seats[0], game.seats[1] + 1):
        assert refereed(key, seats, {}, rng, ENOUGH).log
    for value in (value for value in game.values if value.kind == "option"):
        seats = value.seats[0] if value.seats else game.seats[0]
        for changed in changes(value):
            match = refereed(key, seats, {value.key: changed}, rng, ENOUGH)
            assert match.values[value.key] == changed
            assert match.log
