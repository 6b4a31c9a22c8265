"""DARDZ as a table of zones and pieces, and its choices as sets of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.english import counted, listed
from ...kernel.scene import Card, Choice, Now, Piece, Plate, Scene, Zone, legends_of
from . import names, offers
from .happened import is_scored
from .legends import LEGENDS, clause_now
from .names import (
    a_card,
    hand_of,
    kind_name,
    kind_of,
    kind_text,
    named,
    seats_of,
    side_of,
    signed,
    spoken_name,
)
from .state import (
    ACTION,
    ACTIONS,
    BONUS_ROLL,
    CALL_TEN,
    DRAW,
    FETCH,
    FIRST_ROLL,
    GIVE,
    GOLDEN,
    GUESS,
    GUESS_A_DIE,
    HAND,
    HANDS_LEFT,
    HANDS_RIGHT,
    HIGHEST_LOSE,
    HOLDER_GAINS,
    HOLDER_LOSES,
    KEEP,
    KINDS,
    LOWEST_GAIN,
    NAME,
    NO_EFFECT,
    NOTHING,
    OFFER,
    OTHERS_LOSE,
    OVER,
    PICK,
    PLAY,
    READY,
    ROLL,
    SWAP_A_CARD,
    TAKE,
    TEN,
    TOSS,
    WHOLE_PACK,
)
from .view import View
from .words import is_idle, notation

__all__ = ["draw"]

CALLED = "A right call ends the round."
NOTHING_DONE = "It does nothing but lie in your pile."
NOBODY_HAS_SCORED = "It moves no points until somebody has scored."
TOSSES: tuple[str, ...] = (
    "Who starts",
    "Roll-Off",
    "Roll-Off",
    "Roll-Off",
    "Roll-Off, best of three",
    "Lucky Loser",
)


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    lying = tuple(_zones(view, seat, legal))
    return Scene(
        heading=_heading(view),
        now=_now(view, seat, legal),
        clause=clause_now(view),
        plates=tuple(_plate(view, each, seat) for each in range(view.seats)),
        zones=lying,
        choices=tuple(_choices(view, seat, legal)),
        card=_card(view),
        over=view.phase == OVER,
        legends=legends_of(lying, LEGENDS),
    )


def _heading(view: View) -> str:
    if view.rounds == 0:
        return "Who starts"
    if is_scored(view):
        return f"Round {view.rounds} · scored"
    if view.phase in (ROLL, PICK) and view.roll:
        return f"Round {view.rounds} · {names.roll_name(view, view.roll if view.called else view.thrown)}"
    return f"Round {view.rounds} · turn {view.turns}" if view.turns else f"Round {view.rounds}"


def _plate(view: View, seat: int, viewer: int) -> Plate:
    score = view.score[side_of(view, seat)]
    team = f"Team {side_of(view, seat) + 1}" if view.sides < view.seats else ""
    return Plate(
        seat=seat,
        line=", ".join(text for text in (team, _score_now(view, seat, viewer)) if text),
        score=str(score),
        unit="point" if score == 1 else "points",
        tag=_tag(view, seat),
        states=("turn",) if seat == view.turn and _in_turns(view) else (),
    )


def _score_now(view: View, seat: int, viewer: int) -> str:
    """``with pile 34``: the score with the piles of that side counted as they lie (DZ-19).

    Empty where ``viewer`` may not count one of them (DZ-26), and where none has a card.
    """
    side = side_of(view, seat)
    seats = seats_of(view, side)
    is_open = not view.closed_piles or seats == [viewer]
    if not (is_open and _in_turns(view) and any(view.pile[each] for each in seats)):
        return ""
    score = view.score[side]
    for each in seats:
        score = max(0, score + view.loot[each])
    return f"with {'pile' if len(seats) == 1 else 'piles'} {score}"


def _in_turns(view: View) -> bool:
    """Whether a round is being played: it has been dealt, and its piles have not been counted."""
    return view.rounds > 0 and view.turns > 0 and not is_scored(view)


def _toss_name(why: int) -> str:
    return TOSSES[why]


def _tag(view: View, seat: int) -> str:
    if view.phase == OVER:
        return "Won" if seat in seats_of(view, view.winner) else ""
    if view.phase == TOSS and view.tossers >> seat & 1:
        return _toss_name(view.why)
    if view.ten == seat:
        return "Ten cards"
    return "On turn" if seat == view.turn and _in_turns(view) else ""


def _card(view: View) -> Card:
    """The score card: what the last five rounds have brought, and the scores."""
    done = view.rounds if is_scored(view) and not _is_counting(view) else max(0, view.rounds - 1)
    held = min(done, len(view.past[0]))
    shown = range(max(0, held - 5), held)
    columns = tuple(str(done - held + k + 1) for k in shown)
    rows = tuple(
        (*(str(view.past[side][k]) for k in shown), str(view.score[side]))
        for side in (side_of(view, seat) for seat in range(view.seats))
    )
    return Card(f"To {view.target} points", ("Round", *columns, "Score"), rows)


def _is_counting(view: View) -> bool:
    """The Lucky Losers still roll."""
    return view.phase == TOSS and _toss_name(view.why) == "Lucky Loser"


# Zones


def _zones(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    yield _throw(view)
    if view.last_toss >= 0:
        yield _tosses(view)
    if view.played:
        yield Zone("played", "table", "row", label="Played", pieces=(_played(view),))
    if view.phase == PICK:
        yield offers.zone(view, legal)
    if view.phase == NAME and legal:
        yield Zone("faces", "rail", "row", label="Name a number", pieces=tuple(map(_face, range(1, 7))))
    for each in range(view.seats):
        yield _hand(view, each, each == seat, legal)
        yield _pile(view, each, each == seat)


def _throw(view: View) -> Zone:
    """The draw pile, and the last dice that one player threw."""
    left = view.pile_left if view.phase == DRAW or not view.closed else 0
    if view.rounds == 0:
        left = WHOLE_PACK  # nothing has been dealt from it yet
    deck = Piece("deck", "card-back", says=f"Draw pile, {left} cards left", note=str(left))
    dice = tuple(
        Piece(f"die-{k}", "die", str(face), seat=view.thrower, says=f"die, {face}", states=_die_states(view))
        for k, face in enumerate(view.dice[: view.shown])
    )
    label = names.roll_name(view, view.thrown) if view.shown else ""
    note = f"{view.picked} picked" if view.picked and view.shown > 1 else ""
    label = label[:1].upper() + label[1:]
    return Zone("throw", "table", "throw", label=label, note=note, pieces=(deck, *dice), says="Deck and dice")


def _die_states(view: View) -> tuple[str, ...]:
    """Dice that have been used, or belong to a turn before, go hollow."""
    return ("spent",) if view.called or view.thrower != view.turn else ()


def _tosses(view: View) -> Zone:
    """One or two dice of everybody who tosses, each in its owner's colour."""
    pieces = tuple(
        Piece(f"toss-{seat}-{k}", "die", str(face), seat=seat, says=f"{{{seat}'s}} die, {face}")
        for seat in range(view.seats)
        for k, face in enumerate(view.toss[seat])
        if face
    )
    return Zone("tosses", "table", "row", label=_toss_name(view.last_toss), pieces=pieces)


