"""Command Dice as a table of zones and pieces, and its choices as sets of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kernel.english import counted
from ...kernel.scene import Card, Choice, Now, Piece, Plate, Scene, Zone, legends_of
from . import words
from .legends import LEGENDS, clause_now
from .names import COLOURS, card_name, card_text, colour_name
from .refusals import against_waste
from .state import (
    ALLOCATE,
    CARDS,
    COLOUR,
    COMMIT,
    HAND,
    LINE,
    NOBODY,
    OVER,
    ROLL,
    STOP,
    STRIKE,
    VICTORIES,
    is_red,
    value_of,
)
from .view import View
from .words import colour_of, dice_in, strike_parts

__all__ = ["draw"]


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    lying = tuple(_zones(view, seat, legal))
    return Scene(
        heading=f"Round {view.rounds} · turn {view.turns}",
        now=_now(view, seat, legal),
        clause=clause_now(view),
        plates=tuple(_plate(view, each, seat) for each in (0, 1)),
        zones=lying,
        choices=tuple(_choice(view, seat, event) for event in legal),
        card=_card(view),
        over=view.phase == OVER,
        legends=legends_of(lying, LEGENDS),
    )


def _plate(view: View, seat: int, own: int) -> Plate:
    colour = colour_of(view, seat)
    return Plate(
        seat=seat,
        line=f"plays {colour}" if colour else "",
        score=str(view.score[seat]),
        unit="point" if view.score[seat] == 1 else "points",
        wins=view.victories[seat],
        wins_needed=VICTORIES,
        tag=_tag(view, seat, own),
    )


def _tag(view: View, seat: int, own: int) -> str:
    """What a seat does, or did; that it has chosen is told to nobody else (CD-18)."""
    if view.phase == COMMIT:
        return "Has chosen" if seat == own and view.ready[seat] else ""
    if view.phase in (ROLL, ALLOCATE) and view.alone == NOBODY:
        return "Acts first" if seat == view.lead else "Rolls second"
    if view.phase == OVER and view.victories[seat] == VICTORIES:
        return "Won"
    return ""


def _card(view: View) -> Card:
    """The score card: the last five rounds, the one in play at the end."""
    done = min(view.rounds - (0 if view.closed == 2 else 1), len(view.past[0]))
    shown = range(max(0, done - (4 if view.closed != 2 else 5)), done)
    first = view.rounds - done + (1 if view.closed == 2 else 0)
    columns = [str(first + k) for k in shown]
    rows = [[str(view.past[seat][k]) for k in shown] for seat in (0, 1)]
    if view.closed != 2:
        columns.append(str(view.rounds))
        for seat in (0, 1):
            rows[seat].append(str(view.score[seat]))
    total = tuple((*row, str(view.victories[seat])) for seat, row in enumerate(rows))
    return Card("First to three Victories", ("Round", *columns, "Victories"), total)


# Zones


def _zones(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    yield _line(view, legal)
    for each in (0, 1):
        mine = each == seat
        choosing = mine and view.phase == COMMIT
        yield _pool(view, each, "rail" if choosing and legal else "seat", choosing and bool(legal))
        if view.hand[each] or (choosing and view.ready[each]):
            yield _hand(view, each, mine)
        yield _won(view, each)


def _line(view: View, legal: list[int]) -> Zone:
    strikes = [event for event in legal if event != STOP] if view.phase == ALLOCATE else []
    targets = {strike_parts(event)[0] for event in strikes}
    deck = Piece(
        "deck", "card-back", says=f"Battle Deck, {_deck_count(view)} cards left", note=str(_deck_count(view))
    )
    outward = (2, 1, 0) if view.tie_card else (0, 1, 2)  # CD-7: from the deck, beside which the line is drawn
    cards = [_battle_card(view, slot, targets, bool(legal)) for slot in outward if view.line[slot]]
    return Zone("line", "table", "line", label="The line", pieces=(deck, *cards), slots=3)


def _deck_count(view: View) -> int:
    """Cards in the deck; a round that is over shows what it ended with, not the fresh deck."""
    return CARDS - LINE * view.turns if view.closed == 2 else bin(view.deck).count("1")


def _battle_card(view: View, slot: int, targets: set[int], legal: bool) -> Piece:
    card = view.line[slot] - 1
    value = value_of(card)
    out = view.phase == ALLOCATE and legal and slot not in targets
    swords = f"{value} sword" if value == 1 else f"{value} swords"
    return Piece(
        id=f"card-{card_text(card)}",
        look="battle-card",
        face=card_text(card),
        kind=f"card-{slot}",
        states=("out",) if out else (),
        says=f"{card_name(card)}, {'red' if is_red(card) else 'black'}, needs {swords}",
        note=_card_note(view, slot, out),
        name=card_name(card).capitalize(),
        text=f"Worth {value} in the round. Defeat it with dice that show as many swords, none wasted.",
        clause="CD-8, CD-10",
    )


def _card_note(view: View, slot: int, out: bool) -> str:
    if out:
        return "would waste swords" if against_waste(view, view.roller, slot) else "out of reach"
    tie_slot = 2 if view.tie_card else 0
    if view.phase == COMMIT and slot == tie_slot and view.alone == NOBODY:
        red = is_red(view.line[slot] - 1)
        return f"Equal counts: {'Red' if red else 'Black'}, {{{view.red_seat if red else 1 - view.red_seat}}}"
    return f"needs {value_of(view.line[slot] - 1)}" if view.phase == ALLOCATE else ""


def _command_die(
    seat: int,
    colour: int,
    number: int,
    face: str = "",
    kind: str = "",
    says: str = "",
    states: tuple[str, ...] = (),
) -> Piece:
    """Dice of a colour are numbered over pool, hand and spent together, so that each can be followed."""
    name = COLOURS[colour]
    text = f"Three kinds of dice: red for few swords, white for more, blue for most. This one is {name}."
    return Piece(
        f"die-{seat}-{name}-{number}", f"command-die-{name}", seat=seat,
        name=f"{name.capitalize()} die", text=text, clause="CD-2", face=face, kind=kind, says=says,
        states=states,
    )  # fmt: skip


def _pool(view: View, seat: int, place: str, mine: bool) -> Zone:
    """The dice still in the pool; a choice of one's own that is secret lies in the hand, not here."""
    pieces: list[Piece] = []
    secret = view.phase == COMMIT and view.ready[seat]
    for colour, name in enumerate(COLOURS):
        left = view.pool[seat][colour] - (view.picked[seat][colour] if secret else 0)
        says = f"{name} die, swords {_faces(view, colour)}"
        kind = f"pool-{name}" if mine else ""
        pieces += [_command_die(seat, colour, k, kind=kind, says=says) for k in range(left)]
    note = "; ".join(f"{name} {_faces(view, colour)}" for colour, name in enumerate(COLOURS)) if mine else ""
    return Zone(f"pool-{seat}", place, "groups", seat, "Pool", note, tuple(pieces))


