"""Duello: the rules, and nothing else. Clauses DU-1 to DU-25 are in RULES.md."""

from __future__ import annotations

import numpy as np

from ...kernel.contract import CHANCE, EVERYBODY, rule
from ...kernel.rng import below
from .betting import bet, legal_bets, may_bet, next_bettor, open_betting, owes, pay
from .ending import after_rounds, all_lost, fold_between_two, last_one, roll_off
from .record import (
    AIM,
    AIMS,
    BET,
    CALL,
    CHANGES,
    DECLARE,
    EVENTS,
    FACE,
    FOLD,
    IDLE,
    INTO,
    MIDDLE,
    NOBODY,
    OPTIONS,
    OUT_OF,
    PICK,
    REROLL,
    REROLLS,
    ROLL,
    ROUNDS,
    SATISFIED,
    SAY_AIM,
    SAY_REROLL,
    SAY_SHOOT,
    SHOOT,
    SHOOTS,
    STATE,
    STOCK,
    TARGET,
    TIE,
    TURN,
    VALUES,
    acts,
    hunter_of,
    in_play,
    left_of,
    used,
)
from .sets import FIRST_OF, NAMES, SETS_OF, sample, subsets, take_subset

__all__ = ["EVENTS", "OPTIONS", "STATE"]


@rule
def setup(s, seats, options):
    s.seats = seats
    s.tie_breaker = options.tie_breaker
    s.wagering = options.wagering
    s.fold_points = options.fold_points
    s.drawn_pot = options.drawn_pot
    s.first_bettor = options.first_bettor % seats
    s.winner = NOBODY
    s.rounds = 1
    for seat in range(seats):
        s.alive[seat] = 1
        s.targets[seat] = TARGET
        s.stocks[seat] = STOCK
        if s.wagering:
            s.chips[seat] = options.chips[seat]
    if s.wagering:
        s.pot = options.pot
    for seat in range(seats):
        s.aims_at[seat] = left_of(s, seat)
    roll_all(s)


# Dice


@rule
def roll_all(s):
    """DU-1, DU-11: every target under its cup, every stock in the open."""
    for seat in range(s.seats):
        if s.alive[seat]:
            s.due[seat, 0] = s.targets[seat]
            s.due[seat, 1] = s.stocks[seat]
    start_rolling(s, TURN)


@rule
def start_rolling(s, resume):
    """The dice that are due come next, by seat; then the match goes on at ``resume``."""
    s.phase = ROLL
    s.resume = resume
    s.waiting = 1 << CHANCE
    s.fresh[:] = 0
    s.roller = next_due(s, 0)


@rule
def next_due(s, seat):
    """The first seat from ``seat`` on that has dice to roll; NOBODY when all lie."""
    while seat < s.seats:
        if s.due[seat, 0] + s.due[seat, 1]:
            return seat
        seat += 1
    return NOBODY


@rule
def rolled(s):
    if s.resume == TURN:
        begin_turn(s)
    elif s.resume == BET:
        go_on_betting(s)
    else:
        open_aim(s)


@rule
def land(s, value):
    """The die that is due comes to rest; the first of a new round clears the table."""
    if s.closed:
        clear_round(s)
    me = s.roller
    if s.due[me, 0]:
        s.due[me, 0] -= 1
        s.target[me, value] += 1
    else:
        s.due[me, 1] -= 1
        s.stock[me, value] += 1
        s.fresh[me, value] += 1
    if s.due[me, 0] + s.due[me, 1] == 0:
        s.roller = next_due(s, me)
        if s.roller == NOBODY:
            rolled(s)


# A turn


@rule
def begin_turn(s):
    s.turns += 1
    s.declared[:] = 0
    s.changes[:] = 0
    if may_bet(s):
        open_betting(s)
    else:
        open_declarations(s)


@rule
def open_declarations(s):
    """DU-2, DU-20: all who have not shot."""
    s.phase = DECLARE
    s.waiting = 0
    for seat in range(s.seats):
        if acts(s, seat):
            s.waiting |= 1 << seat


