"""The loops of players over one game; loaded once per game, like the kernel's loops.

A simulation fills in what the thinking seat cannot know by ``guess``, walks down the tree, plays on to
the end, or to a point that the game calls ``settled``, and credits every choice on its way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..kernel.contract import CHANCE, MAX_SEATS, rule
from ..kernel.loops import draw, next_seat
from ..kernel.rng import below, start, unit
from .defaults import (
    as_it_is,
    at_the_end,
    even,
    keep_choice,
    no_mixture,
    of_all,
    of_the_match,
    say_nothing,
    unsolved,
    weighs,
)
from .network import number_of, share_out
from .tree import (
    ALTERNATELY,
    DEPTH,
    HIGHEST,
    LOWEST,
    NOWHERE,
    Policies,
    by_chance,
    by_confidence,
    credit,
    fingerprint,
    grow,
    mixture,
    new_scratch,
    place_of,
)

rules: Any = globals().get("rules")  # the loader puts the game's rules and heuristics here
heuristics: Any = globals().get("heuristics")


@rule
def rate_each(s, seat, events, worths):
    """The default of ``rate_all``: fill ``worths``, float64[n], with the ``worth`` of each of ``events``,
    int32[n]."""
    for k in range(events.shape[0]):
        worths[k] = heuristics.worth(s, seat, events[k])


unchoose = getattr(heuristics, "unchoose", keep_choice)
small_step = getattr(heuristics, "small_step", weighs)
is_solvable = getattr(heuristics, "is_solvable", unsolved)
mixture_of = getattr(heuristics, "solve", no_mixture)
settled = getattr(heuristics, "settled", at_the_end)
outlook = getattr(heuristics, "outlook", even)
rate_all = getattr(heuristics, "rate_all", rate_each)
describe = getattr(heuristics, "describe", say_nothing)
judged = getattr(heuristics, "is_judged", of_all)
in_match = getattr(heuristics, "in_match", of_the_match)
decisive = getattr(heuristics, "make_decisive", as_it_is)
rough = getattr(
    heuristics, "rough", getattr(heuristics, "worth", even)
)  # a quick ``worth`` for imagined play

FEWEST_LOOKS = int(getattr(heuristics, "LOOKS", 1))  # in imagined play, where fewer would miss too much
TRUST = float(getattr(heuristics, "TRUST", 1.0))  # how sharply the rule of thumb may turn the search
before = getattr(heuristics, "before", rough)  # what former levels go by
outlook_before = getattr(heuristics, "outlook_before", outlook)
LOOKS_BEFORE = int(getattr(heuristics, "LOOKS_BEFORE", FEWEST_LOOKS))
TRUST_BEFORE = float(getattr(heuristics, "TRUST_BEFORE", TRUST))
IS_REPLACED = int(hasattr(heuristics, "before"))
IS_ROUGH = int(hasattr(heuristics, "rough"))
RATES_ALL = int(hasattr(heuristics, "rate_all") and not IS_ROUGH)  # whether it stands for ``rough``


@rule
def is_step(S):
    """Whether the choice at hand is a small step, for which the best event by ``rough`` is taken without a
    search; ``S`` is one record."""
    return small_step(S[0])


@rule
def is_solved(S):
    """Whether the game computes an equilibrium of the choice at hand; ``S`` is one record, hidden for its
    seat."""
    return is_solvable(S[0])


@rule
def solve(S, seat, rng, iterations, events, shares):
    """Fill ``events``, int32[EVENTS], and ``shares``, float64[EVENTS], with the mixed strategy that the
    game computes for ``seat`` in ``iterations`` iterations; returns the number of events. ``S`` is one
    record, ``rng`` uint64[4]."""
    return mixture_of(S[0], seat, rng, iterations, events, shares)


@rule
def rate(S, seat, events, worth):
    """Fill ``worth``, float64[n], with the game's heuristic value of ``events``, int32[n], for ``seat`` in
    the hidden record ``S``, an array of one element."""
    rate_all(S[0], seat, events, worth)


@rule
def glance(S, seat, events, worth):
    """Fill ``worth``, float64[n], with the game's quicker heuristic value (``rough``) of ``events``,
    int32[n], for ``seat`` in the hidden record ``S``, an array of one element."""
    if RATES_ALL:
        rate_all(S[0], seat, events, worth)
        return
    for k in range(events.shape[0]):
        worth[k] = rough(S[0], seat, events[k])


@rule
def look_back(S, seat, events, worth):
    """Fill ``worth``, float64[n], with the value that former levels see in ``events``, int32[n], for ``seat``
    in the hidden record ``S``, an array of one element: that of :func:`glance` where the game's rule of thumb
    was never replaced."""
    if IS_REPLACED == 0:
        glance(S, seat, events, worth)
        return
    for k in range(events.shape[0]):
        worth[k] = before(S[0], seat, events[k])


@rule
def take_back(s, seat, seats):
    """Undo in the record ``s`` what seats other than ``seat`` have chosen in secret.

    So the tree learns what they may have chosen, and nobody knows more, or less, for having chosen last.
    """
    for other in range(seats):
        if other != seat:
            unchoose(s, other)


@rule
def in_secret(s, seat, seats, a):
    """Whether some of the ``seats`` do not learn that ``seat`` makes event ``a``, and so choose without
    having seen it."""
    everyone = (1 << seats) - 1
    return rules.witnesses(s, seat, a) & everyone != everyone


@rule
def trusted(sharpness, former):
    """The ``sharpness`` of the priors, as far as the rule of thumb is to be trusted: that of today, or that
    which ``former`` levels go by."""
    return sharpness * (TRUST_BEFORE if former else TRUST)


@rule
def descend(boards, seats, tree, scratch, rng, tuning, scale):
    """Descend the tree from the determinization in ``boards.played`` and add one node to it; returns the
    length of the path, which is written into ``scratch.path`` and ``scratch.odds``.

    The groups are :class:`.tree.Boards`, :class:`.tree.Tree`, :class:`.tree.Scratch` and
    :class:`.tree.Tuning`, all over arrays of their shapes; ``rng`` is uint64[4]. ``scale`` is the exploration
    constant in units of the results.
    """
    events, weights, worths = scratch.events, scratch.weights, scratch.worths
    H = boards.hidden
    s = boards.played[0]
    depth = 0
    while depth < DEPTH:
        mask = rules.awaited(s)
        if mask == 0:
            return depth
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, events, weights)
        if seat == CHANCE or n == 1:
            rules.apply(s, seat, events[draw(n, total, weights, rng)])
            if settled(s):
                return depth
            continue
        H[0] = s
        rules.hide(H[0], seat)
        if small_step(s):
            rules.apply(s, seat, events[best_look(H[0], seat, n, events, n, tuning.former, rng)])
            continue
        take_back(H[0], seat, seats)
        key = fingerprint(boards.words, seat)
        slot = place_of(tree.slots, tree.nodes, key)
        number = tree.slots[slot] - 1
        fresh = number == NOWHERE
        if fresh:
            mixed = int(in_secret(s, seat, seats, events[0]))
            if tuning.former:
                look_back(H, seat, events[:n], worths)
            else:
                glance(H, seat, events[:n], worths)
            number = grow(
                tree, slot, key, mixed, events[:n], worths, trusted(tuning.sharpness, tuning.former)
            )
            if number == NOWHERE:
                return depth
        node = tree.nodes[number]
        if node.mixed:
            k = by_chance(worths, mixture(node, tree.edges, tuning.mixing, worths), rng)
            scratch.odds[depth] = worths[k]
        else:
            k = by_confidence(node, tree.edges, scale)
        scratch.path[depth, 0], scratch.path[depth, 1], scratch.path[depth, 2] = number, k, seat
        depth += 1
        rules.apply(s, seat, tree.edges[node.first + k].event)
        if fresh or settled(s):
            return depth
    return depth


@rule
def play_on(W, events, weights, rng, tuning):
    """Roll out: play the match in ``W`` on, at random or by the best of a few random events, until it can
    be judged.

    ``W`` is an array of one record, ``events`` and ``weights`` are int32[EVENTS], ``rng`` is uint64[4],
    ``tuning`` is :class:`.tree.Tuning`.
    """
    s = W[0]
    while not settled(s):
        mask = rules.awaited(s)
        if mask == 0:
            return
        seat = CHANCE if mask >> CHANCE & 1 else next_seat(mask)
        n, total = rules.legal(s, seat, events, weights)
        k = draw(n, total, weights, rng)
        if seat != CHANCE and n > 1 and unit(rng) < tuning.guided:
            fewest = LOOKS_BEFORE if tuning.former else FEWEST_LOOKS
            k = best_look(s, seat, n, events, max(fewest, tuning.looks), tuning.former, rng)
        rules.apply(s, seat, events[k])


@rule
def best_look(s, seat, n, events, looks, former, rng):
    """The index of the event that ``rough`` rates highest among ``looks`` random ones of ``events[:n]``,
    int32[n]; among all where there are no more. Where ``former``, it is rated as former levels do."""
    every = n <= looks
    if every and RATES_ALL and not (former and IS_REPLACED):
        return best_of_all(s, seat, events[:n])
    best, choice = -1e300, 0
    for look in range(n if every else looks):
        k = look if every else below(rng, n)
        worth = before(s, seat, events[k]) if former else rough(s, seat, events[k])
        if worth > best:
            best, choice = worth, k
    return choice


@rule
def best_of_all(s, seat, events):
    """The index of the event of ``events``, int32[n], that ``worth`` rates highest; the first of several."""
    worths = np.empty(events.shape[0])
    rate_all(s, seat, events, worths)
    choice = 0
    for k in range(events.shape[0]):
        if worths[k] > worths[choice]:
            choice = k
    return choice


@rule
def judged_choice(S, seat, events, policies, rng):
    """The index of the event of ``events``, int32[n], that ``seat`` chooses by :class:`.tree.Policies` where
    it does not slip; ``S`` is one record hidden for it.

    With a temperature that is the largest worth with a Gumbel number added to each, in units of the
    temperature: so an event is drawn with a probability in proportion to exp(worth / temperature).
    """
    temperature, rated, evenly = policies.temperatures[seat], policies.rated[seat], policies.evenly[seat]
    n = events.shape[0]
    if temperature == 0.0 and rated == 0 and evenly == 0:
        return best_look(S[0], seat, n, events, policies.looks[seat], policies.former[seat], rng)
    worths = np.empty(n)
    if policies.former[seat]:
        look_back(S, seat, events, worths)
    elif rated:
        rate(S, seat, events, worths)
    else:
        glance(S, seat, events, worths)
    best, choice, equals = -1e300, 0, 0
    left = min(policies.looks[seat], n) if evenly else n
    for k in range(n):
        if left < n - k and below(rng, n - k) >= left:
            continue  # ``left`` of the events from this one on are looked at
        left -= 1
        worth = worths[k]
        if temperature:
            worth -= temperature * np.log(-np.log(max(unit(rng), 1e-300)))
        if worth > best:
            best, choice, equals = worth, k, 1
        elif evenly and worth == best:
            equals += 1
            if below(rng, equals) == 0:
                choice = k
    return choice


@rule
def judge(s, seats, former, points, values):
    """Fill ``values[:seats]``, float64[8], with shares of the win from 0 to 1: those of the standing where
    the match is over, else the game's ``outlook``, or what it was to ``former`` levels. ``points`` is
    int64[8]."""
    rules.standing(s, points)
    best, winners = points[0], 0
    for seat in range(seats):
        best = max(best, points[seat])
    if rules.awaited(s):
        if former:
            outlook_before(s, seats, values)
        else:
            outlook(s, seats, values)
        return
    for seat in range(seats):
        winners += points[seat] == best
    for seat in range(seats):
        values[seat] = 1.0 / winners if points[seat] == best else 0.0


@rule
def judge_settled(s, seats, judge, signs, hidden, values):
    """Fill ``values[:seats]``, float64[8], with the shares of the win that ``judge``, a
    :class:`.network.Judge`, gives in a settled record; ``signs``, float32[SIGNS], and ``hidden``,
    float32[n], are scratch."""
    for seat in range(seats):
        describe(s, seat, judge.table, signs)
        values[seat] = number_of(judge, signs, hidden)
    share_out(seats, values)
    in_match(s, seats, values)


@rule
def appraise(s, seats, learned, former, points, signs, hidden, values):
    """Fill ``values[:seats]``, float64[8], with shares of the win: as ``learned``, a :class:`.network.Judge`,
    has them where it has signs and tells of the record, else by :func:`judge`. The scratch is that of
    :func:`judge` and :func:`judge_settled`."""
    if learned.direct.shape[0] and judged(s) and rules.awaited(s):
        judge_settled(s, seats, learned, signs, hidden, values)
    else:
        judge(s, seats, former, points, values)


@rule
def settle(S, rng):
    """Play on by chance until ``S``, one record, is settled or somebody chooses; returns whether it is
    settled and the match goes on. ``rng`` is uint64[4]."""
    s = S[0]
    while not settled(s) and leave_to_chance(s, rng):
        pass
    return settled(s) and rules.awaited(s) != 0


@rule
def leave_to_chance(s, rng):
    """Play what chance does next in the record ``s``; False where it does nothing. ``rng`` is uint64[4]."""
    if rules.awaited(s) >> CHANCE & 1 == 0:
        return False
    events, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    n, total = rules.legal(s, CHANCE, events, weights)
    rules.apply(s, CHANCE, events[draw(n, total, weights, rng)])
    return True


@rule
def pose(S, seats, table, signs):
    """Change ``S``, one settled record, into one in which what the judge tells of decides the match, and fill
    ``signs``, float32[seats, SIGNS], with what it goes by. ``table`` is float32[TABLE]."""
    s = S[0]
    decisive(s)
    for seat in range(seats):
        describe(s, seat, table, signs[seat])


@rule
def next_choice(S, rng):
    """Play on by chance in ``S``, one record, until somebody chooses; returns the seat that does, or NOWHERE
    where the match is over. ``rng`` is uint64[4]."""
    s = S[0]
    while leave_to_chance(s, rng):
        pass
    mask = rules.awaited(s)
    return next_seat(mask) if mask else NOWHERE


@rule
def think(S, seat, seats, work, rng, sims, tuning):
    """Run ``sims`` simulations of ISMCTS for ``seat`` from its hidden record ``S``, an array of one
    element.

    ``work`` is :class:`.tree.Workspace`, ``tuning`` :class:`.tree.Tuning`; ``rng`` is uint64[4]. Exploration
    is measured in standard deviations of the results so far.
    """
    scratch = new_scratch(rules.EVENTS)
    boards, tree, spread = work.boards, work.tree, work.spread
    W, learned = boards.played, work.judge
    signs, hidden = np.empty_like(learned.direct), np.empty_like(learned.floor)
    points, values = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
    for _ in range(sims):
        W[0] = S[0]
        rules.guess(W[0], seat, rng)
        take_back(W[0], seat, seats)
        depth = descend(boards, seats, tree, scratch, rng, tuning, tuning.explore * deviation(spread))
        play_on(W, scratch.events, scratch.weights, rng, tuning)
        appraise(W[0], seats, learned, tuning.former, points, signs, hidden, values)
        credit(tree, scratch, depth, values, tuning.mixing)
        spread[0] += 1.0
        spread[1] += values[seat]
        spread[2] += values[seat] ** 2


@rule
def deviation(spread):
    """The standard deviation of the results so far; ``spread`` is float64[3]. One half before the eighth
    result."""
    if spread[0] < 8.0:
        return 0.5
    mean = spread[1] / spread[0]
    return max(0.01, np.sqrt(max(0.0, spread[2] / spread[0] - mean * mean)))


@rule
def root(S, seat, seats, work):
    """The number of the node whose information set is ``S``, one record hidden for ``seat``, or NOWHERE.
    ``work`` is :class:`.tree.Workspace`."""
    boards, tree = work.boards, work.tree
    boards.hidden[0] = S[0]
    take_back(boards.hidden[0], seat, seats)
    return tree.slots[place_of(tree.slots, tree.nodes, fingerprint(boards.words, seat))] - 1


@rule
def plant(S, seat, seats, work, tuning):
    """Make ``S``, one record hidden for ``seat``, a node whose priors come from the game's full ``worth``,
    in place of one with priors from ``rough``. ``work`` is :class:`.tree.Workspace`, ``tuning``
    :class:`.tree.Tuning`."""
    boards, tree = work.boards, work.tree
    number = root(S, seat, seats, work)
    if number != NOWHERE and (tree.nodes[number].rated or IS_ROUGH == 0):
        return
    H, scratch = boards.hidden, new_scratch(rules.EVENTS)
    n, _ = rules.legal(H[0], seat, scratch.events, scratch.weights)
    events = scratch.events[:n]
    if tuning.former and IS_REPLACED:
        look_back(H, seat, events, scratch.worths)
    else:
        rate(H, seat, events, scratch.worths)
    key = fingerprint(boards.words, seat)
    mixed = int(in_secret(H[0], seat, seats, events[0]))
    slot = place_of(tree.slots, tree.nodes, key)
    number = grow(tree, slot, key, mixed, events, scratch.worths, trusted(tuning.sharpness, tuning.former))
    if number != NOWHERE:
        tree.nodes[number].rated = 1


@rule
def contest(S, H, policies, dice, rng, events, weights, stops):
    """Play the match in ``S`` on by :class:`.tree.Policies`, to its end or until it has come to ``stops``
    positions that can be judged (0: to its end); returns the number of events.

    Chance draws from ``dice`` and choices from ``rng``, both uint64[4], so that mirrored matches see the same
    dice. ``H`` is an array of one record, ``events`` and ``weights`` are int32[EVENTS]: all are scratch.
    """
    s, looks = S[0], policies.looks
    count, passed, was_settled = 0, 0, False
    while True:
        mask = rules.awaited(s)
        if mask == 0:
            return count
        seat = asked(mask, policies.order)
        n, total = rules.legal(s, seat, events, weights)
        k = draw(n, total, weights, dice if seat == CHANCE else rng)
        if seat != CHANCE and n > 1 and looks[seat] > 1 and unit(rng) >= policies.slips[seat]:
            H[0] = s
            rules.hide(H[0], seat)
            k = judged_choice(H, seat, events[:n], policies, rng)
        rules.apply(s, seat, events[k])
        count += 1
        if stops:
            is_settled = settled(s) and judged(s)
            passed += is_settled and not was_settled
            was_settled = is_settled
            if passed == stops:
                return count


@rule
def asked(mask, order):
    """The seat of ``mask`` that is asked: CHANCE where it waits, else the lowest, or with HIGHEST as
    ``order`` the highest."""
    if mask >> CHANCE & 1:
        return CHANCE
    if order != HIGHEST:
        return next_seat(mask)
    seat = MAX_SEATS - 1
    while not mask >> seat & 1:
        seat -= 1
    return seat


@rule
def in_order(policies, number):
    """``policies``, :class:`.tree.Policies`, for the match of that number."""
    order = policies.order if policies.order != ALTERNATELY else HIGHEST if number & 1 else LOWEST
    looks, slips, temperatures = policies.looks, policies.slips, policies.temperatures
    return Policies(looks, slips, temperatures, policies.rated, policies.evenly, policies.former, order)


@rule
def contests(S, many, seed, first, policies, points):
    """Play ``many`` matches on from ``S``, an array of one record, by :class:`.tree.Policies`, match k with
    the streams of ``first + k`` of ``seed``.

    Row k of ``points``, int64[many, MAX_SEATS], receives the standing of match k. Returns the number of
    events.
    """
    board, hidden = S.copy(), S.copy()
    dice, rng = np.empty(4, np.uint64), np.empty(4, np.uint64)
    events, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    total = 0
    for k in range(many):
        board[0] = S[0]
        start(dice, seed, 2 * (first + k))
        start(rng, seed, 2 * (first + k) + 1)
        total += contest(board, hidden, in_order(policies, first + k), dice, rng, events, weights, 0)
        rules.standing(board[0], points[k])
    return total


@rule
def roll_out(S, seat, seats, work, events, first, playing, shares):
    """Rollouts (Tesauro and Galperin 1996): row k of ``shares``, float64[many, n], receives the share of the
    win of ``seat`` after each of ``events``, int32[n], in playout ``first + k``.

    ``S`` is one record hidden for ``seat``, ``work`` is :class:`.tree.Workspace`. What is hidden is guessed
    once for each playout and what others have chosen in secret taken back; then all go on as ``playing``,
    :class:`.tree.Playing`, has it, after each event with the same dice.
    """
    W, H = work.boards.played, work.boards.hidden
    guessed = S.copy()
    dice, rng = np.empty(4, np.uint64), np.empty(4, np.uint64)
    legal, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    points, values = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
    learned = work.judge
    signs, hidden = np.empty_like(learned.direct), np.empty_like(learned.floor)
    for k in range(shares.shape[0]):
        stream = 3 * (first + k)
        start(rng, playing.seed, stream)
        guessed[0] = S[0]
        rules.guess(guessed[0], seat, rng)
        take_back(guessed[0], seat, seats)
        for e in range(events.shape[0]):
            start(dice, playing.seed, stream + 1)
            start(rng, playing.seed, stream + 2)
            W[0] = guessed[0]
            rules.apply(W[0], seat, events[e])
            contest(W, H, playing.policies, dice, rng, legal, weights, playing.stops)
            appraise(W[0], seats, learned, 0, points, signs, hidden, values)
            shares[k, e] = values[seat]


@rule
def play_from(S, seats, work, many, playing, shares):
    """Fill ``shares``, float64[8], with the mean shares of the win over so many playouts from ``S``, one
    record, which go on as ``playing``, :class:`.tree.Playing`, has it. ``work`` is :class:`.tree.Workspace`.
    """
    W, H, learned = work.boards.played, work.boards.hidden, work.judge
    dice, rng = np.empty(4, np.uint64), np.empty(4, np.uint64)
    legal, weights = np.empty(rules.EVENTS, np.int32), np.empty(rules.EVENTS, np.int32)
    points, values = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS)
    signs, hidden = np.empty_like(learned.direct), np.empty_like(learned.floor)
    shares[:] = 0.0
    for k in range(many):
        start(dice, playing.seed, 2 * k)
        start(rng, playing.seed, 2 * k + 1)
        W[0] = S[0]
        contest(W, H, playing.policies, dice, rng, legal, weights, playing.stops)
        appraise(W[0], seats, learned, 0, points, signs, hidden, values)
        for seat in range(seats):
            shares[seat] += values[seat] / many


@rule
def follow(S, seer, seat, event, slips, boards, seen, chances):
    """Make an event of ``seat`` in each of ``S``, records[n]: states that the seat ``seer`` takes for
    possible.

    ``event`` is what the seer has learned, and ``chances``, float64[n], receives its probability there; with
    NOWHERE an event is drawn in each, the one at ``chances[k]``, from 0 to 1, along all that may be made, in
    the place of which comes 1. Seats choose by the rule of thumb, but the part ``slips`` of their choices is
    random; what the seer has chosen itself was certain. A chance is 0 where the event cannot be made, or the
    seer would then not see ``seen``, the words of its hidden record. ``boards`` is :class:`.tree.Boards`.
    """
    H, words = boards.hidden, boards.words.numbers
    scratch = new_scratch(rules.EVENTS)
    events, weights, shares = scratch.events, scratch.weights, scratch.results
    for k in range(S.shape[0]):
        s, place = S[k], chances[k]
        chances[k] = 0.0
        if not rules.awaited(s) >> seat & 1:
            continue
        n, total = rules.legal(s, seat, events, weights)
        for e in range(n):
            shares[e] = weights[e] if seat == CHANCE and total else 1.0
        if seat != CHANCE and seat != seer and n > 1:
            H[0] = s
            rules.hide(H[0], seat)
            glance(H, seat, events[:n], scratch.worths)
            shares[:n] = slips / n
            shares[np.argmax(scratch.worths[:n])] += 1.0 - slips
        whole, odds, made = shares[:n].sum(), 1.0, 0
        if event == NOWHERE:
            along = shares[0]
            while made < n - 1 and along <= place * whole:
                made += 1
                along += shares[made]
        else:
            while made < n and events[made] != event:
                made += 1
            if made == n:
                continue
            odds = 1.0 if seat == seer else shares[made] / whole
        rules.apply(s, seat, events[made])
        H[0] = s
        rules.hide(H[0], seer)
        if is_same(words, seen):
            chances[k] = odds


@rule
def is_same(words, others):
    """Whether two records have the same words, both uint32[n] or uint8[n]."""
    for k in range(words.shape[0]):
        if words[k] != others[k]:
            return False
    return True
