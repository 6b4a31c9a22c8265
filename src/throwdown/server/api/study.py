"""HTTP: where a finished match was won."""

from __future__ import annotations

import gzip

import msgspec
from litestar import get

from throwdown.server.api.games import AnyRequest
from throwdown.server.archive.finished import Whole, ended, told
from throwdown.server.archive.studies import Studied, order_of
from throwdown.server.hall import Hall
from throwdown.server.web.guard import client_address
from throwdown.study.worker import Order

ORDERS = msgspec.msgpack.Decoder(Order)


def order_told(whole: Whole) -> bytes:
    """What is to be counted of a finished match."""
    return msgspec.msgpack.encode(order_of(whole))


@get("/api/tables/{table:str}/matches/{number:int}/account")
async def match_account(
    request: AnyRequest, hall: Hall, table: str, number: int, begin: bool = True
) -> Studied:
    """Where a finished match was won: luck, choices and what was hidden, in chances that add up.

    The first who asks begins the count, which takes about a minute; ask again for what has been counted.
    With ``begin=false`` only what is known already is told.
    """
    match = await ended(hall.store, table, number)
    found = await hall.studies.known(match.record.id)
    if found is not None:
        return found
    if not begin:
        return Studied(0.0, begun=False)
    address = client_address(request)
    packed = await told(hall.store, hall.heavy, address, match, "study", order_told)
    return hall.studies.begin(match.record.id, ORDERS.decode(gzip.decompress(packed)), address)


ROUTES = [match_account]
