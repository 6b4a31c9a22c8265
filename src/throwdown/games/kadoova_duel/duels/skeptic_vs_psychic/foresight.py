"""Skeptic vs Psychic for players that are programs: which side is the better one with so many dice."""

from __future__ import annotations

from .....kernel.contract import rule

__all__ = ["worth_of_role"]

BEATS = 100  # after which somebody has almost certainly won


@rule
def worth_of_role(s, seat, is_first):
    """The better side is taken."""
    return 1.0 if (chance_of_first(s) > 0.5) == is_first else 0.0


@rule
def chance_of_first(s):
    """The chance that the Skeptic wins at equal beats where no card is played, a tie counted as half.

    Of 216 throws of three targets 6 come to one number, 90 to two and 120 to three.
    """
    one = two = three = mine = 1.0
    chance = theirs_before = ours_before = 0.0
    for _ in range(BEATS):
        one, two, three, mine = one * 5 / 6, two * 4 / 6, three * 3 / 6, mine * 5 / 6
        skeptic, psychic = s.dice_begun_with[0], s.dice_begun_with[1]
        ours = (
            6 * all_matched(one, skeptic) + 90 * all_matched(two, skeptic) + 120 * all_matched(three, skeptic)
        ) / 216
        theirs = all_matched(mine, psychic)
        chance += (ours - ours_before) * (1.0 - (theirs + theirs_before) / 2)
        ours_before, theirs_before = ours, theirs
    return chance


@rule
def all_matched(missing, dice):
    """The chance that all of so many ``dice`` have matched, each of which is ``missing`` with that chance."""
    chance = 1.0
    for _ in range(dice):
        chance *= 1.0 - missing
    return chance
