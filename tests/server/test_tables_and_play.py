"""A table from opening to rematch, over HTTP and the raw form of the WebSocket."""

from __future__ import annotations

import hashlib
import json
import random
from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest

from tests.server.people import Guest, Line, level
from tests.server.serving import Serving
from throwdown.bots.trained import Header, Network, Signs, write
from throwdown.kernel import transcript
from throwdown.kernel.fair import ChainEnd
from throwdown.kernel.game import load
from throwdown.kernel.series import Plan, Result
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest as Person
from throwdown.server.room import company
from throwdown.server.table import tables
from throwdown.server.wire.forms import PersonOnSeat


async def play_out(*lines: Line, seed: int = 1) -> None:
    """Let all seats play at random until the match is over."""
    rng = random.Random(seed)
    while lines[0].table["phase"] == "playing":
        line = next((line for line in lines if line.legal), None)
        if line is None:
            await lines[0].hear()
            await level(*lines)
            continue
        await line.play(rng)
        await level(*lines)
        if not line.awaited:
            for each in lines:
                await each.phase("over")


async def test_two_guests_play_a_whole_match_by_link(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        async with ann.live(table) as first, ben.live(table) as second:
            assert (await first.next("table"))["phase"] == "waiting"
            assert (await ben.post(f"/api/tables/{table}/sit", seat=1)).status_code == 200
            await first.seed("aa")
            await second.seed("bb")
            await first.phase("playing")
            await second.phase("playing")
            await play_out(first, second)
            assert first.table["result"].startswith(("won by", "drawn by"))
            assert first.events.keys() == second.events.keys()


async def test_a_guest_plays_against_a_bot_and_asks_for_a_rematch(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "greedy"})
        async with ann.live(table) as line:
            await line.seed()
            await line.phase("playing")
            await play_out(line)
            assert (await line.ask({"t": "rematch", "request": 900}))["t"] == "done"
            await line.until(lambda message: message["t"] == "table" and message.get("match") == 2)
            await line.seed()
            await line.phase("playing")
            assert await line.turn()


async def test_bots_of_a_kind_have_names_of_their_own(server: Serving) -> None:
    async with Guest(server) as ann:
        bots = {"1": "greedy", "2": "random", "3": "greedy"}
        table = await ann.open(game="kadice", seats=4, bots=bots)
        people = (await ann.http.get(f"/api/tables/{table}")).json()["people"]
        assert [person["name"] for person in people[1:]] == ["Greedy", "Random", "Greedy Bea"]


async def test_the_host_sets_the_order_of_seats_before_a_match(server: Serving) -> None:  # DU-19
    async with Guest(server) as ann, Guest(server) as bob:
        table = await ann.open(game="duello", seats=4, bots={"1": "greedy", "2": "random"})
        at = f"/api/tables/{table}/order"
        moved = await ann.http.post(at, json={"order": [2, 0, 3, 1]})
        name = (await ann.http.get("/api/me")).json()["name"]
        assert [person.get("name") for person in moved.json()["people"]][:2] == ["Random", name]
        assert (moved.json()["you"], moved.json()["people"][2]["kind"]) == (1, "open")
        refused = await ann.http.post(at, json={"order": [0, 1, 1, 3]})
        assert "order is [0, 1, 1, 3]: needs each seat from 0 to 3 once" in refused.json()["why"]
        stranger = await bob.http.post(at, json={"order": [0, 1, 2, 3]})
        assert "only the host" in stranger.json()["why"]
        async with ann.live(table) as line:
            await ann.http.post(f"/api/tables/{table}/bot", json={"seat": 2, "kind": "random"})
            await line.seed()
            await line.phase("playing")
            late = await ann.http.post(at, json={"order": [1, 0, 2, 3]})
            assert "set before a match" in late.json()["why"]


