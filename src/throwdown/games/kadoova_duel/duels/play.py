"""A duel from its roles to its winner: which module is asked when."""

from __future__ import annotations

from ....kernel.contract import CHANCE, rule
from .con_person import call, legal_bids, open_bids, raise_bid, start_con, to_bid
from .gate import (
    ask_targets,
    at_gate,
    begin_rolls,
    go_on,
    is_racing,
    is_slapped,
    legal_at_gate,
    pace,
    start_race,
    waiting,
)
from .races import award_race, deal_plague, home
from .table import (
    AIM,
    AXE,
    BANG,
    BEACH,
    BID,
    CALL,
    CHICKEN,
    CLASS,
    CON,
    DONE,
    FACE,
    FAR,
    FARS,
    GAP,
    GATE,
    HARE,
    HORSE,
    KNOCK,
    MAT,
    NOBODY,
    PACE,
    PACES,
    PINEAPPLE,
    PLAGUE,
    QUICK_DRAW,
    RAISE,
    RESULT,
    ROLE,
    ROLL,
    SEATS,
    SET,
    SKEPTIC,
    SPOT,
    TAKE,
    TARGET,
    THROW,
    TIE,
    WAIT,
    WAR,
    base_dice,
    carried,
    conclude,
    count_of,
    fighting,
    first_of,
    is_in,
    is_race,
    least_dice,
    other,
    second,
)
from .throws import (
    award_throws,
    knock,
    land,
    lay,
    legal_knock,
    legal_spot,
    legal_throw,
    set_mat,
    show_at_post,
    start_throws,
)
from .towers import legal_placement, settle_tower, start_tower
from .war import after_war_roll, award_war, clear_battle, next_battle


@rule
def clear_duel(s):
    """Sweep the table: nothing of the last duel is left on it."""
    s.stage = WAIT
    s.decided = s.lead = s.winner = s.bid = s.bidder = s.caller = s.thrower = s.knocked = NOBODY
    s.forfeits = s.caught = s.disputing = s.by_forfeit = s.breaking = s.rolling = s.racers = s.pacing = (
        s.matched
    ) = 0
    s.pressers = s.waited = s.targets = s.aimed = s.bids = s.actual = 0
    s.battle = s.tied = s.still = s.greys = s.fresh = 0
    s.lap = s.up = s.cards_up = s.fell = s.off = s.falling = s.far = 0
    s.aside = 0
    s.target[:] = 0
    s.bid_list[:] = 0
    s.round_winner[:] = 0
    s.spoils[:] = 0
    clear_seats(s)


@rule
def clear_seats(s):
    for seat in range(SEATS):
        s.gain[seat] = s.given[seat] = s.taken[seat] = s.count[seat] = s.rolled[seat] = s.rolls[seat] = 0
        s.due[seat] = s.covered[seat] = s.place[seat] = s.outs[seat] = 0
        s.thrown[seat] = s.points[seat] = s.lost[seat] = s.grey[seat] = s.reread[seat] = 0
        s.extra[seat] = s.less[seat] = s.guns[seat] = 0
        s.die[seat, :] = 0
        s.hue[seat, :] = 0
        s.spot[seat, :] = 0


@rule
def begin_duel(s):
    """After the cards before it: roles first, where there are any."""
    if chooser(s) == NOBODY:
        enlist(s)
    else:
        s.stage = ROLE


@rule
def chooser(s):
    """Who says who has which role."""
    if s.duel == HARE:
        return s.opponent
    if s.duel == AXE or s.duel == CLASS or s.duel == PINEAPPLE or s.duel == SKEPTIC:
        return s.challenger
    return NOBODY


@rule
def enlist(s):
    """KD-16: count the dice; who has too few is out, and the last one left wins."""
    for seat in range(SEATS):
        if is_in(s.duelists, seat):
            s.count[seat] = base_dice(s.duel, seat == s.lead) + carried(s, seat)
            if s.count[seat] < least_dice(s.duel):
                s.count[seat] = 0
                s.forfeits |= 1 << seat
    if count_of(fighting(s)) > 1:
        start(s)
    else:
        win_by_forfeit(s)


@rule
def win_by_forfeit(s):
    """1000, or in Class Warfare what the roles say; nothing where nobody is left."""
    s.by_forfeit = 1
    if fighting(s) == 0:
        conclude(s, NOBODY)
        return
    winner = first_of(fighting(s))
    if s.duel == CLASS:
        award_race(s, winner)
    else:
        s.gain[winner] = 1000
        conclude(s, winner)


@rule
def start(s):
    s.racers = fighting(s)
    if s.duel == QUICK_DRAW or s.duel == HORSE:
        ask_targets(s, 1)
    elif s.duel == SKEPTIC:
        ask_targets(s, 3)
    elif s.duel == CON:
        start_con(s)
    elif s.duel == WAR:
        next_battle(s)
    elif s.duel == BEACH or s.duel == PINEAPPLE:
        start_tower(s)
    elif s.duel == AXE or s.duel == CHICKEN:
        start_throws(s)
    else:
        if s.duel == PLAGUE:
            deal_plague(s)
        start_race(s)


@rule
def awaited_in_duel(s):
    if s.stage == GATE:
        return waiting(s)
    if s.stage == ROLE:
        return 1 << chooser(s)
    if s.stage == SET:
        return 1 << second(s)
    if s.stage == BID:
        return 1 << to_bid(s)
    if s.stage == MAT:
        return 1 << s.thrower
    return 1 << CHANCE


