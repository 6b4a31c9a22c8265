"""What lies on the table between two turns, while cards are being dealt."""

from __future__ import annotations

import random
from collections import Counter

import throwdown
from throwdown.kernel.contract import SPECTATOR


def test_when_the_turn_passes_to_the_opponent_no_piece_lies_twice_kd6():
    match = throwdown.load("kadoova-duel").match(4, seed=3, values={"timing": "paced"})
    rng = random.Random(3)
    twice: list[str] = []

    def look(*_: object) -> None:
        pieces = Counter(piece.id for zone in match.scene(SPECTATOR).zones for piece in zone.pieces)
        twice.extend(piece for piece, times in pieces.items() if times > 1)

    match.hear = look
    while match.awaited and len(match.log) < 3000:
        seat = match.awaited[0]
        match.play(seat, rng.choice(match.legal_events(seat)))
    assert twice == []
