"""What was found about the balance of a game, as tables: for a terminal, a page and a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, structs

from throwdown.lab.balance import PARTS, Balance
from throwdown.lab.counts import Share

FEWEST = 5  # matches in which a choice was weighed, before its worth is told
MINUS = "−"
SHARE = ("share", "95 %", "matches")  # heads of columns


class Section(Struct, frozen=True):
    """A table with its heading and a sentence on what it holds; ``bars`` are the figures of its rows with the
    half-widths of their intervals, in percent, where they can be drawn beside each other. ``is_part``: they
    are parts of a whole, from 0 to 100."""

    title: str
    words: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    bars: list[tuple[str, float, float]]
    is_part: bool = False

    @property
    def is_notation(self) -> bool:
        """Whether rows begin with a choice or a card in notation."""
        return self.columns[0] in ("choice", "card")


def sections(found: Balance, choices: int) -> Iterator[Section]:
    """The tables of ``found``; those of choices have the first ``choices`` of them."""
    seats = {f"seat {seat}": won for seat, won in enumerate(found.wins)}
    yield parts("Seats", "The share of the wins of each seat; a draw is shared.", seats)
    yield Section(
        "Course", "Means over the matches.", ("figure", "mean", "95 %"),
        [(name, *cells(name, share)) for name, share in found.figures.items()], [],
    )  # fmt: skip
    yield _shares(
        "Luck, by seeds",
        "The part of the variance of the result that two matches of the same seed have in common.",
        found.luck_by_seeds,
    )
    yield _shares(
        "Luck, by the account",
        "The part of the variance of the result that each part of the account explains; those other than "
        '"all luck" add up to 100 %.',
        found.luck_by_account,
    )
    cards = [(text, one) for text, one in found.cards.items() if one.matches >= FEWEST]
    if cards:
        yield Section(
            "Worth of cards",
            "By how much the seat that gets a card wins more often than with the mean of all that might have "
            f"come, everybody going on by par: {found.manner.weighing} playouts each.",
            ("card", "worth", "95 %", "matches"),
            [(text, *_signed(one), f"{one.matches:,}") for text, one in cards],
            [(text, 100 * one.mean, 100 * one.margin) for text, one in cards],
        )
    yield from _choices(found, choices)


def _choices(found: Balance, choices: int) -> Iterator[Section]:
    worths = [(text, one) for text, one in found.worths.items() if one.worth.matches >= FEWEST][:choices]
    worths.sort(key=lambda item: -item[1].worth.mean)
    yield Section(
        "Worth of choices",
        "By how much a choice wins more often than the mean of all that are to be had, everybody going on by "
        f"par: {found.manner.weighing} playouts each. Sensible: in so many of its matches it was not clearly "
        "worse than the best.",
        ("choice", "worth", "95 %", "matches", "sensible"),
        [(text, *_signed(one.worth), f"{one.worth.matches:,}", f"{one.sensible:,}") for text, one in worths],
        [(text, 100 * one.worth.mean, 100 * one.worth.margin) for text, one in worths],
    )
    made = sorted(found.by_choice.items(), key=lambda item: -item[1].made)[:choices]
    yield Section(
        "How often choices are made",
        "Of the times that a choice was to be had beside others; then the wins of those who made it, and of "
        "those who made another. Who is ahead may choose otherwise, so this is not what a choice is worth.",
        ("choice", "made", "wins with it", "wins with another"),
        [(text, one.share, one.wins, one.wins_else) for text, one in made],
        [],
    )


def parts(title: str, words: str, found: Mapping[str, Share], first: str = "") -> Section:
    """A table of shares from 0 to 100 % by name; ``first`` is the head of the names."""
    return structs.replace(_shares(title, words, found), columns=(first, *SHARE), is_part=True)


def _shares(title: str, words: str, found: Mapping[str, Share]) -> Section:
    rows = [(name, *percent(share), f"{share.matches:,}") for name, share in found.items()]
    bars = [(name, 100 * share.mean, 100 * share.margin) for name, share in found.items()]
    return Section(title, words, ("", *SHARE), rows, bars)


def cells(name: str, share: Share) -> tuple[str, str]:
    """The mean of the figure of that name, in percent if it is a part, and the half-width of its interval."""
    return percent(share) if name in PARTS else (f"{share.mean:.2f}", f"± {share.margin:.2f}")


def percent(share: Share) -> tuple[str, str]:
    """A share in percent, and the half-width of its interval."""
    return f"{100 * share.mean:.1f} %".replace("-", MINUS), f"± {100 * share.margin:.1f}"


def _signed(share: Share) -> tuple[str, str]:
    return f"{100 * share.mean:+.1f} %".replace("-", MINUS), f"± {100 * share.margin:.1f}"


def lines(found: Balance, choices: int) -> Iterator[str]:
    """The lines that a terminal shows of ``found``: its tables, with the first ``choices`` choices each."""
    level, seed = found.manner.level, found.seed
    yield f"{found.title}: {found.matches:,} matches of {level} against itself, seed {seed}"
    for section in sections(found, choices):
        yield f"{section.title} ({', '.join(filter(None, section.columns))})"
        for first, *rest in section.rows:
            yield f"  {first}: {' | '.join(rest)}"
    for words, named in (("never chosen", found.never), ("dominated", found.dominated)):
        if named:
            yield f"{words}: " + ", ".join(named)
