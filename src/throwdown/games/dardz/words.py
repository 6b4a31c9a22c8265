"""DARDZ in words: notation, headings, the log.

``{0}`` in a sentence stands for the name of seat 0 and ``{0's}`` for its possessive.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.english import counted, listed
from . import forfeits, refusals
from .happened import (
    changed_by_card,
    cleaned_up,
    hands_were_passed,
    is_scored,
    off_winner,
    roll_is_done,
    toss_is_done,
)
from .names import (
    ACTION_TEXTS,
    a_card,
    dice_words,
    does,
    hand_of,
    kind_name,
    kind_of,
    kind_text,
    left_from,
    named,
    number_of,
    roll_name,
    seats_of,
    side_of,
    signed,
    the_card,
)
from .state import (
    ACTION,
    ACTIONS,
    BONUS_ROLL,
    BOOST,
    BUNK,
    CALL_TEN,
    CARD,
    DIE,
    DRAW,
    FETCH,
    FIRST_ROLL,
    GIVE,
    GOLDEN,
    GUESS,
    GUESS_ROLL,
    HANDS_LEFT,
    HIGHEST_LOSE,
    HOLDER_LOSES,
    KEEP,
    KINDS,
    LOWEST_GAIN,
    LUCKY_ROLL,
    NAME,
    NOTHING,
    OFF_START,
    OFF_TEN,
    OFF_WIN,
    OFFER,
    OTHERS_LOSE,
    OVER,
    PICK,
    PLAY,
    ROLL,
    TAKE,
    THIRD_ROLL,
    TOSS,
    WHO_STARTS,
)
from .view import View

__all__ = ["choice_name", "heading", "notation", "refuse", "scores", "side_of", "tell"]

Said = Iterator[tuple[int, str]]

# Effects of action cards that come to nothing while nobody has scored (DZ-3)
NEEDS_SCORES = (LOWEST_GAIN, HIGHEST_LOSE, OTHERS_LOSE, HOLDER_LOSES)


# Notation and headings


def notation(view: View, seat: int, event: int) -> str:
    """``7``, ``nothing``; ``skull``; ``name 4``; ``keep``, ``give 5``, ``take 7g from 2``; ``ten``, ``roll``.

    Chance says a face, ``4``, or the card drawn, ``12`` or ``skull``.
    """
    if event >= CARD:
        return kind_text(event - CARD)
    if event >= DIE:
        return str(event - DIE + 1)
    if event >= CALL_TEN:
        return "ten" if event == CALL_TEN else "roll"
    if event >= KEEP:
        return _trade_text(event)
    if event >= GUESS:
        return f"name {event - GUESS + 1}"
    if event >= PLAY:
        return ACTION_TEXTS[event - PLAY]
    return str(event) if event != NOTHING else "nothing"


def _trade_text(event: int) -> str:
    if event == KEEP:
        return "keep"
    if event < FETCH:
        return f"give {kind_text(event - OFFER)}"
    seat, kind = divmod(event - FETCH, KINDS)
    return f"take {kind_text(kind)} from {seat}"


def choice_name(view: View, seat: int, event: int) -> str:
    """``take Mina's golden 7`` for ``take 7g from 3``: notation counts seats from 0, people have names."""
    if FETCH <= event < CALL_TEN:
        whose, kind = divmod(event - FETCH, KINDS)
        return f"take {{{whose}'s}} {kind_name(kind)}"
    return ""


def refuse(view: View, seat: int, event: int | str) -> str:
    """What the rules say against an event that is not legal; empty where there is nothing to say."""
    text = event if isinstance(event, str) else notation(view, seat, event)
    return refusals.reason(view, seat, " ".join(text.lower().split()))


def heading(view: View) -> str:
    """``Round 2, turn 5``; before and after the turns of a round ``Round 2, deal`` and ``Round 2, end``."""
    if view.closed:
        return f"Round {view.rounds + 1}, deal"
    if view.phase == TOSS:
        return "Before round 1" if view.why in (WHO_STARTS, OFF_START) else f"Round {view.rounds}, end"
    if view.phase == OVER:
        return f"Round {view.rounds}, end"
    return f"Round {view.rounds}, turn {view.turns}" if view.turns else f"Round {view.rounds}, deal"