def _faces(view: View, colour: int) -> str:
    """The six faces of a die, such as ``0 0 1 1 1 2``."""
    return " ".join(str(swords) for swords, n in enumerate(view.weight[colour]) for _ in range(n))


def _hand(view: View, seat: int, mine: bool) -> Zone:
    """The dice chosen this turn: secret ones for their owner alone, then as they were rolled."""
    if view.phase == COMMIT:
        return Zone(
            f"hand-{seat}", "rail", "row", seat, "Chosen in secret", "", tuple(_secret(view, seat)), HAND
        )
    pieces = tuple(_rolled(view, seat, die) for die in range(view.hand[seat]))
    rolled = view.swords[seat][view.hand[seat] - 1] >= 0
    label = "Rolled" if rolled else f"Chose {view.hand[seat]}"
    return Zone(f"hand-{seat}", "rail" if mine else "seat", "row", seat, label, "", pieces)


def _secret(view: View, seat: int) -> Iterator[Piece]:
    for colour, name in enumerate(COLOURS):
        chosen = view.picked[seat][colour]
        first = view.pool[seat][colour] - chosen
        for k in range(chosen):
            yield _command_die(seat, colour, first + k, says=f"{name} die, chosen")


def _rolled(view: View, seat: int, die: int) -> Piece:
    colour, swords = view.colour[seat][die], view.swords[seat][die]
    same = view.colour[seat][:die].count(colour)
    name = colour_name(colour)
    face = "" if swords < 0 else str(swords)
    spent = view.struck[seat][die] > 0
    says = f"{name} die, not rolled" if swords < 0 else f"{name} die, {counted(swords, 'sword')}"
    return _command_die(
        seat,
        colour,
        view.pool[seat][colour] + same,
        face=face,
        kind=f"rolled-{name}-{face}" if not spent else "",
        states=("spent",) if spent else (),
        says=says + (", spent" if spent else ""),
    )


def _won(view: View, seat: int) -> Zone:
    cards = [card for card in range(24) if view.won[seat] >> card & 1]
    pieces = tuple(
        Piece(f"card-{card_text(card)}", "battle-card", card_text(card), says=card_name(card))
        for card in cards
    )
    return Zone(f"won-{seat}", "seat", "pile", seat, "Defeated", pieces=pieces, count=len(cards))


# Choices and the Now line


def _choice(view: View, seat: int, event: int) -> Choice:
    text = words.notation(view, seat, event)
    if event == STOP:
        return Choice(event, text, "Stop here", note="The dice that are left go back to your pool.")
    if event >= STRIKE:
        return _strike(view, seat, event, text)
    dice = dice_in(event)
    takes = {f"pool-{name}": n for name, n in zip(COLOURS, dice, strict=True) if n}
    count = sum(dice)
    return Choice(
        event, text, f"Ready with {count} {'die' if count == 1 else 'dice'}", takes, _span(view, dice)
    )


def _span(view: View, dice: tuple[int, int, int]) -> str:
    """``1 to 5 swords, most often 3``: from the exact distribution of the dice chosen."""
    ways = {0: 1}
    for colour, n in enumerate(dice):
        for _ in range(n):
            ways = _add_die(ways, view.weight[colour])
    likely = max(ways, key=lambda swords: (ways[swords], -swords))
    return f"{min(ways)} to {max(ways)} swords, most often {likely}."