def card_piece(view: View, card: int, kind: str = "", states: tuple[str, ...] = ()) -> Piece:
    """A card in the open; its note is what it scores, ``kind`` what choices call it."""
    what = kind_of(card)
    points = view.worth[what]
    return Piece(
        id=f"card-{card}",
        look="dardz-action" if what >= ACTIONS else "dardz-number",
        face=kind_text(what),
        kind=kind,
        states=states,
        says=f"{spoken_name(what)}, {counted(points, 'point')}",
        note=str(points),
        name=kind_name(what),
        text=card_text(view, what),
        clause="DZ-3" if what >= ACTIONS else "DZ-2",
    )


def card_text(view: View, kind: int) -> str:
    """What a card is for and what it scores, with the figures in force."""
    points = view.worth[kind]
    scores = f"In a points pile at the end of the round it scores {points}."
    if kind >= ACTIONS:
        return f"{effect(view, kind)} {scores}"
    return f"It goes to its owner's points pile when {names.number_of(kind)} is picked. {scores}"


def _played(view: View) -> Piece:
    return card_piece(view, view.played - 1)


def _face(number: int) -> Piece:
    return Piece(
        f"face-{number}",
        "die",
        str(number),
        f"face-{number}",
        states=("picture",),
        says=f"the number {number}",
    )


def _hand(view: View, seat: int, mine: bool, legal: list[int]) -> Zone:
    pieces = tuple(
        card_piece(
            view,
            card - 1,
            kind=_card_kind(view, seat, kind_of(card - 1), mine, legal),
            states=_states(view, seat, card),
        )
        for card in view.hand[seat][: view.held[seat]]
    )
    place, slots = ("rail", HAND) if mine else ("seat", 0)
    return Zone(f"hand-{seat}", place, "hand", seat, pieces=pieces, slots=slots, says="Hand")


def _states(view: View, seat: int, card: int) -> tuple[str, ...]:
    return ("offered",) if view.offered == card else ()


