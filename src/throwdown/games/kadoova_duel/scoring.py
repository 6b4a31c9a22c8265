"""What a duel comes to, and when the game ends (KD-5, KD-6, KD-9, KD-10, KD-14, KD-15)."""

from __future__ import annotations

from ...kernel.contract import rule
from .cards import BET_LOSE, BET_WIN, GLORY_HOUND, OVER, SIDE_WAGER
from .duels.register import has_winner
from .duels.table import NOBODY, SEATS, is_in
from .opponents import leader

ALONE = 100  # KD-6: for a challenger who wins


@rule
def settle_turn(s):
    """All that the duel brings, cards after it included."""
    for seat in range(SEATS):
        s.change[seat] = s.gain[seat]
    reward_challenger(s)
    if s.winner != NOBODY and is_in(s.doubled, s.winner):
        credit(s, s.winner, s.change[s.winner])
    if has_winner(s.duel):
        console(s)
    for place in range(s.plays):
        settle_bet(s, place)
    for seat in range(SEATS):
        s.score[seat] += s.change[seat]


@rule
def credit(s, seat, points):
    """What a card adds to, or takes from, that which the duel brings."""
    s.change[seat] += points
    s.by_cards[seat] += points


@rule
def reward_challenger(s):
    """KD-6, KD-D5: 100 more, or what Glory Hound says for a win."""
    if not has_winner(s.duel):
        s.change[s.challenger] += 0 if has_to_return(s, s.challenger) else ALONE
    elif s.winner == s.challenger:
        s.change[s.winner] += ALONE
        if is_in(s.upgrades[s.winner], GLORY_HOUND):
            credit(s, s.winner, s.glory_hound - ALONE)


@rule
def has_to_return(s, seat):
    """KD-12: whether ``seat`` was caught cheating, and keeps nothing of what the duel gives."""
    return is_in(s.caught, seat) and not s.charges


@rule
def console(s):
    """KD-14, KD-20: every duelist who did not win has lost."""
    for seat in range(SEATS):
        if is_in(s.duelists, seat) and seat != s.winner:
            if is_in(s.doubled, seat):
                credit(s, seat, -s.double_down)
            if is_in(s.upgrades[seat], SIDE_WAGER):
                credit(s, seat, s.side_wager)


@rule
def settle_bet(s, place):
    """KD-15: right adds the stake, wrong takes it."""
    kind = s.played_kind[place]
    if s.played_void[place] or (kind != BET_WIN and kind != BET_LOSE):
        return
    has_won = s.played_on[place] == s.winner
    is_right = has_won == (kind == BET_WIN)
    by = s.played_by[place]
    points = s.played_stake[place] if is_right else -s.played_stake[place]
    s.change[by] += points
    s.by_bets[by] += points


@rule
def best_score(s):
    best = s.score[0]
    for seat in range(1, s.seats):
        best = max(best, s.score[seat])
    return best


@rule
def tied_at_top(s):
    best = best_score(s)
    mask = 0
    for seat in range(s.seats):
        if s.score[seat] == best:
            mask |= 1 << seat
    return mask


@rule
def is_last_turn_over(s):
    """KD-9, KD-10: after a turn, whether the game is over; starts and calls off the last round."""
    if s.short:
        return s.turns == 12
    if s.turns == s.most_turns:
        return True
    top = best_score(s)
    if s.last_by == NOBODY:
        if top >= s.goal:
            s.last_by = leader(s)
            s.last_left = s.seats - 1
        return False
    s.last_left -= 1
    if top < s.goal:
        s.last_by = NOBODY
        s.last_left = 0
        return False
    return s.last_left == 0


@rule
def pass_turn(s):
    """The next player to the left; who started the last round is passed over."""
    s.challenger = (s.challenger + 1) % s.seats
    if s.challenger == s.last_by:
        s.challenger = (s.challenger + 1) % s.seats


@rule
def crown(s, seat):
    s.champion = seat
    s.phase = OVER


@rule
def standing(s, points):
    """What ranks the seats: the scores, and of the tied at the top the winner of the draw for the game."""
    for seat in range(s.seats):
        points[seat] = s.score[seat]
    if s.champion != NOBODY:
        points[s.champion] += 1
