"""Duello as a table of zones and pieces, and its choices as sets of pieces."""

from __future__ import annotations

from ...kernel.english import counted, listed
from ...kernel.scene import Card, Choice, Now, Plate, Scene, legends_of
from . import words
from .ending import tie_roller
from .legends import LEGENDS, clause_now
from .names import COUNTS, dice_words, faces
from .notes import asked_note, reroll_note, shot_note, summary
from .pieces import chips_of, tie_line, zones
from .record import (
    AIM,
    AIMS,
    BET,
    CALL,
    CHANGES,
    DECLARE,
    DRAWN,
    IDLE,
    MIDDLE,
    OUT_OF,
    OVER,
    PICK,
    REROLL,
    REROLLS,
    ROLL,
    ROUNDS,
    SATISFIED,
    SAY_SHOOT,
    SHOOT,
    SHOOTS,
    STAY,
    TIE,
    VALUES,
)
from .view import View

__all__ = ["draw"]


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    lying = tuple(zones(view, seat, legal))
    return Scene(
        heading=words.heading(view).replace(", ", " · "),
        now=_now(view, seat, legal),
        clause=clause_now(view),
        plates=tuple(_plate(view, each, seat) for each in range(view.seats)),
        zones=lying,
        choices=tuple(_choice(view, seat, event) for event in legal),
        card=_card(view),
        over=view.phase == OVER,
        legends=legends_of(lying, LEGENDS),
    )


# Plates and the score card


def _plate(view: View, seat: int, own: int) -> Plate:
    figure, unit = _figure(view, seat)
    return Plate(
        seat=seat,
        line=_plate_line(view, seat),
        score=str(figure),
        unit=unit,
        tag=_tag(view, seat, own),
        states=() if view.alive[seat] else ("out",),
    )


def _figure(view: View, seat: int) -> tuple[int, str]:
    """What a plate counts, with its unit: chips, the points of who has won, or dice left."""
    if view.wagering:
        return view.chips[seat], "chip" if view.chips[seat] == 1 else "chips"
    if view.phase == OVER and view.score[seat]:
        return view.score[seat], "point" if view.score[seat] == 1 else "points"
    left = view.stocks[seat] + view.targets[seat]
    return left, "die left" if left == 1 else "dice left"


def _plate_line(view: View, seat: int) -> str:
    if words.has_folded(view, seat):
        return "folded"
    if not view.alive[seat]:
        return "is out"
    if view.further[seat]:
        return "shoots now" if view.further[seat] == 1 else f"has {view.further[seat]} turns left to shoot"
    if view.phase == BET and view.staked[seat]:
        return f"has bet {view.staked[seat]}"
    return "" if view.wagering else _would_score(view, seat)


def _would_score(view: View, seat: int) -> str:
    """What the game would score now (DU-14, DU-21) for the seat, if it leads alone; else nothing."""
    left = {k: (int(view.targets[k]), int(view.stocks[k])) for k in range(view.seats) if view.alive[k]}
    most = max(left.values(), default=None)
    if view.phase == OVER or left.get(seat) != most or list(left.values()).count(left[seat]) > 1:
        return ""
    points = max(1, sum(left[seat]) - max((sum(left[k]) for k in left if k != seat), default=0))
    return f"now {points} {'point' if points == 1 else 'points'}"


def _tag(view: View, seat: int, own: int) -> str:
    """What a seat does, or did; that it has chosen in secret is told to nobody else (DU-25)."""
    is_done = seat == own and not view.waiting >> seat & 1
    if view.phase == OVER:
        return "Won" if view.winner == seat else "Drawn" if view.ending == DRAWN else ""
    if not view.alive[seat]:
        return "Out"
    if view.shot[seat]:
        return "Has shot"
    if view.phase == DECLARE:
        return "Has declared" if is_done else ""
    return (
        "Has named" if view.phase == SHOOT and view.declared[seat] == SHOOTS and is_done else _did(view, seat)
    )


def _did(view: View, seat: int) -> str:
    """What a seat does this turn."""
    said = view.declared[seat]
    if said == REROLLS:
        return "Rerolls" if view.phase in (REROLL, ROLL) else "Rerolled"
    if said == AIMS:
        if view.phase == MIDDLE:
            return "Satisfied" if seat in _satisfied(view) else "Moves dice"
        return "Aimed" if view.phase == SHOOT else "Aims"
    if said == SHOOTS:
        return "Shoots"
    return ""


