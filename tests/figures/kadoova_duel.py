"""The sentences of Kadoova Duel, of the whole game and of each duel alone, and the figures in them."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.figures.claims import COUNT, Check, Claims, Told, number, points, seats_in
from throwdown.games.kadoova_duel.duels.table import RAISE, RESULT

MANY = rf"{COUNT}|\d+"
FACE = "[1-6]|one|two|three|four|five|six"
GUNS = 12  # the kind of Two Guns McGee
NUMBER = r"−?[\d,]+"


def is_settled(t: Told) -> bool:
    """``scored 1,900: 3,900 in all (the duel +1,600, bets +300)``."""
    change = t.points(2) if t.found[1] == "scored" else -t.points(2)
    parts = {"bets": t.more("by_bets"), "cards": t.more("by_cards")}
    parts["the duel"] = change - sum(parts.values())
    told = {
        name: points(n)
        for name, n in re.findall(r"(the duel|bets|cards) \+?([−\d,]+?)(?:, |$)", t.found[4] or "")
    }
    expected = {name: n for name, n in parts.items() if n} if parts["bets"] or parts["cards"] else {}
    return t.more("score") == change and t.after.score[t.seat] == t.points(3) and told == expected


def losses(text: str) -> dict[int, int]:
    """``500 from {0} and {2}, 300 from {1}``."""
    parts = [part.split(" from ") for part in re.findall(rf"{NUMBER} from [^\d]*(?:\{{\d\}}[^\d{{]*)+", text)]
    return {int(seat): points(n) for n, who in parts for seat in re.findall(r"\{(\d)\}", who)}


def are_losses(t: Told) -> bool:
    """Who has lost something, all of them and no more."""
    return losses(t.found[1]) == {
        seat: -t.more("score", seat) for seat in range(4) if t.more("score", seat) < 0
    }


def has_won(t: Told) -> bool:
    """``won Class Warfare: 1,500, and {1} lost 300``, ``won Horse-Shoes: 1,000; 100 each to {1} and {2}``."""
    told = {t.seat: t.points(2)}
    shares = rf"({NUMBER})(?: each)? to ((?:\{{\d\}}(?:, | and )?(?!\d))+)"
    for n, who in re.findall(shares, t.found[3]):
        told |= dict.fromkeys(seats_in(who), points(n))
    for seat, n in re.findall(rf"and \{{(\d)\}} lost ({NUMBER})", t.found[3]):
        told[int(seat)] = -points(n)
    gains = {seat: t.after.gain[seat] for seat in range(4) if t.after.gain[seat] or seat == t.seat}
    return t.after.winner == t.seat and told == gains


def has_stood(t: Told) -> bool:
    """``Seven cards stood: 700 for both.``"""
    gains = [t.after.gain[seat] for seat in (t.after.challenger, t.after.opponent)]
    fair = gains == [t.points(2)] * 2 if t.found[3] == "both" else gains.count(t.points(2)) < 2
    return t.count() == t.after.cards_up and fair


def faces(text: str) -> list[int]:
    return [int(face) for face in re.findall(r"[1-6]", text)]


def is_rolled(t: Told) -> bool:
    """The faces of one roll; the last die of a beat is the event itself, whoever of the rollers it is for."""
    view, told = t.before, faces(t[1])
    lying = list(view.die[t.seat][: view.rolled[t.seat]])
    return told in (lying, [*lying, t.entry.event + 1])


def places(t: Told) -> bool:
    """``spaces 2 and 3, home``: every space that the seat has come to by this roll."""
    was, now = t.before.place[t.seat], t.after.place[t.seat]
    return is_rolled(t) and [int(n) for n in re.findall(r"\d+", t[2])] == list(range(was + 1, now + 1))


def has_missed_space(t: Told) -> bool:
    return is_rolled(t) and t.count(2) == t.before.spaces[t.before.place[t.seat]] not in faces(t[1])


def dice_pass(t: Told) -> bool:
    """``one die out and two dice to {1}``: ones leave, sixes go over (KD-D9)."""
    out = re.search(rf"({MANY}) (?:die|dice) out", t[2])
    over = re.search(rf"({MANY}) (?:die|dice) to \{{", t[2])
    moved = (faces(t[1]).count(1), faces(t[1]).count(6))
    told = (number(out[1]) if out else 0, number(over[1]) if over else 0)
    return is_rolled(t) and told == moved and (t.more("outs") == moved[0] or t.before.rolling.bit_count() > 1)


def in_secret(t: Told) -> bool:
    return t.count() == t.after.count[t.seat] == t.after.rolled[t.seat]


def is_bid(t: Told) -> bool:
    many, face = t.count(1), t.count(2)
    return t.after.bid == t.entry.event - RAISE == (many - 1) * 6 + face - 1


def thumbs(t: Told) -> bool:
    """A die at so many thumbs from the Post lies so in the record."""
    return t.entry.event - RESULT - 1 == t.count() and any(
        t.entry.event - RESULT + 1 in dice for dice in t.after.spot
    )


def is_measured(t: Told) -> bool:
    """Dice of two seats or more lie there, one of them this seat's."""
    there = [t.count() + 2 in dice for dice in t.before.spot]
    return there[t.seat] and sum(there) > 1


