"""The sentences of DARDZ and the figures in them; all that is told of an event comes to what it changed."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from tests.figures.claims import Claims, Told, number, seats_in

POINTS = r"[+−]?\d+"
KIND = r"(?:golden 7|1[0-2]|[1-9]|Jackpot|Boost 'em|Bunk 'em|Clock|Skull|Trade)"
CARD = rf"an? {KIND}"
ACTIONS = ("Jackpot", "Boost 'em", "Bunk 'em", "Clock", "Skull", "Trade")
EFFECTS = (
    *("nothing", "the holder gains", "the holder loses", "all others lose", "the lowest gain"),
    *("the highest lose", "guess a die", "swap a card", "hands go left", "hands go right"),
)
UNDER, THEIRS = 1, 11  # where a card lies: + seat in a hand, + seat in a points pile
CARDS_FROM = 205  # the event that draws a card of kind 0

CHANGES = [
    re.compile(pattern)
    for pattern in (
        r"^(?:scored|gained) (?P<gain>\d+)",
        r" gained (?P<gain>\d+)\.$",
        r"^lost (?P<loss>\d+)",
        r" lost (?P<loss>\d+)\.$",
        r": (?P<gain>\+\d+)\.$",
        r"is right, (?P<gain>\+\d+)\.$",
        r"is wrong, (?P<gain>[+−]\d+)\.$",
    )
]


def told_change(words: str) -> int:
    """The points that a sentence says were gained or lost; 0 where it says nothing of points."""
    for pattern in CHANGES:
        found = pattern.search(words)
        if found and "gain" in found.groupdict():
            return signed(found["gain"])
        if found:
            return -int(found["loss"])
    return 0


def side_told(view: Any, seat: int, words: str) -> int:
    """The side that a sentence is about: its seat's, or for partners that of the first name in it."""
    return (seat if seat >= 0 else [*seats_in(words), 0][0]) % view.sides


def balance(before: Any, after: Any, said: list[tuple[int, str]]) -> None:
    """The points told of an event are those by which the scores have changed."""
    changed = [0] * after.sides
    for seat, words in said:
        changed[side_told(after, seat, words)] += told_change(words)
    assert changed == [after.score[k] - before.score[k] for k in range(after.sides)], said


def signed(text: str) -> int:
    return int(text.replace("−", "-"))


def kind_of(name: str) -> int:
    """``golden 7``, ``5``, ``Skull`` as the number of the kind."""
    if name in ACTIONS:
        return 13 + ACTIONS.index(name)
    return 12 if name == "golden 7" else int(name) - 1


def kinds(text: str) -> Counter[int]:
    """The kinds of ``a 5 and a golden 7``."""
    return Counter(kind_of(name) for name in re.findall(rf"\ban? ({KIND})", text))