def _card_kind(view: View, seat: int, kind: int, mine: bool, legal: list[int]) -> str:
    """What a card in a hand is to the choices: one to play, to give or to take."""
    if mine and PLAY + kind - ACTIONS in legal and kind >= ACTIONS:
        return f"play-{kind_text(kind)}"
    if mine and view.phase == GIVE and OFFER + kind in legal:
        return f"give-{kind_text(kind)}"
    if FETCH + seat * KINDS + kind in legal and view.phase == TAKE:
        return f"take-{seat}-{kind_text(kind)}"
    return ""


def _pile(view: View, seat: int, mine: bool) -> Zone:
    """A points pile, ten ticks long; a closed one is seen by its owner alone (DZ-26)."""
    if view.closed_piles and not mine and not is_scored(view):
        return Zone(f"pile-{seat}", "seat", "ten", seat, "Pile", "closed")
    cards = [card for card, where in enumerate(view.where) if where == 11 + seat]
    pieces = tuple(card_piece(view, card) for card in cards)
    count = len(cards)
    return Zone(f"pile-{seat}", "seat", "ten", seat, "Pile", f"{count} of {TEN}", pieces, TEN, count)


# Choices


def _choices(view: View, seat: int, legal: list[int]) -> Iterator[Choice]:
    """What the player on turn may do, and the call of ten cards, which every player always has (DZ-17)."""
    for event in legal:
        if event != CALL_TEN:
            yield _choice(view, event)
    if view.announce_ten and seat < view.seats and _in_turns(view):
        yield Choice(CALL_TEN, notation(view, seat, CALL_TEN), "Call ten cards", always=True, note=CALLED)


def _choice(view: View, event: int) -> Choice:
    text = notation(view, view.turn, event)
    if view.phase == PICK:
        return _pick(view, event, text)
    if view.phase == ACTION:
        kind = event - PLAY + ACTIONS
        note = effect(view, kind) + (f" {NOBODY_HAS_SCORED}" if is_idle(view, kind) else "")
        return Choice(event, text, f"Play {_play_name(kind)}", {f"play-{text}": 1}, note)
    if view.phase == NAME:
        number = event - GUESS + 1
        return Choice(event, text, f"Name {number}", {f"face-{number}": 1}, "One die in six shows it.")
    if view.phase == READY:
        moves = (
            "Cards of its number move."
            if view.called == FIRST_ROLL
            else "Cards move when a number is picked."
        )
        return Choice(event, text, f"Roll {_dice(view.need)}", note=moves)
    return _trade(view, event, text)


def _trade(view: View, event: int, text: str) -> Choice:
    if event == KEEP:
        return Choice(event, text, "Trade nothing", note="All hands stay as they are.")
    if event < FETCH:
        kind = event - OFFER
        take = {f"give-{kind_text(kind)}": 1}
        return Choice(event, text, f"Give {a_card(kind)}", take, _worth(view, kind))
    seat, kind = divmod(event - FETCH, KINDS)
    take = {f"take-{seat}-{kind_text(kind)}": 1}
    return Choice(event, text, f"Take {{{seat}'s}} {kind_name(kind)}", take, _worth(view, kind))


def _worth(view: View, kind: int) -> str:
    return f"In a points pile it scores {signed(view.worth[kind])}."


def _play_name(kind: int) -> str:
    return kind_name(kind) if kind_name(kind).endswith("'em") else f"the {kind_name(kind)}"


def effect(view: View, kind: int) -> str:
    """What an action card does here, with the effects and figures in force (DZ-3)."""
    effects = [each for each in view.does[kind - ACTIONS] if each != NO_EFFECT]
    return " ".join(_effect(view, each) for each in effects) or NOTHING_DONE


def _effect(view: View, effect: int) -> str:
    if effect == GUESS_A_DIE:
        wrong = f", {names.signed(view.jackpot_wrong)} if not." if view.jackpot_wrong else "."
        return f"Name a number and roll one die: {names.signed(view.jackpot_right)} if it comes up{wrong}"
    return {
        LOWEST_GAIN: f"The lowest score gains what {_shows(view.boost_dice)}.",
        HIGHEST_LOSE: f"The highest score loses what {_shows(view.bunk_dice)}.",
        OTHERS_LOSE: f"Everybody else loses what {_shows(view.bunk_dice)}.",
        HOLDER_GAINS: f"Whoever plays it gains what {_shows(view.boost_dice)}.",
        HOLDER_LOSES: f"Whoever plays it loses what {_shows(view.bunk_dice)}.",
        HANDS_LEFT: "All hands go to the left.",
        HANDS_RIGHT: "All hands go to the right.",
        SWAP_A_CARD: "A card may be swapped with another player.",
    }[effect]


def _shows(count: int) -> str:
    """``two dice show``."""
    return f"{_dice(count)} {'shows' if count == 1 else 'show'}"


