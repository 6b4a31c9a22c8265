"""KA'DICE!: the rules, and nothing else. Clauses KA-0 to KA-18 are in RULES.md."""

from __future__ import annotations

from ...kernel.contract import CHANCE, EVERYBODY, rule
from .cards import CARDS, DICE, FACES, FULL_HOUSE, SMALL, THREE, TWO_PAIRS, WHOLE_DECK, all_alike, shown_by
from .choices import can_change, can_eliminate, legal_changes, legal_eliminations, legal_holds, legal_sets
from .state import (
    ACT,
    ALL_DICE,
    BONUS,
    CARD,
    CHANGE,
    DIE,
    DRAW,
    ELIMINATE,
    EVENTS,
    GHOST,
    HOLD,
    KEEP,
    NOBODY,
    OPTIONS,
    OVER,
    REVIVE,
    ROLL,
    ROUND_OVER,
    STATE,
    TURNS,
    WAR,
    WAR_OVER,
    clockwise,
    dice_of,
    die_sum,
    first_of,
    is_decided,
    is_one,
    matched_by,
    seats_with_cards,
    targets_of,
)

__all__ = ["EVENTS", "OPTIONS", "STATE"]


@rule
def setup(s, seats, options):
    """KA-4: a war among all for the button."""
    s.seats = seats
    s.last_player = options.last_player
    s.most_rounds = options.most_rounds
    s.rounds = 1
    s.turn = NOBODY
    for seat in range(seats):
        s.deck[seat] = WHOLE_DECK
        s.stock[seat] = options.cards_each
    begin_war(s, 0, (1 << seats) - 1)


# What may happen


@rule
def awaited(s):
    if s.phase == ACT or s.phase == KEEP:
        return 1 << s.turn
    return 0 if s.phase == OVER else 1 << CHANCE


@rule
def legal(s, seat, events, weights):
    if s.phase == ACT:
        n = legal_changes(s, events, 0)
        n = legal_eliminations(s, events, n)
        return legal_holds(s, events, n), 0
    if s.phase == KEEP:
        return legal_sets(s, s.held[seat], HOLD, events, 0), 0
    if s.phase == DRAW or s.phase == REVIVE:
        return legal_cards(s, events), 0
    for k in range(FACES):
        events[k] = DIE + k
    return FACES, 0


@rule
def legal_cards(s, events):
    """Every card that may lie on top; a revived player's one is drawn from all (KA-13)."""
    cards = WHOLE_DECK if s.phase == REVIVE else s.deck[s.roller]
    n = 0
    for card in range(CARDS):
        if cards >> card & 1:
            events[n] = CARD + card
            n += 1
    return n


@rule
def next_pending(s):
    """Take the next of the pending seats, clockwise from the dealer; False when there is none."""
    if s.pending == 0:
        return False
    s.roller = first_of(s, s.pending, s.dealer)
    s.pending ^= 1 << s.roller
    return True


# What happens