def _add_die(ways: dict[int, int], weight: Iterable[int]) -> dict[int, int]:
    total: dict[int, int] = {}
    for swords, n in enumerate(weight):
        for so_far, m in ways.items():
            if n:
                total[so_far + swords] = total.get(so_far + swords, 0) + n * m
    return total


def _strike(view: View, seat: int, event: int, text: str) -> Choice:
    slot, dice = strike_parts(event)
    takes = {f"card-{slot}": 1}
    for die in dice:
        kind = f"rolled-{COLOURS[view.colour[seat][die]]}-{view.swords[seat][die]}"
        takes[kind] = takes.get(kind, 0) + 1
    swords = [view.swords[seat][die] for die in dice]
    value = value_of(view.line[slot] - 1)
    total = " + ".join(map(str, swords)) + (f" = {sum(swords)}" if len(swords) > 1 else "")
    exact = (
        "exactly"
        if sum(swords) == value
        else f"with {sum(swords) - value} to spare: nothing smaller reaches it"
    )
    return Choice(
        event,
        text,
        f"Defeat the {value}",
        takes,
        f"{total} takes the {card_name(view.line[slot] - 1)} {exact}.",
    )


def _now(view: View, seat: int, legal: list[int]) -> Now:
    if view.phase == OVER:
        winner = view.victories.index(VICTORIES)
        return Now(
            f"{{{winner}}} won the game.",
            f"{view.victories[winner]} Victories to {view.victories[1 - winner]}.",
            "over",
        )
    if legal:
        return _act(view, seat, legal)
    if view.phase == COMMIT:
        return _waiting(view, seat)
    if view.phase == ALLOCATE:
        return Now(
            f"Waiting for {{{view.roller}}} to strike.", f"Rolled {words.rolled_words(view, view.roller)}."
        )
    if view.phase == ROLL:
        rolled = view.swords[view.roller][: view.hand[view.roller]]
        due = view.colour[view.roller][next(die for die, swords in enumerate(rolled) if swords < 0)]
        return Now(f"{{{view.roller}'s}} dice are due.", f"The next is a {COLOURS[due]} die.")
    return _between(view)


def _waiting(view: View, seat: int) -> Now:
    """What ``seat`` waits for: a watcher is not told who of two has chosen (CD-18)."""
    if view.alone != NOBODY:
        return Now(f"Waiting for {{{view.alone}}} to choose.", "The other pool is empty.")
    late = f"{{{1 - seat}}}" if seat in (0, 1) else "both"
    return Now(f"Waiting for {late} to choose.", "Both choices are shown together.")


def _between(view: View) -> Now:
    """What is said while cards are dealt: which of them lies next to the deck (CD-7), for who enters them."""
    when = "last" if view.tie_card else "first"
    if view.phase == COLOUR:
        rest = "One that is not in the Battle Deck. It stands for the whole game; {1} has the other colour."
        return Now("{0} is dealt a card for a colour.", rest)
    if view.closed == 2:
        mine, theirs = view.score
        rest = (
            f"All dice go back, and all 24 cards are shuffled; {when} comes the one next to the Battle Deck."
        )
        return Now("The round is over.", f"{mine} to {theirs}. {rest}")
    if view.closed == 1:
        rest = (
            f"Dice that were not used go back; three new cards come, {when} the one next to the Battle Deck."
        )
        return Now("The turn is over.", rest)
    nth = ("first", "second", "third")[sum(card > 0 for card in view.line)]
    way = "toward the Battle Deck" if view.tie_card else "from the Battle Deck outward"
    return Now("The cards are dealt.", f"The {nth} of three, {way}.")


def _act(view: View, seat: int, legal: list[int]) -> Now:
    if view.phase == COMMIT:
        most = min(HAND, sum(view.pool[seat]))
        many = ("1 die", "1 or 2 dice")[most - 1] if most < 3 else f"1 to {most} dice"
        title = f"Choose {many}, in secret."
        if view.alone != NOBODY:
            return Now(title, "The last turn is yours alone.", "act")
        return Now(title, "Fewer dice act first. " + _tie_words(view), "act")
    if legal == [STOP]:
        wasted = [against_waste(view, seat, slot) for slot in range(len(view.line)) if view.line[slot]]
        why = "; ".join(words.sentence_case(reason) for reason in wasted if reason)
        return Now("Stop: what is left would waste swords.", f"{why}.", "act")
    if STOP in legal:
        return Now("Strike again, or stop.", "Dice that are left go back to your pool.", "act")
    return Now(
        "Strike a card with your dice.",
        "You can defeat at least one, so you must. No sword more than needed.",
        "act",
    )


def _tie_words(view: View) -> str:
    card = view.line[2 if view.tie_card else 0] - 1
    red = is_red(card)
    who = view.red_seat if red else 1 - view.red_seat
    return f"On equal counts the {card_name(card)} says {'Red' if red else 'Black'}: {{{who}}}."
