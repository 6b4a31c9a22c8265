"""Kadoova Duel as a table of zones and pieces, and its choices as sets of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypedDict

from ...kernel.scene import Card, Choice, Legend, Now, Piece, Plate, Scene, Zone, legends_of
from . import words
from .cards import (
    ACCUSED,
    ADMIT,
    AFTER,
    BET_WIN,
    BUY_EXTRA,
    BUY_LESS,
    BUYING,
    CAUGHT,
    CHOOSE,
    CHOOSING,
    COLD_FEET,
    DEALING,
    DRAWING,
    DUELING,
    KEEP,
    NOPE,
    OPENING,
    OVER,
    TURN,
    UPGRADES,
    WINDOW,
)
from .clauses import card_clause, clause_now
from .duels import pieces as duel_pieces
from .duels import scene as duel_scene
from .duels.counts import many, number_word, points_text
from .duels.legends import legends
from .duels.phrases import players_of, title
from .duels.register import facts_of
from .duels.table import DUEL_EVENTS, NOBODY, PASS, ROLE, WAIT
from .duels.words import words_of
from .names import HOW_NAMES, KIND_TEXTS, duel_card_name, kind_name, kind_text, window_name
from .plays import AIMED, is_play, play_parts
from .rules import hand_size  # pyright: ignore[reportUnknownVariableType]
from .view import View

__all__ = ["draw"]

AIMS = {"aims": Legend("Whom the card or the challenge is meant for; a stake is set in hundreds.", "KD-13")}


def draw(view: View, seat: int, legal: list[int]) -> Scene:
    """The table as the owner of ``view`` sees it; ``legal`` are the events that ``seat`` may make."""
    lying = tuple(_zones(view, seat, legal))
    return Scene(
        heading=words.heading(view).replace(", ", " · "),
        now=_now(view, seat, legal),
        clause=clause_now(view),
        plates=tuple(_plate(view, each) for each in range(view.seats)),
        zones=lying,
        choices=tuple(_choice(view, seat, event, legal) for event in duel_scene.offered(view, seat, legal)),
        card=_card(view),
        over=view.phase == OVER,
        legends=legends_of(lying, AIMS | legends(view)),
    )


def _card(view: View) -> Card:
    rows = tuple(_row(view, seat) for seat in range(view.seats))
    name = f"Turn {min(view.turns + 1, 12)} of 12" if view.short else f"To {points_text(view.goal)} points"
    return Card(name, ("Seat", "Duels", "Bets", "Cards", "Score"), rows)


def _row(view: View, seat: int) -> tuple[str, ...]:
    """What the score is made of, and the score."""
    score, bets, cards = view.score[seat], view.by_bets[seat], view.by_cards[seat]
    return tuple(points_text(points) for points in (score - bets - cards, bets, cards, score))


# Plates


def _plate(view: View, seat: int) -> Plate:
    on_turn = view.purpose == TURN and seat == view.challenger
    return Plate(
        seat=seat,
        line=_plate_line(view, seat),
        score=points_text(view.score[seat]),
        unit="point" if view.score[seat] == 1 else "points",
        tag=_tag(view, seat),
        states=("turn",) if on_turn and view.phase != OVER else (),
    )


def _plate_line(view: View, seat: int) -> str:
    if view.phase == DRAWING or view.purpose != TURN:
        return (
            duel_scene.plate_line(view, seat) if view.phase == DUELING else f"{many(view.held[seat], 'card')}"
        )
    part = "challenges" if seat == view.challenger else "challenged" if seat == view.opponent else ""
    if view.opponent == NOBODY and view.how == len(HOW_NAMES) - 1 and not part:
        part = "duels"
    return ", ".join(
        text for text in (part, duel_scene.plate_line(view, seat) if view.phase == DUELING else "") if text
    )


def _tag(view: View, seat: int) -> str:
    if view.phase == OVER:
        return "Won" if words.winner_of(view) == seat else ""
    if view.phase == WINDOW:
        return "Passed" if view.passed >> seat & 1 else "Thinking"
    if view.phase == DUELING and view.forfeits >> seat & 1:
        return "Forfeits"
    if view.phase == ACCUSED and view.accused == seat:
        return "Accused"
    if view.last_by == seat:
        return "Last round"
    return ""


# Zones


def _has_passed(view: View) -> bool:
    """The turn has passed on to somebody who was not this duel's challenger: its dice are nobody's now."""
    return view.challenger == view.opponent or not view.duelists >> view.challenger & 1


def _zones(view: View, seat: int, legal: list[int]) -> Iterator[Zone]:
    if not _is_fought(view):
        yield from _duel_card(view)
        yield from _played(view)
    if (view.phase != DRAWING or view.stage) and not _has_passed(view):
        yield from duel_pieces.zones(view, seat, legal if view.phase == DUELING else [])
    for each in range(view.seats):
        yield from _upgrades(view, each)
    if seat < view.seats and (not _is_fought(view) or any(map(is_play, legal))):
        yield _hand(view, seat, legal)
    yield from _aims(view, legal)


def _is_fought(view: View) -> bool:
    """Whether the duel itself has the table: cards are not in the way then."""
    return view.phase == DUELING and view.stage not in (WAIT, ROLE)


def _duel_card(view: View) -> Iterator[Zone]:
    if view.drawn == NOBODY or view.purpose != TURN:
        return
    facts, rule = facts_of(view.duel), words_of(view).rule(view)
    card = Piece(
        f"duel-{view.drawn}", "duel-card", title(view.duel),
        says=f"{duel_card_name(view.drawn)}. {rule}", note=f"{facts.kind} · {HOW_NAMES[view.how]}",
        name=duel_card_name(view.drawn), text=rule, clause=facts.clause,
    )  # fmt: skip
    yield Zone("duel", "table", "row", label="The duel", note=rule, pieces=(card,))


def _played(view: View) -> Iterator[Zone]:
    if view.plays:
        cards = tuple(_played_card(view, place) for place in range(view.plays))
        yield Zone("played", "table", "row", label="Played, in order", pieces=cards)


class CardText(TypedDict):
    """What a card says to whoever looks it up."""

    name: str
    text: str
    clause: str


def _card_text(view: View, kind: int) -> CardText:
    """What a card says to whoever looks it up, with the values in force."""
    return {
        "name": kind_name(kind),
        "text": f"{kind_text(view, kind)} Played: {window_name(view, kind).lower()}.",
        "clause": card_clause(kind),
    }


def _face(kind: int) -> str:
    return KIND_TEXTS[kind]


def _played_card(view: View, place: int) -> Piece:
    kind, by = view.played_kind[place], view.played_by[place]
    note = _played_note(view, place)
    waits = view.phase == WINDOW and place >= view.pending >= 0
    states = (*(["spent"] if view.played_void[place] else []), *(["waits"] if waits else []))
    return Piece(
        f"played-{place}", "kadoova-card", _face(kind), seat=by, states=states, note=note,
        says=_played_says(view, place),
        **_card_text(view, kind),
    )  # fmt: skip


def _played_says(view: View, place: int) -> str:
    """``{1's} Bet to win: 300 on {2}, void``."""
    kind = view.played_kind[place]
    aim = f": {_played_note(view, place)}" if kind in AIMED or view.played_stake[place] else ""
    void = ", void" if view.played_void[place] else ""
    return f"{{{view.played_by[place]}'s}} {kind_name(kind)}{aim}{void}"


def _played_note(view: View, place: int) -> str:
    kind, on, stake = view.played_kind[place], view.played_on[place], view.played_stake[place]
    if stake:
        return f"{stake} {'on' if kind == BET_WIN else 'against'} {{{on}}}"
    return f"on {{{on}}}" if kind in AIMED else f"by {{{view.played_by[place]}}}"


def _upgrades(view: View, seat: int) -> Iterator[Zone]:
    kinds = [kind for kind in range(UPGRADES) if view.upgrades[seat] >> kind & 1]
    if kinds:
        cards = tuple(
            Piece(f"upgrade-{kind}", "kadoova-card", KIND_TEXTS[kind], seat=seat,
                  says=f"{kind_name(kind)}: {kind_text(view, kind)}",
                  note=kind_name(kind), **_card_text(view, kind))
            for kind in kinds
        )  # fmt: skip
        yield Zone(f"upgrades-{seat}", "seat", "row", seat, "Upgrades", pieces=cards)


def _hand(view: View, seat: int, legal: list[int]) -> Zone:
    playable = {play_parts(event)[0] for event in legal if is_play(event)}
    cards: list[Piece] = []
    for kind in range(UPGRADES, len(view.deck)):
        for k in range(view.hand[seat][kind]):
            cards.append(_held_card(view, kind, k, kind in playable, bool(legal)))
    return Zone(f"hand-{seat}", "rail", "hand", seat, "Your cards", pieces=tuple(cards))


def _held_card(view: View, kind: int, k: int, playable: bool, acting: bool) -> Piece:
    when = window_name(view, kind)
    return Piece(
        f"hand-{KIND_TEXTS[kind]}-{k}", "kadoova-card", KIND_TEXTS[kind],
        f"card-{KIND_TEXTS[kind]}" if playable else "",
        states=() if playable or not acting else ("out",),
        says=f"{kind_name(kind)}, {when.lower()}: {kind_text(view, kind)}",
        note=when,
        **_card_text(view, kind),
    )  # fmt: skip


def _aims(view: View, legal: list[int]) -> Iterator[Zone]:
    """Seats to aim a card at, and hundreds to stake."""
    seats = sorted(set(_aimed_at(legal)))
    if not seats:
        return
    label = "On whom?" if view.phase in (WINDOW, DUELING) else "Whom?"
    pieces = [
        Piece(f"aim-{each}", "seat", f"{{{each}}}", f"seat-{each}", each, says=f"{{{each}}}")
        for each in seats
    ]
    if any(is_play(event) and play_parts(event)[2] for event in legal):
        pieces.append(Piece("stake", "token", "100", "hundred", states=("many",), says="100 points of stake"))
    yield Zone("aims", "rail", "row", label=label, pieces=tuple(pieces))


def _aimed_at(legal: list[int]) -> Iterator[int]:
    for event in legal:
        if is_play(event):
            kind, on, stake = play_parts(event)
            if stake or kind in AIMED:
                yield on
        elif CHOOSE <= event < CHOOSE + 4:
            yield event - CHOOSE
        elif CAUGHT <= event < ADMIT:
            yield event - CAUGHT


# Choices and the Now line


def _choice(view: View, seat: int, event: int, legal: list[int]) -> Choice:
    text = words.notation(view, seat, event)
    if is_play(event):
        return _play(view, seat, event, text)
    if event >= ADMIT:
        return Choice(
            event, text, "Admit it" if event == ADMIT else "Deny it", note=_answer_note(view, event)
        )
    if event >= CAUGHT:
        accused = event - CAUGHT
        holds = view.charges or accused == seat
        note = (
            "It holds at once: the duel is lost, and 1,000 points."
            if holds
            else "Who denies it is judged by a Quick Draw."
        )
        return Choice(event, text, f"Say that {{{accused}}} cheated", {f"seat-{accused}": 1}, note)
    if CHOOSE <= event < CHOOSE + 4:
        other = event - CHOOSE
        note = f"{{{other}}} has {points_text(view.score[other])} points."
        return Choice(event, text, f"Challenge {{{other}}}", {f"seat-{other}": 1}, note)
    if event in (BUY_EXTRA, BUY_LESS, KEEP):
        return _purchase(view, seat, event, text)
    if event == PASS and view.phase == WINDOW:
        if view.pending != NOBODY:
            return Choice(event, text, "Let it pass", role="pass", note="What was played takes effect.")
        return Choice(event, text, "Pass", role="pass", note="Your cards stay in your hand.")
    return duel_scene.choice(view, seat, event, legal)


def _answer_note(view: View, event: int) -> str:
    if event == ADMIT:
        return "The duel is lost, with all that it gave, and 1,000 points."
    return f"A Quick Draw with {{{view.accuser}}} decides."


def _play(view: View, seat: int, event: int, text: str) -> Choice:
    kind, on, stake = play_parts(event)
    takes = Counter({f"card-{KIND_TEXTS[kind]}": 1})
    name = f"Play {kind_name(kind)}"
    if stake:
        takes[f"seat-{on}"] = 1
        takes["hundred"] = stake // 100
        whom = "yourself" if on == seat else f"{{{on}}}"
        name = f"Bet {stake} {'on' if kind == BET_WIN else 'against'} {whom}"
    elif kind in AIMED:
        takes[f"seat-{on}"] = 1
        name += f" on {{{on}}}"
    elif kind == NOPE:
        top = view.plays - 1
        name = f"Nope {{{view.played_by[top]}'s}} {kind_name(view.played_kind[top])}"
    return Choice(event, text, name, dict(takes), kind_text(view, kind))


def _purchase(view: View, seat: int, event: int, text: str) -> Choice:
    if event == KEEP:
        return Choice(
            event, text, "Leave it so", role="pass", note="It costs nothing, and the card works on."
        )
    what = "be rid of a grey die" if event == BUY_EXTRA else "have a die back"
    note = f"You have {points_text(view.score[seat])} points."
    return Choice(event, text, f"Pay {view.buy_back} to {what}", note=note)


def _now(view: View, seat: int, legal: list[int]) -> Now:
    if view.phase == OVER:
        winner = words.winner_of(view)
        return Now(f"{{{winner}}} won the game.", f"{points_text(view.score[winner])} points.", "over")
    if view.phase == WINDOW:
        return _window_now(view, legal)
    if view.phase == DUELING:
        return _dueling_now(view, seat, legal)
    if view.phase in (CHOOSING, COLD_FEET):
        if legal:
            return Now("Choose your opponent.", words_of(view).rule(view), "act")
        return Now(f"Waiting for {{{view.challenger}}} to choose an opponent.", title(view.duel))
    if view.phase == BUYING:
        return _buying_now(view, legal)
    if view.phase == ACCUSED:
        return _accused_now(view, legal)
    if view.phase == DEALING:
        return Now("Cards are dealt.", _dealt(view))
    return Now("A Duel card is due.", f"Drawn by {{{view.challenger}}}, the challenger of this turn.")


def _dealt(view: View) -> str:
    """How many cards a hand is still to be filled with, and what is laid open of them (KD-3)."""
    size = int(hand_size(view, view.dealing))  # pyright: ignore[reportUnknownArgumentType]
    due = f"{many(size - view.held[view.dealing], 'card').capitalize()} for {{{view.dealing}}}"
    return f"{due}, to a hand of {number_word(size)}. A Permanent Upgrade is laid open and replaced."


def _accused_now(view: View, legal: list[int]) -> Now:
    """The Now line while a charge of cheating waits for its answer (KD-12)."""
    if legal:
        return Now(f"{{{view.accuser}}} says that you cheated.", "Admit it, or a Quick Draw decides.", "act")
    return Now(f"Waiting for {{{view.accused}}} to answer {{{view.accuser}}}.", "Was it cheating?")


def _window_now(view: View, legal: list[int]) -> Now:
    when = "After" if view.window == AFTER else "Before"
    if view.pending != NOBODY:
        top = view.plays - 1
        card = words.waiting_words(view)
        title_ = f"{card}: pass, or Nope it." if legal else f"{card} waits to take effect."
        return Now(title_, kind_text(view, view.played_kind[top]), "act" if legal else "wait")
    note = _duel_note(view)
    if legal:
        return Now(f"{when} the duel: play cards, or pass.", note, "act")
    waiting = ((1 << view.seats) - 1) & ~view.passed
    return Now(f"Waiting for {players_of(waiting)} to play or pass.", note)


def _duel_note(view: View) -> str:
    """Who duels, and how it came out."""
    if view.window == AFTER:
        return duel_scene.outcome(view)  # in short: with large letters more would cover the cards to choose
    if view.opponent == NOBODY:
        return f"{title(view.duel)}: everybody duels."
    return f"{title(view.duel)}: {{{view.challenger}}} against {{{view.opponent}}}."


def _dueling_now(view: View, seat: int, legal: list[int]) -> Now:
    now = duel_scene.now(view, seat, [event for event in legal if event < DUEL_EVENTS])
    if view.disputing:
        return Now(now.title, f"A Quick Draw decides whether {{{view.accused}}} cheated.", now.mood)
    if view.purpose == OPENING:
        return Now(now.title, "First to match the target wins 1000 and takes the first turn.", now.mood)
    return now


def _buying_now(view: View, legal: list[int]) -> Now:
    if legal:
        return Now(f"Pay {view.buy_back} to undo what was given to you?", _duel_note(view), "act")
    waiting = ((1 << view.seats) - 1) & ~view.kept
    return Now(f"Waiting for {players_of(waiting)} to buy off dice cards.", _duel_note(view))
