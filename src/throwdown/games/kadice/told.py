"""What the table says of itself in KA'DICE!: headings, the hub, the Now line, notes."""

from __future__ import annotations

from ...kernel.english import counted, listed, members
from ...kernel.scene import Now
from .cards import FULL_HOUSE, KADICE, TWO_PAIRS, takes_any
from .reach import Dice, changes_to, shown
from .state import (
    ACT,
    BONUS,
    CHANGE,
    DRAW,
    ELIMINATE,
    GHOST,
    HOLD,
    IN_WAR,
    KEEP,
    OVER,
    REVIVE,
    ROUND_OVER,
    TURNS,
    WAR,
)
from .view import View
from .words import card_name, faces_of, spaced, turn_number, whose

NAMED = 2  # cards of others that one Now line names at most


def has_dealer(view: View) -> bool:
    """Whether the first war has been decided (KA-4)."""
    return view.phase != WAR or view.war_card > 0


def holders(view: View) -> list[int]:
    """The seats that have cards."""
    return [k for k in range(view.seats) if view.stock[k] or view.active[k]]


def discards(view: View, seat: int) -> str:
    """The discarded cards of ``seat``, each with who eliminated it (KA-17); empty where there are none."""
    cards = members(view.gone[seat])
    return f"Discarded: {listed([_discard(view, seat, card) for card in cards])}." if cards else ""


def _discard(view: View, seat: int, card: int) -> str:
    taker = view.taker[seat][card]
    how = {0: "", IN_WAR: " (in a war)"}.get(taker, f" (by {{{taker - 1}}})")
    return card_name(card) + how


def heading(view: View) -> str:
    if view.closed == ROUND_OVER:
        return f"Round {view.rounds - 1} · over"
    if not has_dealer(view):
        return "War for the first deal"
    part = {WAR: "war", DRAW: "new cards", GHOST: "ghosts", REVIVE: "ghosts", OVER: "over"}.get(view.phase)
    return f"Round {view.rounds} · {part or f'turn {turn_number(view)} of {TURNS}'}"


def hub(view: View) -> str:
    if view.phase == WAR:
        return f"War for {card_name(view.war_card - 1)}" if view.war_card else "War for the first deal"
    return f"Round {view.rounds - (view.closed == ROUND_OVER)}"


def hub_note(view: View) -> str:
    if view.phase == WAR:
        dice = "one die" if view.war_dice == 1 else f"{view.war_dice} dice"
        return f"{listed([f'{{{k}}}' for k in members(view.rivals)])}: {dice} each, highest wins"
    return f"Dealer: {{{view.dealer}}}"


# The Now line


def now(view: View, seat: int, legal: list[int], reach: dict[int, Dice]) -> Now:
    """What ``seat`` can do; ``reach`` are the cards in reach that are named, with dice that show each."""
    if view.phase == OVER:
        return _over(view)
    if legal:
        return _keep(view, seat) if view.phase == KEEP else _act(view, seat, legal, reach)
    if view.phase == KEEP:
        held = spaced(faces_of(view, view.turn, view.held[view.turn]))
        return Now(f"Waiting for {{{view.turn}}} to roll.", f"On the hold card: {held}.")
    if view.phase == ACT:
        rolled = spaced(faces_of(view, view.turn))
        return Now(
            f"Waiting for {{{view.turn}}} to choose.",
            f"{rolled}{_matches(view, reach) or ' matches nothing.'}",
        )
    if view.phase in (DRAW, REVIVE):
        return Now(f"A card for {{{view.roller}}}.")
    war = ", for the war" if has_dealer(view) else ", for who deals first"
    why = {WAR: war, GHOST: ", as a ghost"}.get(view.phase, "")
    return Now(f"Dice for {{{view.roller}}}{why}.")


def _over(view: View) -> Now:
    left = holders(view)
    if len(left) == 1:
        lost = [k for k in range(view.seats) if k not in left]
        ghosts = "all others are ghosts" if len(lost) > 1 else f"{{{lost[0]}}} had no card left"
        played = counted(view.rounds, "round")
        return Now(f"{{{left[0]}}} won the game.", f"After {played} {ghosts}.", "over")
    return Now("The game is drawn.", f"{listed([f'{{{k}}}' for k in left])} still have cards.", "over")


