"""The sentences of Duello and the figures in them."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.figures.claims import COUNT, Claims, Told, number
from throwdown.games.duello.record import FACE, PICK

ROW = r"[1-6](?: [1-6])*"
CAME_BACK = r"(?: (\d+) chips? came back: the shortest stack cannot meet more\.)?"
HOW = (
    r"(?:\{\d\} folded|nobody else stayed in|nobody else has target dice|the highest die of the tie-breaker"
    r"|all the last target dice fell in one turn, and this was the most stock"
    r"|(?:equal target dice after three rounds, and )?(?:more|the most) "
    r"(?:stock|target dice after three rounds))"
)


def values(row: str) -> list[int]:
    """``2 2 5`` counted by value."""
    return [row.split().count(str(value)) for value in range(1, 7)]


def fewer(t: Told, field: str) -> list[int]:
    """By how much ``field`` holds less of each value for the seat."""
    return [was - now for was, now in _pairs(t, field)]


def more(t: Told, field: str) -> list[int]:
    return [now - was for was, now in _pairs(t, field)]


def _pairs(t: Told, field: str) -> zip[tuple[int, int]]:
    return zip(getattr(t.before, field)[t.seat], getattr(t.after, field)[t.seat], strict=True)


def is_shot(t: Told) -> bool:
    """The values named, and the target dice that these have cost."""
    victim = t.before.aims_at[t.seat]
    lost = -t.more("targets", victim)
    return values(t[1]) == list(t.after.named[t.seat]) and t.count(2) == lost == sum(t.after.hits[t.seat])


def middle(t: Told) -> list[int]:
    """How many more dice of each value the seat has in the middle; where this was the last move, those lie
    as asked about."""
    return [
        sum(parts) for parts in zip(*(more(t, field) for field in ("forward", "right", "wrong")), strict=True)
    ]


def is_answered(t: Told) -> bool:
    """``asked about 3 6 6 4: the 3 and two 6s are right, the 4 is wrong``."""
    right, wrong = more(t, "right"), more(t, "wrong")
    if values(t[1]) != [a + b for a, b in zip(right, wrong, strict=True)]:
        return False
    if t[2] in ("right", "wrong", "all right", "all wrong"):
        none = wrong if "right" in t[2] else right
        return sum(none) == 0 and t[2].startswith("all") == (sum(right) + sum(wrong) > 1)
    told = {"right": [0] * 6, "wrong": [0] * 6}
    for dice, verdict in re.findall(r"(.+?) (?:is|are) (right|wrong)(?:, |$)", t[2]):
        for many, value in re.findall(rf"(the|{COUNT}) ([1-6])s?", dice):
            told[verdict][int(value) - 1] += 1 if many == "the" else number(many)
    return told == {"right": right, "wrong": wrong}


def is_bet(t: Told) -> bool:
    """``raised by 5, to 8 chips. 2 chips came back: ...``: what has left the stack is what is owed now."""
    amount, level = t.count(1), t.numbers(2)
    paid = -t.more("chips")
    named = t.entry.event - PICK
    return (
        paid == t.after.level - t.before.staked[t.seat] == t.after.pot - t.before.pot
        and t.after.level == t.before.level + amount == (level[0] if level else amount)
        and named - amount == (int(t[3]) if t[3] else 0)
    )


def is_won(t: Told) -> bool:
    over = t.before.rounds == 3 or "three rounds" not in t[0]
    one_turn = "one turn" not in t[0] or sum(t.after.targets) == 0
    return (
        t.after.winner == t.seat
        and t.after.score[t.seat] == t.count() == sum(t.after.score)
        and over
        and one_turn
    )


def is_pot_drawn(t: Told) -> bool:
    """A pot that nobody won stays, or has gone to the stacks."""
    stacks = sum(t.after.chips) - sum(t.before.chips)
    kept = "stays" in t[2]
    return t.count() == t.before.pot == (t.after.pot if kept else stacks) and stacks * kept == 0


def is_fresh(t: Told) -> bool:
    rolled = values(t[2])
    many = sum(rolled) if t[1] == "rolled the stock" else number(t[1].split()[1])
    return rolled == list(t.after.fresh[t.seat]) and many == sum(rolled) and t.before.due[t.seat][1] == 1


def by_lot(values: dict[str, Any], seats: int, rng: random.Random) -> dict[str, Any]:
    values["chips"] = [rng.choice((1, 3, 20, 100)) if k < seats else 0 for k in range(8)]
    return values


CLAIMS = Claims(
    {
        rf"rolled ({ROW}) under the cup\.": lambda t: values(t[1]) == list(t.after.target[t.seat]),
        rf"rolled ({COUNT}) (?:die|dice) under the cup\.": lambda t: t.count() == t.after.targets[t.seat],
        rf"(rolled the stock|rerolled (?:{COUNT}) stock (?:die|dice)): ({ROW})\.": is_fresh,
        rf"named ({ROW}) in secret\.": lambda t: values(t[1]) == list(t.after.named[t.seat]),
        rf"named ({ROW}): ({COUNT}) hits?\.": is_shot,
        r"called for (\d+) chips?\.": lambda t: (
            t.count() == -t.more("chips") == t.after.staked[t.seat] - t.before.staked[t.seat]
        ),
        rf"raised by (\d+), to (\d+) chips?\.{CAME_BACK}": (is_bet),
        rf"bet (\d+) chips?(\.){CAME_BACK}": is_bet,
        rf"picked up ({ROW}) to roll again\.": lambda t: (
            values(t[1]) == fewer(t, "stock") and t.after.due[t.seat][1] == sum(values(t[1]))
        ),
        r"rolled a ([1-6]) in the tie-breaker\.": lambda t: t.count() == t.entry.event - FACE + 1,
        r"put a ([1-6]) in the middle\.": lambda t: values(t[1]) == middle(t) == fewer(t, "stock"),
        r"took a ([1-6]) back from the middle\.": lambda t: (
            values(t[1]) == [-many for many in middle(t)] == more(t, "stock")
        ),
        rf"asked about ({ROW}): (.+)\.": is_answered,
        r"got (\d+) further turns? to shoot in\.": lambda t: t.count() == t.after.further[t.seat],
        r"(.+) are equal in everything: one die each, and the highest wins\.": lambda t: (
            t.after.tied.bit_count() == len(re.findall(r"\{\d\}", t[1])) and not any(t.after.tie)
        ),
        rf"won (\d+) points?: {HOW}\.": is_won,
        r"took the pot of (\d+) chips?\.": lambda t: t.count() == t.more("chips") == t.before.pot,
        r"The pot of (\d+) chips? (is split|stays for the next game)\.": is_pot_drawn,
        r"Round (\d) is over: what was used is discarded\.": lambda t: t.count() == t.before.rounds,
    },
    lots={"pot": (0, 0, 1, 7), "most-bet": (5, 200), "first-bettor": (0, 1)},
    settle=by_lot,
)
