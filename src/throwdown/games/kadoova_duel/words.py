"""Kadoova Duel in words: notation, the log, headings. ``{0}`` stands for the name of seat 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .cards import (
    AFTER,
    BET_WIN,
    BUY_EXTRA,
    BUY_LESS,
    BUYING,
    CARD,
    CAUGHT,
    CHOOSE,
    CHOOSING,
    COLD_FEET,
    DEALING,
    DRAW,
    DRAWING,
    DUELING,
    FINAL,
    HIGH,
    KEEP,
    LOW,
    NOPE,
    OPENING,
    OVER,
    PICKPOCKET,
    REMATCH,
    TAX,
    TOLL,
    UPGRADES,
    VIKING,
    WINDFALL,
    WINDOW,
)
from .duels import words as duel_words
from .duels.table import DONE, DUEL_EVENTS, NOBODY, PASS
from .duels.words import points_text, title
from .names import KIND_TEXTS, duel_card_name, duel_card_text, kind_name, kind_text
from .plays import AIMED, is_play, play_parts, play_text
from .refusals import refuse

__all__ = ["heading", "notation", "refuse", "tell"]

Said = Iterator[tuple[int, str]]


def notation(view: Any, seat: int, event: int) -> str:
    """The text of an event, see Events in RULES.md."""
    if event < DUEL_EVENTS:
        return duel_words.notation(view, event)
    if event >= CAUGHT:
        return f"caught {event - CAUGHT}"
    if event >= BUY_EXTRA:
        return {BUY_EXTRA: "buy off extra", BUY_LESS: "buy off less", KEEP: "keep"}[event]
    if is_play(event):
        return play_text(event)
    if event >= CHOOSE:
        return f"seat {event - CHOOSE}"
    return duel_card_text(event - DRAW) if event >= DRAW else KIND_TEXTS[event - CARD]


def heading(view: Any) -> str:
    """The turn that the next event belongs to."""
    if view.purpose == OPENING:
        return "Opening Quick Draw"
    if view.purpose == FINAL or view.phase == OVER:
        return "The end" if view.phase == OVER else "Quick Draw for the game"
    if view.phase == DRAWING:
        return f"Turn {view.turns + 1}"
    return f"Turn {view.turns + 1}, {title(view.duel)}"


def tell(before: Any, seat: int, event: int | None, after: Any) -> Said:
    """What is said of an event; ``event`` is None for whoever may not know it."""
    if before.phase == DEALING:
        yield from _tell_deal(before, event)
    elif before.phase == DRAWING:
        yield before.challenger, _draw_words(after)
    elif before.phase == CHOOSING and event is not None:
        yield seat, f"challenged {{{event - CHOOSE}}}."
    elif before.phase == COLD_FEET and event is not None:
        yield seat, f"challenged {{{event - CHOOSE}}} in place of {{{before.opponent}}}."
    elif before.phase == BUYING and event is not None:
        yield seat, _purchase_words(before, event)
    elif before.phase == WINDOW and event is not None:
        yield from _tell_window(before, seat, event, after)
    elif before.phase == DUELING:
        yield from _tell_duel(before, seat, event, after)
    yield from _tell_start(before, after)
    yield from _tell_course(before, after)


def _tell_deal(before: Any, event: int | None) -> Said:
    if event is None:
        return
    kind = event - CARD
    name = kind_name(kind)
    if kind < UPGRADES:
        yield before.dealing, f"laid open {name}: {_lower(kind_text(before, kind))}"
    else:
        yield before.dealing, f"drew {name}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _draw_words(after: Any) -> str:
    card = duel_card_name(after.drawn)
    if after.phase == CHOOSING:
        return f"drew {card}."
    if after.opponent == NOBODY:
        return f"drew {card}: everybody duels."
    if after.how in (HIGH, LOW):
        which = "highest" if after.how == HIGH else "lowest"
        return f"drew {card}: {{{after.opponent}}}, the {which} of the others."
    return f"drew {card}: {{{after.opponent}}}."


def _purchase_words(before: Any, event: int) -> str:
    if event == KEEP:
        return "left the dice as they are."
    what = "be rid of a grey die" if event == BUY_EXTRA else "have a die back"
    return f"paid {before.buy_back} to {what}."


def play_words(before: Any, event: int) -> str:
    """``bet 300 on {2}.``"""
    kind, on, stake = play_parts(event)
    if stake:
        return f"bet {stake} {'on' if kind == BET_WIN else 'against'} {{{on}}}."
    if kind == NOPE:
        place = before.plays - 1
        return f"played Nope on {{{before.played_by[place]}'s}} {kind_name(before.played_kind[place])}."
    if kind == VIKING:
        return f"laid a Viking Invasion on {{{on}'s}} dice."
    return f"played {kind_name(kind)} on {{{on}}}." if kind in AIMED else f"played {kind_name(kind)}."


def _tell_window(before: Any, seat: int, event: int, after: Any) -> Said:
    if event >= CAUGHT:
        yield event - CAUGHT, "got caught cheating: the duel is lost, and 1,000 points."
        if after.phase == WINDOW and after.winner != before.winner:
            yield from duel_words.tell_end(after)
    elif event != PASS:
        yield seat, play_words(before, event)
    elif before.pending == NOBODY:
        yield seat, "passed."
    elif after.pending == NOBODY:
        yield from _tell_resolved(before, after)
    if before.window == AFTER and before.pending == NOBODY and after.window == 0:
        yield from _tell_scores(after)


def _tell_resolved(before: Any, after: Any) -> Said:
    """All have let a card pass."""
    place = before.pending
    kind, by, on = before.played_kind[place], before.played_by[place], before.played_on[place]
    name = kind_name(kind)
    if before.nopes % 2:
        yield by, f"saw {name} made void."
    elif kind == PICKPOCKET:
        yield by, f"took {before.score[on] - after.score[on]} from {{{on}}}."
    elif kind == TOLL:
        yield by, f"collected {after.score[by] - before.score[by]}."
    elif kind == WINDFALL:
        yield by, f"gained {before.windfall}."
    elif kind == TAX:
        taxed = [seat for seat in range(before.seats) if after.score[seat] < before.score[seat]]
        names = duel_words.listed(f"{{{seat}}}" for seat in taxed)
        yield -1, f"Tax Day: {names or 'nobody'} lost {before.tax_day}."
    elif kind == REMATCH:
        yield -1, f"The duel never was. {title(before.duel)} is fought again."


def _tell_scores(after: Any) -> Said:
    """What the turn has come to."""
    for seat in range(after.seats):
        gained = after.change[seat]
        if gained:
            verb = "scored" if gained > 0 else "lost"
            yield seat, f"{verb} {points_text(abs(gained))} to come to {points_text(after.score[seat])}."


def _tell_duel(before: Any, seat: int, event: int | None, after: Any) -> Said:
    if event is not None and event >= DUEL_EVENTS:
        yield seat, play_words(before, event)
        return
    yield from duel_words.tell(before, seat, event, after)


def _tell_start(before: Any, after: Any) -> Said:
    """Forfeits, and a duel that is decided by them before it begins."""
    if before.window == AFTER or after.window == 0:
        return
    for seat in duel_words.seats_of(after.forfeits & ~before.forfeits):
        yield seat, "had too few dice and forfeited."
    if before.phase in (WINDOW, BUYING) and after.stage == DONE:
        yield from duel_words.tell_end(after)


def _tell_course(before: Any, after: Any) -> Said:
    """The last round, and the end."""
    if before.last_by == NOBODY and after.last_by != NOBODY:
        yield after.last_by, f"reached {points_text(after.score[after.last_by])}: the last round begins."
    elif before.last_by != NOBODY and after.last_by == NOBODY:
        yield -1, f"Nobody has {points_text(after.goal)} any more: the last round is off."
    if after.phase == OVER and before.phase != OVER:
        winner = winner_of(after)
        yield winner, f"won the game with {points_text(after.score[winner])} points."
    elif after.purpose == FINAL and before.purpose != FINAL:
        yield -1, f"{duel_words.names_of(after.duelists)} are tied at the top and draw for the game."


def winner_of(view: Any) -> int:
    """Who has won a game that is over."""
    if view.champion != NOBODY:
        return view.champion
    return max(range(view.seats), key=lambda seat: view.score[seat])