def hand(view: Any, seat: int) -> list[int]:
    return [(card - 1) // 6 for card in view.hand[seat][: view.held[seat]]]


def moved(t: Told) -> Counter[int]:
    """The kinds of the cards that have come to lie in the seat's points pile."""
    mine = THEIRS + t.seat
    return Counter(
        card // 6
        for card, (was, now) in enumerate(zip(t.before.where, t.after.where, strict=True))
        if now == mine != was
    )


def has_moved_several(t: Told) -> bool:
    kind, many = t.count(2) - 1, t.count(1)
    told = Counter({kind: many})
    if kind == 6:
        golden = moved(t)[12]
        told = Counter({6: many - golden, 12: golden})
        if bool(t[3]) != (golden > 0):
            return False
    return +told == moved(t)


def has_drawn(t: Told) -> bool:
    """The cards drawn last, where hands have not gone round since."""
    told = kinds(t[1])
    if t.after.passes > t.before.passes:
        return told == Counter([t.entry.event - CARDS_FROM])
    return told == Counter(hand(t.after, t.seat)[-t.after.fresh[t.seat] :])


def dice(t: Told) -> list[int]:
    return [face for face in t.after.dice if face]


def is_thrown(t: Told) -> bool:
    return t.numbers() == dice(t)


def is_guess(t: Told) -> bool:
    right, side = t[3] == "right", t.seat % t.after.sides
    change = t.after.jackpot_right if right else max(t.after.jackpot_wrong, -t.before.score[side])
    return (
        t.numbers() == dice(t)
        and (dice(t)[0] == t.after.named) == right
        and kind_of(t[2].removeprefix("the ")) == t.after.dice_card
        and (signed(t[4]) if t[4] else 0) == change
    )


def are_tosses(t: Told) -> bool:
    told = {int(seat): int(eyes) for seat, eyes in re.findall(r"\{(\d)\} (\d+)", t[1])}
    tossed = {seat: sum(t.after.toss[seat]) for seat in range(t.after.seats) if t.before.tossers >> seat & 1}
    return told == tossed


def has_scored(t: Told) -> bool:
    """``lost 3 for 2 cards worth −5: no score goes below zero.``"""
    change = (1 if t[1] == "scored" else -1) * (0 if t[2] == "nothing" else int(t[2]))
    cards = not t[3] or int(t[3]) == t.after.pile[t.seat]
    worth = signed(t[4]) if t[4] else change
    return t.after.scored[t.seat] == change and cards and t.after.loot[t.seat] == worth


def gains(t: Told) -> bool:
    """``gained 7.``, of one seat or of partners: the eyes of the dice; what is lost was there.

    That the score has changed by it is held by :func:`balance`, for the round may end with the same event.
    """
    side, eyes = side_told(t.after, t.seat, t[0]), sum(dice(t))
    if t.after.closed_piles and t.after.scored[t.seat] == told_change(t[0]):
        return True  # the score of a round is told without its cards then
    return told_change(t[0]) == (eyes if "gained" in t[0] else -min(eyes, t.before.score[side]))


def side_gains(points: int) -> Any:
    """A check that ``+5`` is what the seat's side has gained, other gains of the event aside."""

    def check(t: Told) -> bool:
        side = t.seat % t.after.sides
        return signed(t[1]) == points and t.after.score[side] - t.before.score[side] >= points

    return check


def by_lot(values: dict[str, Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """Half of the matches keep the action cards of the box; teams have a target of their own."""
    if rng.random() < 0.5:
        values = {key: value for key, value in values.items() if not key.endswith(("-does", "-then"))}
    return values


CLAIMS = Claims(
    {
        rf"rolled ([1-6]) and ([1-6]) as a Lucky Loser: ({POINTS})\.": lambda t: (
            signed(t[3]) == t.count(1) * t.count(2)
            and t.numbers(0)[:2] == list(t.after.toss[t.seat])
        ),
        r"(?:Who starts|Roll-Off): (.+)\.": are_tosses,
        r"won a Roll-Off: (\d) of the 2 that win the game\.": lambda t: (
            t.count() == t.after.off_wins[t.seat] == t.before.off_wins[t.seat] + 1
        ),
        r"had the highest, and the first turn of round (\d+)\.": lambda t: t.count() == t.after.rounds + 1,
        r"(Three) cards were dealt to each\.": lambda t: (
            {t.count()} == {t.after.held[seat] for seat in range(t.after.seats)}
        ),
        rf"drew ({CARD}(?:(?:, | and ){CARD})*)\.": has_drawn,
        rf"rolled ([1-6](?: [1-6])*)\. Nobody held an? ({KIND})\.": lambda t: (
            is_thrown(t) and not any(t.after.moved) and kind_of(t[2]) == dice(t)[0] - 1
        ),
        r"rolled ([1-6](?: [1-6])*)(?:, the .+)?\.": is_thrown,
        rf"rolled ([1-6](?: [1-6])*) for (?:the )?({KIND})\.": lambda t: (
            is_thrown(t) and kind_of(t[2]) == t.after.dice_card
        ),
        rf"rolled ([1-6]): ((?:the )?{KIND}) is (right|wrong)(?:, ({POINTS}))?\.": is_guess,
        r"had three of a kind: (\+20)\.": side_gains(20),
        r"cleaned up the hand in the Bonus Roll: (\+5)\.": side_gains(5),
        r"had (\d+) cards in the points pile and won the round: (\+10)\.": lambda t: (
            t.count() == t.before.pile[t.seat] + moved(t).total() >= 10 and t.after.ten == t.seat
        ),
        r"(?:\{\d\}(?: and \{\d\})? )?(?:gained|lost) \d+\.": gains,
        r"(scored|lost) (\d+|nothing)(?: for (\d+) cards?)?"
        rf"(?: worth ({POINTS}): no score goes below zero)?\.": (
            has_scored
        ),
        rf"moved ({CARD})\.": lambda t: kinds(t[1]) == moved(t),
        r"moved (two|three) (\d+)s(, a golden one among them)?\.": has_moved_several,
        r"picked (\d+)\.": lambda t: t.count() == t.entry.event,
        r"named ([1-6])\.": lambda t: t.count() == t.after.named or t.after.phase != t.before.phase,
        rf"offered ({CARD})\.": lambda t: kinds(t[1]) == Counter([(t.after.offered - 1) // 6]),
        rf"traded ({CARD}) for \{{(\d)'s\}} ({KIND})\.": lambda t: (
            kinds(t[1]) == Counter([(t.before.offered - 1) // 6])
            and kind_of(t[3]) in hand(t.before, t.count(2))
        ),
        r"called (ten) cards\.": lambda t: t.after.ten == t.seat and t.before.pile[t.seat] >= t.count(),
        r"No card has moved for (three) laps: the round is over, and nobody has the \+10\.": lambda t: (
            t.after.ten < 0 and t.before.still + 1 >= number(t[1]) * t.after.seats
        ),
        r"won the game with (\d+)\.": lambda t: t.count() == t.after.score[t.seat % t.after.sides],
        r"(\{\d\} and \{\d\}) won the game with (\d+)\.": lambda t: (
            {t.count(2)} == {t.after.score[seat % t.after.sides] for seat in seats_in(t[1])}
        ),
        r"Forfeit: (?:everybody, for (?:a double one|three of a kind)"
        r"|\{\d\}, for missing all three rolls)\.": (
            lambda t: (
                dice(t) in ([1, 1], [*dice(t)[:1] * 3]) if "everybody" in t[0] else t.before.thrown == 3
            )
        ),
    },
    lots={
        "target": (40, 60), "team-target": (60, 120), "jackpot-wrong": (-1, -7, -30), "boost-dice": (1, 3),
        "bunk-dice": (1, 3), "golden-points": (7, 30),
        "card-points": (list(range(1, 13)), [30, 1, 1, 1, 1, 1, 9, 9, 9, 9, 9, 1]),
        "action-points": ([-15, 0, 15, -15, -15, 15], [-2] * 6),
    },
    settle=by_lot,
)  # fmt: skip
