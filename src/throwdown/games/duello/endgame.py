"""Endings of Duello solved by counterfactual regret over public states: two players with one target die each.

The hunter of a target die knows some values that it cannot show (DU-5). Dice of the stock that show another
are worth asking about; which of them come first is all one, so they have an order, and the other's hand is
where their die comes in it. A public state is how many each has asked about, and who has been answered
"right". At each both choose together: to shoot, or to ask about so many more. Rerolls are left out.

Hands are few, so every one has its regrets. They stay above 0, and later strategies weigh more (CFR+:
Tammelin 2014).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...bots.matching import match, plus
from ...kernel.contract import record, rule
from .record import DECLARE, ROUNDS, SAY_AIM, SAY_SHOOT, VALUES

CHOICES = VALUES + 1  # to shoot, or to ask about 1 to 6
STATES = 3_693  # public states with six dice to ask about on either side
LEAD = 0.35  # what a die more is worth when a round is over

# What each hunter knows before: values that the target may show, those of them that the stock has, its dice
SIDES = record(
    ("values", "i4", 2), ("useful", "i4", 2), ("stocks", "i4", 2), ("found", "i4", 2), ("last", "i4")
)
PUBLIC = record(
    ("asked", "i4", 2),
    ("found", "i4", 2),
    ("first", "i4"),  # of its children: by the questions of seat 0, of seat 1, and their answers
    ("possible", "i4", 2),  # bit set of the hands of a seat that the answers allow
)


class Ending(NamedTuple):
    """An ending that is being solved; all arrays but ``sides`` have a row for each public state."""

    sides: Any  # SIDES[1]
    public: Any  # PUBLIC[n]
    regrets: Any  # float64[n, 2, VALUES, CHOICES], by player and hand
    chances: Any  # float64[n, 2, VALUES, CHOICES]: the strategies of the iteration under way
    reach: Any  # float64[n, 2, VALUES]: how likely each hand comes there by its own choices
    value: Any  # float64[n, VALUES]: what each hand of the player under way is worth there


@rule
def is_solvable(s):
    """Two players, one target die each, no shot yet, and something to ask about."""
    if s.seats != 2 or s.phase != DECLARE or s.targets[0] != 1 or s.targets[1] != 1:
        return False
    for seat in range(2):
        if s.shot[seat] or s.further[seat] or useful_dice(s, seat) == 0:
            return False
    return True


@rule
def useful_dice(s, seat):
    """How many values, of those that the target may show, the stock has; 1 where it is known already."""
    count = 0
    for value in range(VALUES):
        if s.right[seat, value]:
            return 1
        count += s.wrong[seat, value] == 0 and s.stock[seat, value] > 0
    return count


@rule
def solve(s, seat, rng, iterations, events, shares):
    """The mixture of ``seat`` between a shot and an aim."""
    sides = np.zeros(1, SIDES)
    survey(s, sides[0])
    public = np.zeros(STATES, PUBLIC)
    used = write_out(sides[0], public)
    strategies = (used, 2, VALUES, CHOICES)
    regrets, chances = np.zeros(strategies), np.zeros(strategies)
    reach, value = np.zeros((used, 2, VALUES)), np.zeros((used, VALUES))
    mean = np.zeros((2, VALUES, CHOICES))
    first, last = own_hands(s, seat, sides[0])
    iterate(Ending(sides, public[:used], regrets, chances, reach, value), iterations, mean)
    events[0], events[1] = SAY_SHOOT, SAY_AIM
    shares[0] = shares[1] = 0.0
    for hand in range(first, last):
        for choice in range(CHOICES):
            shares[min(1, choice)] += mean[seat, hand, choice]
    return 2


@rule
def survey(s, side):
    side.last = int(s.rounds == ROUNDS)
    for seat in range(2):
        side.stocks[seat] = s.stocks[seat]
        side.useful[seat] = useful_dice(s, seat)
        for value in range(VALUES):
            side.values[seat] += s.wrong[seat, value] == 0
            if s.right[seat, value]:
                side.found[seat] = 1
        if side.found[seat]:
            side.values[seat] = 1


@rule
def own_hands(s, seat, side):
    """Where the own target die may come in the other's order: from the first of these to before the last."""
    hunter = 1 - seat
    if side.found[hunter]:
        return 0, 1
    for value in range(VALUES):
        if s.target[seat, value] and s.stock[hunter, value]:
            return 0, side.useful[hunter]
    return side.useful[hunter], side.values[hunter]


# The public states


@rule
def write_out(side, public):
    """Write out what can be asked; returns how many states there are."""
    root = public[0]
    for seat in range(2):
        root.found[seat] = side.found[seat]
        root.possible[seat] = (1 << side.values[1 - seat]) - 1
    used, at = 1, 0
    while at < used:
        state = public[at]
        state.first = used
        for mine in range(1, questions(side, state, 0) + 1):
            for theirs in range(1, questions(side, state, 1) + 1):
                for answers in range(4):
                    answer(state, public[used], mine, theirs, answers)
                    used += 1
        at += 1
    return used


@rule
def questions(side, state, seat):
    """About how many dice ``seat`` can ask."""
    return 0 if state.found[seat] else side.useful[seat] - state.asked[seat]


@rule
def asked_now(state, seat, many):
    """The bit set of the places that ``many`` more questions of ``seat`` ask about."""
    return ((1 << many) - 1) << state.asked[seat]