def _keep(view: View, seat: int) -> Now:
    held = spaced(faces_of(view, seat, view.held[seat]))
    return Now("Roll: keep held dice, or pick them up.", f"On your hold card: {held}.", "act")


def _act(view: View, seat: int, legal: list[int], reach: dict[int, Dice]) -> Now:
    options = [*_may_eliminate(view, legal)]
    if any(CHANGE <= event < HOLD for event in legal):
        options.append("change a die")
    options.append("end the turn" if view.left[seat] == 1 else "hold dice")
    if any(BONUS <= event < ELIMINATE for event in legal):
        options[-1] = "hold dice and roll again"
    title = ", ".join(options[:-1]) + (", or " if len(options) > 1 else "") + options[-1]
    faces = spaced(faces_of(view, seat))
    note = f"{faces}{_matches(view, reach) or ' matches nothing.'}"
    return Now(f"{title[0].upper()}{title[1:]}.", note, "act")


def _may_eliminate(view: View, legal: list[int]) -> list[str]:
    most = max((bin(event - ELIMINATE).count("1") for event in legal if event >= ELIMINATE), default=0)
    if most == 0:
        return []
    return [f"eliminate {('a card', 'two cards', 'three cards')[most - 1] if most < 4 else f'{most} cards'}"]


def _matches(view: View, reach: dict[int, Dice]) -> str:
    """`` matches {1's} Single Pair 4. 5→4 would match {3's} Full House.`` Two cards are named at most, for
    eight players share a phone's screen; others are counted, and marked where they lie."""
    opponents = members(view.in_play & ~(1 << view.turn))
    targets = [k for k in opponents if not view.immune >> k & 1]
    cards = shown(tuple(view.face[view.turn]))
    hits = [k for k in targets if cards >> view.active[k] - 1 & 1]
    said = [f" matches {_named(view, hits)}."] if hits else []
    mine = view.active[view.turn] - 1
    others = takes_any(mine, cards)
    if others and len(targets) > len(hits):
        many = "every other card" if mine == KADICE else "any 1 card" if others == 1 else "any 2 cards"
        said.append(
            f" {card_name(mine)} takes {many}." if said else f" is {card_name(mine)}, which takes {many}."
        )
    near = [k for k in targets if k not in hits and view.active[k] - 1 in reach]
    if near and not said:
        said.append(" matches nothing yet.")
    if len(near) == 1 and len(hits) < NAMED:
        steps = " ".join(f"{old}→{new}" for old, new in changes_to(view, reach[view.active[near[0]] - 1]))
        said.append(f" {steps} would match {whose(view, near)}.")
    elif near:
        said.append(f" {counted(len(near), 'card')} would match with a change.")
    immune = [
        k for k in members(view.in_play & view.immune) if k != view.turn and cards >> view.active[k] - 1 & 1
    ]
    if immune and not said:
        said.append(" matches nothing that can be eliminated.")
    if immune and len(hits) + len(near) + len(immune) <= NAMED:
        said += [f" {whose(view, [k])} is immune." for k in immune]
    elif immune:
        said.append(f" {counted(len(immune), 'immune card')} {'match' if immune[1:] else 'matches'} too.")
    return "".join(said)


def _named(view: View, seats: list[int]) -> str:
    return whose(view, seats) if len(seats) <= NAMED else counted(len(seats), "card")


def elimination_note(view: View, victims: list[int]) -> str:
    """Why these cards may be eliminated, and what it does to one's own."""
    mine = view.active[view.turn] - 1
    cards = shown(tuple(view.face[view.turn]))
    matched = [k for k in victims if cards >> view.active[k] - 1 & 1]
    others = [k for k in victims if k not in matched]
    said = [f"{spaced(faces_of(view, view.turn))} matches {_named(view, matched)}."] if matched else []
    if others:
        said.append(f"Your {card_name(mine)} takes {_named(view, others)}.")
    others_left = [k for k in members(view.in_play) if k != view.turn and k not in victims]
    if mine == TWO_PAIRS and any(view.left[k] for k in others_left):
        said.append("Your 2 Pairs will be immune.")
    open_cards = [k for k in others_left if not view.immune >> k & 1]  # KA-10: else the round ends with it
    if mine == FULL_HOUSE and view.left[view.turn] > 1 and open_cards:
        said.append("You keep your turns.")
    return " ".join(said)