# The log


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
    """What is said of an event. Everything in DARDZ is open: ``event`` is never None."""
    if event is None:
        return
    if before.phase == TOSS:
        yield from _tell_toss(before, after)
    elif before.phase == DRAW:
        yield from _tell_draw(before, event, after)
    elif before.phase == ROLL:
        yield from _tell_roll(before, event, after)
    else:
        yield from _tell_choice(before, seat, event, after)
    if hands_were_passed(before, after):
        yield -1, f"All hands went to the {'left' if after.passed == HANDS_LEFT else 'right'}."
    if cleaned_up(before, after):
        yield before.turn, "cleaned up the hand in the Bonus Roll: +5."
    yield from _tell_ten(before, after)
    if after.forfeits:
        yield from forfeits.announce(before, event, after)
    if is_scored(after) and not is_scored(before):
        yield from _tell_score(after)
    if after.phase == OVER:
        yield from _tell_winner(after)


def _tell_toss(before: View, after: View) -> Said:
    if before.why == LUCKY_ROLL:
        yield from _tell_lucky(before, after)
        return
    if not toss_is_done(before, after):
        return
    tossers = [seat for seat in range(after.seats) if before.tossers >> seat & 1]
    what = "Who starts" if before.why == WHO_STARTS else "Roll-Off"
    yield -1, f"{what}: " + ", ".join(f"{{{seat}}} {sum(after.toss[seat])}" for seat in tossers) + "."
    winner = off_winner(before, after)
    if winner < 0:
        yield -1, "A tie: " + named(seat for seat in tossers if after.tossers >> seat & 1) + " roll again."
    elif before.why == OFF_WIN:
        yield winner, f"won a Roll-Off: {after.off_wins[winner]} of the 2 that win the game."
    elif before.why == OFF_TEN:
        yield winner, "won the Roll-Off."
    else:
        yield winner, f"had the highest, and the first turn of round {after.rounds + 1}."


def _tell_lucky(before: View, after: View) -> Said:
    """DZ-20; the toss that ends the game still lies there."""
    one, other = after.toss[before.roller]
    if other:
        yield before.roller, f"rolled {one} and {other} as a Lucky Loser: {signed(one * other)}."


def _tell_draw(before: View, event: int, after: View) -> Said:
    """Draws are told together, with the last of them."""
    if after.phase == DRAW and after.owed == before.owed - 1 and before.owed > 1:
        return
    if before.turns == 0 or before.closed:
        yield -1, "Three cards were dealt to each."
    elif hands_were_passed(before, after):
        yield before.drawer, f"drew {a_card(event - CARD)}."
    else:
        for seat in left_from(after, before.turn):
            if after.fresh[seat]:
                drawn = hand_of(after, seat)[-after.fresh[seat] :]
                yield seat, f"drew {listed(a_card(kind) for kind in drawn)}."


def _tell_roll(before: View, event: int, after: View) -> Said:
    if not roll_is_done(before):
        return
    me, dice = before.turn, dice_words(after.dice)
    if after.thrown == FIRST_ROLL:
        nobody = "" if any(after.moved) else f" Nobody held {a_card(after.dice[0] - 1)}."
        yield me, f"rolled {dice}.{nobody}"
        yield from _tell_moves(before, after)
    elif after.thrown <= BONUS_ROLL:
        yield me, f"rolled {dice}, the {roll_name(after, after.thrown)}."
        if after.thrown == THIRD_ROLL and len(set(after.dice)) == 1:
            yield me, "had three of a kind: +20."
        if after.thrown == BONUS_ROLL and after.phase != PICK:
            yield me, "held none of these: the turn is over."
    elif after.thrown == GUESS_ROLL:
        yield me, _guess_words(before, after)
    else:
        yield from _tell_card_dice(before, after)


def _guess_words(before: View, after: View) -> str:
    """What a guessed die has changed (DZ-3, DZ-4)."""
    card = the_card(after.dice_card)
    if after.dice[0] == after.named:
        return f"rolled {after.dice[0]}: {card} is right, {signed(after.jackpot_right)}."
    loss = max(after.jackpot_wrong, -before.score[side_of(before, before.turn)])
    return f"rolled {after.dice[0]}: {card} is wrong" + (f", {signed(loss)}." if loss else ".")


