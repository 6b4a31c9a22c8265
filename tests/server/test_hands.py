"""Hands of real Kadoova cards that the app does not know: their owners have no phone at the table."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from throwdown.kernel import transcript
from throwdown.kernel.chance import Seeded
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.reported import reported_headers
from throwdown.kernel.transcript import AS_REPORTED, DICE
from throwdown.server.beside import hands, referee
from throwdown.server.beside.cups import Asked, owner_of, said_last
from throwdown.server.beside.referee import IN_HAND, RefereeRecord, Running, Said
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest

NAMES = ("Ada", "Nils", "Maya", "Jon")


class OneScreen:
    """One device on the table, which follows ``real``: a match whose cards the test knows and the app not."""

    def __init__(self, seats: int, seed: int, events: int, **values: int) -> None:
        rules = load("kadoova-duel")
        rules.compile()
        self.real = rules.match(seats, values=rules.check(values, seats), chance=Seeded(seed))
        rng = Random(seed)
        while not self.real.over and len(self.real.log) < events:
            seat = self.real.awaited[0]
            self.real.play(seat, wild(rng, self.real, seat))
        people = tuple(Someone(name) for name in NAMES[:seats])
        self.record = RefereeRecord(rules.key, rules.version, self.real.values, people, "", "", [])
        self.running = Running(self.record)
        self.freed = 0

    @property
    def match(self) -> Match:
        return self.running.match

    def say(self, said: Said, by: Guest | None = None) -> None:
        if not referee.enter(self.record, self.running, by, said, "the table"):
            self.running = Running(self.record)
            self.freed += 1

    def choose(self, n: int, entry: Entry) -> None:
        """Entry ``n`` of the real match, with the true answers where the owner of a cup is asked."""
        said = Said(entry.seat, self.match.texts(entry.seat, [entry.event])[0])
        for _ in range(len(NAMES)):
            self.record = structs.replace(self.record, log=list(kept := self.record.log))
            try:
                self.say(said)
                return
            except Asked as asked:
                self.record.log[:] = kept
                question = asked.question
                if question.many:
                    cup = next(cup for cup in referee.cups_of(self.record) if cup.seat == question.seat)
                    before = self.real.replay(cup.at[0])
                    answer = " ".join(before.texts(CHANCE, [self.real.log[k].event for k in cup.at]))
                else:
                    told = " ".join(text for _, text in said_last(self.real, self.real.log[: n + 1]))
                    answer = max((option for option in question.options if option in told), key=len)
                said = Said(said.seat, said.text, {**said.answers, question.seat: answer})
        pytest.fail("everybody was asked, and it is not enough")

    def follow(self) -> None:
        """What the table does and says of the real match, entry by entry."""
        while (n := len(self.record.log)) < len(self.real.log):
            entry = self.real.log[n]
            if entry.seat != CHANCE:
                self.look()
                self.choose(n, entry)
            elif owner_of(self.match) < 0:
                self.say(Said(-1, self.match.texts(CHANCE, [entry.event])[0]))
            else:
                self.deal(n)

    def deal(self, n: int) -> None:
        """What is due is its owner's secret, but for a card that is laid open."""
        owner = owner_of(self.match)
        due = referee._due(self.match, -1, self.record)
        text = self.match.texts(CHANCE, [self.real.log[n].event])[0]
        if text in due.texts:
            self.say(Said(-1, text))
            return
        referee.cover(self.record, self.running, "the table")
        many = len(self.record.log)
        laid = next((k for k in range(n, many) if self.real.log[k].event in open_cards(self.match)), many)
        if laid < many:  # the cards after it are not drawn yet
            del self.record.log[laid:]
            self.running = Running(self.record)
        assert all(noted.owner == owner for noted in self.record.log[n:])

    def look(self) -> None:
        """What a screen on the table shows of a choice: all that is really possible, and nothing of hands."""
        seat = self.match.awaited[0]
        offered = hands.freed(self.match, seat).legal_events(seat)
        real = self.real.replay(len(self.record.log))
        assert set(real.legal_events(seat)) <= set(offered)
        dealt = real.game.hands.dealt
        plain = [event for event in offered if dealt(event) < 0]
        assert plain == [event for event in real.legal_events(seat) if dealt(event) < 0]


def open_cards(match: Match) -> range:
    from throwdown.games.kadoova_duel.cards import CARD, UPGRADES

    return range(CARD, CARD + UPGRADES)


def wild(rng: Random, match: Match, seat: int) -> int:
    """A choice of those that play cards, where there is one, more often than not."""
    legal = match.legal_events(seat)
    plays = [event for event in legal if match.game.hands.dealt(event) >= 0]
    return rng.choice(plays if plays and rng.random() < 0.4 else legal)


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_match_on_one_screen_comes_to_the_real_result_without_knowing_a_hand(seats, seed):
    table = OneScreen(seats, seed, 5000, goal=2000)
    table.follow()
    assert table.match.result == table.real.result
    print(len(table.real.log), table.freed)
