"""What a duel says to whoever looks at it: choices, the Now line, plates."""

from __future__ import annotations

from typing import Any

from ....kernel.scene import Choice, Now
from .counts import listed, many, points_text
from .table import (
    AIM,
    ASIDE,
    AXE,
    BANG,
    BEACH,
    BID,
    CALL,
    CHICKEN,
    CLASS,
    CON,
    DONE,
    FAR,
    GATE,
    HARE,
    HORSE,
    LIVE,
    MAT,
    NOBODY,
    PASS,
    PINEAPPLE,
    PLAGUE,
    PRESS,
    QUICK_DRAW,
    RACES,
    RAISE,
    ROLE,
    SET,
    SKEPTIC,
    STILL,
    TAKE,
    TIE,
    WAR,
    Duel,
)
from .words import (
    DISTANCES,
    ROLES,
    bid_words,
    notation,
    players_of,
    press_word,
    role_of,
    seats_of,
    tell_end,
    title,
)

RULES: tuple[str, ...] = (
    "Daggers adds up three throws, Axe takes one three times. The higher scores it.",
    "Six throws up the mat. Past the Bust line everything is lifted.",
    "High wants 15 to 18, Low 3 to 6. First to roll it wins.",
    "Bid on all the dice, or call the con.",
    "Die, card, die, card: 100 a card for both.",
    "Every space in order. Hare leaps with two dice, Tortoise steps with three.",
    "Pineapple wants the tower to stand, Fish wants Pineapple to fell it.",
    "1s are out, 6s slide to the other. First without dice: 1000, and 100 a die left.",
    "Skeptic has six dice and three targets, Psychic three dice and one.",
    "First to match the target wins 1000.",
    "Six rounds, the highest die takes all. Most dice wins.",
    "Closest to the Post wins 1000. Touch it for 100, fell it and lose 500.",
)
BOUNCE = "A die must bounce on the table before the mat: one that does not is lifted and counts nothing."
ROLE_NOTES = {
    Duel.AXE: ("One throw, three times its ring.", "Three throws, added up."),
    Duel.CLASS: ("15 to 18: +1500, and the other loses 500.", "3 to 6: +1000, and the other loses 1000."),
    Duel.HARE: ("Two dice, and as many spaces as a roll allows.", "Three dice, one space a roll."),
    Duel.PINEAPPLE: ("Build it to stand: 1500.", "Make the other fell it."),
    Duel.SKEPTIC: ("Six dice, three targets that are rolled.", "Three dice, one target that you set."),
}


def told(duel: int) -> str:
    """A duel's rule in one line."""
    return RULES[duel]


def offered(view: Any, seat: int, legal: list[int]) -> list[int]:
    """What a player is offered: that presses were level is for whoever judges them to say (KD-21), and a card
    on dice of a live race lies its time and is lifted by whoever keeps it (KD-18)."""
    never = (TIE, PRESS) if is_covered_live(view, seat) else (TIE,)
    return [event for event in legal if event not in never]


def is_covered_live(view: Any, seat: int) -> bool:
    """Whether a card on the dice of ``seat`` keeps it from pressing in a live race."""
    is_racing = view.breaking or view.duel in RACES
    return bool(is_racing and view.timing == LIVE and 0 <= seat < view.seats and view.covered[seat])


def choice(view: Any, seat: int, event: int, legal: list[int]) -> Choice:
    """A choice that belongs to the duel."""
    text = notation(view, event)
    if event >= RAISE:
        least = min(e for e in legal if e >= RAISE) - RAISE
        bid = event - RAISE
        takes = {f"number-{bid % 6 + 1}": 1}
        more = bid // 6 - least // 6
        return Choice(event, text, f"Bid {bid_words(bid)}", {**takes, "more": more} if more else takes)
    if event == CALL:
        return Choice(event, text, "Call the con", note=f"{{{view.bidder}}} bid {bid_words(view.bid)}.")
    if event in (PASS, ASIDE):
        name, role = ("Pass", "pass") if event == PASS else ("Pass for this duel", "waive")
        return Choice(event, text, name, role=role)
    if event == BANG:
        return Choice(event, text, "Bang!", pressed=True)
    if event == PRESS:
        return Choice(event, text, press_name(view, seat), pressed=bool(view.breaking or view.duel in RACES))
    if FAR <= event < STILL:
        return Choice(event, text, f"Set it {DISTANCES[event - FAR]}")
    if event >= STILL:
        return Choice(event, text, text)
    if event >= AIM:
        return Choice(event, text, f"Set the target to {text[-1]}", {f"number-{text[-1]}": 1})
    if event >= TAKE:
        note = ROLE_NOTES[view.duel][event - TAKE]
        return Choice(event, text, f"Be {ROLES[view.duel][event - TAKE]}", note=note)
    return Choice(event, text, text)


def press_name(view: Any, seat: int) -> str:
    if view.covered[seat] and view.duel == WAR and not view.breaking:
        return "Lift the card"
    word = press_word(view.duel)
    if view.breaking or word == "roll":
        return "Roll the grey die" if view.greys else "Roll"
    if word == "throw":
        return "Throw"
    return "Place a card" if view.duel == BEACH and view.up > view.cards_up else "Place a die"


def now(view: Any, seat: int, legal: list[int]) -> Now:
    """What ``seat`` can do in the duel, in words."""
    if view.stage == DONE:
        _, words = next(iter(tell_end(view)))
        who = "" if view.winner == NOBODY else f"{{{view.winner}}} "
        return Now(f"{who}{words}", "", "wait")
    if legal:
        return _act(view, seat, legal)
    return _wait(view)


