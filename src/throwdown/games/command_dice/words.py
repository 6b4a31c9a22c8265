"""Command Dice in words: notation, the log, headings.

``{0}`` in a sentence stands for the name of seat 0 and ``{0's}`` for its possessive.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.english import listed
from . import refusals
from .names import COLOURS, LETTERS, card_name, card_text, dice_text, dice_words
from .state import ALLOCATE, CARD, COMMIT, NOBODY, OVER, RED, STOP, STRIKE, SWORDS
from .view import View

__all__ = ["choice_name", "heading", "notation", "refuse", "tell"]


def dice_in(event: int) -> tuple[int, int, int]:
    """Red, white and blue dice of a choice."""
    return event // 12, event // 3 % 4, event % 3


def strike_parts(event: int) -> tuple[int, list[int]]:
    """The slot and the dice of a strike."""
    slot, dice = divmod(event - STRIKE, 16)
    return slot, [die for die in range(4) if dice >> die & 1]


def notation(view: View, seat: int, event: int) -> str:
    """``R2 W1`` chooses dice, ``4h R1 B3`` strikes, ``stop`` ends; ``4h``, ``2``, ``red`` are chance."""
    if event == STOP:
        return "stop"
    if event >= STRIKE:
        slot, dice = strike_parts(event)
        spent = [f"{LETTERS[view.colour[seat][die]]}{view.swords[seat][die]}" for die in dice]
        return " ".join([card_text(view.line[slot] - 1), *spent])
    if event >= RED:
        return "red" if event == RED else "black"
    if event >= SWORDS:
        return str(event - SWORDS)
    if event >= CARD:
        return card_text(event - CARD)
    return dice_text(dice_in(event))


def choice_name(view: View, seat: int, event: int) -> str:
    """``2 red and 1 white`` and ``4 of hearts by red 1 and blue 3``."""
    if event == STOP:
        return "stop here"
    if event < STRIKE:
        return dice_words(dice_in(event))
    slot, dice = strike_parts(event)
    spent = [f"{COLOURS[view.colour[seat][die]]} {view.swords[seat][die]}" for die in dice]
    return f"{card_name(view.line[slot] - 1)} by {listed(spent)}"


def rolled_words(view: View, seat: int) -> str:
    """``red 1, white 2``."""
    return ", ".join(
        f"{COLOURS[view.colour[seat][die]]} {view.swords[seat][die]}" for die in range(view.hand[seat])
    )


def heading(view: View) -> str:
    """The turn that the next event belongs to; a turn that is played out belongs to the past."""
    if view.closed == 2 and view.phase != OVER:
        return f"Round {view.rounds + 1}, turn 1"
    return f"Round {view.rounds}, turn {view.turns + (view.closed == 1)}"


def colour_of(view: View, seat: int) -> str:
    """The colour that ``seat`` plays (CD-4)."""
    if view.red_seat == NOBODY:
        return ""
    return "Red" if view.red_seat == seat else "Black"


def sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def refuse(view: View, seat: int, event: str | int) -> str:
    """Why ``event``, by its text or number, may not be played now, with its clause; empty for nothing."""
    if isinstance(event, str):
        return refusals.reason(view, seat, event.lower().split())
    plain = event == STOP or (view.phase == COMMIT and event < CARD)
    return refusals.reason(view, seat, notation(view, seat, event).lower().split()) if plain else ""


Said = Iterator[tuple[int, str]]


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
    """What is said of an event; ``event`` is None for whoever may not know it."""
    if before.phase == COMMIT:
        yield from _tell_choice(before, seat, event, after)
    elif event is None:
        return
    elif event >= STRIKE:
        yield seat, _strike_words(before, seat, event)
    elif event >= RED:
        yield after.red_seat, f"got Red, and {{{1 - after.red_seat}}} got Black."
    elif event >= SWORDS:
        yield from _tell_roll(before, after)
    elif after.phase == COMMIT:
        yield -1, "The line: " + ", ".join(card_name(card - 1) for card in after.line) + "."
        if after.alone != NOBODY:
            yield -1, f"A last turn for {{{after.alone}}} alone: the other pool is empty."
    if after.closed == 2 and before.closed != 2:
        yield from _tell_round(before, after)


def _tell_choice(before: View, seat: int, event: int | None, after: View) -> Said:
    if after.phase == COMMIT:
        if event is not None:  # nobody else is told that a choice is made (CD-18)
            yield seat, f"chose {dice_words(dice_in(event))}, in secret."
        return
    for each in (0, 1):
        if after.hand[each]:
            yield each, f"chose {dice_words(after.picked[each])}."
    if after.alone == NOBODY:
        yield after.lead, f"took the initiative: {_initiative(after)}."


def _initiative(after: View) -> str:
    """Why the lead acts first (CD-7)."""
    mine, theirs = after.hand[after.lead], after.hand[1 - after.lead]
    if mine != theirs:
        return f"{mine} dice against {theirs}" if mine > 1 else f"1 die against {theirs}"
    card = after.line[2 if after.tie_card else 0] - 1
    return f"equal counts, and the {card_name(card)} is {colour_of(after, after.lead)}"


def _tell_roll(before: View, after: View) -> Said:
    """A roll is told with its last die."""
    me = before.roller
    if before.swords[me][before.hand[me] - 1] >= 0 or after.swords[me][after.hand[me] - 1] < 0:
        return
    nothing = after.phase != ALLOCATE
    yield me, f"rolled {rolled_words(after, me)}{' and could take nothing' if nothing else ''}."


def _strike_words(before: View, seat: int, event: int) -> str:
    if event == STOP:
        return "stopped."
    slot, dice = strike_parts(event)
    spent = ", ".join(f"{COLOURS[before.colour[seat][die]]} {before.swords[seat][die]}" for die in dice)
    return f"took the {card_name(before.line[slot] - 1)} with {spent}."


def _tell_round(before: View, after: View) -> Said:
    mine, theirs = after.score
    gained = [seat for seat in (0, 1) if after.victories[seat] > before.victories[seat]]
    if not gained:
        yield -1, f"The round is drawn, {mine} to {theirs}."
        return
    points = f"{after.score[gained[0]]} to {after.score[1 - gained[0]]}"
    fewer = " with fewer cards" if mine == theirs else ""
    yield gained[0], f"won the round, {points}{fewer}."
    if after.phase == OVER:
        yield (
            gained[0],
            f"won the game, {after.victories[gained[0]]} Victories to {after.victories[1 - gained[0]]}.",
        )
