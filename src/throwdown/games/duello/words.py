"""Duello in words: notation, the log, headings; why something is refused is in :mod:`.refusals`.

``{0}`` in a sentence stands for the name of seat 0 and ``{0's}`` for its possessive.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.english import counted, listed
from . import refusals
from .names import COUNTS, dice_words, row
from .record import (
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
    INTO,
    LAST,
    MIDDLE,
    OUT_OF,
    OVER,
    PICK,
    REROLL,
    ROLL,
    SATISFIED,
    SAY_SHOOT,
    SHOOT,
    SHOOTS,
    STAY,
    TIE,
    TIE_BREAK,
    VALUES,
)
from .sets import FIRST_OF, NAMES
from .view import View

__all__ = ["heading", "notation", "refuse", "tell"]

DECLARATIONS = ("reroll", "aim", "shoot")
ACTIONS = ("Reroll", "Take Aim", "Take a Shot")
FIXED = {SATISFIED: "satisfied", CHECK: "check", CALL: "call", FOLD: "fold", STAY: "stay"}


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


def picked(view: View, seat: int, event: int) -> list[int]:
    """The dice of a reroll, an aim or a shot, counted by value."""
    if view.phase == SHOOT:
        return name_set(view.targets[view.aims_at[seat]], event - PICK)
    return subset(view.stock[seat], event - PICK)


def notation(view: View, seat: int, event: int) -> str:
    """``aim`` declares, ``2 2 5`` takes or names dice, ``in 3``, ``out 3``, ``raise 5``; ``4`` is a die."""
    if event <= SAY_SHOOT:
        return DECLARATIONS[event]
    if event < INTO:
        return str(event - FACE + 1)
    if event < OUT_OF:
        return f"in {event - INTO + 1}"
    if event < SATISFIED:
        return f"out {event - OUT_OF + 1}"
    if event in FIXED:
        return FIXED[event]
    if view.phase == BET:
        return f"{'raise' if view.level else 'bet'} {event - PICK}"
    return row(picked(view, seat, event))


def heading(view: View) -> str:
    """The turn that the next event belongs to; a round that is played out belongs to the past."""
    if view.closed:
        return f"Round {view.rounds + 1}, the dice"
    if view.phase == ROLL and view.turns == 0:
        return f"Round {view.rounds}, the dice"
    return f"Round {view.rounds}, turn {view.turns}"


def refuse(view: View, seat: int, event: str | int) -> str:
    """Why ``event``, by its text or number, may not be played now, with its clause; empty for nothing."""
    if isinstance(event, str):
        return refusals.reason(view, seat, " ".join(event.lower().split()))
    fixed = event <= SAY_SHOOT or event in FIXED or INTO <= event < SATISFIED
    return refusals.reason(view, seat, notation(view, seat, event)) if fixed else ""


Said = Iterator[tuple[int, str]]


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
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
    if after.phase == TIE and not any(after.tie):
        yield -1, _tie_words(before, after)
    if after.phase == OVER:
        yield from _tell_end(before, after)


def _tell_roll(before: View, after: View) -> Said:
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


def _tell_declaration(before: View, seat: int, event: int | None, after: View) -> Said:
    if after.phase == DECLARE:
        if event is not None:  # nobody else is told that it is made (DU-25)
            yield seat, f"declared {ACTIONS[event]}, in secret."
        return
    for each in range(after.seats):
        if after.declared[each]:
            yield each, f"declared {ACTIONS[after.declared[each] - 1]}."


def _tell_shot(before: View, seat: int, event: int | None, after: View) -> Said:
    if after.phase == SHOOT:
        if event is not None:  # nobody else is told that it is named (DU-25)
            yield seat, f"named {row(picked(before, seat, event))} in secret."
        return
    for each in range(after.seats):
        if before.declared[each] == SHOOTS:
            hits = sum(after.hits[each])
            yield each, f"named {row(after.named[each])}: {COUNTS[hits]} {'hit' if hits == 1 else 'hits'}."


def _tell_open(before: View, seat: int, event: int, after: View) -> Said:
    if before.phase == BET:
        yield seat, _bet_words(before, event, after)
    elif before.phase == REROLL:
        yield seat, f"picked up {row(picked(before, seat, event))} to roll again."
    elif before.phase == TIE:
        die = event - FACE + 1
        roller = next(k for k in range(before.seats) if before.tied >> k & 1 and not before.tie[k])
        yield roller, f"rolled a {die} in the tie-breaker."
    elif before.phase == MIDDLE:
        yield from _tell_move(seat, event)
    if before.phase in (AIM, MIDDLE) and after.phase not in (AIM, MIDDLE):
        yield from _answers(before, after)


def _tell_move(seat: int, event: int) -> Said:
    """Of whoever stays satisfied nothing is said."""
    if event == SATISFIED:
        yield seat, "said “satisfied”."
    elif OUT_OF <= event < SATISFIED:
        yield seat, f"took a {event - OUT_OF + 1} back from the middle."
    elif event < OUT_OF:
        yield seat, f"put a {event - INTO + 1} in the middle."


def _answers(before: View, after: View) -> Said:
    for each in range(after.seats):
        right = [after.right[each][v] - before.right[each][v] for v in range(VALUES)]
        wrong = [after.wrong[each][v] - before.wrong[each][v] for v in range(VALUES)]
        if sum(right) + sum(wrong):
            asked = [right[v] + wrong[v] for v in range(VALUES)]
            yield each, f"asked about {row(asked)}: {answer_words(right, wrong)}."


def answer_words(right: Sequence[int], wrong: Sequence[int]) -> str:
    """``the 3 and two 6s are right, the 4 is wrong``; ``right`` or ``all wrong`` where nothing else is."""
    if not sum(right) or not sum(wrong):
        verdict = "right" if sum(right) else "wrong"
        return verdict if sum(right) + sum(wrong) == 1 else f"all {verdict}"
    return ", ".join((_verdict(right, wrong, "right"), _verdict(wrong, right, "wrong")))


def _verdict(dice: Sequence[int], others: Sequence[int], verdict: str) -> str:
    """``the 3 and two 6s are right``; a value that is among ``others`` too is counted."""
    parts = [
        f"{COUNTS[many]} {v + 1}{'s' if many > 1 else ''}" if many > 1 or others[v] else f"the {v + 1}"
        for v, many in enumerate(dice)
        if many
    ]
    return f"{listed(parts)} {'is' if sum(dice) == 1 else 'are'} {verdict}"


def _bet_words(before: View, event: int, after: View) -> str:
    if event in (CHECK, FOLD):
        return f"{FIXED[event]}ed."
    if event == CALL:
        return f"called for {counted(before.level - before.staked[before.bettor], 'chip')}."
    amount = after.level - before.level
    returned = event - PICK - amount
    back = f" {counted(returned, 'chip')} came back: the shortest stack cannot meet more." if returned else ""
    if before.level:
        return f"raised by {amount}, to {counted(after.level, 'chip')}.{back}"
    return f"bet {counted(amount, 'chip')}.{back}"


def _tell_outs(before: View, after: View) -> Said:
    for seat in range(after.seats):
        if before.alive[seat] and not after.alive[seat]:
            yield seat, "left the circle, and it closed."
        elif after.further[seat] > before.further[seat]:
            turns = after.further[seat]
            yield seat, f"got {turns} further {'turn' if turns == 1 else 'turns'} to shoot in."


def _tie_words(before: View, after: View) -> str:
    """The tie-breaker opens, or goes on between those who rolled alike."""
    tied = listed([f"{{{seat}}}" for seat in range(after.seats) if after.tied >> seat & 1])
    if before.phase == TIE:
        return f"{tied} rolled alike and roll again."
    return f"{tied} are equal in everything: one die each, and the highest wins."


def _tell_end(before: View, after: View) -> Said:
    if after.ending == DRAWN:
        yield -1, "The game is drawn, without points."
        if before.pot:
            stays = "stays for the next game" if after.pot else "is split"
            yield -1, f"The pot of {counted(before.pot, 'chip')} {stays}."
        return
    points = after.score[after.winner]
    won = f"won {points} {'point' if points == 1 else 'points'}"
    yield after.winner, f"{won}: {ending_words(after)}."
    if before.pot:
        yield after.winner, f"took the pot of {counted(before.pot, 'chip')}."


def has_folded(view: View, seat: int) -> bool:
    """Whether ``seat`` gave the game up (DU-24); seat -1, who looks on, never did."""
    return seat >= 0 and bool(view.folded >> seat & 1)


def ending_words(view: View) -> str:
    """How the game was won."""
    if view.ending == FOLDED:
        return f"{{{1 - view.winner}}} folded" if view.seats == 2 else "nobody else stayed in"
    if view.ending == ALL_LOST:
        return "all the last target dice fell in one turn, and this was the most stock"
    if view.ending == TIE_BREAK:
        return "the highest die of the tie-breaker"
    if view.ending == LAST:
        return "nobody else has target dice"
    return _lead_words(view)


def _lead_words(view: View) -> str:
    """After three rounds: by target dice, or by stock where these were equal (DU-14, DU-21)."""
    rivals = [seat for seat in range(view.seats) if view.alive[seat] and seat != view.winner]
    equal = any(view.targets[seat] == view.targets[view.winner] for seat in rivals)
    more = "more" if view.seats == 2 else "the most"
    if equal:
        return f"equal target dice after three rounds, and {more} stock"
    return f"{more} target dice after three rounds"