def _act(view: Any, seat: int, legal: list[int]) -> Now:
    if view.stage == ROLE:
        first, last = ROLES[view.duel]
        return Now(f"Choose: {first} or {last}.", told(view.duel), "act")
    if view.stage == SET:
        return Now("Set your target number.", f"The Skeptic has {listed(view.target)}.", "act")
    if view.stage == BID:
        return _bidding(view, seat)
    if view.stage == MAT:
        whose = "For both." if view.mat_for_both else "For your own throws."
        return Now("Set the mat where you like.", whose, "act")
    if BANG in legal:
        return Now(f"You matched the {view.target[0]}: slap!", "The first slap wins.", "act")
    if PRESS in legal and is_covered_live(view, seat):
        return Now(
            "A Viking Invasion covers your dice.", "You can roll again when the card is lifted.", "wait"
        )
    if PRESS in legal:
        return Now(press_title(view, seat), press_note(view, seat), "act")
    return Now("Lay a Viking Invasion, or pass.", told(view.duel), "act")


def _bidding(view: Any, seat: int) -> Now:
    if view.bid == NOBODY:
        return Now("Open: at least how many of which number?", "Among all the dice on the table.", "act")
    face = view.bid % 6 + 1
    mine = view.die[seat].count(face)
    need = view.bid // 6 + 1 - mine
    rival = view.opponent if seat == view.challenger else view.challenger
    more = f"{view.bid // 6 + 1} needs {need} more among {{{rival}'s}}." if need > 0 else "The bid is true."
    return Now("Raise the bid, or call the con.", f"You hold {many(mine, str(face))}. {more}", "act")


def press_title(view: Any, seat: int) -> str:
    """``Roll two 6s: one is laid aside already.`` and the like."""
    if view.breaking or view.duel == QUICK_DRAW:
        return f"Roll until you match the {view.target[0]}."
    if view.duel == CLASS:
        return f"Roll {'15 or more' if seat == view.lead else '6 or less'} with three dice."
    if view.duel == HARE:
        return f"You need a {view.spaces[min(view.place[seat], view.track_spaces - 1)]}: one die, or a sum."
    if view.duel == PLAGUE:
        return f"Roll your {many(view.count[seat], 'die')}."
    if view.duel == SKEPTIC:
        goal = str(view.aimed) if seat != view.lead else listed(sorted(set(view.target)))
        return f"Match {goal} with {many(view.count[seat], 'die')}."
    if view.duel == WAR:
        return "Roll your grey die." if view.greys else "Roll your die."
    return f"{press_name(view, seat)}."


def press_note(view: Any, seat: int) -> str:
    if view.covered[seat]:
        return "Your dice are covered."
    if view.breaking:
        return f"A tie: the Quick Draw decides {title(view.duel)}."
    if view.duel == WAR and view.greys == 1:
        stake = sum(sum(view.spoils[each]) for each in seats_of(view.tied))
        return f"At stake: the dice of this round, and {many(stake, 'die')} that the tied have won."
    if view.duel in (AXE, CHICKEN, HORSE):
        left = view.count[seat] - view.thrown[seat]
        rule = BOUNCE if view.by_hand else told(view.duel)
        return f"{many(left, 'throw').capitalize()} left. {rule}"
    return told(view.duel)


def _wait(view: Any) -> Now:
    waiting = waiting_for(view)
    if view.stage == ROLE:
        return Now(f"Waiting for {players_of(waiting)} to choose a role.", told(view.duel))
    if view.stage == BID:
        return Now(f"Waiting for {players_of(waiting)} to raise or call.", told(view.duel))
    if view.stage == MAT:
        return Now(f"Waiting for {players_of(waiting)} to set the mat.", told(view.duel))
    if view.stage in (GATE, SET) and waiting:
        return Now(f"Waiting for {players_of(waiting)}.", told(view.duel))
    return Now(
        "Dice are due." if view.duel not in (BEACH, PINEAPPLE) else "The tower sways.", told(view.duel)
    )


def waiting_for(view: Any) -> int:
    """The seats whose choice the duel waits for."""
    if view.stage == ROLE:
        return 1 << (view.opponent if view.duel == HARE else view.challenger)
    if view.stage == SET:
        return 1 << (view.opponent if view.lead == view.challenger else view.challenger)
    if view.stage == BID:
        return 1 << (view.opponent if view.bidder == view.challenger else view.challenger)
    if view.stage == MAT:
        return 1 << view.thrower
    return view.pressers & ~view.waited


def plate_line(view: Any, seat: int) -> str:
    """``Tortoise, three dice``."""
    if not view.duelists >> seat & 1:
        return ""
    if view.forfeits >> seat & 1:
        return "forfeits"
    role = role_of(view, seat)
    count = view.count[seat]
    dice = many(count, "die") if count and view.duel not in (BEACH, CON) else ""
    has_thrown = view.duel in (AXE, CHICKEN) and view.thrown[seat]
    points = f"{points_text(view.points[seat])} so far" if has_thrown else ""
    return ", ".join(part for part in (role, dice, points) if part)


def stakes(view: Any, seat: int) -> str:
    """What the duel would give ``seat`` as it stands, where that can be said."""
    rival = view.opponent if seat == view.challenger else view.challenger
    if view.duel == PLAGUE:
        return points_text(1000 + 100 * view.count[rival])
    if view.duel == HARE:
        return points_text(1000 + 100 * (view.track_spaces - view.place[rival]))
    return ""
