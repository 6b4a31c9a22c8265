"""The duels in words: notation and what is told. ``{0}`` stands for the name of seat 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .counts import listed, many, number_word, points_text
from .table import (
    AIM,
    ASIDE,
    AXE,
    BANG,
    BEACH,
    BID,
    CALL,
    CHICKEN,
    CON,
    DICE,
    DONE,
    FAR,
    GAP,
    GATE,
    HARE,
    HORSE,
    KNOCK,
    KNOCKED,
    MAT,
    NO_BOUNCE,
    NOBODY,
    PINEAPPLE,
    PLAGUE,
    PRESS,
    QUICK_DRAW,
    RAISE,
    RESULT,
    ROLE,
    ROLL,
    SET,
    SKEPTIC,
    SPOT,
    STILL,
    TAKE,
    TARGET,
    THROW,
    TIE,
    WAR,
    Duel,
)
from .throw_words import is_bust, tell_place, tell_throw

Said = Iterator[tuple[int, str]]

TITLES = (
    "Axe vs Daggers", "Chicken!", "Class Warfare", "Con-Person", "Day at the Beach", "Hare vs Tortoise",
    "Pineapple vs Fish", "Plague Doctor", "Skeptic vs Psychic", "Quick Draw", "War!",
    "Horse-Shoes & Hand-Grenades",
)  # fmt: skip
ROLES = {
    Duel.AXE: ("Axe", "Daggers"),
    Duel.CLASS: ("High", "Low"),
    Duel.HARE: ("Hare", "Tortoise"),
    Duel.PINEAPPLE: ("Pineapple", "Fish"),
    Duel.SKEPTIC: ("Skeptic", "Psychic"),
}
DISTANCES = ("close", "further away", "furthest away")  # KD-D2
RING_NAMES = ("inner", "middle", "outer", "off")
PASS_TEXTS = {PRESS + 1: "pass", ASIDE: "aside", CALL: "call", BANG: "bang", TIE: "tie"}


def seats_of(mask: int) -> list[int]:
    return [seat for seat in range(4) if mask >> seat & 1]


def names_of(mask: int) -> str:
    return listed(f"{{{seat}}}" for seat in seats_of(mask))


def players_of(mask: int) -> str:
    """Two by name, more by number: who is waited for."""
    seats = list(seats_of(mask))
    return names_of(mask) if len(seats) < 3 else many(len(seats), "player")


def bid_text(bid: int) -> str:
    """``7 4s``; ``bid`` counts from 0."""
    return f"{bid // 6 + 1} {bid % 6 + 1}{'' if bid < 6 else 's'}"


def bid_words(bid: int) -> str:
    """``seven 4s``."""
    return f"{number_word(bid // 6 + 1)} {bid % 6 + 1}{'' if bid < 6 else 's'}"


def title(duel: int) -> str:
    return TITLES[duel]


def role_of(view: Any, seat: int) -> str:
    """The role of a duelist, once chosen."""
    if view.lead == NOBODY or view.duel not in ROLES or not view.duelists >> seat & 1:
        return ""
    return ROLES[view.duel][0 if seat == view.lead else 1]


def press_word(duel: int) -> str:
    if duel in (BEACH, PINEAPPLE):
        return "place"
    return "throw" if duel in (AXE, CHICKEN, HORSE) else "roll"


# Notation


def notation(view: Any, event: int) -> str:
    """The text of an event that belongs to the duel."""
    if event >= RAISE:
        return "bid " + bid_text(event - RAISE)
    if event in PASS_TEXTS:
        return PASS_TEXTS[event]
    if event == PRESS:
        return press_word(view.duel) if not view.breaking else "roll"
    if event >= FAR:
        return _by_hand_text(event)
    if event >= AIM:
        return f"aim {event - AIM + 1}"
    if event >= TAKE:
        return ROLES[view.duel][event - TAKE].lower()
    if event >= RESULT:
        return result_text(view, event - RESULT)
    return f"t{event - GAP}" if event >= GAP else str(event + 1)


def _by_hand_text(event: int) -> str:
    if event >= KNOCKED:
        seat, die = divmod(event - KNOCKED, DICE)
        return f"knocked {seat + 1}.{die + 1}"
    return "still" if event == STILL else f"mat {event - FAR + 1}"


def result_text(view: Any, outcome: int) -> str:
    if outcome == NO_BOUNCE:
        return "no bounce"
    if view.duel == AXE:
        return RING_NAMES[outcome]
    if view.duel == CHICKEN:
        return "off" if outcome == 0 else "bust" if is_bust(view, outcome) else f"band {outcome}"
    if view.duel == HORSE:
        return ("felled", "touched", *(f"at {n}" for n in range(1, 9)), "off")[outcome]
    if view.falling:
        return ("on", "off")[outcome]
    return ("stands", "falls")[outcome]


# What is told


def tell(before: Any, seat: int, event: int | None, after: Any) -> Said:
    """What is said of a duel's event; ``event`` is None for whoever may not know it."""
    stage = before.stage
    if stage == ROLE:
        yield seat, _role_words(before, seat, event)
    elif stage == TARGET:
        yield from _tell_target(before, after)
    elif stage == SET and event is not None:
        yield seat, f"set the target to {event - AIM + 1}."
    elif stage == GATE:
        yield from _tell_gate(before, seat, event)
    elif stage == ROLL:
        yield from _tell_roll(before, event, after)
    elif stage == THROW and event is not None:
        yield from tell_throw(before, event - RESULT, after)
    elif stage == SPOT and event is not None:
        yield from tell_place(before, event - RESULT)
    elif stage == MAT and event is not None:
        yield seat, f"set the mat {DISTANCES[event - FAR]}."
    elif stage == BID and event is not None:
        yield seat, _bid_words(before, event, after)
    if before.disputing:
        return
    yield from _tell_tie(before, after)
    if after.stage == DONE and before.stage != DONE:
        yield from tell_end(after)


