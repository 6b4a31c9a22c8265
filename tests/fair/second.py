"""Fair dice once more, written from ``docs/fair-dice.md`` alone: nothing of the project is imported."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

Message = dict[str, Any]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.new(key, text.encode("utf-8"), hashlib.sha256).digest()


def chain(seed: bytes, length: int) -> list[bytes]:
    """The tip, then links 1 to length."""
    links = [seed]
    for _ in range(length):
        links.insert(0, sha(links[0]))
    return links


def server_link(secret: bytes, length: int, roll: int) -> bytes:
    part, k = (roll - 1) // length, (roll - 1) % length + 1
    return chain(mac(secret, f"throwdown chain {part}"), length)[k]


def binding(match: str, game: str, version: int, seal: str, ends: list[str]) -> str:
    """``ends`` are the server's chain end and then the seats', ``tip:length`` each, ``-`` for none."""
    text = "\n".join(["throwdown fair 1", match, game, str(version), seal, *ends])
    return sha(text.encode()).hex()


def log_digest(secret: bytes, log: list[list[int]]) -> str:
    text = "".join(f"{seat}:{event}\n" for seat, event in log)
    return hmac.new(mac(secret, "throwdown log"), sha(text.encode()), hashlib.sha256).hexdigest()


def roll_seed(server: bytes, bind: str, roll: int, n: int, digest: str, links: list[str]) -> bytes:
    return mac(
        server, "\n".join(["throwdown roll", bind, str(roll), str(n), digest, *[x or "-" for x in links]])
    )


def hidden(secret: bytes, seed: bytes) -> bytes:
    return mac(secret, f"throwdown hidden\n{seed.hex()}")


def ticket(seed: bytes, event: int, size: int) -> int:
    edge = 2**64 // size * size
    attempt = 0
    while True:
        number = int.from_bytes(mac(seed, f"{event}:{attempt}:")[:8], "big")
        if number < edge:
            return number % size
        attempt += 1


def at(number: int, weights: list[int]) -> int:
    """The place in the list of what could come up."""
    if not weights:
        return number
    place = 0
    while number >= weights[place]:
        number -= weights[place]
        place += 1
    return place


def opened(dice: Message) -> list[tuple[int, bytes]]:
    """Check the links that ``/api/tables/.../dice`` tells of a match that is over; of each roll, the event
    after which it was opened and its seed."""
    told, secret = dice["fair"], bytes.fromhex(dice["secret"])
    assert sha(secret).hex() == dice["commitment"]
    length = told["length"]
    ends = [f"{server_end(secret, length)}:{length}"]
    ends += [f"{one[0]}:{one[1]}" if one else "-" for one in told["chains"]]
    bind = binding(told["match_id"], told["game"], told["version"], dice["commitment"], ends)
    known = [(one[0], 0, one[1]) if one else None for one in told["chains"]]  # last hash, its roll, last roll
    seeds: list[tuple[int, bytes]] = []
    for roll, one in enumerate(told["rolls"], 1):
        for seat, link in enumerate(one["links"]):
            if not link:
                continue
            before = known[seat]
            assert before is not None
            assert roll <= before[2], "the chain is at its end"
            tip = bytes.fromhex(link)
            for _ in range(roll - before[1]):
                tip = sha(tip)
            assert tip.hex() == before[0], f"link of seat {seat} for roll {roll}"
            known[seat] = (link, roll, before[2])
            if roll == before[2]:
                after = one.get("next", {}).get(str(seat))
                known[seat] = (after[0], roll, roll + after[1]) if after else None
        digest = log_digest(secret, told["log"][: one["n"]])
        server = server_link(secret, length, roll)
        seeds.append((one["n"], roll_seed(server, bind, roll, one["n"], digest, one["links"])))
    return seeds


def seed_of(event: int, seeds: list[tuple[int, bytes]]) -> bytes:
    """The seed of the roll that an event belongs to."""
    return [seed for n, seed in seeds if n < event][-1]


def check(dice: Message) -> int:
    """Check the links and draw every event again; how many."""
    seeds = opened(dice)
    for event in dice["rolls"]:
        seed = seed_of(event["number"], seeds)
        seed = hidden(bytes.fromhex(dice["secret"]), seed) if event.get("hidden") else seed
        size = sum(event["weights"]) or len(event["events"])
        assert at(ticket(seed, event["number"], size), event["weights"]) == event["drew"], event["number"]
    return len(dice["rolls"])


def server_end(secret: bytes, length: int) -> str:
    return chain(mac(secret, "throwdown chain 0"), length)[0].hex()
