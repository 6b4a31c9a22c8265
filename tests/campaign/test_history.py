"""The checker of histories finds each fault that it is there for."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.campaign.history import Broken, History, Made
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.game import load
from throwdown.kernel.match import Match
from throwdown.kernel.narrator import knows

ID = "0123456789abcdef"


@pytest.fixture(scope="module")
def match() -> Match:
    """A finished match with secrets."""
    played = load("duello").match(2, seed=3)
    rng = random.Random(3)
    while not played.over:
        seat = rng.choice(played.awaited)
        played.play(seat, rng.choice(played.legal_events(seat)))
    return played


def honest(match: Match) -> History:
    """What two people and a watcher would have noted of ``match``."""
    history = History()
    fresh = match.replay(0)
    for n, entry in enumerate(match.log, 1):
        if entry.seat != CHANCE:
            history.ask(ID, *entry)
            history.answer(ID, Made(float(n), n + 0.5, *entry, n))
        for viewer in (0, 1, SPECTATOR):
            event = entry.event if knows(fresh, entry, viewer) else None
            history.tell(ID, viewer, n - 1, [(n, entry.seat, event)])
        fresh.extend([entry])
    return history


def check(history: History, match: Match) -> int:
    return history.check({ID: match}, frozenset({ID}))


def test_what_was_told_honestly_holds(match: Match) -> None:
    assert check(honest(match), match) == 3 * len(match.log)


def test_presses_that_were_level_are_answered_by_one_event_kd21() -> None:
    race = load("quick-draw").match(2, seed=1, values={"timing": "live"})
    while (heat := race.game.timing.heat(race.truth())) is None or heat.together < 0:
        seat = next(seat for seat in race.awaited if heat is None or seat not in heat.slaps)
        race.play(seat, race.legal_events(seat)[0])
    history, n = History(), len(race.log) + 1
    for seat, event in heat.presses.items():
        history.ask(ID, seat, event)
        history.answer(ID, Made(1.0, 2.0, seat, event, n))
    race.play(0, heat.together)
    assert history.check({ID: race}) == 0
    history.made[ID][0] = history.made[ID][0]._replace(event=heat.together + 1)
    with pytest.raises(Broken, match=f"event {n} is"):
        history.check({ID: race})


def forget(history: History, match: Match) -> None:
    """The log ends before the last choice that was confirmed."""
    del match.log[history.made[ID][-1].n - 1 :]


def change(history: History, match: Match) -> None:
    first = history.made[ID][0]
    history.made[ID][0] = first._replace(event=first.event + 1)


def act_twice(history: History, match: Match) -> None:
    history.made[ID].append(history.made[ID][0])


def reorder(history: History, match: Match) -> None:
    first, last = history.made[ID][0], history.made[ID][-1]
    history.made[ID][0] = first._replace(asked=last.answered + 1, answered=last.answered + 2)


def invent(history: History, match: Match) -> None:
    history.asked[ID].clear()


def act_though_refused(history: History, match: Match) -> None:
    last = history.made[ID].pop()
    history.refuse(ID, last.seat, last.event)


def reveal(history: History, match: Match) -> None:
    """The watcher is told a secret."""
    told = history.told[ID, SPECTATOR]
    n = next(n for n, (_, event) in told.items() if event is None)
    told[n] = (match.log[n - 1].seat, match.log[n - 1].event)


def withhold(history: History, match: Match) -> None:
    told = history.told[ID, 0]
    n = next(n for n, (_, event) in told.items() if event is not None)
    told[n] = (told[n][0], None)


def lose_match(history: History, match: Match) -> None:
    history.ask("feedfeedfeedfeed", 0, 1)


FAULTS: list[tuple[Callable[[History, Match], None], str]] = [
    (forget, "is gone"),
    (change, "confirmed was"),
    (act_twice, "the answer to two requests"),
    (reorder, "had been answered"),
    (invent, "asked for it 0 times"),
    (act_though_refused, "and asked for it"),
    (reveal, "was told viewer"),
    (withhold, "was told viewer"),
    (lose_match, "was played and is gone"),
]


@pytest.mark.parametrize(("spoil", "why"), FAULTS, ids=[spoil.__name__ for spoil, _ in FAULTS])
def test_every_kind_of_fault_is_found(
    match: Match, spoil: Callable[[History, Match], None], why: str
) -> None:
    history, own = honest(match), match.replay()
    spoil(history, own)
    with pytest.raises(Broken, match=why):
        check(history, own)


def test_an_event_that_is_told_otherwise_a_second_time_is_found_at_once(match: Match) -> None:
    history = honest(match)
    seat, event = match.log[0]
    with pytest.raises(Broken, match="and then"):
        history.tell(ID, 0, 0, [(1, seat, event + 1)])
    with pytest.raises(Broken, match="where 5 was due"):
        history.tell(ID, 0, 4, [(6, seat, event)])