def _role_words(before: Any, seat: int, event: int | None) -> str:
    mine = 0 if event == TAKE else 1
    names = ROLES[before.duel]
    rival = before.opponent if seat == before.challenger else before.challenger
    return f"took {names[mine]} and left {names[1 - mine]} to {{{rival}}}."


def _tell_target(before: Any, after: Any) -> Said:
    if after.stage == TARGET:
        return
    if before.duel == SKEPTIC and not before.breaking:
        yield before.lead, f"rolled the targets {listed(after.target)}."
    elif before.duel == HORSE and not before.breaking:
        yield -1, f"The Post stands. Its number is {after.target[0]}."
    else:
        yield -1, f"The target is {after.target[0]}."


def _tell_gate(before: Any, seat: int, event: int | None) -> Said:
    if event == ASIDE:
        yield seat, "passed for this duel."
    elif event == BANG:
        yield seat, "slapped the table: Bang!"
    elif event == TIE:
        did = "slapped" if before.matched else "pressed"
        yield -1, f"{names_of(before.matched or before.racers)} {did} at the same moment."
    elif event == PRESS and before.covered[seat] and before.timing == 1:
        yield seat, "lifted a card off the dice."


def _tell_roll(before: Any, event: int | None, after: Any) -> Said:
    if before.duel == HORSE and not before.breaking:
        if event is not None and event + 1 == before.target[0]:
            yield before.knocked // DICE, f"showed the target number, {event + 1}: worth 100 at the end."
    elif before.duel == CON and not before.breaking:
        yield from _tell_secret_roll(before, after)
    elif before.duel == WAR and not before.breaking:
        yield from _tell_war(before, event, after)
    elif event is not None and _is_last_face(before):
        for seat in seats_of(before.rolling):
            yield seat, _race_words(before, seat, faces_rolled(before, seat, event), after)


def _is_last_face(view: Any) -> bool:
    """Whether the die that is due completes the beat."""
    due = sum(
        (1 if view.breaking else view.count[seat]) - view.rolled[seat] for seat in seats_of(view.rolling)
    )
    return due == 1


def faces_rolled(before: Any, seat: int, event: int) -> list[int]:
    """The faces of the roll that ``event`` completes."""
    dice = 1 if before.breaking else before.count[seat]
    faces = before.die[seat][: before.rolled[seat]]
    return faces if before.rolled[seat] == dice else [*faces, event + 1]


def _race_words(before: Any, seat: int, faces: list[int], after: Any) -> str:
    shown = " ".join(map(str, faces))
    if before.breaking or before.duel == QUICK_DRAW:
        return f"matched the {before.target[0]}!" if before.target[0] in faces else f"rolled {shown}."
    if before.duel == HARE:
        return f"rolled {shown}: {_spaces_words(before, seat, after)}."
    if before.duel == PLAGUE:
        return f"rolled {shown}: {_plague_words(before, seat, faces)}."
    if before.duel == SKEPTIC:
        new = after.outs[seat] - before.outs[seat]
        return f"rolled {shown}: {many(new, 'match', 'matches')}, {many(after.count[seat], 'die')} to go."
    return f"rolled {shown}: {sum(faces)}."


def _spaces_words(before: Any, seat: int, after: Any) -> str:
    if after.place[seat] == before.place[seat]:
        return f"no {before.spaces[before.place[seat]]}"
    spaces = listed(range(before.place[seat] + 1, after.place[seat] + 1))
    word = "space" if after.place[seat] - before.place[seat] == 1 else "spaces"
    return f"{word} {spaces}{', home' if after.place[seat] == after.track_spaces else ''}"


