"""Kadoova Duel: the turn, and nothing else. Clauses KD-1 to KD-23 are in RULES.md."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, rule
from ...kernel.rng import below
from .cards import (
    ACCUSED,
    AFTER,
    BUYING,
    CARD,
    CAUGHT,
    CHOICE,
    CHOOSE,
    CHOOSING,
    COLD_FEET,
    DEALING,
    DEEP_POCKETS,
    DRAW,
    DRAWING,
    DUELING,
    EVENTS,
    FINAL,
    KINDS,
    OPENING,
    OPTIONS,
    OVER,
    STATE,
    THICK_SKIN,
    TURN,
    UPGRADES,
    VIKING,
    WINDOW,
)
from .charges import accuse, answer, legal_answers, settle_dispute
from .duels.gate import cover
from .duels.play import (
    apply_in_duel,
    awaited_in_duel,
    begin_duel,
    clear_duel,
    guess_dice,
    hide_dice,
    is_secret,
    legal_in_duel,
    roller,
)
from .duels.register import QUICK_DRAW
from .duels.table import DONE, DUEL_EVENTS, NOBODY, PASS, ROLL, SEATS, is_in
from .effects import (
    challenge,
    discard_plays,
    legal_purchases,
    owes_nothing,
    play_event,
    play_in_window,
    purchase,
    replace_opponent,
    resolve,
    take_effect,
)
from .opponents import duel_of, how_of, legal_draws, named, shuffle_duels, stock_duels
from .scoring import crown, is_last_turn_over, pass_turn, settle_turn, standing, tied_at_top
from .setting import set_tables
from .windows import (
    everybody,
    legal_in_window,
    legal_on_turn,
    legal_vikings,
    open_window,
    set_windows,
    substitutes,
)

__all__ = [
    "EVENTS",
    "OPTIONS",
    "STATE",
    "apply",
    "awaited",
    "guess",
    "hide",
    "legal",
    "setup",
    "standing",
    "witnesses",
]

FULL_HAND = 5


@rule
def setup(s, seats, options):
    """KD-3: five cards each, then the opening Quick Draw."""
    s.seats = seats
    s.short = int(seats == 2 and options.two_seats == 0)
    s.last_by = s.champion = s.drawn = s.pending = s.first_opponent = s.accuser = s.accused = NOBODY
    set_tables(s, options)
    set_windows(s, options)
    stock_duels(s, options)
    for kind in range(KINDS):
        s.deck[kind] = 1 if kind < UPGRADES else options.card_counts[kind - UPGRADES]
        s.deck_count += s.deck[kind]
    clear_duel(s)
    s.opponent = NOBODY
    s.purpose = OPENING
    deal_on(s)


@rule
def hand_size(s, seat):
    return s.deep_pockets if is_in(s.upgrades[seat], DEEP_POCKETS) else FULL_HAND


@rule
def deal_on(s):
    """KD-5: the next hand that is not full, from the challenger to the left; else what follows."""
    for step in range(s.seats):
        seat = (s.challenger + step) % s.seats
        if s.held[seat] < hand_size(s, seat):
            s.dealing = seat
            s.phase = DEALING
            if s.deck_count == 0:
                reshuffle(s)
            return
    if s.purpose == OPENING:
        open_quick_draw(s, everybody(s))
    else:
        end_turn(s)


@rule
def reshuffle(s):
    """KD-8."""
    for kind in range(KINDS):
        s.deck[kind] = s.discard[kind]
        s.deck_count += s.discard[kind]
        s.discard[kind] = 0


@rule
def deal(s, kind):
    """KD-3: a Permanent Upgrade is laid open and replaced."""
    s.deck[kind] -= 1
    s.deck_count -= 1
    if kind < UPGRADES:
        s.upgrades[s.dealing] |= 1 << kind
        if kind == THICK_SKIN:
            s.thick |= 1 << s.dealing
    else:
        s.hand[s.dealing, kind] += 1
        s.held[s.dealing] += 1
    deal_on(s)


@rule
def open_quick_draw(s, seats):
    """KD-4, KD-9: without cards, for the first turn or for the game."""
    clear_duel(s)
    s.duel = QUICK_DRAW
    s.duelists = seats
    s.opponent = NOBODY
    s.plain = 1
    duel(s)


@rule
def duel(s):
    s.phase = DUELING
    begin_duel(s)
    if s.stage == DONE:
        after_duel(s)


@rule
def after_duel(s):
    """The duel is decided: the cards after it, or what it was for."""
    if s.disputing:
        settle_dispute(s)
    elif s.purpose == TURN:
        open_window(s, AFTER)
    elif s.purpose == FINAL:
        crown(s, s.winner)
    else:
        s.score[s.winner] += s.gain[s.winner]  # KD-4
        s.challenger = s.winner
        begin_turn(s)


@rule
def begin_turn(s):
    """KD-5: a Duel card is due. What the last duel left lies there until it comes."""
    s.purpose = TURN
    s.phase = DRAWING
    if s.duel_count == 0:
        shuffle_duels(s)  # KD-8


@rule
def draw_duel(s, card):
    s.duel_cards[card] -= 1
    s.duel_count -= 1
    s.drawn = card
    s.duel = duel_of(card)
    s.how = how_of(card)
    s.plain = 0
    s.rematches = 0
    s.window = 0
    s.change[:] = 0
    if s.how == CHOICE and s.seats > 2:
        clear_duel(s)
        s.opponent = s.first_opponent = NOBODY
        s.challenged = 0
        s.duelists = 1 << s.challenger
        s.phase = CHOOSING
    else:
        challenge(s, named(s))


@rule
def close_window(s):
    """KD-13: all have passed since the last card."""
    if s.window == AFTER:
        settle_turn(s)
        discard_plays(s)
        s.window = 0
        deal_on(s)
        return
    s.kept = owes_nothing(s)
    if owing(s) == 0:
        duel(s)
    else:
        s.phase = BUYING


@rule
def owing(s):
    return everybody(s) & ~s.kept


@rule
def end_turn(s):
    """KD-9, KD-10."""
    s.turns += 1
    if not is_last_turn_over(s):
        pass_turn(s)
        begin_turn(s)
        return
    top = tied_at_top(s)
    for seat in range(SEATS):
        if top == 1 << seat:
            crown(s, NOBODY)
            return
    s.purpose = FINAL
    open_quick_draw(s, top)


@rule
def awaited(s):
    if s.phase == DUELING:
        return awaited_in_duel(s)
    if s.phase == WINDOW:
        return everybody(s) & ~s.passed
    if s.phase == CHOOSING or s.phase == COLD_FEET:
        return 1 << s.challenger
    if s.phase == BUYING:
        return owing(s)
    if s.phase == ACCUSED:
        return 1 << s.accused
    return 0 if s.phase == OVER else 1 << CHANCE


@rule
def legal(s, seat, events, weights):
    if s.phase == DUELING:
        n, total = legal_in_duel(s, seat, events, weights)
        if seat != CHANCE:
            n = legal_on_turn(s, seat, events, legal_vikings(s, seat, events, n))
        return n, total
    if s.phase == DEALING:
        return legal_cards(s, events, weights)
    if s.phase == DRAWING:
        return legal_draws(s, events, weights)
    if s.phase == WINDOW:
        return legal_in_window(s, seat, events), 0
    if s.phase == BUYING:
        return legal_purchases(s, seat, events), 0
    if s.phase == ACCUSED:
        return legal_answers(events), 0
    return legal_opponents(s, events), 0


@rule
def legal_cards(s, events, weights):
    n = 0
    for kind in range(KINDS):
        if s.deck[kind] > 0:
            events[n], weights[n] = CARD + kind, s.deck[kind]
            n += 1
    return n, s.deck_count


@rule
def legal_opponents(s, events):
    """KD-7, KD-20: whom the challenger may choose."""
    allowed = substitutes(s)
    n = 0
    for seat in range(SEATS):
        if is_in(allowed, seat):
            events[n] = CHOOSE + seat
            n += 1
    return n


@rule
def apply(s, seat, a):
    if s.phase == DUELING:
        act_in_duel(s, seat, a)
    elif s.phase == WINDOW:
        act_in_window(s, seat, a)
    elif s.phase == DEALING:
        deal(s, a - CARD)
    elif s.phase == DRAWING:
        draw_duel(s, a - DRAW)
    elif s.phase == BUYING:
        purchase(s, seat, a)
        if owing(s) == 0:
            duel(s)
    elif s.phase == ACCUSED:
        answer(s, a)
    elif s.phase == CHOOSING:
        challenge(s, a - CHOOSE)
    else:
        replace_opponent(s, a - CHOOSE)


@rule
def act_in_duel(s, seat, a):
    if a < DUEL_EVENTS:
        apply_in_duel(s, seat, a)
        if s.stage == DONE:
            after_duel(s)
    else:  # not to be Noped
        place = play_event(s, seat, a)
        if s.played_kind[place] == VIKING:
            cover(s, s.played_on[place])  # KD-18
        else:
            take_effect(s, place)  # KD-5


@rule
def act_in_window(s, seat, a):
    if a >= CAUGHT:
        accuse(s, seat, a)
    elif a != PASS:
        play_in_window(s, seat, a)
    else:
        s.passed |= 1 << seat
        if s.passed == everybody(s):
            if s.pending == NOBODY:
                close_window(s)
            else:
                resolve(s)


@rule
def hide(s, seat):
    """KD-23: hands, the deck's order, Con-Person dice. A seat's deck is every card it has not seen."""
    for owner in range(SEATS):
        if owner != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.hand[owner, kind]
                s.hand[owner, kind] = 0
    hide_dice(s, seat)


@rule
def guess(s, seat, rng):
    """Hands from the unseen cards, each equally likely; no hand holds a Permanent Upgrade."""
    for owner in range(s.seats):
        if owner != seat:
            for _ in range(s.held[owner]):
                kind = unseen(s, below(rng, hidden_cards(s)))
                s.deck[kind] -= 1
                s.hand[owner, kind] += 1
    guess_dice(s, seat, rng)


@rule
def hidden_cards(s):
    count = 0
    for kind in range(UPGRADES, KINDS):
        count += s.deck[kind]
    return count


@rule
def unseen(s, place):
    """The kind of the unseen card at ``place`` of those that may be in a hand."""
    kind = UPGRADES
    while place >= s.deck[kind]:
        place -= s.deck[kind]
        kind += 1
    return kind


@rule
def witnesses(s, seat, a):
    """A dealt card is its owner's alone, and a Con-Person die until the call."""
    if s.phase == DEALING and a >= CARD + UPGRADES:
        return 1 << s.dealing
    if s.phase == DUELING and s.stage == ROLL and is_secret(s):
        return 1 << roller(s)
    return EVERYBODY
