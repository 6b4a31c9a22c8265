"""Duello in words: notation, the log, headings, and why something is refused.

``{0}`` in a sentence stands for the name of seat 0 and ``{0's}`` for its possessive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .record import (
    AFTER_ROUNDS,
    AIM,
    ALL_LOST,
    BET,
    CALL,
    CHECK,
    DECLARE,
    DRAWN,
    FACE,
    FOLD,
    FOLDED,
    IDLE,
    INTO,
    LAST,
    MIDDLE,
    MOST_BET,
    OUT_OF,
    OVER,
    PICK,
    REROLL,
    ROLL,
    SATISFIED,
    SAY_SHOOT,
    SHOOT,
    SHOOTS,
    TIE,
    TIE_BREAK,
    VALUES,
)
from .sets import FIRST_OF, NAMES

DECLARATIONS = ("reroll", "aim", "shoot")
FIXED = {SATISFIED: "satisfied", CHECK: "check", CALL: "call", FOLD: "fold"}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def faces(counts: Iterable[int]) -> list[int]:
    """The faces 1 to 6 of dice counted by value, in order."""
    return [value + 1 for value, many in enumerate(counts) for _ in range(many)]


def row(counts: Iterable[int]) -> str:
    """``2 2 5``."""
    return " ".join(map(str, faces(counts)))


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def dice_words(many: int, kind: str = "") -> str:
    """``three stock dice``."""
    return f"{COUNTS[many]} {kind + ' ' if kind else ''}{'die' if many == 1 else 'dice'}"


def subset(stock: Sequence[int], k: int) -> list[int]:
    """The k-th set of dice that can be taken from ``stock``, counted by value."""
    counts: list[int] = []
    for many in stock:
        counts.append(k % (many + 1))
        k //= many + 1
    return counts


def name_set(many: int, k: int) -> list[int]:
    """The k-th set of ``many`` values that a shot can name, counted by value."""
    return [int(count) for count in NAMES[FIRST_OF[many] + k]]


def picked(view: Any, seat: int, event: int) -> list[int]:
    """The dice of a reroll, an aim or a shot, counted by value."""
    if view.phase == SHOOT:
        return name_set(view.targets[view.aims_at[seat]], event - PICK)
    return subset(view.stock[seat], event - PICK)


def notation(view: Any, seat: int, event: int) -> str:
    """``aim`` declares, ``2 2 5`` takes or names dice, ``in 3``, ``out 3``, ``raise 5``; ``4`` is a die."""
    if event <= SAY_SHOOT:
        return DECLARATIONS[event]
    if event < INTO:
        return str(event - FACE + 1)
    if event < OUT_OF:
        return f"in {event - INTO + 1}"
    if event < SATISFIED:
        return f"out {event - OUT_OF + 1}"
    if event < PICK:
        return FIXED[event]
    if view.phase == BET:
        return f"{'raise' if view.level else 'bet'} {event - PICK}"
    return row(picked(view, seat, event))


def heading(view: Any) -> str:
    """The turn that the next event belongs to; a round that is played out belongs to the past."""
    if view.closed:
        return f"Round {view.rounds + 1}, the dice"
    if view.phase == ROLL and view.turns == 0:
        return f"Round {view.rounds}, the dice"
    return f"Round {view.rounds}, turn {view.turns}"


def refuse(view: Any, seat: int, event: str | int) -> str:
    """Why ``event``, by its text or number, may not be played now; empty where the rest says it."""
    said = " ".join(event.lower().split()) if isinstance(event, str) else _plain_text(event)
    if view.phase == DECLARE and said in DECLARATIONS:
        return _refuse_declaration(view, seat)
    if view.phase in (SHOOT, AIM, REROLL) and re.fullmatch(r"[1-6 ]+", said):
        return _refuse_dice(view, seat, said.replace(" ", ""))
    amount = re.fullmatch(r"(?:bet|raise) (\d+)", said)
    return _refuse_bet(view, seat, int(amount[1])) if view.phase == BET and amount else ""


def _plain_text(event: int) -> str:
    """The text of an event that has the same one in every position; else empty."""
    return DECLARATIONS[event] if event <= SAY_SHOOT else FIXED.get(event, "")


def _refuse_dice(view: Any, seat: int, said: str) -> str:
    need = view.targets[view.aims_at[seat]]
    if view.phase == SHOOT and need != len(said):
        return f"a shot names exactly {need} values, not {len(said)}"
    if view.phase != SHOOT and any(said.count(str(v + 1)) > many for v, many in enumerate(view.stock[seat])):
        return f"the stock is {row(view.stock[seat])}"
    return f"write it in rising order, {' '.join(sorted(said))}"


def _refuse_declaration(view: Any, seat: int) -> str:
    if view.stocks[seat] == 0:
        return "without stock a shot is forced"
    if view.further[seat] == 1:
        return "in the last further turn a shot is forced"
    return f"nobody may reroll after {IDLE} turns without aim or shot" if view.idle >= IDLE else ""


def _refuse_bet(view: Any, seat: int, amount: int) -> str:
    free = view.chips[seat] - (view.level - view.staked[seat])
    if amount > free:
        return f"{amount} is more than the {max(0, free)} chips of the stack"
    return f"one bet or raise is at most {MOST_BET} chips" if amount > MOST_BET else ""


Said = Iterator[tuple[int, str]]


def tell(before: Any, seat: int, event: int | None, after: Any) -> Said:
    """What is said of an event; ``event`` is None for whoever may not know it."""
    if before.phase == ROLL:
        yield from _tell_roll(before, after)
    elif before.phase == DECLARE:
        yield from _tell_declaration(before, seat, event, after)
    elif before.phase == SHOOT:
        yield from _tell_shot(before, seat, event, after)
    elif event is not None:
        yield from _tell_open(before, seat, event, after)
    yield from _tell_outs(before, after)
    if after.closed and not before.closed:
        yield -1, f"Round {after.rounds} is over: what was used is discarded."
    if after.phase == TIE and before.phase != TIE:
        yield -1, "All is equal. A tie-breaker: one die each."
    if after.phase == OVER:
        yield from _tell_end(before, after)


def _tell_roll(before: Any, after: Any) -> Said:
    """A target is told with its last die, and so is a stock."""
    me = before.roller
    under, in_open = before.due[me]
    if under == 1:
        mine = sum(after.target[me]) == after.targets[me]
        dice = row(after.target[me]) if mine else dice_words(after.targets[me])
        yield me, f"rolled {dice} under the cup."
    elif under == 0 and in_open == 1:
        fresh = after.fresh[me]
        again = f"rerolled {dice_words(sum(fresh), 'stock')}" if before.resume == AIM else "rolled the stock"
        yield me, f"{again}: {row(fresh)}."


def _tell_declaration(before: Any, seat: int, event: int | None, after: Any) -> Said:
    if after.phase == DECLARE:
        yield seat, "declared in secret." if event is None else f"declared {_declared(event)}, in secret."
        return
    for each in range(after.seats):
        if after.declared[each]:
            yield each, f"declared {_declared(after.declared[each] - 1)}."


def _declared(action: int) -> str:
    return ("a reroll", "aim", "a shot")[action]


def _tell_shot(before: Any, seat: int, event: int | None, after: Any) -> Said:
    if after.phase == SHOOT:
        shot = "" if event is None else f" {row(picked(before, seat, event))}"
        yield seat, f"named{shot or ' a shot'} in secret."
        return
    for each in range(after.seats):
        if before.declared[each] == SHOOTS:
            hits = sum(after.hits[each])
            yield each, f"named {row(after.named[each])}: {COUNTS[hits]} {'hit' if hits == 1 else 'hits'}."


def _tell_open(before: Any, seat: int, event: int, after: Any) -> Said:
    if before.phase == BET:
        yield seat, _bet_words(before, event, after)
    elif before.phase == REROLL:
        yield seat, f"picked up {row(picked(before, seat, event))} to roll again."
    elif before.phase == TIE:
        die = event - FACE + 1
        roller = next(k for k in range(before.seats) if before.tied >> k & 1 and not before.tie[k])
        yield roller, f"rolled a {die} in the tie-breaker."
    elif before.phase == MIDDLE:
        yield seat, _move_words(event)
    if before.phase in (AIM, MIDDLE) and after.phase not in (AIM, MIDDLE):
        yield from _answers(before, after)


def _move_words(event: int) -> str:
    if event == SATISFIED:
        return "said: satisfied."
    if event >= OUT_OF:
        return f"took a {event - OUT_OF + 1} back from the middle."
    return f"put a {event - INTO + 1} in the middle."


def _answers(before: Any, after: Any) -> Said:
    for each in range(after.seats):
        right = [after.right[each][v] - before.right[each][v] for v in range(VALUES)]
        wrong = [after.wrong[each][v] - before.wrong[each][v] for v in range(VALUES)]
        if sum(right) + sum(wrong):
            asked = [right[v] + wrong[v] for v in range(VALUES)]
            yield each, f"aimed {listed([str(face) for face in faces(asked)])}: {answer_words(right, wrong)}."


def answer_words(right: Sequence[int], wrong: Sequence[int]) -> str:
    """``the 3 and the 6 are right, the 4 is not``."""
    good, bad = [f"the {face}" for face in faces(right)], [f"the {face}" for face in faces(wrong)]
    if not bad:
        return "right" if len(good) == 1 else "all right"
    if not good:
        return "wrong" if len(bad) == 1 else "all wrong"
    verbs = ["is" if len(part) == 1 else "are" for part in (good, bad)]
    return f"{listed(good)} {verbs[0]} right, {listed(bad)} {verbs[1]} not"


def _bet_words(before: Any, event: int, after: Any) -> str:
    if event in (CHECK, FOLD):
        return f"{FIXED[event]}ed."
    if event == CALL:
        return f"called {before.level - before.staked[before.bettor]}."
    amount = after.level - before.level
    returned = event - PICK - amount
    back = f" {returned} came back: the shortest stack cannot meet them." if returned else ""
    return f"raised by {amount} to {after.level}.{back}" if before.level else f"bet {amount}.{back}"


def _tell_outs(before: Any, after: Any) -> Said:
    for seat in range(after.seats):
        if before.alive[seat] and not after.alive[seat]:
            yield seat, "left the circle, which closes."
        elif after.further[seat] > before.further[seat]:
            turns = after.further[seat]
            yield seat, f"got {turns} further {'turn' if turns == 1 else 'turns'} to shoot in."


def _tell_end(before: Any, after: Any) -> Said:
    if after.ending == DRAWN:
        yield -1, "The game is drawn, without points."
        if before.pot:
            yield -1, f"The pot of {before.pot} " + ("stays." if after.pot else "is split.")
        return
    points = after.score[after.winner]
    yield after.winner, f"won {points} {'point' if points == 1 else 'points'}: {ending_words(after)}."
    if before.wagering:
        yield after.winner, f"took the pot: {after.chips[after.winner] - before.chips[after.winner]} chips."


def ending_words(view: Any) -> str:
    """How the game was won."""
    return {
        LAST: "nobody else has target dice",
        ALL_LOST: "all lost their targets, and this was the most stock",
        AFTER_ROUNDS: "the most target dice after three rounds, or equal and the most stock",
        FOLDED: "all others folded",
        TIE_BREAK: "the tie-breaker",
    }[view.ending]