@rule
def legal_declarations(s, seat, events):
    """DU-8, DU-9: a shot is forced without stock and in the last further turn. DU-3: the stall."""
    n = 0
    if s.stocks[seat] and s.further[seat] != 1:
        if s.idle < IDLE:
            events[n] = SAY_REROLL
            n += 1
        events[n] = SAY_AIM
        n += 1
    events[n] = SAY_SHOOT
    return n + 1


@rule
def declare(s, seat, action):
    s.declared[seat] = action
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        s.waiting = declared_mask(s, REROLLS)
        s.phase = REROLL
        if s.waiting == 0:
            open_aim(s)


@rule
def declared_mask(s, action):
    mask = 0
    for seat in range(s.seats):
        if s.declared[seat] == action:
            mask |= 1 << seat
    return mask


@rule
def legal_subsets(s, seat, events):
    """DU-3, DU-4: any of the stock dice, at least one."""
    many = subsets(s.stock[seat]) - 1
    for k in range(many):
        events[k] = PICK + k + 1
    return many


@rule
def reroll(s, seat, k):
    """DU-3: all who reroll choose before any die is rolled."""
    picked = np.zeros(VALUES, np.int32)
    s.due[seat, 1] = take_subset(k, s.stock[seat], picked)
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        start_rolling(s, AIM)


# Taking aim


@rule
def open_aim(s):
    """DU-4; where several aim, dice move in sight of all (DU-6)."""
    s.waiting = declared_mask(s, AIMS)
    if s.waiting == 0:
        open_shots(s)
    else:
        s.phase = MIDDLE if s.waiting & (s.waiting - 1) else AIM


@rule
def aim_alone(s, seat, k):
    take_subset(k, s.stock[seat], s.forward[seat])
    answer(s)


@rule
def in_middle(s, seat):
    count = 0
    for value in range(VALUES):
        count += s.forward[seat, value]
    return count


@rule
def legal_moves(s, seat, events):
    """DU-6: the last change may not leave the middle empty."""
    n = 0
    lying = in_middle(s, seat)
    may_empty = s.changes[seat] < CHANGES - 1
    for value in range(VALUES):
        if s.stock[seat, value]:
            events[n] = INTO + value
            n += 1
        if s.forward[seat, value] and (lying > 1 or may_empty):
            events[n] = OUT_OF + value
            n += 1
    if lying:
        events[n] = SATISFIED
        n += 1
    return n


@rule
def move(s, seat, value, into):
    """DU-6: a move takes back the words of all others but those whose changes are used up."""
    s.stock[seat, value] -= into
    s.forward[seat, value] += into
    s.changes[seat] += 1
    s.waiting = 0
    for other in range(s.seats):
        if s.declared[other] == AIMS and s.changes[other] < CHANGES:
            s.waiting |= 1 << other
    if s.waiting == 0:
        answer(s)


@rule
def be_satisfied(s, seat):
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        answer(s)


@rule
def answer(s):
    """DU-4, DU-5: one for one, adding up over the round; right or wrong, the dice are used."""
    for seat in range(s.seats):
        if s.declared[seat] == AIMS:
            for value in range(VALUES):
                answer_value(s, seat, value)
    open_shots(s)


@rule
def answer_value(s, seat, value):
    placed = s.forward[seat, value]
    right = min(placed, s.target[s.aims_at[seat], value] - s.right[seat, value])
    s.right[seat, value] += right
    s.wrong[seat, value] += placed - right
    s.stocks[seat] -= placed
    s.forward[seat, value] = 0


# Shots


@rule
def open_shots(s):
    s.waiting = declared_mask(s, SHOOTS)
    if s.waiting == 0:
        end_turn(s, 0)
    else:
        s.phase = SHOOT


@rule
def legal_shots(s, seat, events):
    """DU-7: exactly as many values as there are target dice."""
    many = SETS_OF[s.targets[s.aims_at[seat]]]
    for k in range(many):
        events[k] = PICK + k
    return many


@rule
def name(s, seat, k):
    """DU-10: nobody's shot is seen before all who shoot have named theirs."""
    s.named[seat] = NAMES[FIRST_OF[s.targets[s.aims_at[seat]]] + k]
    s.waiting ^= 1 << seat
    if s.waiting == 0:
        fire(s)


