"""What a duel says to whoever looks at it: choices, the Now line, plates."""

from __future__ import annotations

from ....kernel.scene import Choice, Now
from .counts import dice_of, ended, number_word
from .phrases import DISTANCES, bid_words, knows_own, players_of, title
from .play import chooser, who_chooses
from .register import facts_of, is_race
from .table import (
    AIM,
    ASIDE,
    BANG,
    CALL,
    DICE,
    DONE,
    FAR,
    GATE,
    KNOCK,
    LIVE,
    MEASURE,
    PASS,
    PRESS,
    RAISE,
    ROLE,
    ROLL,
    SPOT,
    STILL,
    TAKE,
    TARGET,
    THROW,
    TIE,
)
from .view import View
from .words import CHOSEN, notation, tell_end, words_now, words_of

COVERED = {  # KD-18: what a Viking Invasion means to whoever throws or places
    "throw": "A Viking Invasion covers the mat: throw with it out of sight.",
    "place": "A Viking Invasion covers the tower: place it with the tower out of sight.",
}
ANY_NUMBER = "Each number comes as often as any other."


def offered(view: View, seat: int, legal: list[int]) -> list[int]:
    """What a player is offered: that presses were level is for whoever judges them to say (KD-21), and a card
    on dice of a live race lies its time and is lifted by whoever keeps it (KD-18)."""
    never = (TIE, PRESS) if is_covered_live(view, seat) else (TIE,)
    return [event for event in legal if event not in never]


def is_racing(view: View) -> bool:
    """Whether dice are rolled for who is first."""
    return bool(view.breaking or is_race(view.duel))


def is_covered_live(view: View, seat: int) -> bool:
    """Whether a card on the dice of ``seat`` keeps it from pressing in a live race."""
    return bool(is_racing(view) and view.timing == LIVE and 0 <= seat < view.seats and view.covered[seat])


def choice(view: View, seat: int, event: int, legal: list[int]) -> Choice:
    """A choice that belongs to the duel."""
    text = notation(view, event)
    if event >= RAISE:
        least = min(e for e in legal if e >= RAISE) - RAISE
        bid = event - RAISE
        takes = {f"number-{bid % 6 + 1}": 1}
        more = bid // 6 - least // 6
        if more:
            takes["more"] = more
        return Choice(event, text, f"Bid {bid_words(bid)}", takes, _lacking(view, seat, bid))
    if event == CALL:
        return Choice(event, text, "Call the con", note=f"{{{view.bidder}}} bid {bid_words(view.bid)}.")
    if event in (PASS, ASIDE):
        name, role = ("Pass", "pass") if event == PASS else ("Pass for this duel", "waive")
        stays = "Your card stays with you." if event == PASS else "You are not asked again in this duel."
        return Choice(event, text, name, role=role, note=stays)
    if event == BANG:
        return Choice(event, text, "Bang!", pressed=True)
    if event == PRESS:
        name = words_now(view).press_name(view, seat)
        return Choice(event, text, name, note="The duel goes on.", pressed=is_racing(view))
    if FAR <= event < STILL:
        whose = words_of(view).choose_now(view, seat).note
        return Choice(event, text, f"Set it {DISTANCES[event - FAR]}", note=whose)
    if event >= STILL:
        return Choice(event, text, text)
    if event >= AIM:
        return Choice(event, text, f"Set the target to {text[-1]}", {f"number-{text[-1]}": 1}, ANY_NUMBER)
    if event >= TAKE:
        role, _ = facts_of(view.duel).roles[event - TAKE]
        return Choice(event, text, f"Be {role}", note=words_of(view).role_note(view, event - TAKE))
    return Choice(event, text, text)


def _lacking(view: View, seat: int, bid: int) -> str:
    """``You hold one 4: 3 more to be true.``, where that is known."""
    if not knows_own(view, seat):
        return ""
    face = bid % 6 + 1
    mine = view.die[seat].count(face)
    lacking = bid // 6 + 1 - mine
    hold = f"You hold {dice_of(mine, face)}"
    return f"{hold}: {number_word(lacking)} more to be true." if lacking > 0 else f"{hold}: the bid is true."


def outcome(view: View) -> str:
    """How the duel came out, in a short sentence: what others have of it, the log tells."""
    seat, words = words_of(view).outcome(view)
    return _sentence(seat, f"{words}.")


def _sentence(seat: int, words: str) -> str:
    return f"{{{seat}}} {words}" if seat >= 0 else words


def now(view: View, seat: int, legal: list[int]) -> Now:
    """What ``seat`` can do in the duel, in words."""
    if view.stage == DONE:
        return Now(_sentence(*next(iter(tell_end(view)))), "", "wait")
    if legal:
        return _act(view, seat, legal)
    return Now(_waiting(view), words_of(view).rule(view))


def _act(view: View, seat: int, legal: list[int]) -> Now:
    if view.stage == ROLE:
        (first, _), (last, _) = facts_of(view.duel).roles
        return Now(f"Choose: {first} or {last}.", words_of(view).rule(view), "act")
    if view.stage in CHOSEN:
        return words_of(view).choose_now(view, seat)
    if BANG in legal:
        return Now(f"You matched the {view.target[0]}: slap!", "The first slap wins.", "act")
    if PRESS in legal and is_covered_live(view, seat):
        return Now(
            "A Viking Invasion covers your dice.", "You can roll again when the card is lifted.", "wait"
        )
    if PRESS in legal:
        return Now(words_now(view).press_title(view, seat), press_note(view, seat), "act")
    return Now("Lay a Viking Invasion, or pass.", words_of(view).rule(view), "act")


def press_note(view: View, seat: int) -> str:
    if view.covered[seat]:
        return COVERED.get(facts_of(view.duel).press, "Your dice are covered.")
    if view.breaking:
        return ended(f"A tie: the Quick Draw decides {title(view.duel)}")
    return words_of(view).press_note(view, seat)


def _waiting(view: View) -> str:
    mask = waiting_for(view)
    names = players_of(mask)
    if view.stage == ROLE:
        return f"Waiting for {names} to choose a role."
    if view.stage in CHOSEN:
        return words_of(view).waiting_words(names)
    if view.stage == GATE and mask:
        return f"Waiting for {names}."
    if facts_of(view.duel).press == "place":
        return "The tower sways."
    if view.stage == TARGET:
        return words_now(view).target_words(view)
    if view.stage == ROLL:
        return words_now(view).due_words(view)
    if view.stage == KNOCK:
        return "Has the throw moved another die?"
    if view.stage == SPOT:
        return f"Where does {{{view.knocked // DICE}'s}} die lie now?"
    if view.stage == MEASURE:
        return "Whose die is the closest?"
    return f"A throw by {{{view.thrower}}} is due." if view.stage == THROW else "Dice are due."


def waiting_for(view: View) -> int:
    """The seats whose choice the duel waits for."""
    if view.stage == ROLE:
        return 1 << chooser(view)
    if view.stage in CHOSEN:
        return who_chooses(view)
    return view.pressers & ~view.waited


def plate_line(view: View, seat: int) -> str:
    """``Tortoise, three dice``."""
    if not view.duelists >> seat & 1:
        return ""
    if view.forfeits >> seat & 1:
        return "forfeits"
    return words_of(view).plate_line(view, seat)


def stakes(view: View, seat: int) -> str:
    """What the duel would give ``seat`` as it stands, where that can be said."""
    return words_of(view).stakes(view, seat)
