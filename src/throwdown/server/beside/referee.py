"""A match that people play with a real box while the app referees it: what came up is reported to it.

The rules are those of every match; chance is :class:`~throwdown.kernel.chance.Reported`. Anybody at the table
may enter anything, but what is secret: that is entered, and seen, on its owner's own phone alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from throwdown.kernel.chance import Committed
from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.english import with_names
from throwdown.kernel.errors import IllegalEvent
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import knows
from throwdown.kernel.presses import Buzzed
from throwdown.kernel.refusals import in_names
from throwdown.kernel.scene import Scene
from throwdown.kernel.tables import Plain
from throwdown.server.beside import hands
from throwdown.server.beside.asides import AsideTold, Late, told_to
from throwdown.server.beside.boxes import Box, box_of
from throwdown.server.beside.cups import Question, laid_open, owner_of, settled, supposed
from throwdown.server.beside.knowledge import (
    checked_seat,
    cups_of,
    has_cups,
    has_secrets,
    knows_secrets,
    lies_unseen,
    may_act,
    refusal_viewer,
    seat_of,
    supposed_in,
    viewer_of,
)
from throwdown.server.beside.lowering import Lowered, lowered
from throwdown.server.beside.refereed import (
    BY_THE_APP,
    IN_HAND,
    REPORTED,
    UNSEEN,
    Noted,
    RefereeRecord,
    Running,
)
from throwdown.server.beside.trays import Someone
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest
from throwdown.server.wire import Step

KIND = "referee"
MOST_EVENTS = 5000
LONGEST = 100  # letters of an entry


class Elsewhere(Refusal):
    """An entry that could be, for all that its screen knows, and cannot be for what others keep secret. As
    its refusal tells something of that, the whole table is told that it was tried (:func:`.late.put_tried`).
    """


class Due(Struct, frozen=True):
    """What is to be reported: all that may come up, as it is typed, and by name.

    ``seat`` is the only one who may look, -1 for everybody; ``here``: it is entered on this screen.
    ``cover``: their owner has no phone, so that dice may lie under a cup, and cards in a hand (``cards``),
    unknown to the app; ``texts`` are then those that all see, such as a card that is laid open.
    ``left`` is how many of each card are left as far as this screen can know; those of which none is left
    are among ``texts`` too. It is empty where cards are not counted. ``thrown``: they tell what
    a throw came to.
    """

    texts: tuple[str, ...]
    names: tuple[str, ...]
    seat: int
    here: bool
    cover: bool = False
    cards: bool = False
    left: tuple[int, ...] = ()
    thrown: bool = False


class Refereed(Struct, frozen=True):
    """The table as one screen sees it.

    ``you`` is the seat that this phone holds, -1 for a screen that lies on the table. ``acting`` is the
    seat whose choices the scene has, -1 for none; a phone of somebody's own has those of others only where
    it asks for them. ``awaited`` are the seats that may choose now, and ``here`` those of them whose choices
    this screen may enter, first who is asked first; ``entered`` is who made the last entry, and ``n`` counts
    entries. ``values`` are those that are not as the game has them, and ``deck`` is their name, where they
    have one. ``supposed`` dice and cards nobody showed, once the match is over. ``unseen``: the dice of this
    phone's owner lie under a cup, unknown to the app. ``edition`` counts
    changes that did more than add entries, ``aside`` are entries that do not count, and ``late`` is what
    became of those that this screen sent late. ``corrected``: a correction was made last, and Undo takes that
    back. ``asked`` is what the owner of a cup has to answer before
    the entry that this screen has sent is made. ``lowered``: the table goes on with less, and nothing
    more is entered. ``races``: the game has races or windows, ``buzzer``: the shared buzzer is on, and
    ``buzzed`` is what was judged there. ``entered_by`` names the screen that made the entry of each of
    the ``steps``, which tell nothing that is secret, on no screen. ``hidden``: nobody else sees the choice of
    ``acting`` before all have chosen. ``passing`` are those of ``here`` who may pass, or roll in a race,
    as ``acting`` may. ``came_up`` is the die or card that was entered last, where this screen may know it.
    """

    id: str
    code: str
    revision: int
    game: str
    title: str
    people: tuple[Someone, ...]
    held: tuple[int, ...]
    secrets: bool
    you: int
    acting: int
    awaited: tuple[int, ...]
    here: tuple[int, ...]
    due: Due | None
    n: int
    scene: Scene
    steps: tuple[Step, ...]
    entered_by: tuple[str, ...]
    entered: str
    result: str
    commitment: str
    deck: str
    values: dict[str, Plain]
    supposed: int = 0
    unseen: bool = False
    edition: int = 0
    corrected: bool = False
    aside: tuple[AsideTold, ...] = ()
    late: Late | None = None
    asked: Question | None = None
    races: bool = False
    buzzer: bool = False
    buzzed: tuple[Buzzed, ...] = ()
    lowered: Lowered | None = None
    hidden: bool = False
    passing: tuple[int, ...] = ()
    came_up: str = ""


def named(match: Match, seat: int, events: Sequence[int]) -> tuple[str, ...]:
    """What ``events`` of ``seat`` are called, in the words of the pad; ``match`` is as it is before them."""
    texts, box = match.texts(seat, events), box_of(match.game)
    if box is None:
        return tuple(texts)
    if seat != CHANCE:
        view, words = match.view(SPECTATOR), match.game.words
        said = [with_names(words.choice_name(view, seat, event), match.names) for event in events]
        return tuple(name or box.choice_called(text) for name, text in zip(said, texts, strict=True))
    seen = outcome_names(match, events)
    return tuple(name or box.called(text) for name, text in zip(seen, texts, strict=True))


def outcome_names(match: Match, events: Sequence[int]) -> list[str]:
    """What people call what has come up, where the game says so: the outcomes of throws."""
    view = match.view(SPECTATOR)
    return [with_names(match.game.words.outcome_name(view, event), match.names) for event in events]


def whose_due(match: Match) -> int:
    """Whose dice or cards are due, as the Now line tells all; -1 where it names nobody, or several."""
    now = match.drawn(match.view(SPECTATOR), SPECTATOR).now
    found = [set(map(int, re.findall(r"\{(\d)", words))) for words in (now.title, now.note)]
    return next((seats.pop() for seats in found if len(seats) == 1), -1)


def _passing(match: Match, scene: Scene, seats: Sequence[int]) -> tuple[int, ...]:
    """Those of ``seats`` who may make the choice of ``scene`` that lets a window pass (KD-13), else the one
    that rolls in a race (KD-21)."""
    passes = [choice.event for choice in scene.choices if choice.role == "pass"]
    presses = [choice.event for choice in scene.choices if choice.pressed]
    alike = next(iter(passes + presses), None)
    return tuple(seat for seat in seats if alike is not None and alike in match.legal_events(seat))


def _came_up(running: Running, last: Noted, you: int) -> str:
    """What ``last``, the last entry, says that came up, where the screen of seat ``you`` may know that."""
    is_shown = last.how not in (UNSEEN, IN_HAND) and last.owner in (-1, you)
    return running.came_up if is_shown else ""


def seen(
    key: str,
    code: str,
    revision: int,
    record: RefereeRecord,
    running: Running,
    guest: Guest | None,
    wish: int,
) -> Refereed:
    """The table as the screen of ``guest`` sees it, with the choices of seat ``wish`` where it may have
    them."""
    match, you = running.match, seat_of(record, guest)
    awaited = match.awaited
    choosing = tuple(seat for seat in awaited if seat != CHANCE)
    mine = [seat for seat in choosing if may_act(record, you, seat)]
    first = _first(match, mine)
    acting = wish if wish in mine else you if you in mine else first if you < 0 else -1
    teller = viewer_of(record, running, you)
    viewer = acting if acting >= 0 and not has_cups(record) else teller
    due = _due(record, running, you) if CHANCE in awaited else None
    own = SPECTATOR if you < 0 or lies_unseen(record, you) else you  # whose dice this phone knows
    if hands.is_free(match, acting, teller):
        scene = hands.drawn(match, acting, own if own == acting else SPECTATOR)
    elif own != teller and acting < 0:
        scene = hands.drawn_handless(match, own)
    else:
        scene = match.drawn(match.view(viewer), acting if acting >= 0 else viewer)
    last = record.log[-1] if record.log else None
    return Refereed(
        id=key,
        code=code,
        revision=revision,
        game=record.game,
        title=match.game.title,
        people=record.people,
        held=tuple(sorted(record.holders)),
        secrets=has_secrets(record),
        you=you,
        acting=acting,
        awaited=choosing,
        here=tuple(sorted(mine, key=lambda seat: seat != first)),
        due=due,
        n=len(record.log),
        scene=scene,
        steps=(steps := tuple(running.steps(SPECTATOR if has_secrets(record) else teller))),
        entered_by=tuple(record.log[step.n - 1].by if step.n else "" for step in steps),
        entered=last.by if last else "",
        result=match.result if match.over else "",
        commitment=record.commitment,
        deck=record.deck,
        values=_changed(match),
        edition=record.edition,
        corrected=bool(record.former),
        aside=tuple(told_to(each, you) for each in record.aside),
        supposed=len(supposed_in(record, running.in_hands(record.log))) if match.over else 0,
        unseen=not match.over and lies_unseen(record, you),
        races=match.game.timing.has_one,
        buzzer=record.buzzer,
        buzzed=tuple(record.buzzed),
        lowered=lowered(record, match),
        hidden=acting >= 0 and _is_hidden(match, acting),
        passing=_passing(match, scene, mine),
        came_up=_came_up(running, last, you) if last else "",
    )


def _first(match: Match, seats: Sequence[int]) -> int:
    """Who of ``seats`` is asked first: one who has more to do than to wait for others; -1 for nobody."""
    if len(seats) < 2:
        return seats[0] if seats else -1
    return next((seat for seat in seats if not _has_done(match, seat)), seats[0])


def _has_done(match: Match, seat: int) -> bool:
    """Whether ``seat`` may leave all as it is and wait for others, such as who is satisfied (DU-6)."""
    return any(choice.role == "stay" for choice in match.scene(seat).choices)


def next_after(match: Match, awaited: tuple[int, ...], seat: int) -> int:
    """Whose choices are shown after one of ``seat``, before which ``awaited`` might choose: those of the same
    player, who goes on, where nothing else has come of it; -1 where that is open."""
    goes_on = seat in match.awaited and match.awaited == awaited and not _has_done(match, seat)
    return seat if goes_on else -1


def _is_hidden(match: Match, seat: int) -> bool:
    """Whether nobody else sees what ``seat`` chooses now, whatever it is."""
    return not any(knows(match, Entry(seat, event), SPECTATOR) for event in match.legal_events(seat))


def _changed(match: Match) -> dict[str, Plain]:
    own = match.game.own_values
    return {key: value for key, value in match.values.items() if value != own[key]}


def _due(record: RefereeRecord, running: Running, you: int) -> Due:
    """What may come up, as far as this screen can know: a card that somebody else drew unseen is among it."""
    match = running.match
    owner = owner_of(match)
    here = owner < 0 or owner == you
    viewer = viewer_of(record, running, you)
    weights = match.possible_weights(CHANCE, viewer)
    cover = owner >= 0 and owner not in record.holders and has_cups(record)
    events = list(weights) if here else laid_open(match, list(weights)) if cover else []
    box = box_of(match.game)
    is_counted = box is not None and box.counted and any(weights.values())
    if is_counted and here:
        events = list(running.deck())
    left = tuple(weights.get(event, 0) for event in events) if is_counted else ()
    texts = tuple(match.texts(CHANCE, events))
    if box is not None and here and _is_of(box, texts):
        left, texts = tuple(int(text in texts) for text in box.deck), box.deck
    seen = outcome_names(match, events)
    is_thrown = bool(seen and seen[0])
    named = tuple(seen) if is_thrown else tuple(box.called(text) for text in texts) if box else texts
    return Due(texts, named, owner, here, cover, cover and hands.are_due(match), left, is_thrown)


def _is_of(box: Box, texts: Sequence[str]) -> bool:
    """Whether what may come up are cards of the deck of ``box`` that has one of each."""
    return bool(box.deck) and set(texts) <= set(box.deck)


class Said(Struct, frozen=True):
    """An entry that somebody makes for ``seat`` (-1: what came up). ``answers`` are those of the owners of
    cups, by seat; ``anyway``: dice under a lifted cup count although they do not fit what was said."""

    seat: int
    text: str
    answers: dict[int, str] = {}
    anyway: bool = False


def enter(record: RefereeRecord, running: Running, guest: Guest | None, said: Said, by: str) -> Running:
    """Play what is said; refuses what cannot be, or is another's secret, and raises
    :class:`~throwdown.server.beside.cups.Asked` where the owner of a cup is to answer first, and
    :class:`Elsewhere`. Returns the match that went with it: another one than ``running`` where something else
    is supposed now.
    """
    if len(record.log) >= MOST_EVENTS:
        raise Refusal(f"a match has at most {MOST_EVENTS} entries here")
    if said.seat < 0:
        return _report(record, running, guest, said.text, by)
    you, seat = seat_of(record, guest), said.seat
    checked_seat(record, seat)
    if not may_act(record, you, seat):
        raise Refusal(f"{record.people[seat].name} enters that on their own phone", 403)
    try:
        entry = chosen(record, running, you, seat, said.text)
        now = show(record, running, entry)
        now = Running(record) if _settle(record, now.match, entry, said) else now
        now.make(entry)
    except IllegalEvent as error:
        raise Refusal(in_names(str(error), running.match.names)) from None
    record.log.append(Noted(seat, entry.event, by))
    return now


def chosen(record: RefereeRecord, running: Running, you: int, seat: int, text: str) -> Entry:
    """The choice of ``seat`` that the screen of seat ``you`` writes ``text``; where the hand is not known
    there, it may play any card that nobody has seen. Raises :class:`IllegalEvent` and :class:`Elsewhere`."""
    match, viewer = running.match, viewer_of(record, running, you)
    possible = possible_for(match, seat, viewer)
    known = hands.freed(match, seat) if hands.is_free(match, seat, viewer) else match
    return Entry(seat, parsed(known, seat, text, refusal_viewer(record, running, you), possible))


def possible_for(match: Match, seat: int, viewer: int) -> list[int]:
    """What ``seat`` could choose now, or what could come up, as far as ``viewer`` knows."""
    if hands.is_free(match, seat, viewer):
        return hands.freed(match, seat).legal_events(seat)
    return match.possible_events(seat, viewer)


def _report(record: RefereeRecord, running: Running, guest: Guest | None, text: str, by: str) -> Running:
    """Enter a die or card that came up."""
    match, you = running.match, seat_of(record, guest)
    owner = owner_of(match)
    if owner not in (-1, you):
        plain = _plain(text)
        if not any(_plain(each) == plain for each in _due(record, running, you).texts):
            raise Refusal("that is entered on its owner's own phone alone", 403)
        owner = -1
    try:
        running = _with_room_for(record, running, text)
        entry = Entry(CHANCE, parsed(running.match, CHANCE, text, refusal_viewer(record, running, you)))
        running.make(entry)
    except (Elsewhere, IllegalEvent) as error:
        refusal = Elsewhere if isinstance(error, Elsewhere) else Refusal
        raise refusal(_used_up(running, text) or str(error)) from None
    record.log.append(Noted(CHANCE, entry.event, by, REPORTED, owner))
    return running


def _with_room_for(record: RefereeRecord, running: Running, text: str) -> Running:
    """The match in which the card ``text`` that comes up is not only supposed in the hand of somebody who has
    no phone (:func:`room_for`)."""
    match, plain = running.match, _plain(text)
    if not running.in_hands(record.log) or not hands.are_due(match):
        return running
    lying = [event for event in running.ledger(record.log).piles[-1] if match.game.hands.deals(event)]
    events = (
        one for one, each in zip(lying, match.texts(CHANCE, lying), strict=True) if _plain(each) == plain
    )
    event = next(events, None)
    return running if event is None else room_for(record, running, event)


def room_for(record: RefereeRecord, running: Running, event: int) -> Running:
    """Suppose other cards in hands where the one that is drawn, ``event``, is only supposed in one; returns
    the match with them, which is ``running`` where that changes nothing, or helps nothing."""
    match = running.match
    if event in match.legal_events(CHANCE) or not running.in_hands(record.log):
        return running
    fit = hands.fitted_to_draw(match, running.ledger(record.log), event)
    return _supposing(record, running, fit) if fit else running


def _supposing(record: RefereeRecord, running: Running, fit: hands.Fit) -> Running:
    for index, event in fit.changes.items():
        record.log[index] = structs.replace(record.log[index], event=event)
    return running.supposing(fit)


def _used_up(running: Running, text: str) -> str:
    """Why a card cannot come up of which no copy is left, where cards are counted; else empty."""
    match = running.match
    box = box_of(match.game)
    due = match.texts(CHANCE, match.legal_events(CHANCE))
    if box is not None and _plain(text) in box.deck and _is_of(box, due):
        return f"{_plain(text)!r} cannot come up: it is out of the deck, or an earlier entry is wrong"
    if box is None or not box.counted or not any(match.weights_due().values()):
        return ""
    deck = running.deck()
    for (event, copies), each in zip(deck.items(), match.texts(CHANCE, deck), strict=True):
        if _plain(each) == _plain(text) and event not in match.weights_due():
            told = f"all {copies} of them are" if copies > 1 else "it is"
            return f"{each!r} cannot come up: {told} out of the deck, or an earlier entry is wrong"
    return ""


def show(record: RefereeRecord, running: Running, entry: Entry) -> Running:
    """Suppose in hands what lets ``entry`` play its card; returns the match with it, which is ``running``
    where that fits. Raises :class:`Elsewhere` where no card that nobody has seen can be that one."""
    match = running.match
    if hands.may_play(match, entry):
        return running
    fit = hands.fitted(match, running.ledger(record.log), entry)
    if fit is None:
        text = match.texts(entry.seat, [entry.event])[0]
        raise Elsewhere(f"{text[:40]!r} cannot be played: all of them are elsewhere, or an entry is wrong")
    return _supposing(record, running, fit)


def _settle(record: RefereeRecord, match: Match, entry: Entry, said: Said) -> bool:
    """Suppose under each cup what its owner answers of ``entry``; returns whether anything was changed."""
    changed = False
    for cup in cups_of(record):
        found = settled(match, cup, entry, said.answers.get(cup.seat, ""), said.anyway)
        if not found:
            continue
        changed, how = True, REPORTED if found.is_lifted else UNSEEN
        for index, event in zip(cup.at, found.dice, strict=True):
            record.log[index] = structs.replace(record.log[index], event=event, how=how)
        match = Running(record).match
    return changed


def cover(record: RefereeRecord, running: Running, by: str) -> None:
    """The dice that are due lie under their owner's cup, or the cards that are due go into their owner's
    hand, unknown to the app: some are supposed."""
    match = running.match
    owner = owner_of(match) if CHANCE in match.awaited else -1
    if owner < 0 or owner in record.holders or not has_cups(record):
        raise Refusal("nothing is due that is its owner's secret, its owner without a phone")
    while CHANCE in match.awaited and owner_of(match) == owner:
        how = IN_HAND if hands.are_due(match) else UNSEEN
        event = supposed(match)
        running.make(Entry(CHANCE, event))
        record.log.append(Noted(CHANCE, event, by, how, owner))


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def parsed(match: Match, seat: int, text: str, viewer: int | None, possible: list[int] | None = None) -> int:
    """The legal event written ``text``; raises :class:`IllegalEvent`, which tells no more than ``viewer`` may
    know, None: all, and :class:`Elsewhere`. ``possible`` are the events that it may name, by default those
    that ``viewer`` can know of."""
    events = match.legal_events(seat)
    text = text[:LONGEST]
    plain = _plain(text)
    for event, each in zip(events, match.texts(seat, events), strict=True):
        if _plain(each) == plain:
            return event
    if seat == CHANCE and not events:
        raise IllegalEvent(f"{text[:40]!r} came up, and nothing is to be rolled or drawn now")
    if (viewer is None and seat != CHANCE) or seat == viewer or not events:
        match.replay().play(seat, text)  # says why not
        raise IllegalEvent(f"illegal event {text[:40]!r}")
    if possible is None:
        possible = events if viewer is None else match.possible_events(seat, viewer)
    known = match.texts(seat, possible)
    if any(_plain(each) == plain for each in known):
        raise Elsewhere(f"{text[:40]!r} cannot come up: all of them are elsewhere, or an entry is wrong")
    more = f" ... ({len(known)} in all)" if len(known) > 12 else ""
    raise IllegalEvent(f"illegal entry {text[:40]!r}: what may come up is {', '.join(known[:12])}{more}")


def roll(record: RefereeRecord, running: Running, dice: Committed, by: str) -> None:
    """The app stands in for the dice or cards that are due, for this roll or deal alone: up to the next
    choice, or to what is due of somebody else. Refuses what no screen could show: its owner has no phone."""
    match = running.match
    if CHANCE not in match.awaited:
        raise Refusal("nothing is to be rolled or drawn now")
    owner, asked = owner_of(match), _asked(match)
    if owner >= 0 and owner not in record.holders:
        raise Refusal(f"only a phone of {record.people[owner].name}'s own could show that")
    while CHANCE in match.awaited and (owner_of(match), _asked(match)) == (owner, asked):
        event = match.drawn_by(dice)
        assert event is not None
        running.make(Entry(CHANCE, event))
        record.log.append(Noted(CHANCE, event, by, BY_THE_APP, owner, record.deal))


def _asked(match: Match) -> str:
    """What the table is told to be due."""
    return match.drawn(match.view(SPECTATOR), SPECTATOR).now.title


def undo(record: RefereeRecord, many: int) -> None:
    """Take the last entries back, whoever made them; what is supposed together goes together."""
    if not 1 <= many <= len(record.log):
        raise Refusal(f"{len(record.log)} entries can be taken back, not {many}", 400)
    first = len(record.log) - many
    together = (record.log[first].how, record.log[first].owner)
    if together[0] in (UNSEEN, IN_HAND):
        while first and (record.log[first - 1].how, record.log[first - 1].owner) == together:
            first -= 1
    del record.log[first:]


def hold(record: RefereeRecord, running: Running, guest: Guest, seat: int) -> None:
    """This guest's phone holds ``seat`` from now on; -1 gives its seat back. Refuses a seat of which another
    phone was shown what its player alone may know, for to give a seat back is to show that to nobody."""
    held = {place: who for place, who in record.holders.items() if who != guest.id}
    given_back = {place: who for place, who in record.holders.items() if who == guest.id}
    if seat >= 0:
        checked_seat(record, seat)
        name = record.people[seat].name
        if seat in held:
            raise Refusal(f"another phone is {name}'s")
        last = record.left.get(seat, guest.id)
        if last != guest.id and knows_secrets(record, running, seat):
            raise Refusal(
                f"another phone was shown what {name} alone may know: that one alone can be {name}'s again, "
                "unless what was entered there is taken back"
            )
        held[seat] = guest.id
    record.holders, record.left = held, {**record.left, **given_back}


def go_without(record: RefereeRecord, seat: int) -> None:
    """The phone that holds ``seat`` is gone: empty, lost, or with another cookie by now. Whoever plays there
    goes on without one, as others do; what that phone was shown is shown to no other (:func:`hold`)."""
    checked_seat(record, seat)
    if seat not in record.holders:
        raise Refusal(f"no phone is {record.people[seat].name}'s")
    held = dict(record.holders)
    record.left = {**record.left, seat: held.pop(seat)}
    record.holders = held
