"""Why something may not be done in a duel, with the clause that says so."""

from __future__ import annotations

from .phrases import bid_text, title
from .register import facts_of
from .table import AIM, FAR, GATE, LIVE, PRESS, RAISE, ROLE, SIMULATED, TAKE
from .view import View
from .words import CHOSEN, PASS_TEXTS, words_now, words_of

DOINGS = {"roll": "rolled", "throw": "thrown", "place": "placed"}
MAY_PASS = ("pass", "aside")
DRAW = "KD-11"  # the Quick Draw that settles a tie


def text_of(view: View, event: int) -> str:
    """The notation of an event that a player might make, legal or not; empty for those of chance."""
    if event in PASS_TEXTS:
        return PASS_TEXTS[event]
    if event >= RAISE:
        return f"bid {bid_text(event - RAISE)}"
    if event >= FAR:
        return f"mat {event - FAR + 1}"
    if event == PRESS:
        return _press(view)
    if event >= AIM:
        return f"aim {event - AIM + 1}"
    return "role" if event >= TAKE else ""


def reason(view: View, seat: int, said: str) -> str:
    """What is against ``said``, in small letters with single spaces; empty where the rules say nothing."""
    clause = DRAW if view.breaking else facts_of(view.duel).clause
    if view.stage == ROLE:
        mine, other = (role.lower() for role, _ in facts_of(view.duel).roles)
        return f"the role is chosen first: {mine} or {other} ({clause})"
    if view.stage in CHOSEN:
        return words_of(view).against_choice(view, said)
    return _against_press(view, seat, said, clause) if view.stage == GATE else ""


def _press(view: View) -> str:
    return words_now(view).facts.press


def _against_press(view: View, seat: int, said: str, clause: str) -> str:
    word = _press(view)
    if said == "bang":
        return "whoever has matched in a live Quick Draw slaps the table (KD-D10)"
    if said == "tie":
        return "that presses were level is said of a live race (KD-21)"
    if view.matched >> seat & 1:
        return f"you have matched: slap the table, bang ({clause})"
    if view.pressers >> seat & 1:
        return f"it is for you to {word} ({clause})"
    if said == "pass":
        return "live, one passes for the whole duel: aside (KD-18)" if view.timing == LIVE else ""
    if said not in DOINGS:
        return ""
    if said != word:
        return f"in {title(view.duel)} nothing is {DOINGS[said]} ({clause})"
    if view.timing == SIMULATED:
        return "in simulated time nobody presses: the time until each roll is drawn (KD-21)"
    return f"it is not for you to {word} now ({clause})"