def _card(view: View) -> Card:
    """Dice left by seat, and chips where there are any."""
    columns = ("", "Target", "Stock", "Total") if not view.wagering else ("", "Target", "Stock", "Chips")
    rows = [
        (
            view.targets[k],
            view.stocks[k],
            view.chips[k] if view.wagering else view.targets[k] + view.stocks[k],
        )
        for k in range(view.seats)
    ]
    title = f"Round {view.rounds} of {ROUNDS}"
    notes = (
        tuple("Folded." if words.has_folded(view, k) else "" for k in range(view.seats))
        if view.folded
        else ()
    )
    return Card(title, columns, tuple(tuple(map(str, figures)) for figures in rows), notes)


# Choices


def _choice(view: View, seat: int, event: int) -> Choice:
    text = words.notation(view, seat, event)
    if event <= SAY_SHOOT:
        what = ("reroll", "aim", "shot")[event]
        return Choice(event, text, f"Declare {what}", {f"sign-{text}": 1}, _sign_note(view, seat, event))
    if event == SATISFIED:
        return Choice(event, text, "Satisfied", note="Any move takes your word back.")
    if event == STAY:
        return Choice(event, text, "Stay satisfied", role="stay", note="Your dice lie until another moves.")
    if event >= PICK:
        return _pick(view, seat, event, text)
    if event >= CALL:
        owed = view.level - view.staked[seat]
        if event == CALL:
            return Choice(event, text, f"Call {owed}", note="You stay in for what is bet.")
        return Choice(event, text, "Fold", note="You are out, and lose what you have staked.")
    return _small(view, seat, event, text)


def _small(view: View, seat: int, event: int, text: str) -> Choice:
    face = text.split()[-1]
    if text == "check":
        return Choice(event, text, "Check", note="You stay in, and bet nothing.")
    if event >= OUT_OF:
        return Choice(event, text, f"Take the {face} back", {f"middle-{face}": 1}, "It asks nothing then.")
    one = [int(face == str(v + 1)) for v in range(VALUES)]
    name = f"Place the {face} forward"
    return Choice(event, text, name, {f"stock-{face}": 1}, asked_note(view, seat, one))


def _sign_note(view: View, seat: int, event: int) -> str:
    many = view.targets[view.aims_at[seat]]
    notes = ("Roll any of your stock dice again.", "Dice you ask about are used, right or wrong.")
    return (
        notes[event]
        if event < SAY_SHOOT
        else f"You name {COUNTS[many]}: after that you do nothing more this round."
    )


def _pick(view: View, seat: int, event: int, text: str) -> Choice:
    if view.phase == BET:
        amount = event - PICK
        name = f"Raise by {amount}" if view.level else f"Bet {amount}"
        return Choice(event, text, name, chips_of(amount), "Whoever stays in matches it.")
    counts = words.picked(view, seat, event)
    prefix = "face" if view.phase == SHOOT else "stock"
    takes = {f"{prefix}-{v + 1}": many for v, many in enumerate(counts) if many}
    if view.phase == SHOOT:
        return Choice(event, text, f"Shoot {text}", takes, shot_note(view, seat, counts))
    if view.phase == AIM:
        name = f"Ask about {', '.join(map(str, faces(counts)))}"
        return Choice(event, text, name, takes, asked_note(view, seat, counts))
    name = f"Reroll {dice_words(sum(counts))}: {text}"
    return Choice(event, text, name, takes, reroll_note(view, seat, counts))


# The Now line


def _now(view: View, seat: int, legal: list[int]) -> Now:
    if view.phase == OVER:
        return _over(view)
    if legal:
        return _act(view, seat, legal)
    if view.phase == ROLL:
        kind = "target" if view.due[view.roller][0] else "stock"
        return Now(f"{{{view.roller}'s}} {kind} dice are due.")
    if view.phase == TIE:
        rolled = tie_line(view)
        note = f"High die wins. So far: {rolled}." if rolled else "High die wins."
        return Now(f"A tie-breaker: {{{tie_roller(view)}'s}} die is due.", note)
    if view.phase in (DECLARE, SHOOT):
        return Now(f"Waiting for {_others(view, seat)} to {_verb(view)}.", _wait_note(view, seat))
    done = _satisfied(view) if view.phase == MIDDLE else set[int]()
    late = [f"{{{k}}}" for k in range(view.seats) if view.waiting >> k & 1 and k not in done]
    return Now(f"Waiting for {_players(late)} to {_verb(view)}.", _wait_note(view, seat))


