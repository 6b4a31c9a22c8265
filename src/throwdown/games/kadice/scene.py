"""KA'DICE! as a table of zones and pieces, and its choices as sets of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.english import members
from ...kernel.scene import Card, Choice, Piece, Plate, Scene, Zone, legends_of
from . import told
from .cards import DICE, FACES, KADICE, takes_any
from .legends import LEGENDS, clause_now
from .reach import Dice, changes_to, next_roll_chance, shifts, shown, within_reach
from .state import ACT, BONUS, CHANGE, ELIMINATE, HOLD, KEEP, OVER, ROLL, TURNS, WAR, WAR_OVER
from .view import View
from .words import (
    ability,
    card_code,
    card_name,
    changed_faces,
    faces_of,
    is_wild,
    needs,
    notation,
    spaced,
)

__all__ = ["draw", "draw_unaided"]


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    return _drawn(view, seat, legal, is_aided=True)


def draw_unaided(view: View, seat: int, legal: list[int]) -> Scene:
    """The table without the cards that changes would match, and without the chances of the next roll."""
    return _drawn(view, seat, legal, is_aided=False)


def _drawn(view: View, seat: int, legal: list[int], *, is_aided: bool) -> Scene:
    reach = within_reach(view) if is_aided and view.phase == ACT else {}
    lying = tuple(_zones(view, seat, legal, reach))
    return Scene(
        heading=told.heading(view),
        now=told.now(view, seat, legal, reach),
        clause=clause_now(view),
        plates=tuple(_plate(view, each) for each in range(view.seats)),
        zones=lying,
        choices=tuple(_choice(view, seat, event, legal, is_aided) for event in legal),
        card=_card(view),
        over=view.phase == OVER,
        legends=legends_of(lying, LEGENDS),
    )


def cards_left(view: View, seat: int) -> int:
    return view.stock[seat] + (view.active[seat] > 0)


def is_ghost(view: View, seat: int) -> bool:
    return cards_left(view, seat) == 0


def _plate(view: View, seat: int) -> Plate:
    cards = cards_left(view, seat)
    states = [
        *(["dealer"] if seat == view.dealer and told.has_dealer(view) else []),
        *(["turn"] if seat == view.turn and view.phase != OVER else []),
        *(["ghost"] if cards == 0 else []),
        *(["immune"] if view.immune >> seat & 1 else []),
    ]
    return Plate(
        seat=seat,
        score=str(cards),
        unit="card" if cards == 1 else "cards",
        tag=_tag(view, seat),
        states=tuple(states),
    )


def _tag(view: View, seat: int) -> str:
    if view.phase == OVER:
        return "Won" if told.holders(view) == [seat] else ""
    if is_ghost(view, seat):
        return "Ghost"
    if view.immune >> seat & 1:
        return "Immune"
    if view.lost[seat]:
        return "Card lost"
    return "On turn" if seat == view.turn else ""


def _card(view: View) -> Card:
    rows = tuple((str(cards_left(view, seat)),) for seat in range(view.seats))
    notes = tuple(told.discards(view, seat) for seat in range(view.seats))
    return Card("Cards left", ("Seat", "Cards"), rows, notes)


# Zones


def _zones(view: View, seat: int, legal: list[int], reach: dict[int, Dice]) -> Iterator[Zone]:
    yield Zone("hub", "table", "hub", label=told.hub(view), note=told.hub_note(view))
    for each in range(view.seats):
        mine = each == seat
        yield _card_zone(view, each, mine, legal, reach)
        yield _dice_zone(view, each, mine, bool(legal))
        if _status(view, each):
            yield _turns(view, each, mine)
    if any(CHANGE <= event < HOLD for event in legal):
        yield _faces(view, legal)


def _turns(view: View, seat: int, mine: bool) -> Zone:
    status = _status(view, seat)
    says = status.replace("/", " of ") + " turns taken" if view.left[seat] else status
    piece = Piece(f"turns-{seat}", "turns", status, seat=seat, says=says)
    return Zone(f"turns-{seat}", "rail" if mine else "seat", "row", seat, pieces=(piece,), says="Turns")


def _status(view: View, seat: int) -> str:
    """``1/3`` turns taken, or why there are none left; in a war what the dice add up to."""
    if view.closed == WAR_OVER and sum(map(bool, view.face[seat])) > 1:
        return f"= {sum(view.face[seat])}"
    if view.phase == WAR and view.rivals >> seat & 1:
        return "at war"
    if view.left[seat]:
        return f"{TURNS - view.left[seat]}/{TURNS}"
    if is_ghost(view, seat):
        return ""
    if view.immune >> seat & 1:
        return "immune"
    if view.lost[seat]:
        return "card lost"
    return "done" if view.turn >= 0 and view.active[seat] else ""


def _card_zone(view: View, seat: int, mine: bool, legal: list[int], reach: dict[int, Dice]) -> Zone:
    card = view.active[seat] - 1
    place = "rail" if mine else "seat"
    if card < 0:
        none = tuple(_no_card(view, seat))
        return Zone(f"card-{seat}", place, "strip", seat, pieces=none, says="Card")
    targets = 0
    for event in legal:
        targets |= event - ELIMINATE if event >= ELIMINATE else 0
    states, note = _match(view, seat, reach)
    takeable = bool(targets >> seat & 1)
    preset = takeable and ("hit" in states or _takes_all(view))
    piece = Piece(
        id=f"card-{seat}-{card_code(card)}",
        look="condition-card",
        face=card_name(card),
        kind=f"card-{seat}" if takeable else "",
        seat=seat,
        states=(*states, *(["preset"] if preset else [])),
        says=f"{{{seat}'s}} {card_name(card)}, goes to {needs(card)}{f'; {note}' if note else ''}",
        note=ability(card) if mine else note,
        name=card_name(card),
        text=f"It goes to {needs(card)}. {ability(card)}".strip(),
        clause="KA-1",
    )
    return Zone(f"card-{seat}", place, "strip", seat, pieces=(piece,), says="Card")


def _no_card(view: View, seat: int) -> Iterator[Piece]:
    """A ghost, or the card that was lost in this round."""
    if is_ghost(view, seat):
        new = view.fallen >> seat & 1  # KA-12: it does not roll in the round of its fall
        when = "from the next round on" if new else "at the end of each round"
        says = "Ghost" if view.phase == OVER else f"Ghost: rolls {when}"
        yield Piece(f"ghost-{seat}", "ghost", seat=seat, says=says, note=says)
    elif view.lost[seat]:
        card = view.lost[seat] - 1
        yield Piece(
            id=f"card-{seat}-{card_code(card)}",
            look="condition-card",
            face=card_name(card),
            seat=seat,
            states=("out", "lost"),
            says=f"{{{seat}'s}} {card_name(card)}, lost",
            note="card lost",
        )


def _match(view: View, seat: int, reach: dict[int, Dice]) -> tuple[list[str], str]:
    """Whether the dice of the player in turn match this card, or would after changes in reach."""
    if view.immune >> seat & 1:
        return ["immune"], "immune"
    if view.phase != ACT or seat == view.turn or view.active[seat] - 1 not in reach:
        return [], ""
    changes = changes_to(view, reach[view.active[seat] - 1])
    if not changes:
        return ["hit", "right"], "matched"
    return ["reach"], " ".join(f"{old}→{new}" for old, new in changes)


def _takes_all(view: View) -> bool:
    mine = view.active[view.turn] - 1
    return mine == KADICE and takes_any(mine, shown(tuple(view.face[view.turn]))) > 0


def _dice_zone(view: View, seat: int, mine: bool, acting: bool) -> Zone:
    pieces = tuple(_die(view, seat, die, mine and acting) for die in range(DICE))
    if is_ghost(view, seat) and not any(view.face[seat]):
        pieces = ()
    return Zone(f"dice-{seat}", "rail" if mine else "seat", "row", seat, pieces=pieces, says="Dice")


def _die(view: View, seat: int, die: int, mine: bool) -> Piece:
    face = view.face[seat][die]
    held = view.held[seat] >> die & 1
    in_hand = mine and (view.phase == ACT or (view.phase == KEEP and held))
    states, note = _die_states(view, seat, die)
    says = f"{face}" if face else "not in this roll" if _is_beside(view, seat, die) else "not rolled"
    more = [state for state in states if state in ("held", "wild")] + ([note] if note else [])
    if face and _is_being_rolled(view, seat, die):
        more.append("being rolled")
    return Piece(
        id=f"die-{seat}-{die}",
        look="die",
        face=str(face) if face else "",
        kind=f"die-{face}" if in_hand else "",
        seat=seat,
        states=(*states, *(["preset"] if in_hand and view.phase == KEEP else [])),
        says=", ".join(["die", says, *more]),
        note=note,
    )


def _is_beside(view: View, seat: int, die: int) -> bool:
    """KA-3: in a war one die is rolled, and one more after each tie; the others lie beside it."""
    return view.phase == WAR and bool(view.rivals >> seat & 1) and die >= view.war_dice


def _is_being_rolled(view: View, seat: int, die: int) -> bool:
    """Whether a die to be rolled still lies as it fell; what a tie has left does until the next die."""
    is_lying = view.closed == WAR_OVER if view.phase == WAR else view.phase == ROLL and view.lifted >> die & 1
    return seat == view.roller and bool(view.todo >> die & 1 and is_lying)


def _die_states(view: View, seat: int, die: int) -> tuple[list[str], str]:
    if seat == view.turn and view.phase == ACT:
        if view.changed >> die & 1:
            return ["shifted"], f"was {view.was[die]}"
        if view.wild >> die & 1:
            return ["wild"], ""
    return (["held"], "") if view.held[seat] >> die & 1 else ([], "")


def _faces(view: View, legal: list[int]) -> Zone:
    """What a chosen die may become: any number, or one more or less."""
    changes = [changed_faces(event) for event in legal if CHANGE <= event < HOLD]
    if any(is_wild(view, old) for old, _ in changes):
        pieces = tuple(
            Piece(f"to-{n}", "die", str(n), f"to-{n}", says=f"change to {n}") for n in range(1, FACES + 1)
        )
        return Zone("to", "rail", "row", label="Change to", pieces=pieces)
    pieces = tuple(
        Piece(f"to-{way}", "step", way, way, says=f"shift {way} by 1")
        for way in map(_step, sorted({new - old for old, new in changes}))
    )
    return Zone("to", "rail", "row", label="Shift", pieces=pieces)


def _step(step: int) -> str:
    return "up" if step > 0 else "down"


# Choices


def _choice(view: View, seat: int, event: int, legal: list[int], is_aided: bool) -> Choice:
    text = notation(view, seat, event)
    if event >= ELIMINATE:
        return _elimination(view, event, text, legal)
    if event >= HOLD:
        return _holding(view, seat, event, text, is_aided)
    old, new = changed_faces(event)
    dice = sorted([*view.face[seat], new])
    dice.remove(old)
    note = f"Your dice are then {spaced(dice)}."
    if is_wild(view, old):
        return Choice(event, text, f"Change {old} to {new}", {f"die-{old}": 1, f"to-{new}": 1}, note)
    return Choice(event, text, f"Shift {old} to {new}", {f"die-{old}": 1, _step(new - old): 1}, note)


def _elimination(view: View, event: int, text: str, legal: list[int]) -> Choice:
    victims = members(event - ELIMINATE)
    name = f"Eliminate {len(victims)} cards"
    if len(victims) == 1:
        name = f"Eliminate {card_name(view.active[victims[0]] - 1)}"
    elif len(victims) == 2 and sum(each > ELIMINATE for each in legal) == 3:
        name = "Eliminate both"
    return Choice(event, text, name, {f"card-{k}": 1 for k in victims}, told.elimination_note(view, victims))


def _holding(view: View, seat: int, event: int, text: str, is_aided: bool) -> Choice:
    dice = event - (BONUS if event >= BONUS else HOLD)
    faces = sorted(faces_of(view, seat, dice))
    takes = {f"die-{face}": faces.count(face) for face in faces}
    names = ("Roll all again", "Hold {} and roll again")
    if view.phase == KEEP:
        names = ("Roll all five", "Keep {} and roll")
    elif event < BONUS:
        names = ("End turn" if view.left[seat] == 1 else "Hold nothing", "Hold {}")
    note = _odds(view, seat, faces, event) if is_aided else ""
    return Choice(event, text, names[bool(faces)].format(spaced(faces)), takes, note)


def _odds(view: View, seat: int, faces: list[int], event: int) -> str:
    """The exact chance that the next roll can eliminate a card active now, abilities counted."""
    if view.phase == ACT and event < BONUS and view.left[seat] == 1:
        return "Your turns of this round are over then."
    targets = view.in_play & ~view.immune & ~(1 << seat)
    cards = sum({1 << view.active[k] - 1 for k in members(targets)})
    is_next_turn = view.phase == ACT and event < BONUS
    chance = next_roll_chance(tuple(faces), cards, view.active[seat] - 1, shifts(view, is_next_turn))
    roll = "This roll" if view.phase == KEEP else "The bonus roll" if event >= BONUS else "Your next roll"
    if chance in (0, 1):
        return f"{roll} {'is sure to' if chance else 'cannot'} eliminate a card."
    return f"{roll} can eliminate a card in {_percent(chance)} of cases, your ability counted."


def _percent(chance: float) -> str:
    """``42 %``; what rounds to none or all says so."""
    return "under 1 %" if chance < 0.005 else "over 99 %" if chance > 0.995 else f"{100 * chance:.0f} %"