def test_what_a_person_gave_to_the_dice_moves_with_them_and_a_set_keeps_its_order() -> None:
    ann = Person("a", "Ann", 0)
    table = tables.new_table(
        "duello", {}, 3, ann, tables.Terms(listed=False, pace="quick", plan=Plan("number of games", 2))
    )
    tables.add_seed(table, 0, "c0ffee")
    tables.arrange(table, ann, [1, 2, 0])
    assert (table.seat_of(ann), table.seeds) == (2, {2: "c0ffee"})
    table.results = [Result((0, 1, 2), (1, 0, 0))]
    with pytest.raises(Refusal, match="stays the same through a set"):
        tables.arrange(table, ann, [0, 1, 2])


def test_whoever_comes_to_a_seat_gives_a_share_of_their_own_to_its_dice() -> None:
    """Whoever leaves it leaves no seed and no chain there, which would count in the place of theirs."""
    ann, ben, cleo = (Person(name[0], name.title(), 0) for name in ("ann", "ben", "cleo"))
    ends = [ChainEnd(digit * 64, 16) for digit in "abc"]
    table = tables.new_table("duello", {}, 3, ann, tables.Terms(listed=False, pace="quick"))
    tables.add_seed(table, 0, "aa", ends[0])
    tables.sit(table, ann, 1)
    tables.sit(table, ben, 0)
    tables.add_seed(table, 0, "bb", ends[1])
    assert (table.seeds, table.chains) == ({0: "bb"}, {0: ends[1]})
    company.remove(table, ann, PersonOnSeat(0))
    tables.sit(table, cleo, 0)
    tables.add_seed(table, 0, "cc")
    assert (table.seeds, table.chains) == ({0: "cc"}, {}), "a program without a chain has none"
    tables.add_seed(table, 1, "aa", ends[0])
    tables.stand(table, ann)
    assert (table.seeds, table.chains) == ({0: "cc"}, {})