def _tell_card_dice(before: View, after: View) -> Said:
    yield before.turn, f"rolled {dice_words(after.dice)} for {the_card(after.dice_card)}."
    for side, points in changed_by_card(before, after).items():
        lost = f"lost {-points}." if points else "had nothing to lose."
        change = f"gained {points}." if points > 0 else lost
        seats = seats_of(before, side)
        yield (seats[0], change) if len(seats) == 1 else (-1, f"{named(seats)} {change}")


def _tell_moves(before: View, after: View) -> Said:
    """Who moved what to the points pile, from the player on turn to the left."""
    number = after.picked
    for seat in left_from(after, before.turn):
        moved = (
            [kind for kind in hand_of(before, seat) if number_of(kind) == number] if after.moved[seat] else []
        )
        if len(moved) == 1:
            yield seat, f"moved {a_card(moved[0])}."
        elif moved:
            golden = ", a golden one among them" if GOLDEN in moved and number == 7 else ""
            yield seat, f"moved {('two', 'three')[len(moved) - 2]} {number}s{golden}."


def _tell_choice(before: View, seat: int, event: int, after: View) -> Said:
    if event == CALL_TEN:
        yield seat, "called ten cards."
    elif before.phase == PICK:
        yield seat, f"picked {event}." if event != NOTHING else "picked nothing."
        yield from _tell_moves(before, after)
    elif before.phase == ACTION:
        yield from _tell_action(before, seat, event - PLAY + ACTIONS)
    elif before.phase == NAME:
        yield seat, f"named {event - GUESS + 1}."
    elif before.phase == GIVE:
        yield seat, "traded nothing." if event == KEEP else f"offered {a_card(event - OFFER)}."
    elif before.phase == TAKE:
        other, kind = divmod(event - FETCH, KINDS)
        yield seat, f"traded {a_card(kind_of(before.offered - 1))} for {{{other}'s}} {kind_name(kind)}."


def _tell_action(before: View, seat: int, kind: int) -> Said:
    """An action card as it is played; what comes of it is told with its dice."""
    card = kind_name(kind) if kind in (BOOST, BUNK) else a_card(kind)
    yield seat, f"played {card}{': nobody has scored yet' if is_idle(before, kind) else ''}."


def is_idle(view: View, kind: int) -> bool:
    """DZ-3: whether an effect of the action card comes to nothing because nobody has scored."""
    return not view.has_scored and any(does(view, kind, effect) for effect in NEEDS_SCORES)


def _tell_ten(before: View, after: View) -> Said:
    if after.ten >= 0 and before.ten < 0:
        yield after.ten, f"had {after.pile[after.ten]} cards in the points pile and won the round: +10."


def _tell_score(after: View) -> Said:
    """The sentences that tell the score of a finished round (DZ-19)."""
    if after.ten < 0:
        yield -1, "No card has moved for three laps: the round is over, and nobody has the +10."
    for seat in range(after.seats):
        yield seat, _scored(after, seat)


def _scored(after: View, seat: int) -> str:
    """What a pile has changed the score by; DZ-4 says why that may be less than its cards are worth."""
    many, loot, scored = after.pile[seat], after.loot[seat], after.scored[seat]
    cards = "" if after.closed_piles else f" for {counted(many, 'card')}"
    if scored >= 0 and loot >= 0:
        return f"scored {scored}{cards}."
    if scored == loot:
        return f"lost {-scored}{cards}."
    lost = f"lost {-scored}" if scored else "lost nothing"
    return f"{lost}{cards} worth {signed(loot)}: no score goes below zero."


def scores(view: View) -> list[int]:
    """The points by seat; the standing ranks whoever won the Roll-Offs for the game a point above (DZ-22)."""
    return [view.score[side_of(view, seat)] for seat in range(view.seats)]


def _tell_winner(after: View) -> Said:
    seats, points = seats_of(after, after.winner), after.score[after.winner]
    yield (
        (seats[0], f"won the game with {points}.")
        if len(seats) == 1
        else (-1, f"{named(seats)} won the game with {points}.")
    )
