"""What goes from game to game of a set: chips, and pots that wait."""

from __future__ import annotations

from msgspec import Struct


class Pot(Struct, frozen=True):
    """Chips that wait for the next game of those who paid them."""

    players: tuple[int, ...]
    chips: int


class Carried(Struct, frozen=True, omit_defaults=True):
    """What goes from game to game: chips by player, a pot for whoever plays next, and pots that wait for
    the next game of the same players."""

    chips: tuple[int, ...]
    pot: int = 0
    waiting: tuple[Pot, ...] = ()

    def pot_of(self, players: tuple[int, ...]) -> int:
        """The chips in the pot of the next game of these ``players``."""
        return self.pot + sum(pot.chips for pot in self.waiting if pot.players == players)