def _others(view: View, seat: int) -> str:
    """Who chooses in secret, as ``seat`` may know: not who of several has done so (DU-25)."""
    choosing = [
        k
        for k in range(view.seats)
        if view.alive[k] and not view.shot[k] and (view.phase == DECLARE or view.declared[k] == SHOOTS)
    ]
    late = [f"{{{k}}}" for k in choosing if k != seat]
    if len(late) == 1:
        return late[0]
    return "the others" if seat in choosing else "both" if len(late) == 2 else "all"


def _verb(view: View) -> str:
    return {
        BET: "bet", DECLARE: "declare", REROLL: "choose dice to reroll", AIM: "take aim",
        MIDDLE: "be satisfied", SHOOT: "name a shot",
    }[view.phase]  # fmt: skip


def _wait_note(view: View, seat: int) -> str:
    if words.has_folded(view, seat):
        return f"{{{seat}}} folded, and the others play on."
    if view.phase == DECLARE:
        return "All declarations are shown together."
    return "Nothing is answered before all are satisfied." if view.phase == MIDDLE else ""


def _over(view: View) -> Now:
    if view.ending == DRAWN:
        return Now("The game is drawn.", "No points.", "over")
    points = view.score[view.winner]
    unit = "point" if points == 1 else "points"
    return Now(f"{{{view.winner}}} won {points} {unit}.", f"{_capital(words.ending_words(view))}.", "over")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _act(view: View, seat: int, legal: list[int]) -> Now:
    at = view.aims_at[seat]
    if view.phase == BET:
        return Now(_bet_title(view, seat, legal), f"The pot is {view.pot}. Play chips only: no money.", "act")
    if view.phase == DECLARE:
        return Now(_declare_title(view, seat), _declare_note(view, seat), "act")
    if view.phase == REROLL:
        return Now("Choose stock dice to roll again.", "At least one.", "act")
    if view.phase == AIM:
        return Now(
            "Place stock dice forward, then ask.", "Each die you ask about is used, right or wrong.", "act"
        )
    if view.phase == MIDDLE:
        return Now(*_middle_words(view, seat), "act")
    many = view.targets[at]
    title = (
        f"Name the {COUNTS[many]} values under {{{at}'s}} cup."
        if many > 1
        else f"Name the value under {{{at}'s}} cup."
    )
    return Now(title, summary(view, seat), "act")


def _bet_title(view: View, seat: int, legal: list[int]) -> str:
    """What can be done, and only that: the stacks may leave no bet and no raise (DU-24)."""
    owed, named = view.level - view.staked[seat], any(event > PICK for event in legal)
    if owed:
        return f"Call {owed}, raise or fold." if named else f"Call {owed}, or fold."
    if view.level:
        return "Raise, or check." if named else "Check."
    return "Bet, or check." if named else "Check."


def _middle_words(view: View, seat: int) -> tuple[str, str]:
    left = CHANGES - view.changes[seat]
    changes = f"{counted(left, 'change')} left."
    if seat not in _satisfied(view):
        return "Move dice in and out, then be satisfied.", f"Others aim too and see it. {changes}"
    late = [f"{{{k}}}" for k in range(view.seats) if view.declared[k] == AIMS and k not in _satisfied(view)]
    return "You are satisfied, and may still move dice.", f"Waiting for {_players(late)}. {changes}"


def _players(names: list[str]) -> str:
    """Players in a sentence: up to two by their ``names``, more by how many they are."""
    return listed(names) if len(names) < 3 else f"{COUNTS[len(names)]} players"


def _satisfied(view: View) -> set[int]:
    """The seats that have given their word (DU-6)."""
    return {seat for seat in range(view.seats) if view.satisfied >> seat & 1}


def _declare_title(view: View, seat: int) -> str:
    if view.stocks[seat] == 0 or view.further[seat] == 1:
        return "You must shoot."
    return (
        "Declare in secret: aim or shoot."
        if view.idle >= IDLE
        else "Declare in secret: reroll, aim or shoot."
    )


def _declare_note(view: View, seat: int) -> str:
    if view.stocks[seat] == 0:
        return "You have no stock left."
    if view.further[seat]:
        turns = view.further[seat]
        return (
            "This is your last turn of the round." if turns == 1 else f"{turns} turns are left to shoot in."
        )
    if view.idle >= IDLE:
        return f"Nobody rerolls after {COUNTS[IDLE]} turns without aim or shot."
    return "All declarations are shown together."
