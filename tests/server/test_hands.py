"""Hands of real Kadoova cards that the app does not know: their owners have no phone at the table."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec import structs

from throwdown.kernel import transcript
from throwdown.kernel.chance import Committed, Seeded
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.game import load
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import Narrator, tell_all
from throwdown.kernel.reported import reported_headers
from throwdown.kernel.transcript import AS_REPORTED, DICE
from throwdown.server.beside import hands, referee
from throwdown.server.beside.corrections import correct, lines
from throwdown.server.beside.cups import Asked, owner_of, said_last
from throwdown.server.beside.referee import Said
from throwdown.server.beside.refereed import IN_HAND, TOLD, RefereeRecord, Running
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.table.stage import step_of

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
        self.then = self.real.replay(0)
        self.freed = 0

    @property
    def match(self) -> Match:
        return self.running.match

    def say(self, said: Said, by: Guest | None = None) -> None:
        now = referee.enter(self.record, self.running, by, said, "the table")
        self.freed += now is not self.running
        self.running = now

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
            self.follow_one(n)

    def follow_one(self, n: int) -> None:
        """What the table does and says of entry ``n``, or of all cards that go into a hand from there on."""
        for passed in self.real.log[len(self.then.log) : n]:
            self.then.retrace(passed)
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
        due = referee._due(self.record, self.running, -1)
        text = self.match.texts(CHANCE, [self.real.log[n].event])[0]
        if text in due.texts:
            self.say(Said(-1, text))
            return
        referee.cover(self.record, self.running, "the table")
        many = len(self.record.log)
        deals = self.match.game.hands.deals
        cards = (k for k in range(n, many) if self.record.log[k].how == IN_HAND)
        laid = next((k for k in cards if not deals(self.real.log[k].event)), many)
        if laid < many:  # the cards after it are not drawn yet
            del self.record.log[laid:]
            self.running = Running(self.record)
        assert all(noted.owner == owner for noted in self.record.log[n:])

    def could_be(self, index: int, event: int) -> bool:
        """Whether the draw ``index`` could have been this card, as far as the log goes."""
        log = [*self.match.log]
        log[index] = Entry(CHANCE, event)
        try:
            self.match.replay(0).extend(log)
        except IllegalEvent:
            return False
        return self.match.game.hands.deals(event)

    def look(self) -> None:
        """What a screen on the table shows of a choice: all that is really possible, and nothing of hands."""
        seat = self.match.awaited[0]
        offered = hands.freed(self.match, seat).legal_events(seat)
        real = self.then
        assert set(real.legal_events(seat)) <= set(offered)
        dealt = real.game.hands.dealt
        plain = [event for event in offered if dealt(event) < 0]
        assert plain == [event for event in real.legal_events(seat) if dealt(event) < 0]


def wild(rng: Random, match: Match, seat: int) -> int:
    """A choice of those that play cards, where there is one, more often than not."""
    legal = match.legal_events(seat)
    plays = [event for event in legal if match.game.hands.dealt(event) >= 0]
    return rng.choice(plays if plays and rng.random() < 0.4 else legal)


@pytest.mark.parametrize(("seats", "seed"), [(2, 11), (3, 3), (4, 8)])
def test_a_match_on_one_screen_comes_to_the_real_result_without_knowing_a_hand_kd13(seats, seed):
    table = OneScreen(seats, seed, 5000, goal=1000)
    table.follow()
    assert table.match.result == table.real.result
    assert table.freed, "somebody played a card that was not supposed"
    supposed = referee.supposed_in(table.record, table.running.in_hands(table.record.log))
    headers = reported_headers(table.match, [], supposed)
    text = table.match.transcript(**{DICE: AS_REPORTED, **headers})
    assert f"{len(supposed)} events are only supposed" in " ".join(transcript.read(text).verify())


class SomePhones(OneScreen):
    """The same beside phones of all players but the first, who enter what they draw and choose."""

    def __init__(self, seats: int, seed: int, events: int, **values: int) -> None:
        super().__init__(seats, seed, events, **values)
        self.record.holders = {seat: NAMES[seat] for seat in range(1, seats)}

    def say(self, said: Said, by: Guest | None = None) -> None:
        owner = owner_of(self.match) if said.seat < 0 else said.seat
        super().say(said, by or (Guest(NAMES[owner], "") if owner in self.record.holders else None))

    def look(self) -> None:
        if self.match.awaited[0] not in self.record.holders:
            super().look()

    def deal(self, n: int) -> None:
        if owner_of(self.match) not in self.record.holders:
            super().deal(n)
            return
        self.say(Said(-1, self.match.texts(CHANCE, [self.real.log[n].event])[0]))


@pytest.mark.parametrize(("seats", "seed"), [(2, 11), (3, 3), (4, 8)])
def test_a_card_that_is_drawn_on_a_phone_is_not_refused_because_it_is_supposed_in_a_hand_kd3(seats, seed):
    """A hand that nobody entered may have any cards: none of them is kept from those who do enter theirs."""
    table = SomePhones(seats, seed, 5000, goal=1000)
    table.follow()
    assert table.match.result == table.real.result
    held = table.match.game.hands.held
    for seat in range(1, seats):
        assert held(table.match.state[0], seat) == held(table.real.state[0], seat)
    assert not table.record.aside, "nothing was refused"


def test_other_cards_are_supposed_without_going_through_the_whole_match_again_kd13(monkeypatch):
    """What is known of hands and piles goes on, and the words of the last entries alone are found again."""
    table = OneScreen(4, 1, 600)
    gone_through = Counter[str]()
    for kind, name in ((hands.Ledger, "follow"), (Narrator, "follow")):
        method = getattr(kind, name)

        def counted(*args, of=kind.__name__, method=method):
            gone_through[of] += 1
            return method(*args)

        monkeypatch.setattr(kind, name, counted)
    compared = 0
    while (n := len(table.record.log)) < len(table.real.log):
        freed, cups = table.freed, referee.cups_of(table.record)
        gone_through.clear()
        table.follow_one(n)
        found = table.running.in_hands(table.record.log), list(table.running.steps(SPECTATOR))
        if table.freed > freed and not cups:
            assert gone_through["Ledger"] <= 1
            assert gone_through["Narrator"] <= 4 * TOLD
            again = Running(table.record)
            assert (again.in_hands(table.record.log), list(again.steps(SPECTATOR))) == found
            told = [step_of(each, scene=False) for each in tell_all(again.match)]
            assert [step for step in told if step.said][-TOLD:] == found[1]
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("seed", [1, 5])
def test_of_each_hand_it_is_known_which_cards_were_seen_and_which_are_only_supposed_kd13(seed):
    """Some cards are dealt to a phone and others are not; what is played is a card that was seen, where the
    hand has one of its kind, and cards that a Rematch hands back were seen (KD-17)."""
    table, rng = OneScreen(3, seed, 2500), Random(seed)
    ledger, mixed, back = hands.Ledger(table.real), 0, 0
    for index, entry in enumerate(table.real.log):
        before = [ledger.match.game.hands.held(ledger.match.state[0], seat) for seat in range(3)]
        ledger.follow(entry, rng.random() < 0.5)
        for seat in range(3):
            held = Counter(ledger.match.game.hands.held(ledger.match.state[0], seat))
            only = Counter(table.real.log[k].event for k, owner in ledger.supposed if owner == seat)
            assert only + ledger.known(seat) == held, index
            mixed += any(ledger.known(seat)[card] for card in only)
            back += entry.seat != CHANCE and held.total() > sum(before[seat].values())
    assert mixed
    assert back


def dealt(seats: int = 3) -> OneScreen:
    """A table whose first hands are dealt, none of them known, up to the first choice."""
    table = OneScreen(seats, 3, 60)
    first = next(n for n, entry in enumerate(table.real.log) if entry.seat != CHANCE)
    table.real = table.real.replay(first)
    table.follow()
    return table


def test_cards_that_are_only_supposed_are_shown_to_nobody_kd23():
    table = dealt()
    hidden = [(n, noted) for n, noted in enumerate(table.record.log, 1) if noted.how == IN_HAND]
    assert len(hidden) == 5 * 3
    table.record.holders[0] = "Ada"  # a phone comes to the table in the middle of the match
    ada = Guest("Ada", "")
    assert referee.viewer_of(table.record, table.running, 0) == SPECTATOR
    for guest in (None, ada):
        told = {line.number for line in lines(table.record, table.running, guest, 0)}
        assert told.isdisjoint(n for n, _ in hidden)
    seen = [referee.seen("", "", 1, table.record, table.running, guest, 0) for guest in (None, ada)]
    for index, noted in enumerate(table.record.log):
        if noted.how == IN_HAND:
            near = {*range(noted.event - 30, noted.event + 30)} - {noted.event}
            other = next(event for event in sorted(near) if table.could_be(index, event))
            table.record.log[index] = structs.replace(noted, event=other)
            break
    table.running = Running(table.record)
    again = [referee.seen("", "", 1, table.record, table.running, guest, 0) for guest in (None, ada)]
    assert [one.scene for one in again] == [one.scene for one in seen]
    assert [one.steps for one in again] == [one.steps for one in seen]


def test_cards_that_go_into_a_hand_together_are_taken_back_together():
    table = dealt(2)
    hows = [noted.how for noted in table.record.log]
    last = max(index for index, how in enumerate(hows) if how == IN_HAND)
    referee.undo(table.record, len(hows) - last)
    left = [noted.owner for noted in table.record.log if noted.how == IN_HAND]
    assert left == [0] * 5, "the hand that was dealt last is gone as a whole"


def test_a_choice_is_corrected_to_a_card_and_what_followed_stands_with_other_hands_kd13():
    """Entry by entry: what was played is changed to another card that nobody has seen, and back."""
    table = OneScreen(3, 3, 120, goal=1000)
    table.follow()
    dealt, corrected = table.match.game.hands.dealt, 0
    for line in list(lines(table.record, table.running, None, 0)):
        noted = table.record.log[line.number - 1]
        cards = [text for text in line.others if text != line.text] if dealt(noted.event) >= 0 else []
        for text in cards[:2]:
            record = structs.replace(table.record, log=list(table.record.log))
            done = correct(record, Running(record), None, line.number, text, "the table")
            again = Running(record).match
            assert again.texts(noted.seat, [record.log[line.number - 1].event]) == [text]
            assert len(record.log) == line.number + done.stands
            correct(record, Running(record), None, line.number, line.text, "the table")
            corrected += 1
    assert corrected


def test_the_app_deals_nobody_cards_that_no_screen_could_show():
    rules = load("kadoova-duel")
    people = tuple(Someone(name) for name in NAMES[:2])
    record = RefereeRecord(rules.key, rules.version, rules.check({}, 2), people, "", "", [])
    with pytest.raises(Refusal, match="only a phone of Ada's own could show that"):
        referee.roll(record, Running(record), Committed(bytes(32)), "the table")


def test_the_app_deals_a_phone_its_own_hand_alone_and_the_next_player_keeps_real_cards_kd3():
    rules = load("kadoova-duel")
    people = tuple(Someone(name) for name in NAMES[:2])
    record = RefereeRecord(rules.key, rules.version, rules.check({}, 2), people, "", "", [])
    record.holders = {0: "Ada's phone"}
    running = Running(record)
    referee.roll(record, running, Committed(bytes(32)), "Ada")
    assert {noted.owner for noted in record.log} == {0}
    assert owner_of(running.match) == 1
    referee.cover(record, running, "the table")
    assert {noted.how for noted in record.log if noted.owner == 1} == {IN_HAND}


def test_cards_that_may_be_in_a_hand_are_shown_where_one_can_be_played_and_not_beside_other_choices_kd5():
    table = dealt(3)
    rng = Random(1)
    while "con-choose" not in (due := table.match.texts(CHANCE, table.match.legal_events(CHANCE))):
        seat = -1 if due else table.match.awaited[0]
        due = due or table.match.texts(seat, table.match.legal_events(seat))
        table.say(Said(seat, rng.choice(due)))
    table.say(Said(-1, "con-choose"))
    seat = table.match.awaited[0]
    chosen = hands.drawn(table.match, seat)
    assert [zone.id for zone in chosen.zones if zone.place == "rail"] == ["aims"]
    table.say(Said(seat, chosen.choices[0].text))
    seat = table.match.awaited[0]
    [hand] = [zone for zone in hands.drawn(table.match, seat).zones if zone.label == hands.LABEL]
    names = [card.says.partition(",")[0] for card in hand.pieces]
    assert {"Less Dice for oneself", "Less Dice on another"} < set(names)
    can_be_played = [bool(card.kind) for card in hand.pieces]
    assert can_be_played == sorted(can_be_played, reverse=True)


def test_a_card_of_which_all_lie_elsewhere_is_refused_and_nothing_changes_kd13():
    table = dealt(2)
    record = structs.replace(table.record, log=list(table.record.log))
    with pytest.raises(Refusal, match="'moonshine'"):
        referee.enter(record, Running(record), None, Said(0, "moonshine"), "the table")
    assert record.log == table.record.log