@rule
def apply(s, seat, a):
    if s.phase == ACT:
        if a >= ELIMINATE:
            eliminate(s, a - ELIMINATE)
        elif a >= BONUS:
            take_bonus(s, a - BONUS)
        elif a >= HOLD:
            s.held[s.turn] = a - HOLD
            end_turn(s, s.left[s.turn] - 1)
        else:
            change(s, (a - CHANGE) // FACES + 1, (a - CHANGE) % FACES + 1)
    elif s.phase == KEEP:
        s.held[seat] = a - HOLD
        begin_roll(s, seat, ALL_DICE ^ s.held[seat])
    else:
        clear_table(s)
        if a >= CARD:
            turn_up(s, a - CARD)
        else:
            come_to_rest(s, a - DIE + 1)


@rule
def clear_table(s):
    """What a war or a round has left lies until the next die or card."""
    if s.closed == 0:
        return
    s.closed = 0
    s.turned_up = 0
    s.face[:] = 0


@rule
def turn_up(s, card):
    """KA-4, KA-7; KA-13: a revived player's other cards stay discarded."""
    if s.phase == REVIVE:
        s.deck[s.roller] = 0
        s.gone[s.roller] = WHOLE_DECK ^ 1 << card
    else:
        s.deck[s.roller] ^= 1 << card
        s.stock[s.roller] -= 1
    s.active[s.roller] = card + 1
    s.lost[s.roller] = 0
    s.in_play |= 1 << s.roller
    s.turned_up |= 1 << s.roller
    if s.phase == REVIVE:
        next_ghost(s)
    else:
        next_card(s)


@rule
def begin_roll(s, seat, dice):
    """What the dice showed is seen until the first of them comes to rest again."""
    s.phase = ROLL
    s.roller = seat
    s.todo = s.lifted = dice


@rule
def come_to_rest(s, face):
    """The roller's next die."""
    die = 0
    if s.lifted:
        lift(s)
    while not s.todo >> die & 1:
        die += 1
    s.face[s.roller, die] = face
    s.todo ^= 1 << die
    if s.todo:
        return
    if s.phase == WAR:
        next_in_war(s)
    elif s.phase == GHOST:
        end_ghost_roll(s)
    else:
        begin_act(s)


@rule
def lift(s):
    for die in range(DICE):
        if s.lifted >> die & 1:
            s.face[s.roller, die] = 0
    s.lifted = 0


# War


@rule
def begin_war(s, card, seats):
    """KA-3, for ``card`` - 1 or, with 0, for who deals."""
    s.phase = WAR
    s.war_card = card
    s.rivals = seats
    begin_war_roll(s, 1)


@rule
def begin_war_roll(s, dice):
    s.war_dice = dice
    s.pending = s.rivals
    next_in_war(s)


@rule
def next_in_war(s):
    if next_pending(s):
        s.todo = (1 << s.war_dice) - 1
    else:
        end_war_roll(s)


@rule
def end_war_roll(s):
    """KA-3: the highest wins; those tied for it roll again, with one die more up to five."""
    best, highest = 0, 0
    for seat in range(s.seats):
        if s.rivals >> seat & 1:
            total = die_sum(s, seat)
            if total > best:
                best, highest = total, 0
            if total == best:
                highest |= 1 << seat
    s.closed = WAR_OVER
    if is_one(highest):
        end_war(s, highest)
    else:
        s.rivals = highest
        begin_war_roll(s, min(s.war_dice + 1, DICE))


@rule
def end_war(s, winner):
    """KA-4: the winner deals; KA-5: the losers discard the card and turn up the next."""
    if s.war_card == 0:
        s.dealer = first_of(s, winner, 0)
        deal(s, (1 << s.seats) - 1)
        return
    losers = 0
    for seat in range(s.seats):
        if s.active[seat] == s.war_card and not winner >> seat & 1:
            lose_card(s, seat)
            losers |= 1 << seat
    deal(s, losers)


@rule
def lose_card(s, seat):
    """The active card goes to the discard pile, and with it the turns and the held dice (KA-8)."""
    s.gone[seat] |= 1 << s.active[seat] - 1
    s.lost[seat] = s.active[seat]
    s.active[seat] = 0
    s.in_play ^= 1 << seat
    s.left[seat] = 0
    s.held[seat] = 0


# Before a round


@rule
def deal(s, seats):
    """KA-4, KA-5: those of a set of seats who have a card left turn it up; the others are out."""
    if is_decided(s) and s.last_player == 0:
        s.phase = OVER
        return
    s.pending = seats & seats_with_cards(s)
    next_card(s)


@rule
def next_card(s):
    if next_pending(s):
        s.phase = DRAW
    else:
        settle(s)


@rule
def settle(s):
    """KA-5: the first group, clockwise from the dealer, whose active cards are the same goes to war."""
    seat = s.dealer
    for _ in range(s.seats):
        if s.active[seat] != 0:
            rivals = matched_by(s, 1 << s.active[seat] - 1, s.in_play)
            if not is_one(rivals):
                begin_war(s, s.active[seat], rivals)
                return
        seat = clockwise(s, seat)
    begin_turns(s)


@rule
def begin_turns(s):
    """KA-6, KA-11."""
    s.rivals = 0
    s.dealer = first_of(s, seats_with_cards(s), s.dealer)
    for seat in range(s.seats):
        if s.active[seat] != 0:
            s.left[seat] = TURNS
    begin_turn(s, s.dealer)


# A turn


@rule
def begin_turn(s, seat):
    """KA-7; the round ends before a turn that has nothing to go for (KA-10)."""
    if targets_of(s, seat) == 0:
        end_round(s)
        return
    s.turn = seat
    s.rolled = s.wild = s.changed = 0
    if s.active[seat] - 1 == THREE:  # once a turn; the others once a round
        s.shifted[seat] = 0
    s.bonus = int(s.active[seat] - 1 == SMALL and s.left[seat] == TURNS)
    if s.held[seat]:
        s.phase = KEEP
    else:
        begin_roll(s, seat, ALL_DICE)


@rule
def begin_act(s):
    """What the roll makes wild: KA-9 and Single Pair."""
    me = s.turn
    rolled = ALL_DICE ^ s.held[me]
    s.rolled |= rolled
    s.changed = 0
    s.wild = ALL_DICE if all_alike(dice_of(s, me)) else wild_by_card(s, rolled)
    s.phase = ACT
    end_idle_turn(s)


@rule
def end_idle_turn(s):
    """A last turn in which nothing can be done any more ends by itself."""
    if s.left[s.turn] == 1 and not can_change(s) and not can_eliminate(s):
        end_turn(s, 0)


@rule
def wild_by_card(s, rolled):
    """Single Pair n: of a set of dice those that were rolled as n."""
    dice = 0
    for die in range(DICE):
        if rolled >> die & 1 and s.face[s.turn, die] == s.active[s.turn] <= FACES:
            dice |= 1 << die
    return dice


@rule
def change(s, face, new):
    """A wild die becomes ``new``; any other is shifted."""
    die = 0
    while (s.rolled | s.wild) >> die & ~(s.changed >> die) & 1 == 0 or s.face[s.turn, die] != face:
        die += 1
    if not s.wild >> die & 1:
        s.shifted[s.turn] = 1
    s.was[die] = face
    s.changed |= 1 << die
    s.face[s.turn, die] = new
    end_idle_turn(s)


@rule
def take_bonus(s, dice):
    """KA-0: Small Straight rolls again at once what is not held."""
    s.bonus = 0
    s.held[s.turn] = dice
    begin_roll(s, s.turn, ALL_DICE ^ dice)


@rule
def eliminate(s, seats):
    """KA-8, with 2 Pairs and Full House; KA-14."""
    me = s.turn
    for seat in range(s.seats):
        if seats >> seat & 1:
            lose_card(s, seat)
            if s.stock[seat] == 0:
                s.fallen |= 1 << seat
    if s.active[me] - 1 == TWO_PAIRS:
        s.immune |= 1 << me
    s.held[me] = 0
    if is_decided(s) and s.last_player == 0:
        s.phase = OVER
        return
    end_turn(s, s.left[me] - 1 if s.active[me] - 1 == FULL_HOUSE else 0)


@rule
def end_turn(s, left):
    """The next, clockwise, who has a turn left begins it (KA-6)."""
    s.left[s.turn] = left
    seat = s.turn
    for _ in range(s.seats):
        seat = clockwise(s, seat)
        if s.left[seat]:
            begin_turn(s, seat)
            return
    end_round(s)


# The end of a round


@rule
def end_round(s):
    """KA-10, KA-12: held dice are picked up; ghosts roll, but not who became one in this round."""
    s.turn = NOBODY
    s.left[:] = 0
    s.held[:] = 0
    s.pending = (1 << s.seats) - 1 & ~seats_with_cards(s) & ~s.fallen
    next_ghost(s)


@rule
def next_ghost(s):
    if next_pending(s):
        begin_roll(s, s.roller, ALL_DICE)
        s.phase = GHOST
    else:
        finish_round(s)


@rule
def end_ghost_roll(s):
    """KA-12: five alike are wild and match any active card."""
    dice = dice_of(s, s.roller)
    if all_alike(dice) or matched_by(s, shown_by(dice), s.in_play):
        s.phase = REVIVE
    else:
        next_ghost(s)


@rule
def finish_round(s):
    """KA-10: the button moves on and a new round begins; KA-14, KA-16: unless the game is over."""
    s.fallen = 0
    if is_decided(s) or s.rounds == s.most_rounds:
        s.phase = OVER
        return
    s.rounds += 1
    s.closed = ROUND_OVER
    s.immune = 0
    s.shifted[:] = 0
    s.dealer = first_of(s, seats_with_cards(s), clockwise(s, s.dealer))
    deal(s, seats_with_cards(s) & ~s.in_play)


# What a seat may know


@rule
def hide(s, seat):
    """KA-17: nobody knows the order of a deck, and the record holds none; all else is open."""


@rule
def guess(s, seat, rng):
    """Nothing is hidden."""


@rule
def witnesses(s, seat, a):
    return EVERYBODY


@rule
def standing(s, points):
    """Cards left; KA-16: a draw among those who have any."""
    drawn = s.phase == OVER and not is_decided(s)
    for seat in range(s.seats):
        cards = s.stock[seat] + int(s.active[seat] != 0)
        points[seat] = min(cards, 1) if drawn else cards
