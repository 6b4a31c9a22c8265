"""The protocol of fair dice, ``docs/fair-dice.md``: both implementations agree, and nothing else fits."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import throwdown
from tests.fair import second
from throwdown.kernel import fair, transcript
from throwdown.kernel.errors import BadLink, BadTranscript
from throwdown.kernel.fair import Chain, Linked, LinkedRoll, Terms
from throwdown.kernel.log import entry_of
from throwdown.kernel.match import Match
from throwdown.server.api.dice import dice_of

SECRET = bytes(range(32))


class Opening:
    """A match whose rolls are opened here: seat 1 keeps silent now and then, and seat 2 has no chain."""

    def __init__(self, game: str, seats: int, seed: int = 0, length: int = 16) -> None:
        self.rng = random.Random(seed)
        self.length = length
        self.chains = [Chain(self.rng.randbytes(32), length) for _ in range(min(seats, 2))]
        self.before = [0] * len(self.chains)
        ends = [chain.end for chain in self.chains] + [None] * (seats - 2)
        loaded = throwdown.load(game)
        self.dice = Linked(SECRET, Terms("00c0ffee00c0ffee", game, loaded.version, tuple(ends), length))
        self.dice.ready = False
        self.match: Match = loaded.match(seats, chance=self.dice)
        self.open()

    def open(self) -> None:
        """Open every roll that is due."""
        while 8 in self.match.awaited:
            number = len(self.dice.rolls) + 1
            links, after, silent = [""] * self.match.seats, {}, ()
            for seat, chain in enumerate(self.chains):
                k = number - self.before[seat]
                if seat == 1 and k < chain.length and self.rng.random() < 0.2:
                    silent = (1,)
                    continue
                links[seat] = chain.link(k).hex()
                if k == chain.length:
                    self.chains[seat] = Chain(self.rng.randbytes(32), self.length)
                    self.before[seat] = number
                    after[seat] = self.chains[seat].end
            self.dice.add(LinkedRoll(len(self.match.log), tuple(links), silent, after), self.match.log)
            self.dice.ready = True
            self.match.resume(self.dice)
            self.dice.ready = False

    def play(self, most: int = 10_000) -> Opening:
        for _ in range(most):
            if self.match.over:
                break
            seat = self.rng.choice(self.match.awaited)
            self.match.play(seat, self.rng.choice(self.match.legal_events(seat)))
            self.open()
        return self

    def told(self) -> dict[str, Any]:
        self.dice.ready = True
        return msgspec.to_builtins(dice_of(self.match, self.dice), str_keys=True)


@pytest.fixture(scope="module")
def played() -> Opening:
    return Opening("command-dice", 2).play()


def test_a_match_waits_for_the_links_of_its_first_roll():
    loaded = throwdown.load("command-dice")
    dice = Linked(SECRET, Terms("1", "command-dice", loaded.version, (None, None)))
    dice.ready = False
    match = loaded.match(2, chance=dice)
    assert match.awaited == (8,)
    assert match.log == []


@pytest.mark.parametrize(("game", "seats"), [("duello", 3), ("kadice", 2)])
def test_what_is_told_of_a_match_that_is_over_holds_by_the_second_implementation(game, seats):
    opening = Opening(game, seats).play(120)
    told = opening.told()
    assert second.check(told) == sum(entry.seat == 8 for entry in opening.match.log)
    if game == "duello":
        assert {roll["hidden"] for roll in told["rolls"]} == {True, False}


def test_chains_go_on_with_the_next_one_that_was_committed_to(played):
    assert len(played.dice.rolls) > 2 * played.length
    assert len(played.dice.past) >= 3
    assert second.check(played.told()) > 100


def test_the_transcript_is_verified_and_says_who_was_replaced(played):
    written = played.match.transcript()
    checked = transcript.read(written).verify()
    silent = sum(bool(roll.silent) for roll in played.dice.rolls)
    assert f"{len(played.dice.rolls)} rolls were opened by links" in checked[2]
    assert silent
    assert checked[3] == (
        f"In {silent} of them the server's chain stood in for seat 1, which had been asked for its link in "
        f"{silent}."
    )
    assert checked[-1] == "Every chance event is the one that the links give."


@pytest.mark.parametrize(
    ("find", "put", "reason"),
    [
        ('[Fair "1 00c0', '[Fair "1 10c0', "the dice give"),
        ('[Chain "1 ', '[Chain "2 ', "no chain of a match"),
        ("o ", "x ", "the dice give"),
        ('[Rolls "0:oo', '[Rolls "1:oo', "rolls come after"),
        ('[Fair "1', '[Fair "9', "another protocol"),
    ],
)
def test_a_transcript_that_tells_of_other_links_is_refused(played, find, put, reason):
    written = played.match.transcript()
    assert find in written
    with pytest.raises(BadTranscript, match=reason):
        transcript.read(written.replace(find, put, 1)).verify()


def test_a_host_that_swaps_a_link_is_refused(played):
    fresh = Linked(SECRET, played.dice.terms)
    first = played.dice.rolls[0]
    swapped = LinkedRoll(first.n, ("00" * 32, *first.links[1:]))
    with pytest.raises(BadLink, match="is not one of its chain"):
        fresh.add(swapped, played.match.log)
    assert fresh.rolls == []


def test_a_host_that_changes_a_choice_once_it_knows_the_dice_is_found_out(played):
    """The digest of the log is part of what decides a roll."""
    told = played.told()
    changed = next(n for n, (seat, _) in enumerate(told["fair"]["log"]) if seat < 2)
    log = [list(entry) for entry in told["fair"]["log"]]
    log[changed][1] += 1
    told["fair"]["log"] = log
    with pytest.raises(AssertionError):
        second.check(told)


def test_every_face_comes_up_equally_often():
    """Chi-square with 5 degrees of freedom stays under 20.5 (p = 0.001); the numbers are fixed."""
    counts = [0] * 6
    terms = Terms("1", "kadice", 1, (Chain(b"a" * 32, 1024).end, None))
    dice, own = Linked(SECRET, terms), Chain(b"a" * 32, 1024)
    log = [entry_of(0, 0)] * 6000
    for roll in range(600):
        dice.add(LinkedRoll(10 * roll, (own.link(roll + 1).hex(), "")), log)
        for event in range(10 * roll + 1, 10 * roll + 11):
            counts[dice.ticket(event, 6)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 20.5


def test_what_a_seat_may_not_see_cannot_be_drawn_from_what_all_are_told():
    """Under the cups of Duello: the links give another event than the one that came up, as often as not."""
    opening = Opening("duello", 4).play(60)
    told = opening.told()
    secret = bytes.fromhex(told["secret"])
    hidden = [roll for roll in told["rolls"] if roll["hidden"]]
    told_seeds = {event["number"]: opening.dice.seed(event["number"]) for event in hidden}
    same = [
        second.ticket(seed, roll["number"], 6) == roll["drew"]
        for roll in hidden
        if (seed := told_seeds[roll["number"]])
    ]
    assert len(same) > 20
    assert 0 < sum(same) < len(same) / 2
    assert all(
        second.ticket(second.hidden(secret, told_seeds[roll["number"]]), roll["number"], 6) == roll["drew"]
        for roll in hidden
    )


def test_a_link_that_comes_twice_or_late_or_is_none_does_not_fit():
    own = Chain(b"a" * 32, 16)
    known = fair.Known(own.end)
    assert known.fits(3, own.link(3).hex())
    known.at, known.link = 3, own.link(3).hex()
    assert not known.fits(3, own.link(3).hex())
    assert not known.fits(2, own.link(2).hex())
    assert not known.fits(4, own.link(5).hex())
    assert not known.fits(17, own.link(16).hex())
    assert not known.fits(4, "no link")
