"""HTTP: the dice of a finished match, so that anybody can draw every one of them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from litestar import MediaType, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from msgspec import Struct

from throwdown.arena.source import thrown_again
from throwdown.kernel import fair, transcript
from throwdown.kernel.chance import Committed, Offer, Seeded, commitment, sealed
from throwdown.kernel.contract import CHANCE
from throwdown.kernel.errors import ThrowdownError
from throwdown.kernel.match import Match
from throwdown.server.api.games import AnyRequest
from throwdown.server.archive.finished import Whole, ended, told
from throwdown.server.errors import Refusal
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.server.work.heavy import sent

LARGEST_TRANSCRIPT = 1024 * 1024  # bytes


class Roll(Struct, frozen=True):
    """Chance event ``number`` of the match: what could come up, and which of it did.

    ``weights`` are empty where all are equally likely; ``drew`` is the index in ``events``. ``hidden``: with
    fair dice it was drawn under the secret too, for not everybody saw it.
    """

    number: int
    events: tuple[str, ...]
    weights: tuple[int, ...]
    drew: int
    hidden: bool = False


class Linked(Struct, frozen=True):
    """What all were bound to before a match with fair dice, its log as (seat, event), and the links of each
    roll; ``length`` is that of the server's chains."""

    match_id: str
    game: str
    version: int
    length: int
    chains: tuple[fair.ChainEnd | None, ...]
    log: tuple[tuple[int, int], ...]
    rolls: tuple[fair.LinkedRoll, ...]


class Dice(Struct, frozen=True):
    """What was sealed before the match, the secret that opens it, everybody's seeds by seat, the rolls; where
    every seat opened links of its own, ``fair`` holds them."""

    commitment: str
    secret: str
    seeds: tuple[str, ...]
    rolls: tuple[Roll, ...]
    fair: Linked | None = None


class Written(Struct, frozen=True):
    """A transcript, as text."""

    text: str


class Verified(Struct, frozen=True):
    """What holds of a transcript, in sentences, and its dice where they were sealed."""

    title: str
    checked: tuple[str, ...]
    dice: Dice | None


class Listening:
    """A source of chance that only hears what is offered."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []

    def draw(self, offer: Offer) -> None:
        self.offers.append(offer)


def rolls_of(match: Match, *, linked: bool = False) -> Iterator[Roll]:
    """Every chance event of ``match`` that was drawn, with what was offered when it was due: no throws.
    ``linked``: its dice are fair dice."""
    fresh = match.replay(0)
    arena = match.game.arena
    is_thrown = arena.is_thrown(match.values)
    for number, entry in enumerate(match.log, 1):
        if entry.seat == CHANCE and not (is_thrown and arena.asks(fresh.truth())):
            heard = Listening()
            fresh.drawn_by(heard)
            offer = heard.offers[0]
            texts = fresh.texts(CHANCE, offer.events)
            drew = list(offer.events).index(entry.event)
            hidden = linked and not fair.is_public(offer)
            yield Roll(number, tuple(texts), tuple(offer.weights or ()), drew, hidden)
        fresh.extend([entry])


def dice_of(match: Match, chance: Committed) -> Dice:
    """The dice of ``match``, which ``chance`` drew."""
    linked = chance if isinstance(chance, fair.Linked) else None
    rolls = tuple(rolls_of(match, linked=linked is not None))
    told = _linked_of(match, linked) if linked else None
    return Dice(commitment(chance.secret), chance.secret.hex(), chance.seeds, rolls, told)


def _linked_of(match: Match, dice: fair.Linked) -> Linked:
    terms = dice.terms
    return Linked(
        terms.match_id,
        terms.game,
        terms.version,
        terms.length,
        terms.chains,
        tuple((entry.seat, entry.event) for entry in match.log),
        tuple(dice.rolls),
    )


def dice_told(whole: Whole) -> bytes:
    """:class:`Dice` of a finished match, as JSON; refuses a match whose dice were not sealed."""
    match = whole.replayed().match
    committed = sealed(match.chance)
    if committed is None:
        raise Refusal("the dice of this match were not sealed: they cannot be checked", 404)
    return msgspec.json.encode(dice_of(match, committed))


@get(
    "/api/tables/{table:str}/matches/{number:int}/dice",
    media_type=MediaType.JSON,
    compressed=True,
    responses={200: ResponseSpec(Dice)},
)
async def match_dice(request: AnyRequest, hall: Hall, table: str, number: int) -> Stream:
    """All that is needed to draw the dice of a finished match again, without knowing its rules."""
    match = await ended(hall.store, table, number)
    address = client_address(request)
    return sent(request, await told(hall.store, hall.heavy, address, match, "dice", dice_told))


@post("/api/verify", status_code=200, request_max_body_size=LARGEST_TRANSCRIPT)
async def verify_transcript(request: AnyRequest, hall: Hall, data: Written) -> Verified:
    """Replay a transcript and check every event, its result and its dice; refuses with line and reason."""
    checks = hall.checks
    try:
        return await checks.run(client_address(request), lambda: verified(data.text, checks.go_on))
    except ThrowdownError as error:
        raise Refusal(str(error), 400) from None


def verified(text: str, go_on: Callable[[], None]) -> Verified:
    """Raises :class:`ThrowdownError` for a transcript that does not hold, and what ``go_on`` raises."""
    read = transcript.read(text, go_on)
    checked = tuple(read.verify(thrown_again))
    dice = read.dice()
    match = read.match
    told_dice = None if isinstance(dice, Seeded) else dice
    return Verified(match.game.title, checked, dice_of(match, told_dice) if told_dice else None)


ROUTES = [
    match_dice,
    verify_transcript,
]
