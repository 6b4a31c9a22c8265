"""KA'DICE!: all outcomes of a roll, and the best that the abilities make of them.

Dice are written here as a key: the sum of 6 to the power n - 1 over dice that show n, sixes left out. So
five dice of any kind have a key of their own below 7,776, and keys of dice that lie together add up. What
five dice bring is ``gains``, float64[KEYS], by key.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from ...kernel.contract import rule
from .cards import DICE, FACES, TEN, THREE, TWENTY_FIVE, one

KEYS = 6**DICE
KEY = np.array([0, *(6 ** (face - 1) for face in range(1, FACES)), 0], np.int64)  # by face
_ROLLS = [faces for dice in range(DICE + 1) for faces in combinations_with_replacement(range(1, 7), dice)]
FIRST = np.array([sum(len(faces) < dice for faces in _ROLLS) for dice in range(DICE + 2)], np.int64)
ROLL_KEY = np.array([sum(int(KEY[face]) for face in faces) for faces in _ROLLS], np.int64)
ROLL_DICE = np.array([sum(one(face) for face in faces) for faces in _ROLLS], np.int64)
COUNT = np.array([[faces.count(face) for face in range(7)] for faces in _ROLLS], np.int64)
WAYS = np.array(
    [factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces)) for faces in _ROLLS],
    np.int64,
)


@rule
def mean_of_rolls(card, shifted, kept, fresh, gains):
    """The mean, over every roll of ``fresh`` dice beside those ``kept`` (a key), of the most that they bring
    to the owner of ``card``."""
    total = 0.0
    for k in range(FIRST[fresh], FIRST[fresh + 1]):
        total += WAYS[k] * best_changed(card, shifted, kept, k, gains)
    return total / 6.0**fresh


@rule
def best_changed(card, shifted, kept, roll, gains):
    """The most that ``kept`` dice and a roll bring after the changes that the ability of ``card`` allows,
    whose one shift of the round may have been made (``shifted``)."""
    key = kept + ROLL_KEY[roll]
    if is_five_alike(key):
        return gains.max()
    if card < FACES:
        wild = COUNT[roll, card + 1]
        return best_wild(key - wild * KEY[card + 1], wild, gains) if wild else gains[key]
    down = card == THREE or (card == TEN and not shifted)
    up = card == THREE or (card == TWENTY_FIVE and not shifted)
    best = gains[key]
    for face in range(1, FACES + 1):
        if COUNT[roll, face]:
            if down and face > 1:
                best = max(best, gains[key - KEY[face] + KEY[face - 1]])
            if up and face < FACES:
                best = max(best, gains[key - KEY[face] + KEY[face + 1]])
    return best


@rule
def is_five_alike(key):
    """Whether a key is that of five dice that show the same."""
    for face in range(1, FACES + 1):
        if key == DICE * KEY[face]:
            return True
    return False


@rule
def best_wild(key, wild, gains):
    """The most that dice bring when so many more may show anything."""
    best = 0.0
    for k in range(FIRST[wild], FIRST[wild + 1]):
        best = max(best, gains[key + ROLL_KEY[k]])
    return best
