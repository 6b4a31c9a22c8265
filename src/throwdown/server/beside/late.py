"""Entries that a screen kept while it could not reach the server, and sends when it can.

They count in their order, each once, where nobody else has gone on meanwhile, or has entered the same. Where
others have gone on, the screen chooses which line of entries stands; the other is put aside, and shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field, structs

from throwdown.kernel.contract import CHANCE, SPECTATOR
from throwdown.kernel.match import Entry, Match
from throwdown.kernel.narrator import knows
from throwdown.server.beside import knowledge, referee
from throwdown.server.beside.asides import EVERYBODY_SEES, HIDDEN, NOBODY_SEES, Aside, AsideEntry, Late
from throwdown.server.beside.cups import Asked, Question
from throwdown.server.beside.referee import Said
from throwdown.server.beside.refereed import IN_HAND, UNSEEN, Noted, RefereeRecord, Running
from throwdown.server.errors import Refusal
from throwdown.server.guests.identity import Guest

MOST = 1_200  # entries that are sent together: an hour of one every three seconds
MOST_ASIDE = 20  # lines of entries that are kept aside
MINE, THEIRS = "mine", "theirs"
WORD = 40  # letters of a word, at most, that are kept
SUPPOSED = {UNSEEN: "under the cup", IN_HAND: "into the hand"}  # what is told of such an entry
COVERED = "as its owner alone knows"


class LateEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry that was kept: as it would have been sent, under a ``word`` that no other has. ``cover``: the
    dice that are due lie under their owner's cup, or the cards go into their owner's hand."""

    word: str
    seat: int = -1
    text: str = ""
    cover: bool = False
    answers: dict[int, str] = field(default_factory=dict[int, str])
    anyway: bool = False


class LateWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Entries that were made after the first ``n`` of the table at ``edition``; ``stands`` says which line
    does where others went on too: ``mine`` or ``theirs``."""

    n: int
    edition: int
    entries: tuple[LateEntry, ...]
    stands: str = ""


def found(record: RefereeRecord, running: Running, guest: Guest | None, wish: LateWish) -> Late:
    """Which of the entries are made already, and whether others went on in their place."""
    if not 1 <= len(wish.entries) <= MOST:
        raise Refusal(f"1 to {MOST} entries are sent together, not {len(wish.entries)}", 400)
    if wish.stands not in ("", MINE, THEIRS):
        raise Refusal(f"{wish.stands[:20]!r} is no line of entries: {MINE} or {THEIRS}", 400)
    entries = wish.entries
    made = next((k for k, one in enumerate(entries) if one.word[:WORD] not in record.words), len(entries))
    log, base = record.log, max(0, wish.n + made)
    is_same = wish.edition == record.edition
    if is_same and len(log) <= base:
        return Late(made)
    base = min(base, len(log))
    theirs = _told(record, base, knowledge.viewer_of(record, running, knowledge.seat_of(record, guest)))
    if is_same:
        mine = [(one.seat, _plain(one.text)) for one in entries[made:]]
        said = [(-1 if one.seat == CHANCE else one.seat, _plain(text)) for one, text in theirs]
        many = min(len(mine), len(said))
        if mine[:many] == said[:many]:
            return Late(made + many)
    texts = (f"{one.by}: {text}" if one.by else text for one, text in theirs)
    return Late(made, differs=True, theirs=tuple(texts))


def _plain(text: str) -> str:
    return "".join(text.split()).lower()


def _told(record: RefereeRecord, base: int, viewer: int) -> list[tuple[Noted, str]]:
    """The entries after the first ``base``, as ``viewer`` may know them."""
    told: list[tuple[Noted, str]] = []
    for noted, entry, match in _after(record, base):
        is_known = noted.how not in SUPPOSED and knows(match, entry, viewer)
        hidden = SUPPOSED.get(noted.how, HIDDEN)
        told.append((noted, match.texts(noted.seat, [noted.event])[0] if is_known else hidden))
    return told


def _after(record: RefereeRecord, base: int) -> Iterator[tuple[Noted, Entry, Match]]:
    """The entries after the first ``base``, each with the match as it was before it."""
    match = Running(structs.replace(record, log=record.log[:base])).match
    for noted in record.log[base:]:
        entry = Entry(noted.seat, noted.event)
        yield noted, entry, match
        match.extend([entry])


def settle(
    record: RefereeRecord, running: Running, guest: Guest | None, wish: LateWish, by: str
) -> tuple[Late, Question | None]:
    """Make the entries that are not made yet, up to one that cannot be, or waits for an answer."""
    late = found(record, running, guest, wish)
    if late.differs and wish.stands == THEIRS:
        _put_aside(record, _mine(record, guest, wish, late.made, by))
        return Late(len(wish.entries)), None
    if late.differs and wish.stands != MINE:
        return late, None
    if late.differs:
        base = min(wish.n + late.made, len(record.log))
        _put_aside(record, _theirs(record, base))
        if base < len(record.log):
            referee.undo(record, len(record.log) - base)
        running = Running(record)
    for made, one in enumerate(wish.entries[late.made :], late.made):
        try:
            running = _make(record, running, guest, one, by)
        except Asked as asked:
            return Late(made), asked.question
        except referee.Elsewhere as error:
            put_tried(record, guest, one.text, by)
            return Late(made, why=str(error)), None
        except Refusal as refusal:
            return Late(made, why=refusal.why), None
        remember(record, one.word)
    return Late(len(wish.entries)), None


def _make(record: RefereeRecord, running: Running, guest: Guest | None, one: LateEntry, by: str) -> Running:
    if one.cover:
        referee.cover(record, running, by)
        return running
    return referee.enter(record, running, guest, Said(one.seat, one.text, one.answers, one.anyway), by)


def _mine(record: RefereeRecord, guest: Guest | None, wish: LateWish, made: int, by: str) -> Aside:
    """The entries of this screen. Nobody has judged what others may know of them: where there are secrets,
    those of a phone are its owner's."""
    you = knowledge.seat_of(record, guest)
    seen_by = you if knowledge.has_secrets(record) else EVERYBODY_SEES
    texts = (COVERED if one.cover else one.text[: referee.LONGEST] for one in wish.entries[made:])
    n = min(max(0, wish.n + made), len(record.log))
    return Aside(by, n, tuple(AsideEntry(text, seen_by) for text in texts))