def is_matched(t: Told) -> bool:
    view = t.before
    return t.count() in (*view.die[t.seat][: view.rolled[t.seat]], t.entry.event + 1)


KINDS: dict[str, Check] = {
    rf"felled the Post and lost (nothing|{NUMBER})(?:, Thick Skin held the rest)?\.": lambda t: (
        t.more("score") == -t.points() and (t.points() == 500) == ("Thick" not in t.found[0])
    ),
    rf"touched the Post: ({NUMBER}) at once\.": lambda t: t.more("score") == t.points(),
    rf"paid ({NUMBER}) to .*": lambda t: t.more("score") == -t.points(),
    rf"took (nothing|{NUMBER}) from \{{(\d)\}}\.": lambda t: (
        t.more("score") == t.points() == -t.more("score", int(t[2]))
    ),
    r"collected nothing\.": lambda t: t.after.score == t.before.score,
    r"collected (.+)\.": lambda t: are_losses(t) and t.more("score") == sum(losses(t.found[1]).values()),
    r"Tax Day took nothing: nobody has enough\.": lambda t: t.after.score == t.before.score,
    r"Tax Day took (.+)\.": are_losses,
    rf"gained ({NUMBER})\.": lambda t: t.more("score") == t.points(),
    rf"(scored|lost) ({NUMBER}): ({NUMBER}) in all(?: \((.+)\))?\.": is_settled,
    rf"got caught cheating: the duel is lost, and ({NUMBER}) points\.": lambda t: (
        t.more("score") == -t.points()
    ),
    rf"won (.+?)(?: by forfeit)?: ({NUMBER})(.*)\.": has_won,
    rf"(\S+) cards? stood: ({NUMBER}) for (.+)\.": has_stood,
    rf".* on or past the Bust line: every die so far is lifted and ({NUMBER}) lost\.": lambda t: (
        t.more("points") == -t.points()
    ),
    rf"(?:threw a die|had a die knocked) onto ({NUMBER})\.": lambda t: (
        t.points() in (*getattr(t.before, "axe_rings", ()), *getattr(t.before, "chicken_bands", ()))
    ),
    rf"reached ({NUMBER}): the last round begins\.": lambda t: (
        t.after.score[t.seat] == t.points() >= t.after.goal
    ),
    rf"Nobody has ({NUMBER}) any more: the last round is off\.": lambda t: (
        t.after.goal == t.points() > max(t.after.score[: t.after.seats])
    ),
    rf"won the game with ({NUMBER}) points\.": lambda t: (
        t.after.score[t.seat] == t.points() == max(t.after.score[: t.after.seats])
    ),
    r"showed the target number, (\d): worth 100 at the end\.": lambda t: (
        t.more("points") in (0, 100) and t.count() == t.after.target[0]
    ),
    rf"bet ({NUMBER}) (?:on winning|(?:on|against) \{{\d\}})\.": lambda t: t.more("staked") == t.points(),
    r"laid open .+": lambda t: t.more("upgrades") > 0,
    r"took (\S+) (?:die|dice) in round (\d)\.": lambda t: (
        t.more("spoils") == t.count() and t.before.battle == t.count(2)
    ),
    r"(\S+) (?:die|dice) landed off the mat\.": lambda t: t.after.off == t.count(),
    rf"called the con: there (?:is|are) (\S+) (?:{FACE})(?:e?s)?\.": lambda t: t.after.actual == t.count(),
    r"rolled [\d ]+: (\S+) match(?:es)?, (\S+) (?:die|dice) to go\.": lambda t: (
        t.more("outs") == t.count() and t.after.count[t.seat] == t.count(2)
    ),
    r"rolled ([\d ]+): (\d+)\.": lambda t: is_rolled(t) and sum(faces(t[1])) == t.count(2),
    r"rolled ([1-6 ]+): spaces? ([\d, and]+)(?:, home)?\.": places,
    r"rolled ([1-6 ]+): no ([1-6])\.": has_missed_space,
    r"rolled ([1-6 ]+): (nothing moves|.*(?:out|to \{\d\}))\.": dice_pass,
    r"rolled ([1-6](?: [1-6])*)\.": is_rolled,
    rf"rolled ({MANY}) dice in secret\.": in_secret,
    r"rolled a grey ([1-6])\.": lambda t: t.count() == t.entry.event + 1,
    r"rolled a ([1-6](?:(?:, | and )[1-6])*)\.": lambda t: faces(t[1])[-1] == t.entry.event + 1,
    r"matched the ([1-6])!": lambda t: t.count() == t.before.target[0] and is_matched(t),
    r"rolled the targets (.+)\.": lambda t: faces(t[1]) == list(t.after.target),
    r"The target is ([1-6])\.": lambda t: t.count() == t.after.target[0],
    r"The Post stands\. Its number is ([1-6])\.": lambda t: t.count() == t.after.target[0],
    r"set the target to ([1-6])\.": lambda t: t.count() == t.after.aimed,
    rf"(?:opened|bid) ({MANY}) ({FACE})(?:e?s)?\.": is_bid,
    r"(?:threw a die: it lies|had a die knocked: it lies|The die came to rest) "
    rf"({MANY}) thumbs? from the Post\.": (thumbs),
    rf"had the closest of the dice that lie ({MANY}) thumbs? from the Post, as measured\.": is_measured,
    rf"The die came to rest onto ({NUMBER})\.": lambda t: (
        t.points() in (*t.before.axe_rings, *t.before.chicken_bands)
    ),
    r"drew Two Guns McGee\.": lambda t: t.more("hand") == 1,
    r"played (?:Nope on \{\d's\} )?Two Guns McGee\.": lambda t: (
        t.more("hand") == -1 and GUNS in t.after.played_kind[: t.after.plays]
    ),
    r"\{\d's\} Two Guns McGee is void\.": lambda t: t.before.played_kind[t.before.pending] == GUNS,
}


def by_lot(values: dict[str, Any], seats: int, _rng: random.Random) -> dict[str, Any]:
    """``two-seats`` is a choice of two seats alone."""
    return {key: value for key, value in values.items() if key != "two-seats" or seats == 2}


CLAIMS = Claims(
    KINDS,
    lots={
        "thick-skin": (0, 100, 300), "tax-day-from": (0, 1000, 5000), "goal": (3000, 10000),
        "most-turns": (12, 20), "deep-pockets": (5, 7), "extra-dice": ([0, 0, 0], [1, 1, 1]),
        "chicken-band-count": (3, 5, 8), "track-spaces": (6, 12),
        "skeptic-dice": (1, 5, 6), "psychic-dice": (1, 3, 6),
    },
    settle=by_lot,
)  # fmt: skip
