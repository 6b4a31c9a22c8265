"""DARDZ: the action cards (DZ-3, DZ-7)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import kind_of, owe, put_in_hand, put_on_pile, slot_of, take_from_hand
from .state import (
    ACTION,
    ACTIONS,
    CHECK,
    CLEAN_PRIZE,
    DRAWS,
    EFFECT,
    EFFECTS,
    END_TURN,
    FETCH,
    GAIN_ROLL,
    GIVE,
    GO_ON,
    GUESS_A_DIE,
    GUESS_ROLL,
    HAND,
    HANDS_LEFT,
    HANDS_RIGHT,
    HIGHEST_ROLL,
    HOLDER_GAINS,
    KEEP,
    KINDS,
    LAND,
    LOSS_ROLL,
    LOWEST_GAIN,
    LOWEST_ROLL,
    NAME,
    NO_EFFECT,
    OFFER,
    OTHERS_ROLL,
    PLAY,
    ROLL,
    SWAP_A_CARD,
    TAKE,
    edge_score,
    gain,
    passes_hands,
    side_of,
)


@rule
def actions_in(s, seat):
    """Bit set of the kinds of action card in a hand, by kind - ACTIONS."""
    mask = 0
    for slot in range(s.held[seat]):
        kind = kind_of(s.hand[seat, slot] - 1)
        if kind >= ACTIONS:
            mask |= 1 << (kind - ACTIONS)
    return mask


@rule
def legal_plays(s, events):
    """DZ-3: in the order the holder likes, but a card that passes hands, like the Clock, after all others."""
    mask = actions_in(s, s.turn)
    last = 0
    for kind in range(ACTIONS, KINDS):
        last |= int(passes_hands(s, kind)) << (kind - ACTIONS)
    if mask & ~last:
        mask &= ~last
    n = 0
    for k in range(KINDS - ACTIONS):
        if mask >> k & 1:
            events[n] = PLAY + k
            n += 1
    return n


@rule
def play_action(s, kind):
    """The card lies on the table until its effect is done; only then it counts in the pile."""
    me = s.turn
    s.moved[:] = 0
    s.played = take_from_hand(s, me, slot_of(s, me, kind)) + 1
    s.doing = 0
    s.step = EFFECT
    if passes_hands(s, kind):
        if not s.bonus:
            owe(s, me, 1)
        s.then = EFFECT
        s.step = DRAWS


@rule
def next_effect(s):
    """DZ-3: the effects of the played card one after the other, then the card lands on its player's pile."""
    if s.doing == EFFECTS:
        s.step = LAND
        return
    effect = s.does[kind_of(s.played - 1) - ACTIONS, s.doing]
    s.doing += 1
    s.step = EFFECT
    if effect == GUESS_A_DIE:
        ask(s, NAME)
    elif effect in (HANDS_LEFT, HANDS_RIGHT):
        pass_hands(s, effect)
    elif effect == SWAP_A_CARD:
        if s.held[s.turn] and others_hold(s):
            ask(s, GIVE)
    elif effect == HOLDER_GAINS or (effect != NO_EFFECT and s.has_scored):
        gains = effect in (LOWEST_GAIN, HOLDER_GAINS)
        call_card_dice(s, LOWEST_ROLL + effect - LOWEST_GAIN, s.boost_dice if gains else s.bunk_dice)


@rule
def ask(s, phase):
    s.phase = phase
    s.step = 0


@rule
def call_dice(s, what, need):
    s.called = what
    s.need = need
    ask(s, ROLL)


@rule
def call_card_dice(s, what, need):
    s.dice_card = kind_of(s.played - 1)
    call_dice(s, what, need)


@rule
def others_hold(s):
    """Whether anybody but the player on turn has a card in hand."""
    cards = -s.held[s.turn]
    for seat in range(s.seats):
        cards += s.held[seat]
    return cards > 0


@rule
def name_number(s, number):
    s.named = number
    call_card_dice(s, GUESS_ROLL, 1)


