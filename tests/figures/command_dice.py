"""The sentences of Command Dice and the figures in them."""

from __future__ import annotations

from tests.figures.claims import Claims, Told

COLOURS = ("red", "white", "blue")
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARD = rf"[1-6] of (?:{'|'.join(SUITS)})"
DICE = r"(?:red|white|blue) \d(?:, (?:red|white|blue) \d)*"
COUNTED = r"\d (?:red|white|blue)(?:(?:, | and )\d (?:red|white|blue))*"


def card_of(text: str) -> int:
    """``4 of hearts`` as the number of the card, from 0."""
    value, _, suit = text.split()
    return SUITS.index(suit) * 6 + int(value) - 1


def is_picked(t: Told) -> bool:
    """``chose 2 red and 1 white.``: what was picked; once it is shown it has left the pool."""
    told = dict.fromkeys(COLOURS, 0)
    for part in t[1].replace(" and ", ", ").split(", "):
        many, colour = part.split()
        told[colour] = int(many)
    counts = list(told.values())
    return counts == list(t.after.picked[t.seat]) and (
        bool(t[2]) or t.after.hand[t.seat] - t.before.hand[t.seat] == sum(counts)
    )


def lying(t: Told) -> list[str]:
    """``red 1`` for each die of the seat that has been rolled."""
    view = t.after
    return [f"{COLOURS[view.colour[t.seat][k]]} {view.swords[t.seat][k]}" for k in range(view.hand[t.seat])]


def has_initiative(t: Told) -> bool:
    mine, theirs = t.after.hand[t.seat], t.after.hand[1 - t.seat]
    return mine < theirs and (t.count(1), t.count(2)) == (mine, theirs)


def has_tie_card(t: Told) -> bool:
    card = card_of(t[1])
    red = SUITS[card // 6] in ("diamonds", "hearts")
    seat = t.after.red_seat if red else 1 - t.after.red_seat
    return t.after.hand[0] == t.after.hand[1] and card + 1 in t.after.line and seat == t.seat


def is_taken(t: Told) -> bool:
    """The card, and the dice that were spent on it and on no other."""
    card = card_of(t[1])
    spent = [
        f"{COLOURS[t.before.colour[t.seat][k]]} {t.before.swords[t.seat][k]}"
        for k in range(t.before.hand[t.seat])
        if t.after.struck[t.seat][k] and not t.before.struck[t.seat][k]
    ]
    took = t.new_bits("won") == {card} and t.more("score") > 0
    return took and card + 1 in t.before.line and sorted(spent) == sorted(t[2].split(", "))


CLAIMS = Claims(
    {
        rf"chose ({COUNTED})(, in secret)?\.": is_picked,
        r"took the initiative: (\d) (?:die|dice) against (\d)\.": has_initiative,
        rf"took the initiative: equal counts, and the ({CARD}) is (?:Red|Black)\.": has_tie_card,
        rf"The line: ({CARD}, {CARD}, {CARD})\.": lambda t: (
            [card_of(text) + 1 for text in t[1].split(", ")] == list(t.after.line)
        ),
        rf"rolled ({DICE})(?: and could take nothing)?\.": lambda t: lying(t) == t[1].split(", "),
        rf"took the ({CARD}) with ({DICE})\.": is_taken,
        r"The round is drawn, (\d+) to (\d+)\.": lambda t: t.numbers(0) == list(t.after.score),
        r"won the round, (\d+) to (\d+)(?: with fewer cards)?\.": lambda t: (
            t.numbers(0) == [t.after.score[t.seat], t.after.score[1 - t.seat]] and t.more("victories") == 1
        ),
        r"won the game, (\d) Victories to (\d)\.": lambda t: (
            t.numbers(0) == [t.after.victories[t.seat], t.after.victories[1 - t.seat]]
        ),
    }
)
