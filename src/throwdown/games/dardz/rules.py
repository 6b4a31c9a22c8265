"""DARDZ: the rules, and nothing else. Clauses DZ-1 to DZ-26 are in RULES.md.

The parts are in ``cards``, ``actions``, ``turns``, ``tosses`` and ``scoring``. What happens without
anybody being asked is a chain of steps: each part names the next one in ``s.step``, and ``run``
takes them until somebody is awaited.
"""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, rule
from .actions import (
    apply_trade,
    land,
    legal_fetches,
    legal_gifts,
    legal_plays,
    name_number,
    next_effect,
    play_action,
)
from .cards import begin_draws, draw_card, legal_cards
from .scoring import callers, check_piles, finish_round, score_round
from .state import (
    ACTION,
    ACTIONS,
    BONUS,
    CALL_TEN,
    CARD,
    CHECK,
    CHOOSE,
    DIE,
    DRAW,
    DRAWS,
    EFFECT,
    END_TURN,
    EVENTS,
    FINISH,
    FIRST_TURN,
    GIVE,
    GO_ON,
    GOLDEN,
    GUESS,
    KEEP,
    KINDS,
    LAND,
    NAME,
    NEXT_TURN,
    NOBODY,
    NUMBERS,
    OPTIONS,
    OVER,
    PICK,
    PLAY,
    REST,
    ROLL,
    ROLL_ON,
    SCORE,
    STATE,
    TAKE,
    TOSS,
    WHO_STARTS,
    side_of,
)
from .tosses import open_toss, toss_die, win_round
from .turns import begin_bonus, begin_turn, end_turn, go_on, legal_picks, pick, roll_die

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


@rule
def setup(s, seats, options):
    s.seats = seats
    s.sides = seats // 2 if options.teams else seats
    for number in range(NUMBERS):
        s.worth[number] = options.card_points[number]
    s.worth[GOLDEN] = options.golden_points
    for kind in range(ACTIONS, KINDS):
        s.worth[kind] = options.action_points[kind - ACTIONS]
    s.golden_sevens = options.golden_sevens
    s.jackpot_right = options.jackpot_right
    s.jackpot_wrong = options.jackpot_wrong
    s.boost_dice = options.boost_dice
    s.bunk_dice = options.bunk_dice
    s.target = options.team_target if options.teams else options.target
    s.announce_ten = options.announce_ten
    s.closed_piles = options.closed_piles
    s.forfeits = options.forfeits
    set_effects(s, options)
    s.ten = s.winner = s.last_toss = NOBODY
    open_toss(s, WHO_STARTS, (1 << seats) - 1, 2)


@rule
def set_effects(s, options):
    """DZ-3: what each action card does first, and then."""
    s.does[0, 0], s.does[0, 1] = options.jackpot_does, options.jackpot_then
    s.does[1, 0], s.does[1, 1] = options.boost_does, options.boost_then
    s.does[2, 0], s.does[2, 1] = options.bunk_does, options.bunk_then
    s.does[3, 0], s.does[3, 1] = options.clock_does, options.clock_then
    s.does[4, 0], s.does[4, 1] = options.skull_does, options.skull_then
    s.does[5, 0], s.does[5, 1] = options.trade_does, options.trade_then


@rule
def awaited(s):
    if s.phase == ROLL or s.phase == DRAW or s.phase == TOSS:
        return 1 << CHANCE
    return 0 if s.phase == OVER else 1 << s.turn | callers(s)


@rule
def legal(s, seat, events, weights):
    if s.phase == ROLL or s.phase == TOSS:
        for face in range(6):
            events[face] = DIE + face
        return 6, 0
    if s.phase == DRAW:
        return legal_cards(s, events, weights)
    n = legal_choices(s, events) if seat == s.turn else 0
    if callers(s) >> seat & 1:
        events[n] = CALL_TEN
        n += 1
    return n, 0


@rule
def legal_choices(s, events):
    if s.phase == PICK:
        return legal_picks(s, events)
    if s.phase == ACTION:
        return legal_plays(s, events)
    if s.phase == GIVE:
        return legal_gifts(s, events)
    if s.phase == TAKE:
        return legal_fetches(s, events)
    if s.phase == NAME:
        for face in range(6):
            events[face] = GUESS + face
        return 6
    events[0] = ROLL_ON
    return 1


@rule
def apply(s, seat, a):
    if a >= CARD:
        draw_card(s, a - CARD)
    elif a >= DIE:
        if s.phase == TOSS:
            toss_die(s, a - DIE + 1)
        else:
            roll_die(s, a - DIE + 1)
    elif a == ROLL_ON:
        s.phase = ROLL
    elif a == CALL_TEN:
        win_round(s, seat)  # DZ-17: the first to call has the ten points
    elif a >= KEEP:
        apply_trade(s, a)
    elif a >= GUESS:
        name_number(s, a - GUESS + 1)
    elif a >= PLAY:
        play_action(s, a - PLAY + ACTIONS)
    else:
        pick(s, a - CHOOSE)
    run(s)


@rule
def run(s):
    """Take the steps that nobody is asked about."""
    while s.step != REST:
        step = s.step
        s.step = REST
        if step < END_TURN:
            run_in_turn(s, step)
        elif step == END_TURN:
            end_turn(s)
        elif step == NEXT_TURN:
            begin_turn(s, s.turn + 1 if s.turn + 1 < s.seats else 0)
        elif step == FIRST_TURN:
            begin_turn(s, s.turn)
        elif step == SCORE:
            score_round(s)
        elif step == FINISH:
            finish_round(s)


@rule
def run_in_turn(s, step):
    if step == GO_ON:
        go_on(s)
    elif step == DRAWS:
        begin_draws(s)
    elif step == CHECK:
        check_piles(s)
    elif step == LAND:
        land(s)
    elif step == BONUS:
        begin_bonus(s)
    elif step == EFFECT:
        next_effect(s)


@rule
def hide(s, seat):
    """DZ-26: all that the record holds was seen by all; the order of the draw pile is not in it."""


@rule
def guess(s, seat, rng):
    """Nothing is hidden."""


@rule
def standing(s, points):
    """The side that wins by Roll-Offs is one point ahead of those it tied with (DZ-22)."""
    for seat in range(s.seats):
        side = side_of(s, seat)
        points[seat] = s.score[side] + int(s.winner == side and s.off_wins[side] > 0)


@rule
def witnesses(s, seat, a):
    return EVERYBODY