def _theirs(record: RefereeRecord, base: int) -> Aside:
    """The entries after the first ``base``."""
    entries: list[AsideEntry] = []
    for noted, entry, match in _after(record, base):
        owner = noted.owner if noted.seat == CHANCE else noted.seat
        seen_by = EVERYBODY_SEES if knows(match, entry, SPECTATOR) else owner
        text = match.texts(noted.seat, [noted.event])[0]
        supposed = SUPPOSED.get(noted.how)
        entries.append(AsideEntry(supposed, EVERYBODY_SEES) if supposed else AsideEntry(text, seen_by))
    people = list(dict.fromkeys(noted.by for noted in record.log[base:]))
    return Aside(", ".join(people), base, tuple(entries))


def is_continued(before: RefereeRecord, record: RefereeRecord) -> bool:
    """Whether ``record`` only adds entries to ``before``. What is supposed may be another."""
    if len(record.log) < len(before.log):
        return False
    pairs = zip(before.log, record.log, strict=False)
    return all(
        one == other or (one.how in SUPPOSED and (one.seat, one.owner) == (other.seat, other.owner))
        for one, other in pairs
    )


def remember(record: RefereeRecord, word: str) -> None:
    """Know the entry of this word where it is sent again."""
    if word:
        record.words = [*record.words, word[:WORD]][-MOST:]


def put_tried(record: RefereeRecord, guest: Guest | None, text: str, by: str) -> None:
    """Put aside an entry that was refused for what others keep secret: all see that it was tried, and its own
    phone what it was."""
    you = knowledge.seat_of(record, guest)
    seen_by = you if you >= 0 else NOBODY_SEES
    _put_aside(record, Aside(by, len(record.log), (AsideEntry(text[: referee.LONGEST], seen_by),)))


def _put_aside(record: RefereeRecord, aside: Aside) -> None:
    if aside.entries:
        record.aside = [*record.aside, aside][-MOST_ASIDE:]
