"""Fair dice in a transcript: the headers ``Fair``, ``Chain`` and ``Rolls`` of ``docs/fair-dice.md``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from throwdown.kernel.errors import BadLink
from throwdown.kernel.fair import SIZE, ChainEnd, Linked, LinkedRoll, Terms, chain_end, hashed, is_link
from throwdown.kernel.log import Entry

PROTOCOL = 1
ROLLS_A_LINE = 24


def headers(dice: Linked) -> Iterator[tuple[str, str]]:
    """What a transcript tells of the chains and rolls, by name of the header."""
    terms = dice.terms
    yield "Fair", f"{PROTOCOL} {terms.match_id} {terms.length}"
    now = [(seat, known) for seat, known in enumerate(dice.known) if known]
    for seat, known in sorted([*dice.past, *now], key=lambda each: (each[0], each[1].before)):
        last = known.link if known.at > known.before else "-"
        yield "Chain", f"{seat} {known.end.tip} {known.end.length} {known.before} {known.at} {last}"
    for first in range(0, len(dice.rolls), ROLLS_A_LINE):
        yield "Rolls", " ".join(_mark(roll) for roll in dice.rolls[first : first + ROLLS_A_LINE])


def _mark(roll: LinkedRoll) -> str:
    """``12:o-x``: after event 12 seat 0 opened its link, seat 1 was not asked, and seat 2 gave none."""
    marks = ("o" if link else "x" if seat in roll.silent else "-" for seat, link in enumerate(roll.links))
    return f"{roll.n}:{''.join(marks)}"


class _Written(NamedTuple):
    """A chain of a seat as a transcript tells it: after roll ``before``, opened to roll ``at``."""

    end: ChainEnd
    before: int
    at: int
    link: str

    def links(self) -> dict[int, str]:
        """By number of the roll, every link up to the last that was opened."""
        link, found = bytes.fromhex(self.link), dict[int, str]()
        for number in range(self.at, self.before, -1):
            found[number] = link.hex()
            link = hashed(link)
        return found


def read(
    secret: bytes,
    told: Mapping[str, Sequence[str]],
    game: str,
    version: int,
    seats: int,
    log: Sequence[Entry],
) -> Linked:
    """The source that the headers of a transcript tell of, every link checked; raises :class:`BadLink`.

    ``told`` are the headers by name, and ``log`` is that of the match, which the rolls are bound to.
    """
    words = told["Fair"][0].split()
    if len(words) != 3 or words[0] != str(PROTOCOL) or not words[2].isdecimal() or len(words[2]) > 9:
        raise BadLink(f"fair dice {told['Fair'][0][:40]!r} are of another protocol than {PROTOCOL}")
    length = chain_end("0" * 2 * SIZE, int(words[2])).length
    marks = [mark for line in told.get("Rolls", ()) for mark in line.split()]
    chains = _chains(told.get("Chain", ()), seats, len(marks))
    firsts = tuple(next((one.end for one in of if one.before == 0), None) for of in chains)
    links = [
        {k: link for one in of if one.at > one.before for k, link in one.links().items()} for of in chains
    ]
    rolls = [_roll(k, mark, chains, links) for k, mark in enumerate(marks, 1)]
    return Linked(secret, Terms(words[1], game, version, firsts, length), rolls, log)


def _chains(lines: Sequence[str], seats: int, rolls: int) -> list[list[_Written]]:
    """The chains of each seat, one after the other, of a match of so many ``rolls``."""
    found: list[list[_Written]] = [[] for _ in range(seats)]
    for line in lines:
        words = line.split()
        numbers = [words[k] for k in (0, 2, 3, 4)] if len(words) == 6 else ["?"]
        if not all(word.isdecimal() and len(word) < 10 for word in numbers):
            raise BadLink(f"{line[:60]!r} is no chain")
        seat, length, before, at = map(int, numbers)
        is_next = seat < seats and before == (
            found[seat][-1].before + found[seat][-1].end.length if found[seat] else 0
        )
        if not is_next or not before <= at <= min(rolls, before + length):
            raise BadLink(f"{line[:60]!r} is no chain of a match of {seats} seats and {rolls} rolls")
        if at > before and not is_link(words[5]):
            raise BadLink(f"the last link of seat {seat}, {words[5][:20]!r}, is none")
        found[seat].append(_Written(chain_end(words[1], length), before, at, words[5]))
    return found


def _roll(
    number: int, mark: str, chains: Sequence[Sequence[_Written]], known: Sequence[Mapping[int, str]]
) -> LinkedRoll:
    n, _, marks = mark.partition(":")
    if not n.isdecimal() or len(n) > 9 or len(marks) != len(chains) or set(marks) - set("o-x"):
        raise BadLink(f"{mark[:40]!r} is no roll of a match of {len(chains)}")
    links: list[str] = []
    after: dict[int, ChainEnd] = {}
    for seat, (sign, own) in enumerate(zip(marks, chains, strict=True)):
        if sign == "o" and number not in known[seat]:
            raise BadLink(f"seat {seat} has no link for roll {number}")
        links.append(known[seat][number] if sign == "o" else "")
        after.update((seat, one.end) for one in own if one.before == number)
    silent = tuple(seat for seat, sign in enumerate(marks) if sign == "x")
    return LinkedRoll(int(n), tuple(links), silent, after)
