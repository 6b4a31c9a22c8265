"""Command Dice: why an event may not be made now, with the clause that says so."""

from __future__ import annotations

import re
from collections import Counter

from ...kernel.english import counted
from .names import LETTERS, card_text, dice_text
from .state import ALLOCATE, COMMIT, HAND, value_of
from .view import View
from .waste import cheapest, spent


def reason(view: View, seat: int, said: list[str]) -> str:
    """What is against the event written with these words, in small letters; empty for nothing."""
    if view.phase == COMMIT and all(re.fullmatch(r"[rwb]\d+", word) for word in said):
        return _against_choice(view, seat, said)
    if view.phase != ALLOCATE or not said:
        return ""
    if said == ["stop"]:
        return "whoever can defeat a card must defeat one (CD-9)"
    if not re.fullmatch(r"[1-6][cdhs]", said[0]):
        return ""
    return _against_strike(view, seat, said[0], said[1:])


def _against_choice(view: View, seat: int, said: list[str]) -> str:
    wanted = Counter[str]()
    for word in said:
        wanted[word[0].upper()] += int(word[1:])
    pool = dict(zip(LETTERS, view.pool[seat], strict=True))
    if any(many > pool[letter] for letter, many in wanted.items()):
        return f"the pool is {dice_text(view.pool[seat])} (CD-6)"
    return f"1 to {HAND} dice are chosen, not {wanted.total()} (CD-6)"


def _against_strike(view: View, seat: int, card: str, said: list[str]) -> str:
    line = [card_text(each - 1) if each else "" for each in view.line]
    if card not in line:
        return f"in the line lie {' '.join(filter(None, line))} (CD-8)"
    free = Counter(
        f"{LETTERS[view.colour[seat][die]]}{view.swords[seat][die]}".lower()
        for die in range(view.hand[seat])
        if not view.struck[seat][die]
    )
    if not said or Counter(said) - free:
        lying = " ".join(sorted(free.elements())).upper()
        return f"the dice that are left are {lying or 'none'} (CD-8)"
    shown = [int(word[1:]) for word in said]
    if 0 in shown:
        return "a die without a sword is never put on a card (CD-10)"
    value = value_of(view.line[line.index(card)] - 1)
    if sum(shown) < value:
        return f"{value} swords are needed, not {sum(shown)} (CD-8)"
    return against_waste(view, seat, line.index(card), sum(shown))


def against_waste(view: View, seat: int, slot: int, put: int = 0) -> str:
    """A sentence: ``put`` swords on the card in ``slot`` are more than needed, and what would do (CD-10)."""
    dice = range(view.hand[seat])
    taken = [] if view.card_by_card else [at for at in range(len(view.taken)) if view.taken[at]]
    roll = [die for die in dice if not view.card_by_card or not view.struck[seat][die]]
    swords = tuple(view.swords[seat][die] for die in roll)
    cards = [view.taken[at] - 1 for at in taken] + [view.line[slot] - 1]
    values = tuple(value_of(card) for card in cards)
    sets = cheapest(swords, values)
    already = sum(view.swords[seat][die] for die in dice if view.struck[seat][die] and not view.card_by_card)
    too_many = already + put - spent(swords, sets)
    if not sets or (put and too_many <= 0):
        return ""
    quoted = " and ".join(
        " ".join([card_text(card), *sorted(_die(view, seat, roll[die]) for die in dice_of)])
        for card, dice_of in zip(cards, sets, strict=True)
    )
    exact = "is exact" if spent(swords, sets) == sum(values) else "wastes less"
    wasted = f"{counted(too_many, 'sword')} would be wasted: " if put else ""
    return f"{wasted}{quoted} {exact} (CD-10)"


def _die(view: View, seat: int, die: int) -> str:
    return f"{LETTERS[view.colour[seat][die]]}{view.swords[seat][die]}"
