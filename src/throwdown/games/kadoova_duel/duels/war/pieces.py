"""War! on the table (KD-D12)."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.scene import Part, Piece, Zone
from ..counts import many
from ..own_pieces import DuelPieces, die
from ..phrases import names_of, seats_of
from ..table import DONE
from ..view import View
from .facts import FACTS, ROUNDS


class Pieces(DuelPieces):
    def zones(self, view: View, seat: int) -> Iterator[Zone]:
        rounds = tuple(round_piece(view, k) for k in range(ROUNDS))
        yield Zone("rounds", "table", "row", label=label(view), pieces=rounds)
        for each in seats_of(view.duelists):
            won = f"{many(sum(view.spoils[each]), 'die')} won"
            yield Zone(f"ranks-{each}", "table", "ranks", each, f"{{{each}}}", won, tuple(dice(view, each)))

    def parts(self, view: View, seat: int) -> list[Part]:
        rounds = [
            Part(f"Round {k + 1}", "won", state="best")
            for k, winner in enumerate(view.round_winner)
            if winner == seat + 1
        ]
        return [*rounds, Part("Dice won", str(sum(view.spoils[seat])))]


def round_piece(view: View, k: int) -> Piece:
    winner = view.round_winner[k] - 1
    says = f"round {k + 1}" + (f", taken by {{{winner}}}" if winner >= 0 else "")
    states = ("now",) if view.battle == k + 1 else ()
    return Piece(f"round-{k}", "round", str(k + 1), seat=winner, states=states, says=says)


def label(view: View) -> str:
    if view.stage != DONE and view.greys:
        if view.war_all and view.greys == 1:
            return "All of the round roll grey dice for the tie"
        return f"{names_of(view.tied)} are tied and roll grey dice"
    return f"Round {min(view.battle, ROUNDS)} of {ROUNDS}"


def dice(view: View, seat: int) -> Iterator[Piece]:
    """The dice of the round, and those won in the rounds before."""
    best = max(max(row) for row in view.die)
    for k, face in enumerate(view.die[seat]):
        if face:
            lost = view.greys == 1 and face < best
            owner = seat if k == 0 else -1
            yield die(f"die-{seat}-{k}", face, owner, states=("spent",) if lost else ())
    if view.grey[seat]:
        yield die(f"grey-{seat}", view.grey[seat])
    for owner in range(4):
        for k in range(view.spoils[seat][owner]):
            name, says = f"won-{seat}-{owner}-{k}", f"{{{owner}'s}} die, won"
            yield Piece(name, "die", "", seat=owner, states=("small",), says=says)


PIECES = Pieces(FACTS)
