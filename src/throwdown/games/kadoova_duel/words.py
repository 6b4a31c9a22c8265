"""Kadoova Duel in words: notation, the log, headings. ``{0}`` stands for the name of seat 0."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.english import listed
from .cards import (
    ACCUSED,
    ADMIT,
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
    DENY,
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
from .duels.counts import ended, points_text
from .duels.phrases import names_of, seats_of, title
from .duels.table import DONE, DUEL_EVENTS, NOBODY, PASS
from .names import KIND_TEXTS, duel_card_name, duel_card_text, kind_name, kind_text
from .plays import AIMED, is_play, play_parts, play_text
from .refusals import refuse
from .view import View

__all__ = ["choice_name", "heading", "notation", "outcome_name", "refuse", "scores", "tell"]

Said = Iterator[tuple[int, str]]


def notation(view: View, seat: int, event: int) -> str:
    """The text of an event, see Events in RULES.md."""
    if event < DUEL_EVENTS:
        return duel_words.notation(view, event)
    if event >= ADMIT:
        return "admit" if event == ADMIT else "deny"
    if event >= CAUGHT:
        return f"caught {event - CAUGHT}"
    if event >= BUY_EXTRA:
        return {BUY_EXTRA: "buy off extra", BUY_LESS: "buy off less", KEEP: "keep"}[event]
    if is_play(event):
        return play_text(event)
    if event >= CHOOSE:
        return f"seat {event - CHOOSE}"
    return duel_card_text(event - DRAW) if event >= DRAW else KIND_TEXTS[event - CARD]


def outcome_name(view: View, event: int) -> str:
    """What a throw comes to, for whoever has seen it."""
    return duel_words.outcome_name(view, event) if event < DUEL_EVENTS else ""


def choice_name(view: View, seat: int, event: int) -> str:
    """What is played or said on whom, by name."""
    if CAUGHT <= event < ADMIT:
        return f"say that {{{event - CAUGHT}}} cheated"
    if not is_play(event):
        return f"challenge {{{event - CHOOSE}}}" if CHOOSE <= event < BUY_EXTRA else ""
    kind, on, stake = play_parts(event)
    if stake:
        return f"bet {stake} {'on' if kind == BET_WIN else 'against'} {{{on}}}"
    return f"{kind_name(kind)} on {{{on}}}" if kind in AIMED else kind_name(kind)


def heading(view: View) -> str:
    """The turn that the next event belongs to."""
    if view.purpose == OPENING:
        return "Opening Quick Draw"
    if view.purpose == FINAL or view.phase == OVER:
        return "The end" if view.phase == OVER else "Quick Draw for the game"
    if view.phase == DRAWING:
        return f"Turn {view.turns + 1}"
    return f"Turn {view.turns + 1}, {title(view.duel)}"


def scores(view: View) -> list[int]:
    """Points by seat. Who has drawn for the game and won it (KD-9) has no more than the others at the top."""
    return list(view.score[: view.seats])


def tell(before: View, seat: int, event: int | None, after: View) -> Said:
    """What is said of an event; ``event`` is None for whoever may not know it."""
    if before.phase == DEALING:
        yield from _tell_deal(before, event)
    elif before.phase == DRAWING:
        yield before.challenger, _draw_words(after)
    elif before.phase == DUELING:
        yield from _tell_duel(before, seat, event, after)
    elif event is not None:
        yield from _tell_choice(before, seat, event, after)
    yield from _tell_start(before, after)
    yield from _tell_course(before, after)
    yield from _tell_shuffles(before, after)


def _tell_choice(before: View, seat: int, event: int, after: View) -> Said:
    """What a player does outside a duel."""
    if before.phase == CHOOSING:
        yield seat, f"challenged {{{event - CHOOSE}}}."
    elif before.phase == COLD_FEET:
        yield seat, f"let {{{before.opponent}}} go and challenged {{{event - CHOOSE}}}."
    elif before.phase == BUYING:
        yield seat, _purchase_words(before, event, after)
    elif before.phase == ACCUSED:
        yield from _tell_answer(before, event, after)
    elif before.phase == WINDOW:
        yield from _tell_window(before, seat, event, after)


def _tell_deal(before: View, event: int | None) -> Said:
    if event is None:
        return
    kind = event - CARD
    name = kind_name(kind)
    if kind < UPGRADES:
        yield before.dealing, f"laid open {name}: {_lower(kind_text(before, kind))}"
    else:
        yield before.dealing, ended(f"drew {name}")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _draw_words(after: View) -> str:
    card = duel_card_name(after.drawn)
    if after.phase == CHOOSING:
        return f"drew {card}."
    if after.opponent == NOBODY:
        return f"drew {card}: everybody duels."
    if after.how in (HIGH, LOW):
        which = "highest" if after.how == HIGH else "lowest"
        return f"drew {card}, against {{{after.opponent}}}, the {which} of the others."
    return f"drew {card}, against {{{after.opponent}}}."


def _purchase_words(before: View, event: int, after: View) -> str:
    if event == KEEP:
        return "left the dice as they are."
    what = "be rid of a grey die" if event == BUY_EXTRA else "have a die back"
    paid = sum(before.score) - sum(after.score)
    return f"paid {points_text(paid)} to {what}."


def waiting_words(view: View) -> str:
    """The card that waits to take effect, or the Nope on it (KD-20): ``{0's} bet of 300 on {2}``."""
    place = view.plays - 1
    kind, by, on = view.played_kind[place], view.played_by[place], view.played_on[place]
    if stake := view.played_stake[place]:
        side = "on" if kind == BET_WIN else "against"
        return f"{{{by}'s}} bet of {stake} {side} {'winning' if on == by else f'{{{on}}}'}"
    if kind == NOPE:
        return f"{{{by}'s}} Nope on {_played_name(view, place - 1)}"
    return _played_name(view, place) + (f" on {{{on}}}" if kind in AIMED else "")


def _played_name(view: View, place: int) -> str:
    return f"{{{view.played_by[place]}'s}} {kind_name(view.played_kind[place])}"


def play_words(before: View, seat: int, event: int) -> str:
    """``bet 300 on {2}.``"""
    kind, on, stake = play_parts(event)
    if stake and on == seat:
        return f"bet {stake} on winning."
    if stake:
        return f"bet {stake} {'on' if kind == BET_WIN else 'against'} {{{on}}}."
    if kind == NOPE:
        return ended(f"played Nope on {_played_name(before, before.plays - 1)}")
    if kind == VIKING:
        return f"laid a Viking Invasion on {{{on}'s}} dice."
    return f"played {kind_name(kind)} on {{{on}}}." if kind in AIMED else ended(f"played {kind_name(kind)}")


def _tell_window(before: View, seat: int, event: int, after: View) -> Said:
    if event >= CAUGHT and after.phase == ACCUSED:
        yield seat, f"said that {{{event - CAUGHT}}} cheated."
    elif event >= CAUGHT:
        yield from _tell_caught(before, event - CAUGHT, after)
    elif event != PASS:
        yield seat, play_words(before, seat, event)
    elif before.pending == NOBODY:
        yield seat, "passed."
    elif after.pending == NOBODY:
        yield from _tell_resolved(before, after)
    if before.window == AFTER and before.pending == NOBODY and after.window == 0:
        yield from _tell_scores(before, after)


def _tell_answer(before: View, event: int, after: View) -> Said:
    if event == DENY:
        yield before.accused, f"denied it: a Quick Draw with {{{before.accuser}}} decides."
    else:
        yield before.accused, "admitted it."
        yield from _tell_caught(before, before.accused, after)


def _tell_caught(before: View, cheat: int, after: View) -> Said:
    """KD-12: what it costs, and who has the duel then."""
    lost = before.score[cheat] - after.score[cheat]
    yield cheat, f"got caught cheating: the duel is lost, and {points_text(lost)} points."
    if after.phase == DUELING:
        yield -1, f"{names_of(after.racers)} draw for the duel."
    elif after.winner != before.winner:
        yield from duel_words.tell_end(after)


def _tell_resolved(before: View, after: View) -> Said:
    """All have let a card pass."""
    place = before.pending
    kind, by, on = before.played_kind[place], before.played_by[place], before.played_on[place]
    if before.nopes % 2:
        yield -1, f"{{{by}'s}} {kind_name(kind)} is void."
    elif kind == REMATCH:
        yield -1, f"The duel never was. {title(before.duel)} is fought again."
    else:
        yield from _tell_effect(before, kind, by, on, after)


def _tell_effect(before: View, kind: int, by: int, on: int, after: View) -> Said:
    """What a card has brought and cost, by how the scores have changed."""
    gained = after.score[by] - before.score[by]
    if kind == PICKPOCKET:
        yield by, f"took {points_text(gained) if gained else 'nothing'} from {{{on}}}."
    elif kind == TOLL:
        yield by, f"collected {_losses(before, after) or 'nothing'}."
    elif kind == WINDFALL:
        yield by, f"gained {points_text(gained)}."
    elif kind == TAX:
        lost = _losses(before, after)
        yield -1, f"Tax Day took {lost}." if lost else "Tax Day took nothing: nobody has enough."


def _losses(before: View, after: View) -> str:
    """``500 from {0} and {2}, 300 from {1}``: who has less than before, the highest losses first."""
    lost = [before.score[seat] - after.score[seat] for seat in range(before.seats)]
    parts = list[str]()
    for points in sorted({n for n in lost if n > 0}, reverse=True):
        losers = listed(f"{{{seat}}}" for seat, n in enumerate(lost) if n == points)
        parts.append(f"{points_text(points)} from {losers}")
    return ", ".join(parts)


def _tell_scores(before: View, after: View) -> Said:
    """What the turn has come to; where bets or cards had a part in it, how much."""
    for seat in range(after.seats):
        gained = after.score[seat] - before.score[seat]
        if gained:
            verb = "scored" if gained > 0 else "lost"
            total = points_text(after.score[seat])
            yield seat, f"{verb} {points_text(abs(gained))}: {total} in all{_parts(before, after, seat)}."


def _parts(before: View, after: View, seat: int) -> str:
    bets = after.by_bets[seat] - before.by_bets[seat]
    cards = after.by_cards[seat] - before.by_cards[seat]
    duel = after.score[seat] - before.score[seat] - bets - cards
    if not bets and not cards:
        return ""
    figures = [("the duel", duel), ("bets", bets), ("cards", cards)]
    told = ", ".join(f"{name} {signed(points)}" for name, points in figures if points)
    return f" ({told})"


def signed(points: int) -> str:
    """``+500``."""
    return f"+{points_text(points)}" if points > 0 else points_text(points)


def _tell_duel(before: View, seat: int, event: int | None, after: View) -> Said:
    if event is not None and event >= DUEL_EVENTS:
        kind, on, _ = play_parts(event)
        yield seat, play_words(before, seat, event)
        yield from _tell_effect(before, kind, seat, on, after)
        return
    yield from duel_words.tell(before, seat, event, after)
    if before.disputing and not after.disputing:
        yield from _tell_decided(before, after)


def _tell_decided(before: View, after: View) -> Said:
    """How the Quick Draw about a charge of cheating ended."""
    if after.cleared >> before.accused & 1:
        yield before.accused, "won the Quick Draw and did not cheat: the duel stands."
    else:
        yield before.accuser, "won the Quick Draw: the charge holds."
        yield from _tell_caught(before, before.accused, after)


def _tell_start(before: View, after: View) -> Said:
    """Forfeits, and a duel that is decided by them before it begins."""
    if before.window == AFTER or after.window == 0:
        return
    for seat in seats_of(after.forfeits & ~before.forfeits):
        yield seat, "had too few dice and forfeited."
    if before.phase in (WINDOW, BUYING) and after.stage == DONE:
        yield from duel_words.tell_end(after)


def _tell_course(before: View, after: View) -> Said:
    """The last round, and the end."""
    if before.last_by == NOBODY and after.last_by != NOBODY:
        yield after.last_by, f"reached {points_text(after.score[after.last_by])}: the last round begins."
    elif before.last_by != NOBODY and after.last_by == NOBODY:
        yield -1, f"Nobody has {points_text(after.goal)} any more: the last round is off."
    if after.phase == OVER and before.phase != OVER:
        winner = winner_of(after)
        yield winner, f"won the game with {points_text(after.score[winner])} points."
    elif after.purpose == FINAL and before.purpose != FINAL:
        yield -1, f"{names_of(after.duelists)} are tied at the top and draw for the game."


def _tell_shuffles(before: View, after: View) -> Said:
    """KD-8: an empty deck is made anew, before the next card of it is due."""
    if sum(after.discard) < sum(before.discard):
        yield -1, "The Kadoova deck ran out, and the discards were shuffled into it."
    if after.duel_count > before.duel_count:
        yield -1, "The Duel deck ran out, and all its cards were shuffled again."


def winner_of(view: View) -> int:
    """Who has won a game that is over."""
    if view.champion != NOBODY:
        return view.champion
    return max(range(view.seats), key=lambda seat: view.score[seat])
