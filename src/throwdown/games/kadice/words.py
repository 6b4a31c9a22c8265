"""KA'DICE! in words: notation, the log, headings.

``{0}`` in a sentence stands for the name of seat 0 and ``{0's}`` for its possessive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kernel.english import counted, listed, members
from .cards import FULL_HOUSE, KADICE, THREE, TWO_PAIRS, one, shown_by, takes_any
from .state import (
    ACT,
    ALL_DICE,
    BONUS,
    CARD,
    CHANGE,
    DIE,
    DRAW,
    ELIMINATE,
    GHOST,
    HOLD,
    KEEP,
    OVER,
    REVIVE,
    ROLL,
    ROUND_OVER,
    TURNS,
    WAR,
)
from .view import View

__all__ = ["choice_name", "heading", "notation", "refuse", "tell"]

NAMES: tuple[str, ...] = (
    *(f"Single Pair {n}" for n in range(1, 7)),
    *("3 of a Kind", "10 or Under", "25 or Over", "2 Pairs", "Small Straight", "Full House"),
    *("All Evens", "All Odds", "4 of a Kind", "Large Straight", "KA'DICE"),
)
_NEEDS = (
    *(f"two dice showing {n}" for n in range(1, 7)),
    *("three dice alike", "five dice of 10 or less", "five dice of 25 or more", "two pairs"),
    *("four in a row", "three alike and a pair", "five even dice", "five odd dice"),
    *("four dice alike", "five in a row", "five different without four in a row"),
)
_ABILITIES = (
    *(f"Dice rolled as {n} are wild." for n in range(1, 7)),
    "Once a turn, shift one die by 1.",
    "Once a round, shift one die down by 1.",
    "Once a round, shift one die up by 1.",
    "Immune for the round once you eliminate.",
    "A bonus roll in the first turn.",
    "Keep your turns when you eliminate.",
    *("Roll five even dice: eliminate any 1.", "Roll five odd dice: eliminate any 1."),
    *("Roll 4 of a kind: eliminate any 2.", "Roll five in a row: eliminate any 2."),
    "Roll it: eliminate every other card.",
)
CODES = ("P1", "P2", "P3", "P4", "P5", "P6", "3K", "10", "25", "2P", "SS", "FH", "EV", "OD", "4K", "LS", "KD")


def card_name(card: int) -> str:
    return NAMES[card]


def needs(card: int) -> str:
    """What eliminates the card."""
    return _NEEDS[card]


def ability(card: int) -> str:
    """What the card gives its owner."""
    return _ABILITIES[card]


def card_code(card: int) -> str:
    return CODES[card]


def faces_of(view: View, seat: int, dice: int = ALL_DICE) -> list[int]:
    """What a set of the dice of ``seat`` shows."""
    return [view.face[seat][die] for die in members(dice)]


def spaced(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def changed_faces(event: int) -> tuple[int, int]:
    """The face that a die shows, and what it becomes."""
    old, new = divmod(event - CHANGE, 6)
    return old + 1, new + 1


def notation(view: View, seat: int, event: int) -> str:
    """``4``, ``FH`` are chance; ``5>4`` changes a die; ``keep 4 4``, ``hold 4 4``, ``bonus 4 4``,
    ``eliminate P4 FH``, ``end turn``."""
    if event >= ELIMINATE:
        return "eliminate " + " ".join(card_code(view.active[k] - 1) for k in members(event - ELIMINATE))
    if event >= HOLD:
        return _holding(view, seat, event)
    if event >= CHANGE:
        return "{}>{}".format(*changed_faces(event))
    return card_code(event - CARD) if event >= CARD else str(event - DIE + 1)


def _holding(view: View, seat: int, event: int) -> str:
    dice = event - (BONUS if event >= BONUS else HOLD)
    if event < BONUS and view.phase == ACT and view.left[seat] == 1:
        return "end turn"
    verb = "bonus" if event >= BONUS else "keep" if view.phase == KEEP else "hold"
    return f"{verb} {spaced(faces_of(view, seat, dice)) or 'nothing'}"


def choice_name(view: View, seat: int, event: int) -> str:
    """``eliminate Single Pair 4 and Full House``, ``change a 5 to a 4``; held dice are called as written."""
    if event >= ELIMINATE:
        return "eliminate " + listed(card_name(view.active[k] - 1) for k in members(event - ELIMINATE))
    if CHANGE <= event < HOLD:
        return "change a {} to a {}".format(*changed_faces(event))
    return ""


def turn_number(view: View) -> int:
    """1 to 3; 0 before the first turn and after the last."""
    return TURNS + 1 - view.left[view.turn] if view.turn >= 0 and view.left[view.turn] else 0


def heading(view: View) -> str:
    """The part of the match that the next event belongs to."""
    if view.phase == WAR:
        return "War for the first deal" if view.war_card == 0 else f"Round {view.rounds}, war"
    if view.phase == DRAW:
        return f"Round {view.rounds}, new cards"
    if view.phase in (GHOST, REVIVE):
        return f"Round {view.rounds}, ghosts"
    return f"Round {view.rounds}, turn {turn_number(view)}" if turn_number(view) else f"Round {view.rounds}"


def whose(view: View, seats: Iterable[int]) -> str:
    """``{1's} Single Pair 4 and {3's} Full House``."""
    return listed([f"{{{k}'s}} {card_name(view.active[k] - 1)}" for k in seats])


Said = Iterator[tuple[int, str]]


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
    """What is said of an event: of a roll when its last die lies, of cards when all are turned up."""
    assert event is not None, "nothing is hidden in this game"
    if before.phase == WAR:
        yield from _tell_war(before, after)
    elif before.phase == DRAW:
        yield from _tell_cards(before, after)
    elif before.phase == GHOST:
        yield from _tell_ghost(before, after)
    elif before.phase == REVIVE:
        yield before.roller, f"drew {card_name(event - CARD)} as the one card."
    elif before.phase == ROLL:
        yield from _tell_roll(before, after)
    elif before.phase == ACT:
        yield from _tell_act(before, seat, event, after)
    yield from _tell_end(before, after)


def _tell_war(before: View, after: View) -> Said:
    """A war is told when the last of its dice lies."""
    if before.pending or before.todo & (before.todo - 1):
        return
    rolls = [f"{{{k}}} {_war_roll(after, k)}" for k in members(before.rivals)]
    prize = card_name(before.war_card - 1) if before.war_card else "the first deal"
    yield -1, f"War for {prize}: {listed(rolls)}."
    if after.phase == WAR and after.war_card == before.war_card:
        yield -1, f"{listed([f'{{{k}}}' for k in members(after.rivals)])} are level and roll again."
        return
    won = f"won the war for {prize}." if before.war_card else "won the war and the first deal."
    yield _war_winner(before, after), won
    for k in members(before.in_play & ~after.in_play):
        out = after.stock[k] == 0
        yield k, f"discarded {prize}{', the last card: a ghost now' if out else ''}."


def _war_roll(view: View, seat: int) -> str:
    faces = [face for face in view.face[seat] if face]
    return spaced(faces) if len(faces) == 1 else f"{spaced(faces)} = {sum(faces)}"


def _war_winner(before: View, after: View) -> int:
    """Whoever has the highest sum in the dice that still lie."""
    return max(members(before.rivals), key=lambda k: sum(after.face[k]))


def _tell_cards(before: View, after: View) -> Said:
    if before.pending:
        return
    for k in members(after.turned_up):
        yield k, f"turned up {card_name(after.active[k] - 1)}."


def _tell_ghost(before: View, after: View) -> Said:
    if before.todo & (before.todo - 1):
        return
    me = before.roller
    faces = spaced(after.face[me])
    if after.phase != REVIVE:
        yield me, f"rolled {faces} as a ghost and matched nothing."
        return
    yield me, f"rolled {faces} as a ghost{_ghost_match(after, me)}: back in the game."


def _ghost_match(view: View, seat: int) -> str:
    if len(set(view.face[seat])) == 1:
        return ", five alike and so all wild"
    shown = shown_by(sum(one(face) for face in view.face[seat]))
    matched = [k for k in members(view.in_play) if shown >> view.active[k] - 1 & 1]
    return f" and matched {whose(view, matched[:1])}"


def _tell_roll(before: View, after: View) -> Said:
    if before.todo & (before.todo - 1):
        return
    me = before.turn
    faces, held = after.face[me], before.held[me]
    rolled = spaced(face for die, face in enumerate(faces) if not held >> die & 1)
    kept = spaced(faces_of(after, me, held))
    five = ": five of a kind, all wild" if len(set(faces)) == 1 else ""
    idle = "" if _still_acts(after, me) else f"{',' if kept or five else ''} and could do nothing with it"
    yield me, f"rolled {rolled}{f', with {kept} held' if kept else ''}{five}{idle}."


def _still_acts(view: View, seat: int) -> bool:
    return view.phase == ACT and view.turn == seat


def _tell_act(before: View, seat: int, event: int, after: View) -> Said:
    if event >= ELIMINATE:
        yield from _tell_elimination(before, seat, members(event - ELIMINATE), after)
    elif event >= BONUS:
        held = spaced(faces_of(before, seat, event - BONUS)) or "nothing"
        yield seat, f"held {held} and took the bonus roll."
    elif event >= HOLD:
        held = spaced(faces_of(before, seat, event - HOLD))
        last = before.left[seat] == 1
        yield seat, "ended the turn." if last else f"held {held or 'nothing'}."
    else:
        old, new = changed_faces(event)
        yield seat, f"{'changed' if is_wild(before, old) else 'shifted'} a {old} to a {new}."


def is_wild(view: View, face: int) -> bool:
    """Whether a die of the player in turn that shows ``face`` may still become any number."""
    return face in faces_of(view, view.turn, view.wild & ~view.changed)


def _tell_elimination(before: View, seat: int, victims: list[int], after: View) -> Said:
    faces = spaced(faces_of(before, seat))
    mine = before.active[seat] - 1
    more = ""
    if mine == TWO_PAIRS and after.closed == 0 and after.phase != OVER:
        more = "; 2 Pairs is immune"
    if mine == FULL_HOUSE and after.left[seat] and after.closed == 0:
        more = "; Full House keeps the turns that are left"
    yield seat, f"eliminated {whose(before, victims)} with {faces}{more}."
    for k in victims:
        if before.stock[k] == 0:
            yield k, "lost the last card: a ghost now."


def _tell_end(before: View, after: View) -> Said:
    """The end of a round, where the table shows it; the end of the game."""
    if after.phase == OVER and before.phase != OVER:
        yield from _tell_result(after)
    elif after.closed == ROUND_OVER and before.rounds != after.rounds:
        yield -1, f"Round {before.rounds} is over. Dealer of round {after.rounds}: {{{after.dealer}}}."


def _tell_result(view: View) -> Said:
    holders = [k for k in range(view.seats) if view.stock[k] or view.active[k]]
    if len(holders) == 1:
        cards = view.stock[holders[0]] + (view.active[holders[0]] > 0)
        yield holders[0], f"won the game with {cards} {'card' if cards == 1 else 'cards'} left."
        return
    rounds = counted(view.rounds, "round")
    yield -1, f"After {rounds} the game is drawn among {listed([f'{{{k}}}' for k in holders])}."


# Why an event is refused


def refuse(view: View, seat: int, event: int | str) -> str:
    """What the rules say against an event of the player in turn; empty where there is nothing to say."""
    text = event if isinstance(event, str) else _text_of(view, seat, event)
    verb, *rest = text.lower().split()[:6] or [""]
    if verb == "eliminate":
        return _refuse_elimination(view, seat, rest)
    if verb in ("hold", "bonus", "keep"):
        return _refuse_holding(view, seat, verb, rest)
    old, is_change, new = text.partition(">")
    return _refuse_change(view, seat, old.strip(), new.strip()) if is_change else ""


def _text_of(view: View, seat: int, event: int) -> str:
    """The notation of any event, also of one that is not legal."""
    if event >= ELIMINATE:
        cards = [view.active[k] for k in members(event - ELIMINATE) if k < view.seats]
        return "eliminate " + " ".join(card_code(card - 1) if card else "nothing" for card in cards)
    return notation(view, seat, event)


def _refuse_elimination(view: View, seat: int, codes: list[str]) -> str:
    if view.phase != ACT:
        return "cards are eliminated after the roll (KA-7)"
    shown = shown_by(sum(one(face) for face in view.face[seat] if face))
    others, unmatched = int(takes_any(view.active[seat] - 1, shown)), 0
    for code in codes:
        owner = next((k for k in range(view.seats) if _has(view, k, code)), -1)
        if owner < 0:
            return f"nobody has {code.upper()} as the active card (KA-1)"
        card = view.active[owner] - 1
        if owner == seat:
            return f"{card_name(card)} is your own card (KA-2)"
        if view.immune >> owner & 1:
            return f"{card_name(card)} is immune until the round ends (KA-1)"
        unmatched += not shown >> card & 1
        if unmatched > others == 0:
            return f"{spaced(faces_of(view, seat))} does not show {card_name(card)} (KA-1)"
    if view.active[seat] - 1 == KADICE and others:
        return "KA'DICE takes every card that is not immune, or none (KA-0)"
    if unmatched > others:
        name, most = card_name(view.active[seat] - 1), counted(others, "card")
        return f"{name} takes any {most} more than the dice match, not {unmatched} (KA-1)"
    return ""


def _has(view: View, seat: int, code: str) -> bool:
    return view.active[seat] > 0 and card_code(view.active[seat] - 1).lower() == code


def _refuse_holding(view: View, seat: int, verb: str, faces: list[str]) -> str:
    if view.phase == KEEP and verb != "keep":
        return "dice are held after the roll; before it, held ones are kept or picked up (KA-7)"
    if len(faces) > 4:
        return "four dice at the most are held (KA-7)"
    if verb == "bonus" and not view.bonus:
        return "a bonus roll is Small Straight's, in the first turn of a round (KA-0)"
    if verb == "hold" and view.phase == ACT and view.left[seat] == 1:
        return "in the last turn of a round nothing is held (KA-7)"
    dice = view.held[seat] if verb == "keep" else ALL_DICE
    there = [str(face) for face in faces_of(view, seat, dice)]
    missing = [face for face in faces if face != "nothing" and faces.count(face) > there.count(face)]
    return f"there are not so many dice that show {missing[0]} (KA-7)" if missing else ""


def _refuse_change(view: View, seat: int, old: str, new: str) -> str:
    if new not in tuple("123456"):
        return "a die shows 1 to 6 (KA-2)"
    dice = [die for die in range(5) if str(view.face[seat][die]) == old]
    if not dice:
        return f"no die shows {old} (KA-2)"
    if not any((view.rolled | view.wild) >> die & 1 for die in dice):
        return f"the {old} was not rolled in this turn (KA-2)"
    if all(view.changed >> die & 1 for die in dice):
        return f"the {old} has been changed already (KA-2)"
    name = card_name(view.active[seat] - 1)
    if view.shifted[seat]:
        span = "turn" if view.active[seat] - 1 == THREE else "round"
        return f"{name} has shifted its one die of this {span} (KA-1)"
    return f"{name} does not change a {old} to a {new} (KA-2)"