@rule
def fire(s):
    """DU-7: targets are shown, and what was named of them is discarded, one for one."""
    struck = 0
    for seat in range(s.seats):
        if s.declared[seat] == SHOOTS:
            hit = s.aims_at[seat]
            struck |= 1 << hit
            s.shot[seat] = s.shown[hit] = 1
            s.further[seat] = 0
            for value in range(VALUES):
                hits = min(s.named[seat, value], s.target[hit, value])
                s.hits[seat, value] = hits
                s.target[hit, value] -= hits
                s.targets[hit] -= hits
                s.gone[hit] += hits
    end_turn(s, struck)


# The end of a turn, and of a round


@rule
def end_turn(s, struck):
    """``struck`` is the bit set of those who were shot at in it."""
    idles = True
    for seat in range(s.seats):
        idles = idles and s.declared[seat] < AIMS
        if s.further[seat]:
            s.further[seat] -= 1
        if struck >> seat & 1 and not s.shot[seat]:
            s.further[seat] = s.targets[seat]  # DU-9, DU-20
    s.idle = s.idle + 1 if idles else 0
    left = with_targets(s)
    if left == 0:
        all_lost(s)
    elif left == 1:
        last_one(s)
    else:
        drop_out(s)
        go_on(s, TURN)


@rule
def with_targets(s):
    many = 0
    for seat in range(s.seats):
        if s.alive[seat] and s.targets[seat]:
            many += 1
    return many


@rule
def drop_out(s):
    """DU-19: whoever has no target dice left is out."""
    for seat in range(s.seats):
        if s.alive[seat] and s.targets[seat] == 0:
            leave(s, seat)


@rule
def leave(s, seat):
    """All dice of a player who is out leave the game."""
    s.alive[seat] = 0
    s.gone[seat] += s.stocks[seat] + s.targets[seat] + used(s, seat)
    s.stocks[seat] = s.targets[seat] = s.spent[seat] = s.further[seat] = 0
    s.stock[seat] = 0
    s.target[seat] = 0
    s.right[seat] = 0
    s.wrong[seat] = 0


@rule
def go_on(s, resume):
    """The circle closes; the round goes on at ``resume``, or ends where all have shot (DU-9, DU-20)."""
    for seat in range(s.seats):
        if acts(s, seat):
            close_circle(s)
            set_limits(s)
            if next_due(s, 0) != NOBODY:
                start_rolling(s, resume)
            elif resume == TURN:
                begin_turn(s)
            else:
                go_on_betting(s)
            return
    close_circle(s)
    end_round(s)


@rule
def close_circle(s):
    """DU-19: aiming starts afresh at a new target; one that was shown already is rolled again."""
    for seat in range(s.seats):
        if s.alive[seat] and s.aims_at[seat] != left_of(s, seat):
            s.spent[seat] = used(s, seat)
            s.right[seat] = 0
            s.wrong[seat] = 0
            at = left_of(s, seat)
            s.aims_at[seat] = at
            if s.shown[at]:
                s.due[at, 0] = s.targets[at]


@rule
def set_limits(s):
    """Targets to be rolled again go under the cup. DU-20: further turns where nobody is left to shoot."""
    for seat in range(s.seats):
        if s.due[seat, 0]:
            s.target[seat] = 0
            s.shown[seat] = 0
        if acts(s, seat) and s.further[seat] == 0 and s.shot[hunter_of(s, seat)]:
            s.further[seat] = s.targets[seat]


@rule
def end_round(s):
    """DU-11, DU-14. What lies on the table stays in sight until the first die of the next round."""
    if s.rounds == ROUNDS:
        after_rounds(s)
    else:
        s.closed = 1
        roll_all(s)


@rule
def clear_round(s):
    """DU-11: used dice are discarded."""
    s.closed = 0
    s.rounds += 1
    s.turns = 0
    for seat in range(s.seats):
        s.gone[seat] += used(s, seat)
    s.target[:] = 0
    s.stock[:] = 0
    s.right[:] = 0
    s.wrong[:] = 0
    s.named[:] = 0
    s.hits[:] = 0
    s.spent[:] = 0
    s.shown[:] = 0
    s.shot[:] = 0
    s.further[:] = 0


# Betting


@rule
def stake(s, seat, a):
    if a == FOLD:
        fold(s, seat)
        return
    if a == CALL:
        pay(s, seat, owes(s, seat))
    elif a > PICK:
        bet(s, seat, a - PICK)
    next_bettor(s)
    if s.to_answer == 0:
        open_declarations(s)


