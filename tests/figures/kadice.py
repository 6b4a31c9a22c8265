"""The sentences of KA'DICE! and the figures in them."""

from __future__ import annotations

import re
from collections import Counter

from tests.figures.claims import Claims, Told, number, seats_in

NAMES = [
    *(f"Single Pair {n}" for n in range(1, 7)),
    *("3 of a Kind", "10 or Under", "25 or Over", "2 Pairs", "Small Straight", "Full House"),
    *("All Evens", "All Odds", "4 of a Kind", "Large Straight", "KA'DICE"),
]
CARD = "|".join(NAMES)
FACES = r"[1-6](?: [1-6])*"


def card_of(text: str) -> int:
    """Of the name of a card its number from 1, as the record has it; 0 for ``the first deal``."""
    return NAMES.index(text) + 1 if text in NAMES else 0


def faces(t: Told, part: int = 1) -> Counter[int]:
    return Counter(t.numbers(part))


def lying(t: Told, dice: int = 0b11111) -> Counter[int]:
    """The faces that a set of the seat's dice shows after the event."""
    return Counter(face for k, face in enumerate(t.after.face[t.seat]) if dice >> k & 1 and face)


def are_war_rolls(t: Told) -> bool:
    """``{0} 1 6 = 7 and {2} 3 3 = 6``: all the rivals' dice, and their sums."""
    rolls = re.findall(rf"\{{(\d)\}} ({FACES})(?: = (\d+))?", t[2])
    rivals = [k for k in range(t.before.seats) if t.before.rivals >> k & 1]
    for seat, dice, total in rolls:
        shown = [int(face) for face in dice.split()]
        if shown != [face for face in t.after.face[int(seat)] if face]:
            return False
        if int(total or shown[0]) != sum(shown) or bool(total) != (len(shown) > 1):
            return False
    return [int(seat) for seat, *_ in rolls] == rivals and t.before.war_card == card_of(t[1])


def is_lost(t: Told) -> bool:
    """A card that its owner gives up after a war: discarded, and said to be the last where it was."""
    card = card_of(t[1])
    return (
        t.new_bits("gone") == {card - 1}
        and t.before.active[t.seat] == card
        and bool(t[2]) == (t.after.stock[t.seat] == 0)
    )


def is_eliminated(t: Told) -> bool:
    """Every card named was its owner's, and is discarded now as taken by the seat."""
    cards = re.findall(rf"\{{(\d)'s\}} ({CARD})", t[1])
    owners = [int(seat) for seat, _ in cards]
    gone = [seat for seat in range(t.before.seats) if t.new_bits("gone", seat)]
    took = all(
        t.new_bits("gone", int(seat)) == {card_of(name) - 1}
        and t.before.active[int(seat)] == card_of(name)
        and t.after.taker[int(seat)][card_of(name) - 1] == t.seat + 1
        for seat, name in cards
    )
    return took and sorted(owners) == gone and Counter(t.before.face[t.seat]) == faces(t, 2)


def is_changed(t: Told) -> bool:
    """``shifted a 5 to a 4``: of the five dice this one shows another face."""
    old, new = t.numbers(0)
    was, now = (Counter(view.face[t.seat]) for view in (t.before, t.after))
    return now - was == Counter([new]) and was - now == Counter([old])


def is_roll(t: Told) -> bool:
    """The dice that were rolled and those that had been held are all that lie."""
    held = t.before.held[t.seat]
    return (
        faces(t) == lying(t, ~held & 0b11111)
        and faces(t, 2) == lying(t, held)
        and bool(t[3]) == (len(set(t.after.face[t.seat])) == 1)
    )


def is_ghost_roll(t: Told) -> bool:
    matched = re.search(rf"\{{(\d)'s\}} ({CARD})", t[2])
    fits = not matched or t.after.active[int(matched[1])] == card_of(matched[2])
    return faces(t) == lying(t) and fits


def has_ended(t: Told) -> bool:
    """``Round 1 is over. Dealer of round 2: {1}.``"""
    over, next_round, _ = t.numbers(0)
    return (over, next_round) == (t.before.rounds, t.after.rounds) and seats_in(t[0])[0] == t.after.dealer


CLAIMS = Claims(
    {
        rf"War for ({CARD}|the first deal): (.+)\.": are_war_rolls,
        rf"won the war for ({CARD})\.": lambda t: t.before.war_card == card_of(t[1]),
        rf"discarded ({CARD})(, the last card: a ghost now)?\.": is_lost,
        rf"turned up ({CARD})\.": lambda t: t.after.active[t.seat] == card_of(t[1]),
        rf"rolled ({FACES}) as a ghost(.*)\.": is_ghost_roll,
        rf"drew ({CARD}) as the one card\.": lambda t: (
            t.after.active[t.seat] == card_of(t[1]) and t.before.active[t.seat] == 0
        ),
        rf"rolled ({FACES})(?:, with ({FACES}) held)?(: five of a kind, all wild)?"
        r"(?:,? and could do nothing with it)?\.": is_roll,
        rf"held ({FACES})(?: and took the bonus roll)?\.": lambda t: (
            faces(t) == Counter(t.before.face[t.seat][k] for k in range(5) if t.after.held[t.seat] >> k & 1)
        ),
        r"(?:changed|shifted) a ([1-6]) to a ([1-6])\.": is_changed,
        rf"eliminated (.+) with ({FACES})"
        r"(?:; 2 Pairs is immune|; Full House keeps the turns that are left)?\.": (is_eliminated),
        r"Round (\d+) is over\. Dealer of round (\d+): \{\d\}\.": has_ended,
        r"won the game with (\w+) cards? left\.": lambda t: (
            number(t[1]) == t.after.stock[t.seat] + (t.after.active[t.seat] > 0)
        ),
        r"After (\d+) rounds the game is drawn among (.+)\.": lambda t: (
            t.count() == t.after.rounds
            and seats_in(t[2]) == [k for k in range(t.after.seats) if t.after.stock[k] or t.after.active[k]]
        ),
    },
    lots={"cards-each": (1, 2, 4), "most-rounds": (3, 8, 20)},
)