def _dice(count: int) -> str:
    return ("one die", "two dice", "three dice")[count - 1]


def _dice_for(count: int, seat: int) -> str:
    return f"{_dice(count).capitalize()} for {{{seat}}}"


def _pick(view: View, event: int, text: str) -> Choice:
    if event == NOTHING:
        return Choice(event, text, "Pick nothing", note="Nobody moves a card.")
    offer = offers.offer(view, event)
    return Choice(
        event,
        text,
        f"Pick {event}: {offers.gains_text(offer)}",
        {f"offer-{event}": 1},
        offers.note(view, offer),
    )


# The Now line


def _now(view: View, seat: int, legal: list[int]) -> Now:
    if view.phase == OVER:
        return _over(view)
    if legal and seat == view.turn:
        return _act(view, seat)
    if view.phase == TOSS:
        tossers = [each for each in range(view.seats) if view.tossers >> each & 1]
        is_second = view.each == 2 and view.tossed > 0 and view.toss[view.roller][0] > 0
        due = f"One more die for {{{view.roller}}}" if is_second else _dice_for(view.each, view.roller)
        return Now(f"{_toss_name(view.why)}: {named(tossers)}.", f"{due}.")
    if view.phase == DRAW:
        if view.closed:
            first = f"All {WHOLE_PACK} are shuffled first. The next is for {{{view.drawer}}}."
            return Now("Cards are dealt.", first)
        if view.turns == 0:
            return Now("Cards are dealt.", f"The next is for {{{view.drawer}}}.")
        return Now(f"A card for {{{view.drawer}}}.")
    if view.phase == ROLL:
        what = names.roll_name(view, view.called or view.thrown)
        left = view.need - (0 if view.called else view.shown)
        missing = f"{_dice(left).capitalize()} {'is' if left == 1 else 'are'} missing."
        return Now(f"{_dice_for(view.need, view.turn)}: {what}.", missing if left < view.need else "")
    return _wait(view)


def _over(view: View) -> Now:
    seats = seats_of(view, view.winner)
    others = [view.score[side] for side in range(view.sides) if side != view.winner]
    return Now(
        f"{named(seats)} won the game.", f"{view.score[view.winner]} points, the next {max(others)}.", "over"
    )


def _wait(view: View) -> Now:
    doing = {
        ACTION: "play an action card",
        NAME: "name a number",
        GIVE: "trade, or not",
        TAKE: "take a card",
        PICK: "pick a number",
        READY: "roll the dice",
    }
    return Now(f"Waiting for {{{view.turn}}} to {doing[view.phase]}.")


def _act(view: View, seat: int) -> Now:
    if view.phase == READY:
        return Now(f"Roll {_dice(view.need)}: {names.roll_name(view, view.called)}.", mood="act")
    if view.phase == PICK:
        return _act_pick(view, seat)
    if view.phase == ACTION:
        return _act_card(view, seat)
    if view.phase == NAME:
        return Now("Name a number, then one die is rolled.", _effect(view, GUESS_A_DIE), "act")
    if view.phase == GIVE:
        return Now("Tap a card of yours to swap, or trade nothing.", "Then you choose what to take.", "act")
    offered = kind_of(view.offered - 1)
    return Now(f"Take a card for your {kind_name(offered)}.", "Any card in another player's hand.", "act")


def _act_card(view: View, seat: int) -> Now:
    """DZ-3: a card that passes hands comes after the others."""
    held = {kind for kind in hand_of(view, seat) if kind > GOLDEN}
    last = {kind for kind in held if names.passes_hands(view, kind)}
    if last and held - last:
        those = listed(names.the_card(kind) for kind in sorted(last))
        comes = "comes" if len(last) == 1 else "come"
        return Now("Play an action card.", f"{those[0].upper()}{those[1:]} {comes} last.", "act")
    return Now("Play your action card.", "It comes before the dice.", "act")


def _act_pick(view: View, seat: int) -> Now:
    title = "Pick one die, or the sum of two." if view.shown == 3 else "Pick one die, or the sum."
    mine = offers.mine(view)
    held = sorted({names.number_of(kind) for kind in hand_of(view, seat)} - {0})
    if view.thrown == BONUS_ROLL:
        return Now(title, f"Your {listed(map(str, mine))} came up, so you must pick. You roll on.", "act")
    if not mine:
        return Now(title, "None of yours is on offer, so you may pick nothing.", "act")
    most = max(len(offers.offer(view, number).cards[view.turn]) for number in mine)
    is_sure = view.shown == 3 and offers.brings_bonus(view, most)
    more = " One of yours brings the Bonus Roll." if is_sure else ""
    return Now(title, f"You hold {listed(map(str, held))}, so you must pick.{more}", "act")