@rule
def fold(s, seat):
    """DU-24: between two it ends the game; in a Standoff the folder is out."""
    if s.seats == 2:
        fold_between_two(s, seat)
        return
    leave(s, seat)
    if in_play(s) == 1:
        last_one(s)
    else:
        next_bettor(s)
        go_on(s, BET)


@rule
def go_on_betting(s):
    """After a fold: the next to bet, or, when all have answered, the turn."""
    if s.to_answer > 0:
        s.phase = BET
        s.waiting = 1 << s.bettor
    else:
        open_declarations(s)


# The contract


@rule
def awaited(s):
    return s.waiting


@rule
def legal(s, seat, events, weights):
    if s.phase == ROLL or s.phase == TIE:
        for value in range(VALUES):
            events[value] = FACE + value
        return VALUES, 0
    if s.phase == DECLARE:
        return legal_declarations(s, seat, events), 0
    if s.phase == SHOOT:
        return legal_shots(s, seat, events), 0
    if s.phase == MIDDLE:
        return legal_moves(s, seat, events), 0
    if s.phase == BET:
        return legal_bets(s, seat, events), 0
    return legal_subsets(s, seat, events), 0


@rule
def apply(s, seat, a):
    if s.phase == ROLL:
        land(s, a - FACE)
    elif s.phase == TIE:
        roll_off(s, a - FACE)
    elif s.phase == DECLARE:
        declare(s, seat, a - SAY_REROLL + REROLLS)
    elif s.phase == REROLL:
        reroll(s, seat, a - PICK)
    elif s.phase == AIM:
        aim_alone(s, seat, a - PICK)
    elif s.phase == SHOOT:
        name(s, seat, a - PICK)
    elif s.phase == BET:
        stake(s, seat, a)
    else:
        handle_middle(s, seat, a)


@rule
def handle_middle(s, seat, a):
    if a == SATISFIED:
        be_satisfied(s, seat)
    elif a >= OUT_OF:
        move(s, seat, a - OUT_OF, -1)
    else:
        move(s, seat, a - INTO, 1)


@rule
def hide(s, seat):
    """DU-25: targets that have not been shown; declarations and shots until all have made theirs."""
    for other in range(s.seats):
        if other == seat:
            continue
        if not s.shown[other]:
            s.target[other] = 0
        if s.phase == DECLARE:
            s.declared[other] = 0
        if s.phase == SHOOT and s.declared[other] == SHOOTS:
            s.named[other] = 0


@rule
def guess(s, seat, rng):
    for other in range(s.seats):
        if other != seat and s.alive[other]:
            if not s.shown[other]:
                guess_target(s, other, rng)
            if not s.waiting >> other & 1:
                guess_choice(s, other, rng)


@rule
def guess_target(s, seat, rng):
    """As many dice as have been rolled under the cup, fitting what aims have told (DU-5)."""
    many = s.targets[seat]
    if s.phase == ROLL and not s.closed:
        many -= s.due[seat, 0]
    hunter = hunter_of(s, seat)
    sample(s.right[hunter], s.wrong[hunter], many, rng, s.target[seat])


@rule
def guess_choice(s, seat, rng):
    """What ``seat`` has chosen already: any declaration, or a shot that fits what its aims have told."""
    if s.phase == DECLARE and acts(s, seat):
        events = np.empty(EVENTS, np.int32)
        said = events[below(rng, legal_declarations(s, seat, events))]
        s.declared[seat] = said - SAY_REROLL + REROLLS
    if s.phase == SHOOT and s.declared[seat] == SHOOTS:
        many = s.targets[s.aims_at[seat]]
        sample(s.right[seat], s.wrong[seat], many, rng, s.named[seat])


@rule
def standing(s, points):
    for seat in range(s.seats):
        points[seat] = s.score[seat]


@rule
def witnesses(s, seat, a):
    """Dice under a cup and choices made together are their owner's alone."""
    if s.phase == ROLL and s.due[s.roller, 0]:
        return 1 << s.roller
    if s.phase == DECLARE or s.phase == SHOOT:
        return 1 << seat
    return EVERYBODY
