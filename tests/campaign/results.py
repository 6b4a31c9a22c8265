"""What campaigns have come to so far: kept in ``docs/trust.json``, and shown by the table of
``docs/trust.md``."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tests.campaign import dice
from tests.campaign.campaigns import CAMPAIGNS
from tests.campaign.counts import Counts
from throwdown.kernel.files import write_whole

DOCS = Path(__file__).parents[2] / "docs"
BEGIN, END = "<!-- results of campaigns -->", "<!-- end of results -->"


class Kept:
    """The counts of all campaigns, in a folder of documents."""

    def __init__(self, docs: Path = DOCS) -> None:
        self._docs, self._data, self._page = docs, docs / "trust.json", docs / "trust.md"
        self.counts = self._read()

    def _read(self) -> dict[str, Counts]:
        if not self._data.exists():
            return {}
        return msgspec.json.decode(self._data.read_bytes(), type=dict[str, Counts])

    def add(self, key: str, counts: Counts) -> None:
        """Count one more round, and write both files. Several campaigns may run at once: each adds to what
        the others have counted meanwhile."""
        with only_here(self._docs):
            self.counts = self._read()
            self.counts.setdefault(key, Counts()).add(counts)
            ordered = {key: self.counts[key] for key in CAMPAIGNS if key in self.counts}
            write_whole(self._data, msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
            before, rest = self._page.read_text().split(BEGIN)
            after = rest.split(END)[1]
            write_whole(self._page, f"{before}{BEGIN}\n\n{table(ordered)}\n\n{END}{after}".encode())

    def seconds_for(self, key: str, many: int) -> float | None:
        """How long so many took in the mean; None where none has been counted."""
        kept = self.counts.get(key)
        return kept.seconds / kept.done * many if kept and kept.done else None


@contextmanager
def only_here(folder: Path) -> Generator[None]:
    """One process at a time is in here with ``folder``; the others wait."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def table(counts: dict[str, Counts]) -> str:
    """The results in Markdown."""
    lines = ["| What happens | So far | Wanted | What held | Rounds that failed |", "|---|--:|--:|---|--:|"]
    for key, one in counts.items():
        campaign = CAMPAIGNS[key]
        lines.append(
            f"| {campaign.title} (`{key}`) | {one.done:,} {campaign.unit} | {campaign.wanted:,} "
            f"| {held(one, campaign.wanted)} | {one.broken} |"
        )
    return "\n".join(lines)


def held(counts: Counts, wanted: int) -> str:
    """What was checked, in words."""
    if counts.faces:
        due = counts.done >= wanted
        return dice.verdict(counts.faces) if due else f"to be tested at {wanted:,}"
    if not counts.confirmed:
        return f"{counts.matches:,} matches"
    return (
        f"{counts.confirmed:,} confirmed choices, {counts.told:,} told events of {counts.matches:,} matches"
    )
