"""HTTP: the dice of a finished match, so that anybody can draw every one of them again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from litestar import get
from msgspec import Struct

from throwdown.kernel.chance import Committed, Offer, commitment
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.match import Match
from throwdown.server.api_tables import finished
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall


class Roll(Struct, frozen=True):
    """Chance event ``number`` of the match: what could come up, and which of it did.

    ``weights`` are empty where all are equally likely; ``drew`` is the index in ``events``.
    """

    number: int
    events: tuple[str, ...]
    weights: tuple[int, ...]
    drew: int


class Dice(Struct, frozen=True):
    """What was sealed before the match, the secret that opens it, everybody's seeds by seat, the rolls."""

    commitment: str
    secret: str
    seeds: tuple[str, ...]
    rolls: tuple[Roll, ...]


class Listening:
    """A source of chance that only hears what is offered."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []

    def draw(self, offer: Offer) -> None:
        self.offers.append(offer)


def rolls_of(match: Match) -> Iterator[Roll]:
    """Every chance event of ``match``, with what was offered when it was due."""
    fresh = match.replay(0)
    for number, entry in enumerate(match.log, 1):
        if entry.seat == CHANCE:
            heard = Listening()
            fresh.drawn_by(heard)
            offer = heard.offers[0]
            texts = fresh.texts(CHANCE, offer.events)
            drew = list(offer.events).index(entry.event)
            yield Roll(number, tuple(texts), tuple(offer.weights or ()), drew)
        fresh.extend([entry])


def dice_of(match: Match) -> Dice:
    chance = match.chance
    if not isinstance(chance, Committed):
        raise Refusal("the dice of this match were not sealed: they cannot be checked", 404)
    return Dice(commitment(chance.secret), chance.secret.hex(), chance.seeds, tuple(rolls_of(match)))


@get("/api/tables/{table:str}/matches/{number:int}/dice")
async def dice(hall: Hall, table: str, number: int) -> Dice:
    """All that is needed to draw the dice of a finished match again, without knowing its rules."""
    return await asyncio.to_thread(dice_of, (await finished(hall, table, number)).match)