@rule
def legal_in_duel(s, seat, events, weights):
    if s.stage == ROLL or s.stage == TARGET:
        return run_of(events, FACE, 6), 0
    if s.stage == GATE:
        return legal_at_gate(s, seat, events), 0
    if s.stage == PACE:
        return run_of(events, GAP, PACES), 0
    if s.stage == BID:
        return legal_bids(s, events), 0
    if s.stage == ROLE:
        return run_of(events, TAKE, 2), 0
    if s.stage == SET:
        return run_of(events, AIM, 6), 0
    if s.stage == MAT:
        return run_of(events, FAR, FARS), 0
    if s.stage == KNOCK:
        return legal_knock(s, events, weights)
    if s.stage == SPOT:
        return legal_spot(s, events, weights)
    if s.duel == BEACH or s.duel == PINEAPPLE:
        return legal_placement(s, events, weights)
    return legal_throw(s, events, weights)


@rule
def run_of(events, first, many):
    for k in range(many):
        events[k] = first + k
    return many


@rule
def apply_in_duel(s, seat, a):
    if s.stage == ROLL:
        show(s, a - FACE + 1)
    elif s.stage == GATE:
        act_at_gate(s, seat, a)
    elif s.stage == PACE:
        pace(s, first_of(s.pacing), a - GAP)
    elif s.stage == TARGET:
        show_target(s, a - FACE + 1)
    elif s.stage == THROW:
        settle_throw(s, a - RESULT)
    elif s.stage == BID:
        speak(s, seat, a)
    elif s.stage == ROLE:
        s.lead = seat if a == TAKE else other(s, seat)
        enlist(s)
    elif s.stage == KNOCK:
        judge(s, knock(s, a))
    elif s.stage == SPOT:
        judge(s, lay(s, s.knocked, a - RESULT))
    elif s.stage == MAT:
        set_mat(s, a - FAR)
    else:
        s.aimed = a - AIM + 1
        start_race(s)


@rule
def act_at_gate(s, seat, a):
    """KD-D10: the first slap wins; slaps at the same moment are a tie, presses roll in one beat."""
    if a == BANG:
        judge(s, 1 << seat)
    elif a == TIE and s.matched == 0:
        begin_rolls(s, s.racers)
    elif a == TIE:
        judge(s, s.matched)
    else:
        at_gate(s, seat, a)


@rule
def speak(s, seat, a):
    if a == CALL:
        call(s, seat)
    else:
        raise_bid(s, seat, a - RAISE)


@rule
def show_target(s, number):
    """Target dice come to rest one after the other; a redraw begins with a new one."""
    wanted = 3 if s.duel == SKEPTIC and not s.breaking else 1
    s.target[wanted - s.targets] = number
    s.targets -= 1
    s.matched = 0
    if s.targets > 0:
        return
    if is_racing(s) and (s.breaking or s.duel == QUICK_DRAW):
        start_race(s)
    elif s.duel == SKEPTIC:
        s.stage = SET
    else:
        start_throws(s)


@rule
def settle_throw(s, outcome):
    if s.duel == BEACH or s.duel == PINEAPPLE:
        settle_tower(s, outcome)
    else:
        judge(s, land(s, outcome))


@rule
def dice_due(s, seat):
    """How many dice the roll of ``seat`` has."""
    if s.breaking:
        return 1
    if s.duel == WAR:
        return 1 if s.greys else 1 + s.extra[seat]
    return s.count[seat]


@rule
def roller(s):
    """Whose die comes to rest next."""
    seat = first_of(s.rolling)
    while not is_in(s.rolling, seat) or s.rolled[seat] == dice_due(s, seat):
        seat += 1
    return seat


@rule
def show(s, number):
    """The next die of the beat comes to rest; the beat's last one settles it."""
    if s.duel == HORSE and not s.breaking:
        judge(s, show_at_post(s, number))
        return
    if s.fresh:
        clear_battle(s)
    seat = roller(s)
    if s.greys:
        s.grey[seat] = number
    else:
        s.die[seat, s.rolled[seat]] = number
    s.rolled[seat] += 1
    if s.rolled[seat] == dice_due(s, seat):
        s.rolls[seat] += 1
        if s.rolling >> seat + 1 == 0:
            settle(s)


@rule
def settle(s):
    """All dice of the beat lie."""
    if s.duel == WAR and not s.breaking:
        after_war_roll(s)
    elif s.duel == CON and not s.breaking:
        open_bids(s)
    else:
        done = home(s)
        if is_slapped(s):
            s.matched |= done
            done = 0
        judge(s, done)
        if done == 0:
            go_on(s, s.rolling & s.racers)


@rule
def judge(s, done):
    """``done`` is the set of seats that have won now: none, one, or several, who draw for it."""
    if done == 0:
        return
    if count_of(done) > 1:
        break_tie(s, done)
    else:
        award(s, first_of(done))


@rule
def award(s, winner):
    if s.disputing:
        s.decided = winner
        s.stage = DONE
    elif is_race(s.duel):
        award_race(s, winner)
    elif s.duel == WAR:
        award_war(s, winner)
    else:
        award_throws(s, winner)


@rule
def break_tie(s, seats):
    """KD-11: a Quick Draw without cards; a Quick Draw itself is simply redrawn (KD-D10)."""
    if s.duel == QUICK_DRAW:
        s.racers = seats
        ask_targets(s, 1)
    else:
        draw_for_it(s, seats)


@rule
def draw_for_it(s, seats):
    """KD-11: a Quick Draw without cards between ``seats``."""
    s.breaking = 1
    s.greys = s.fresh = 0
    s.covered[:] = 0
    s.racers = seats
    ask_targets(s, 1)
