"""The duels in words: notation and what is told. ``{0}`` stands for the name of seat 0.

What a duel says in its own way is in the ``words.py`` of its folder.
"""

from __future__ import annotations

from throwdown.kernel.sources import every

from .own_words import DuelWords, Said
from .phrases import bid_text, names_of, rival_of
from .register import FACTS, QUICK_DRAW, facts_of
from .table import (
    AIM,
    ASIDE,
    BANG,
    BID,
    CALL,
    DICE,
    DONE,
    FAR,
    GAP,
    GATE,
    KNOCK,
    KNOCKED,
    MAT,
    MEASURE,
    NO_BOUNCE,
    PRESS,
    RAISE,
    RESULT,
    ROLE,
    ROLL,
    SET,
    SPOT,
    STILL,
    TAKE,
    TARGET,
    THROW,
    TIE,
)
from .view import View

PASS_TEXTS = {PRESS + 1: "pass", ASIDE: "aside", CALL: "call", BANG: "bang", TIE: "tie"}
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CHOSEN = (SET, BID, MAT)  # stages of a choice that is the duel's own
OWN: dict[int, DuelWords] = {
    **{facts.number: DuelWords(facts) for facts in FACTS},
    **{module.WORDS.facts.number: module.WORDS for module in every(str(__package__), "words")},
}


def words_of(view: View) -> DuelWords:
    """What the duel says in its own way."""
    return OWN[view.duel]


def words_now(view: View) -> DuelWords:
    """What the duel says in its own way; while a Quick Draw breaks its tie, what that says (KD-11)."""
    return OWN[QUICK_DRAW if view.breaking else view.duel]


# Notation


def notation(view: View, event: int) -> str:
    """The text of an event that belongs to the duel."""
    if event >= RAISE:
        return "bid " + bid_text(event - RAISE)
    if event in PASS_TEXTS:
        return PASS_TEXTS[event]
    if event == PRESS:
        return words_now(view).facts.press
    if event >= FAR:
        return _by_hand_text(view, event)
    if event >= AIM:
        return f"aim {event - AIM + 1}"
    if event >= TAKE:
        return facts_of(view.duel).roles[event - TAKE][0].lower()
    if event >= RESULT:
        return result_text(view, event - RESULT)
    return f"t{event - GAP}" if event >= GAP else str(event + 1)


def _by_hand_text(view: View, event: int) -> str:
    is_measured = view.stage == MEASURE
    if event >= KNOCKED:
        seat, die = divmod(event - KNOCKED, DICE)
        return f"{'closest' if is_measured else 'knocked'} {seat + 1}.{die + 1}"
    if event == STILL:
        return "level" if is_measured else "still"
    return f"mat {event - FAR + 1}"


def result_text(view: View, outcome: int) -> str:
    """What a throw, or what is placed, comes to."""
    return "no bounce" if outcome == NO_BOUNCE else words_of(view).result_text(view, outcome)


def outcome_name(view: View, event: int) -> str:
    """What a throw comes to, for whoever has seen it; empty for what is not thrown."""
    if event >= KNOCKED:
        seat, die = divmod(event - KNOCKED, DICE)
        return f"{{{seat}'s}} {NTH[die]} die"
    if event == STILL:
        return "None: a tie" if view.stage == MEASURE else "No other die"
    if not RESULT <= event < TAKE:
        return ""
    is_no_bounce = event - RESULT == NO_BOUNCE
    return "It did not bounce" if is_no_bounce else words_of(view).outcome_name(view, event - RESULT)


# What is told


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
    """What is said of a duel's event; ``event`` is None for whoever may not know it."""
    stage = before.stage
    if stage == ROLE:
        yield seat, _role_words(before, seat, event)
    elif stage == TARGET and after.stage != TARGET:
        yield from words_now(before).tell_targets(before, after)
    elif stage == GATE:
        yield from _tell_gate(before, seat, event)
    elif stage == ROLL:
        yield from words_now(before).tell_roll(before, event, after)
    elif event is not None:
        yield from _tell_own(before, seat, event, after)
    if before.disputing:
        return
    if after.stage == TARGET and stage in (ROLL, THROW, KNOCK, SPOT, MEASURE):
        yield -1, f"{names_of(after.racers)} are tied and draw for it."
    if after.stage == DONE and stage != DONE:
        yield from tell_end(after)


def _tell_own(before: View, seat: int, event: int, after: View) -> Said:
    """What is thrown, and what is chosen in this duel alone."""
    words = words_of(before)
    if before.stage == THROW:
        yield from words.tell_outcome(before, event - RESULT, after)
    elif before.stage == SPOT:
        yield from words.tell_place(before, event - RESULT)
    elif before.stage == MEASURE:
        yield from words.tell_measure(before, event)
    elif before.stage in CHOSEN:
        yield seat, words.choice_words(before, event, after)


def _role_words(before: View, seat: int, event: int | None) -> str:
    mine = 0 if event == TAKE else 1
    names = [name for name, _ in facts_of(before.duel).roles]
    return f"took {names[mine]} and left {names[1 - mine]} to {{{rival_of(before, seat)}}}."


def _tell_gate(before: View, seat: int, event: int | None) -> Said:
    if event == ASIDE:
        yield seat, "passed for this duel."
    elif event == BANG:
        yield seat, "slapped the table: Bang!"
    elif event == TIE:
        did = "slapped" if before.matched else "pressed"
        yield -1, f"{names_of(before.matched or before.racers)} {did} at the same moment."
    elif event == PRESS and before.covered[seat] and before.timing == 1:
        yield seat, "lifted a card off the dice."


def tell_end(after: View) -> Said:
    """How the duel came out, and what it gives and takes once the cards after it have been played."""
    yield from words_of(after).tell_end(after)