@rule
def answer(state, child, mine, theirs, answers):
    """The state after both have asked; bit k of ``answers``: seat k has found its target."""
    for seat in range(2):
        many = theirs if seat else mine
        child.asked[seat] = state.asked[seat] + many
        child.found[seat] = answers >> seat & 1
        asked = asked_now(state, seat, many)
        child.possible[1 - seat] = state.possible[1 - seat] & (asked if child.found[seat] else ~asked)


@rule
def child_of(side, state, mine, theirs, answers):
    return state.first + 4 * ((mine - 1) * questions(side, state, 1) + theirs - 1) + answers


# Counterfactual regret


@rule
def iterate(ending, iterations, mean):
    """Add up the strategies at the first state of :class:`Ending` in ``mean``, float64[2, VALUES,
    CHOICES]."""
    for t in range(iterations):
        for player in range(2):
            match_hands(ending)
            walk_down(ending)
            walk_up(ending, player)
            mean[player] += (t + 1.0) * ending.chances[0, player]


@rule
def match_hands(ending):
    """Regret matching for every hand of both players at every state."""
    side, public = ending.sides[0], ending.public
    all_regrets, all_chances = ending.regrets.reshape(-1), ending.chances.reshape(-1)
    for at in range(public.shape[0]):
        for player in range(2):
            many = questions(side, public[at], player) + 1
            for hand in range(VALUES):
                first = ((at * 2 + player) * VALUES + hand) * CHOICES
                match(all_regrets, all_chances, first, many, 1)


@rule
def walk_down(ending):
    """How likely each hand of each player is to come to a state by its own choices."""
    side, public, chances, reach = ending.sides[0], ending.public, ending.chances, ending.reach
    reach[0] = 1.0 / VALUES
    for at in range(public.shape[0]):
        state = public[at]
        for mine in range(1, questions(side, state, 0) + 1):
            for theirs in range(1, questions(side, state, 1) + 1):
                for answers in range(4):
                    child = child_of(side, state, mine, theirs, answers)
                    for hand in range(VALUES):
                        reach[child, 0, hand] = reach[at, 0, hand] * chances[at, 0, hand, mine]
                        reach[child, 1, hand] = reach[at, 1, hand] * chances[at, 1, hand, theirs]


@rule
def walk_up(ending, player):
    """What every hand of ``player`` is worth at every state; adds up its regrets."""
    side, public = ending.sides[0], ending.public
    chances, value, regrets = ending.chances, ending.value, ending.regrets
    gains = np.zeros(CHOICES)
    for at in range(public.shape[0] - 1, -1, -1):
        state = public[at]
        many = questions(side, state, player) + 1
        for hand in range(VALUES):
            value[at, hand] = 0.0
            if not state.possible[player] >> hand & 1:
                continue
            for choice in range(many):
                gains[choice] = worth_of(ending, at, player, hand, choice)
                value[at, hand] += chances[at, player, hand, choice] * gains[choice]
            for choice in range(many):
                advantage = gains[choice] - value[at, hand]
                regrets[at, player, hand, choice] = plus(regrets[at, player, hand, choice], advantage)


@rule
def worth_of(ending, at, player, hand, choice):
    """What a choice is worth against all hands and choices of the other, times how likely those are."""
    side, state, rival = ending.sides[0], ending.public[at], 1 - player
    total = 0.0
    for answer_of in range(questions(side, state, rival) + 1):
        if choice and answer_of:
            found = asked_now(state, rival, answer_of) >> hand & 1
            for finds in range(2):
                answers = finds << player | found << rival
                mine, theirs = (choice, answer_of) if player == 0 else (answer_of, choice)
                total += ending.value[child_of(side, state, mine, theirs, answers), hand]
        else:
            for other in range(VALUES):
                if state.possible[rival] >> other & 1:
                    chance = ending.reach[at, rival, other] * ending.chances[at, rival, other, answer_of]
                    total += chance * end(side, state, player, hand, other, choice, answer_of)
    return total


# How a turn with a shot ends


@rule
def end(side, state, player, hand, other, choice, answer_of):
    """The chance that ``player`` wins where one of them shoots or both do; 0 stands for a shot."""
    rival = 1 - player
    mine = hits(side, state, player, other, choice)
    theirs = hits(side, state, rival, hand, answer_of)
    stocks = side.stocks[player] - state.asked[player] - choice
    others = side.stocks[rival] - state.asked[rival] - answer_of
    neither = (1.0 - mine) * (1.0 - theirs) * after_round(side, stocks - others)
    if choice == 0 and answer_of == 0:
        return mine * (1.0 - theirs) + mine * theirs * sign(stocks - others) + neither
    if choice == 0:  # DU-9: the other shoots only if this misses
        return mine + neither
    return (1.0 - theirs) * mine + neither


@rule
def hits(side, state, hunter, place, asks):
    """The chance that ``hunter`` hits the die at ``place``, having asked about ``asks`` more."""
    if state.found[hunter] or asked_now(state, hunter, asks) >> place & 1:
        return 1.0
    return 1.0 / (side.values[hunter] - state.asked[hunter] - asks)


@rule
def after_round(side, ahead):
    """The chance to win with one target die each and so many stock dice more (DU-11, DU-14)."""
    return sign(ahead) if side.last else 1.0 / (1.0 + np.exp(-LEAD * ahead))


@rule
def sign(ahead):
    """DU-13, DU-14: more stock wins, and an equal one is a draw."""
    if ahead == 0:
        return 0.5
    return 1.0 if ahead > 0 else 0.0