async def test_the_secret_is_told_only_at_the_end_and_its_hash_from_the_beginning(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            commitment = (await line.next("table"))["commitment"]
            await line.seed("c0ffee")
            await line.phase("playing")
            await play_out(line)
            tables = [message for message in line.heard if message["t"] == "table"]
            assert {message["commitment"] for message in tables} == {commitment}
            dice = (await ann.http.get(f"/api/tables/{table}/matches/1/dice")).json()
            assert all(dice["secret"] not in json.dumps(message) for message in line.heard)
            assert hashlib.sha256(bytes.fromhex(dice["secret"])).hexdigest() == commitment
        text = (await ann.http.get(f"/api/tables/{table}/matches/1/transcript")).text
        checked = transcript.read(text).verify()
        assert any("secret and the seeds" in sentence for sentence in checked)
        assert "c0ffee" in text
        told = (await ann.post("/api/verify", text=text)).json()
        assert told["checked"] == checked
        assert told["dice"]["commitment"] == commitment


SEED = '[Seed "12"]'


async def test_a_transcript_that_does_not_hold_is_refused_with_line_and_reason(server: Serving) -> None:
    async with Guest(server) as ann:
        text = (Path(__file__).parents[1] / "games/command_dice/golden/a drawn round.txt").read_text()
        assert SEED in text
        held = (await ann.post("/api/verify", text=text)).json()
        assert held["dice"] is None, "a seed that anybody may have chosen is no seal"
        for wrong, why in [
            ("\nnot a transcript", "line 2: 'not a transcript': this is no transcript"),
            (text.replace("command-dice", "comand-dice", 1), "comand-dice"),
            (text.rstrip() + "\n0: R2 W1\n", "R2 W1"),
            (text.replace(SEED, f'[Seed "{"9" * 5000}"]'), "not a whole number that can be read"),
            (text.replace(SEED, '[Seed "\\ud800"]'), "not a quoted text"),
            (f"{SEED}\n{text}", "Seed is told once"),
            (f'[Value "x={"[" * 20_000}"]\n{text}', "is not a value"),
        ]:
            answer = await ann.post("/api/verify", text=wrong)
            assert (answer.status_code, why in answer.json()["why"]) == (400, True), answer.text


async def test_a_transcript_of_a_match_in_play_is_refused(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        async with ann.live(table) as line:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await line.phase("playing")
            for kind in ("transcript", "replay"):
                answer = await ann.http.get(f"/api/tables/{table}/matches/1/{kind}")
                assert answer.status_code == 409
                assert "being played" in answer.json()["why"]


async def test_one_who_resigns_has_lost(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        async with ann.live(table) as first, ben.live(table) as second:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await second.phase("playing")
            await second.turn()
            assert (await second.ask({"t": "resign", "request": 7}))["t"] == "done"
            await first.phase("over")
            assert first.table["result"].startswith("won by 0")


async def test_a_person_reads_the_match_as_steps_with_scenes_and_a_program_as_events(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open(bots={"1": "greedy"})
        async with ann.live(table, raw=False) as line, ben.live(table, raw=False) as watcher:
            await line.seed()
            steps = await line.next("steps")
            assert steps["after"] == 0
            while not steps["steps"][-1]["scene"].get("choices"):
                steps = await line.next("steps")
            scene = steps["steps"][-1]["scene"]
            assert scene["now"]["title"]
            assert all({"event", "text", "name"} <= choice.keys() for choice in scene["choices"])
            seen = await watcher.next("steps")
            assert "choices" not in seen["steps"][-1]["scene"]
            n = steps["steps"][-1]["n"]
            await line.send({"t": "play", "request": 1, "event": scene["choices"][0]["event"], "after": n})
            later = await line.until(lambda message: message["t"] == "steps")
            assert later["after"] == n
            assert later["steps"][-1]["n"] > n


async def test_a_secret_choice_is_told_once_all_have_chosen_and_as_null(server: Serving) -> None:  # CD-18
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open()
        async with ann.live(table) as first, ben.live(table) as second, ben.live(table, raw=False) as page:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await first.turn()
            await second.turn()
            begun = second.n
            answer = await first.play()
            assert first.awaited == [1]
            for line, kind in ((second, "events"), (page, "steps")):
                heard = len(line.heard)
                await line.send({"t": "sync"})
                await line.next(kind)
                assert [one["t"] for one in line.heard[heard:] if one["t"] == kind] == [kind]
            assert (second.n, second.awaited) == (begun, [0, 1])
            assert page.heard[-1]["steps"][-1]["n"] == begun
            await second.play()
            assert second.events[answer["n"]] == (0, None)
            assert first.events[answer["n"]][1] is not None


async def test_a_finished_match_is_replayed_step_by_step_with_scenes(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open(bots={"1": "random"})
        async with ann.live(table) as line:
            await line.seed()
            await line.phase("playing")
            await play_out(line)
        answer = (await ann.http.get(f"/api/tables/{table}/matches/1/replay")).json()
        assert answer["t"] == "steps"
        assert len(answer["steps"]) > 20
        assert all("scene" in step for step in answer["steps"])
        own = (await ann.http.get(f"/api/tables/{table}/matches/1/replay?seat=0")).json()
        assert any("choices" in step["scene"] for step in own["steps"])


async def test_an_open_table_is_in_the_lobby_until_its_match_is_over(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        table = await ann.open(open=True)
        hidden = await ann.open()

        async def lobby() -> dict[str, dict[str, object]]:
            return {each["id"]: each for each in (await ben.http.get("/api/tables")).json()}

        listed = await lobby()
        assert hidden not in listed
        assert listed[table]["phase"] == "waiting"
        assert listed[table]["host"] == (await ann.http.get("/api/me")).json()["name"]
        async with ann.live(table) as line:
            await ben.post(f"/api/tables/{table}/sit", seat=1)
            await line.phase("playing")
            assert (await lobby())[table]["phase"] == "playing"
            await line.ask({"t": "resign", "request": 1})
            await line.phase("over")
        assert table not in await lobby()


async def test_a_bot_gets_the_colour_that_its_open_seat_has_shown(server: Serving) -> None:
    async with Guest(server) as ann:
        await ann.http.put("/api/me", json={"name": "Ann", "colour": 1})
        table = await ann.open(game="kadice", seats=4)
        shown = [one["colour"] for one in (await ann.http.get(f"/api/tables/{table}")).json()["people"]]
        assert shown[0] == 1
        assert len(set(shown)) == 4
        for seat in (3, 1):
            people = (await ann.post(f"/api/tables/{table}/bot", seat=seat, kind="regular")).json()["people"]
            assert [one.get("colour", 0) for one in people] == shown


async def test_two_at_one_table_never_have_the_same_colour(server: Serving) -> None:
    async with Guest(server) as ann, Guest(server) as ben:
        for guest in (ann, ben):
            await guest.http.put("/api/me", json={"name": "Twin", "colour": 3})
        table = await ann.open()
        people = (await ben.post(f"/api/tables/{table}/sit", seat=1)).json()["people"]
        assert people[0]["colour"] == 3
        assert people[1]["colour"] != 3


async def test_a_new_name_is_told_at_the_table(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open()
        async with ann.live(table) as line:
            await line.next("table")
            await ann.http.put("/api/me", json={"name": "Ann of the Hill", "colour": 1})
            told = await line.next("table")
            assert told["people"][0]["name"] == "Ann of the Hill"


async def test_several_tables_are_played_at_once_by_one_guest(server: Serving) -> None:
    async with Guest(server) as ann:
        tables = [await ann.open(bots={"1": "random"}) for _ in range(3)]
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(ann.live(table)) for table in tables]
            for line in lines:
                await line.seed()
            for line in lines:
                assert (await line.play())["t"] == "done"
            assert len({line.table["id"] for line in lines}) == 3


async def test_the_link_and_its_picture_lead_to_the_table(server: Serving) -> None:
    async with Guest(server) as ann:
        table = await ann.open()
        link = (await ann.http.get(f"/api/tables/{table}/link")).json()
        assert link["url"] == f"{server.http}/t/{table}"
        picture = await ann.http.get(f"/api/tables/{table}/qr.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")


OTHER = "the last card dealt"


async def test_a_trained_player_sits_at_tables_of_its_game_as_a_bot_by_its_name(tmp_path: Path) -> None:
    file, game = tmp_path / "dora.npz", load("command-dice")
    columns, zeros = np.arange(8, dtype=np.int32), np.zeros((8, game.rules.EVENTS), np.float32)
    network = Network(Signs(columns, 0 * columns, np.ones(8, np.float32)), ((zeros, zeros[0]),))
    write(file, Header("dora", game.key, game.version, 2, {"tie-card": OTHER}), network)
    database = f"sqlite:///{tmp_path / 'games.db'}"
    server = Serving(database, players=(file,)).start()
    try:
        async with Guest(server) as ann:
            offered = {game["key"]: game["bots"] for game in (await ann.http.get("/api/games")).json()}
            assert "dora" in offered["command-dice"]
            assert not any("dora" in kinds for key, kinds in offered.items() if key != "command-dice")
            refused = await ann.post("/api/tables", game="command-dice", bots={"1": "dora"})
            assert refused.status_code == 400
            assert f"'dora' was trained with tie-card={OTHER}, not with tie-card=" in refused.text
            table = await ann.open(bots={"1": "dora"}, values={"tie-card": OTHER})
            assert (await ann.http.get(f"/api/tables/{table}")).json()["people"][1]["name"] == "Dora"
            async with ann.live(table) as line:
                await line.seed()
                await line.phase("playing")
                await play_out(line)
                assert {1} <= {seat for seat, _ in line.events.values()}
            server.stop()
            server = ann.server = Serving(database).start()  # without the player: the stand-in plays on
            ann.http.base_url = server.http
            async with ann.live(table) as line:
                await line.next("table")
                assert (await line.ask({"t": "rematch", "request": 900}))["t"] == "done"
                await line.until(lambda message: message["t"] == "table" and message.get("match") == 2)
                await line.seed()
                await line.phase("playing")
                await play_out(line)
                assert line.table["result"].startswith("won by")
    finally:
        server.stop()


def test_a_server_does_not_start_with_a_file_that_holds_no_player(tmp_path: Path) -> None:
    (tmp_path / "dora.npz").write_text("no zip")
    with pytest.raises(AssertionError, match=r"dora\.npz' holds no trained player: no file of arrays"):
        Serving(f"sqlite:///{tmp_path / 'games.db'}", players=(tmp_path / "dora.npz",)).start()