def _plague_words(before: Any, seat: int, faces: list[int]) -> str:
    rival = before.opponent if seat == before.challenger else before.challenger
    out, slid = faces.count(1), faces.count(6)
    parts = [f"{many(out, 'die')} out"] if out else []
    parts += [f"{many(slid, 'die')} to {{{rival}}}"] if slid else []
    return listed(parts) or "nothing moves"


def _tell_secret_roll(before: Any, after: Any) -> Said:
    for seat in (before.challenger, before.opponent):
        if before.rolled[seat] < before.count[seat] == after.rolled[seat]:
            yield seat, f"rolled {before.count[seat]} dice in secret."


def _tell_war(before: Any, event: int | None, after: Any) -> Said:
    if event is not None:
        yield from _war_roll(before, event)
    if after.greys and (after.greys != before.greys or after.still != before.still):
        yield -1, _war_tie_words(after)
    if after.round_winner != before.round_winner:
        winner = after.round_winner[before.battle - 1] - 1
        gained = sum(after.spoils[winner]) - sum(before.spoils[winner])
        yield winner, f"took {many(gained, 'die')} in round {before.battle}."


def _war_roll(before: Any, event: int) -> Said:
    """A roll, once its last die lies: with Extra dice it has more than one."""
    roller = next(seat for seat in seats_of(before.rolling) if before.rolled[seat] < war_dice(before, seat))
    if before.greys:
        yield roller, f"rolled a grey {event + 1}."
    elif before.rolled[roller] + 1 == war_dice(before, roller):
        lying = () if before.fresh else before.die[roller][: before.rolled[roller]]
        yield roller, f"rolled a {listed([*lying, event + 1])}."


def war_dice(view: Any, seat: int) -> int:
    """How many dice ``seat`` rolls in a round of War!, or to break its tie."""
    return 1 if view.greys else 1 + view.extra[seat]


def _war_tie_words(view: Any) -> str:
    if view.war_all and view.greys == 1:
        return "The highest are tied: all of the round roll grey dice."
    return f"{names_of(view.still)} are tied: grey dice decide."


def _bid_words(before: Any, event: int, after: Any) -> str:
    if event == CALL:
        face = before.bid % 6 + 1
        return (
            f"called the con: there {'is' if after.actual == 1 else 'are'} {many(after.actual, str(face))}."
        )
    return f"{'opened' if before.bids == 0 else 'bid'} {bid_words(event - RAISE)}."


def _tell_tie(before: Any, after: Any) -> Said:
    if after.stage == TARGET and before.stage in (ROLL, THROW, KNOCK, SPOT):
        yield -1, f"{names_of(after.racers)} are tied and draw for it."


def tell_end(after: Any) -> Said:
    """How the duel came out, and what it gives and takes once the cards after it have been played."""
    if after.duel == BEACH and not after.by_forfeit:
        yield -1, _beach_words(after)
    elif after.winner == NOBODY:
        yield -1, f"Nobody wins {title(after.duel)}: {_out_words(after)}."
    else:
        how = " by forfeit" if after.by_forfeit else ""
        others = _shares_words(after, seats_of(after.duelists & ~(1 << after.winner)))
        yield after.winner, f"won {title(after.duel)}{how}: {points_text(after.gain[after.winner])}{others}."


def _shares_words(view: Any, seats: Iterable[int]) -> str:
    """What the duel gives or takes of those who have not won: KD-D3, and target dice (KD-D7)."""
    gains = {seat: view.gain[seat] for seat in seats if view.gain[seat]}
    lost = "".join(f", and {{{seat}}} lost {points_text(-gain)}" for seat, gain in gains.items() if gain < 0)
    won = {seat: gain for seat, gain in gains.items() if gain > 0}
    if not won:
        return lost
    if len(won) > 1 and len(set(won.values())) == 1:
        shares = f"{points_text(min(won.values()))} each to {listed(f'{{{seat}}}' for seat in won)}"
    else:
        shares = listed(f"{points_text(gain)} to {{{seat}}}" for seat, gain in won.items())
    return f"{lost}; {shares} for target dice"


def _beach_words(view: Any) -> str:
    if not view.cards_up:
        return "No card stood: no points."
    scorers = [seat for seat in seats_of(view.duelists) if view.gain[seat]]
    who = "both" if len(scorers) == 2 else names_of(sum(1 << seat for seat in scorers)) or "nobody"
    stood = many(view.cards_up, "card").capitalize()
    return f"{stood} stood: {points_text(100 * view.cards_up)} for {who}."


def _out_words(view: Any) -> str:
    """Why nobody is left (KD-12, KD-16)."""
    few = view.forfeits & ~view.caught
    parts = [f"{names_of(few)} had too few dice"] if few else []
    if view.caught:
        were = "was" if view.caught & (view.caught - 1) == 0 else "were"
        parts.append(f"{names_of(view.caught)} {were} caught cheating")
    return " and ".join(parts)
