"""Regret matching, for all players that draw their choices: the search (:mod:`.tree`), the solvers of trees
(:mod:`.regret`) and of public states (:mod:`.ranges`), and what games solve themselves.

The regret of a choice is how much more it would have brought than the strategy did, summed over all
iterations so far. Regrets never fall below 0 (regret matching plus, as in CFR+: Tammelin 2014).
"""

from __future__ import annotations

from ..kernel.contract import rule


@rule
def match(regrets, strategy, first, count, step):
    """Regret matching (Hart and Mas-Colell 2000) for a decision whose ``count`` choices stand at ``first``,
    ``first + step`` and so on of ``regrets`` and ``strategy``, both float64[n].

    ``strategy`` becomes probabilities in proportion to the positive regrets, whose sum is returned; uniform
    where that is 0. Sums of strategies become the average strategy in the same way. Both may be the same
    array.
    """
    total = 0.0
    for k in range(first, first + count * step, step):
        strategy[k] = max(0.0, regrets[k])
        total += strategy[k]
    for k in range(first, first + count * step, step):
        strategy[k] = strategy[k] / total if total > 0.0 else 1.0 / count
    return total


@rule
def match_rows(regrets, strategy, first, count, totals):
    """:func:`match` for all hands at once: choice ``k`` of every hand stands in row ``first + k`` of
    ``regrets`` and ``strategy``, both float64[rows, hands], which may be the same array. ``totals``,
    float64[hands], become the sums."""
    totals[:] = 0.0
    for row in range(first, first + count):
        for hand in range(totals.shape[0]):
            strategy[row, hand] = max(0.0, regrets[row, hand])
            totals[hand] += strategy[row, hand]
    for row in range(first, first + count):
        for hand in range(totals.shape[0]):
            strategy[row, hand] = strategy[row, hand] / totals[hand] if totals[hand] > 0.0 else 1.0 / count


@rule
def plus(regret, advantage):
    """A regret after an iteration in which its choice would have brought ``advantage`` more than the strategy
    did; never below 0."""
    return max(0.0, regret + advantage)