@rule
def settle_action_dice(s):
    """What dice do that an action card called for (DZ-3)."""
    points = s.dice[0] + s.dice[1] + s.dice[2]
    if s.thrown == GUESS_ROLL:
        gain(s, s.turn, s.jackpot_right if s.dice[0] == s.named else s.jackpot_wrong)
    elif s.thrown == OTHERS_ROLL:
        for side in range(s.sides):
            if side != side_of(s, s.turn):
                gain(s, side, -points)
    elif s.thrown == GAIN_ROLL or s.thrown == LOSS_ROLL:
        gain(s, s.turn, points if s.thrown == GAIN_ROLL else -points)
    else:
        change_edge(s, s.thrown == HIGHEST_ROLL, points)
    s.step = EFFECT


@rule
def change_edge(s, highest, points):
    """The lowest gain, or the highest lose; who is among them on their own card is not spared."""
    edge = edge_score(s, highest)
    for side in range(s.sides):
        if s.score[side] == edge:
            gain(s, side, -points if highest else points)


@rule
def pass_hands(s, way):
    """The Clock: every hand goes to the left; another card may pass them to the right."""
    for slot in range(HAND):
        last = s.hand[s.seats - 1, slot]
        first = s.hand[0, slot]
        if way == HANDS_LEFT:
            for seat in range(s.seats - 1, 0, -1):
                s.hand[seat, slot] = s.hand[seat - 1, slot]
            s.hand[0, slot] = last
        else:
            for seat in range(s.seats - 1):
                s.hand[seat, slot] = s.hand[seat + 1, slot]
            s.hand[s.seats - 1, slot] = first
    recount_hands(s)
    s.fresh[:] = 0
    s.passes += 1
    s.passed = way


@rule
def recount_hands(s):
    for seat in range(s.seats):
        s.held[seat] = 0
        for slot in range(HAND):
            if s.hand[seat, slot]:
                s.held[seat] += 1
                s.where[s.hand[seat, slot] - 1] = 1 + seat


@rule
def legal_gifts(s, events):
    """A swap, as for a Trade: any one card of the hand, or none."""
    events[0] = KEEP
    n = 1
    for slot in range(s.held[s.turn]):
        kind = kind_of(s.hand[s.turn, slot] - 1)
        if slot_of(s, s.turn, kind) == slot:
            events[n] = OFFER + kind
            n += 1
    return n


@rule
def legal_fetches(s, events):
    """A swap: one card of another player."""
    n = 0
    for seat in range(s.seats):
        if seat != s.turn:
            for slot in range(s.held[seat]):
                kind = kind_of(s.hand[seat, slot] - 1)
                if slot_of(s, seat, kind) == slot:
                    events[n] = FETCH + seat * KINDS + kind
                    n += 1
    return n


@rule
def offer_card(s, kind):
    s.offered = s.hand[s.turn, slot_of(s, s.turn, kind)]
    s.phase = TAKE


@rule
def swap_cards(s, seat, kind):
    mine = take_from_hand(s, s.turn, slot_of(s, s.turn, kind_of(s.offered - 1)))
    theirs = take_from_hand(s, seat, slot_of(s, seat, kind))
    put_in_hand(s, s.turn, theirs)
    put_in_hand(s, seat, mine)
    s.offered = 0
    s.step = EFFECT


@rule
def land(s):
    """The played card counts as one of the ten, and is replaced at once, except in the Bonus Roll."""
    me = s.turn
    card = s.played - 1
    s.played = 0
    put_on_pile(s, me, card)
    s.then = GO_ON
    if s.bonus:
        clean_up(s)
    elif not passes_hands(s, kind_of(card)):
        owe(s, me, 1)
    s.step = CHECK


@rule
def clean_up(s):
    """DZ-15: the Bonus Roll has emptied the hand."""
    if s.held[s.turn] == 0:
        gain(s, s.turn, CLEAN_PRIZE)
        s.then = END_TURN


@rule
def must_act(s):
    """DZ-7: action cards come before the turn goes on."""
    if actions_in(s, s.turn) == 0:
        return False
    s.phase = ACTION
    return True


@rule
def apply_trade(s, a):
    if a == KEEP:
        s.step = EFFECT
    elif a < FETCH:
        offer_card(s, a - OFFER)
    else:
        swap_cards(s, (a - FETCH) // KINDS, (a - FETCH) % KINDS)
