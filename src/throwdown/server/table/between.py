"""Between the matches of a table: one begins, one is over, and people ask for the next."""

from __future__ import annotations

import secrets

from throwdown.kernel.match import Match
from throwdown.server.errors import Refusal
from throwdown.server.table import sets
from throwdown.server.table.tables import OVER, PLAYING, WAITING, TableRecord, new_match_id, settle_code


def begin(table: TableRecord) -> None:
    """Start a match at the table; refuses where that cannot be."""
    if table.phase != WAITING or not table.full:
        raise Refusal("the table is not ready for a match")
    table.phase, table.result, table.rematch, table.handed, table.freed = PLAYING, "", [], [], []
    table.pausing, table.asking, table.asked = [], None, {}
    table.hinted, table.changes = [], []
    table.lineup = list(sets.lineup(table))
    table.linked = table.wants_fair_dice and any(seat in table.chains for seat in table.lineup)
    settle_code(table)


def finish(table: TableRecord, match_id: int, match: Match) -> None:
    """Note that match ``match_id`` is over, and add it to the set. Nothing changes where it is not the match
    that is being played, so that a match is counted once however often it is finished."""
    if table.phase == PLAYING and table.match_id == match_id:
        table.phase, table.result = OVER, match.result
        sets.score(table, match)


def vote_rematch(table: TableRecord, match_id: int, number: int, *, is_kept: bool = False) -> None:
    """Note that seat ``number`` asks for another match after ``match_id``; it comes when everybody who plays
    it has asked. A match that ``is_kept``, for a server with other rules, is then put aside, without an
    end."""
    if table.match_id != match_id or not (table.phase == OVER or is_kept):
        raise Refusal("a rematch comes after a match")
    if number not in table.rematch:
        table.rematch.append(number)
    if sets.voters(table) <= set(table.rematch):
        sets.renew(table)
        table.phase, table.number, table.rematch = WAITING, table.number + 1, []
        table.match_id, table.secret, table.seeds = new_match_id(), secrets.token_hex(32), {}
        table.chains, table.linked, table.freed = {}, False, []
        settle_code(table)
