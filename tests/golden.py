"""Golden transcripts: matches of every game that are kept for ever, by the version of the rules.

``golden/*.txt`` are of the present version. ``golden/version 1/`` holds what version 1 wrote and the present
rules replay; ``golden/version 1 alone/`` what they cannot: reading it says that it needs version 1.

After raising a game's version in ``tables.toml``, ``python -m tests.golden`` sorts the transcripts like
that, and writes those that still hold again as the present version does.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import throwdown
from throwdown.kernel.errors import BadTranscript
from throwdown.kernel.transcript import Transcript, read

FOLDER = Path(__file__).parent / "games"
PRESENT = sorted(FOLDER.glob("*/golden/*.txt"))
HELD = sorted(FOLDER.glob("*/golden/version */*.txt"))
ALONE = [file for file in HELD if file.parent.name.endswith(" alone")]
KEPT = [file for file in HELD if file not in ALONE]


def written_again(transcript: Transcript) -> str:
    """The transcript as the present version writes it, dice included."""
    transcript.match.chance = transcript.dice() or transcript.match.chance
    return transcript.match.transcript()


def version_of(text: str) -> tuple[str, int]:
    """The game and the version of the rules that a transcript names."""
    headers = dict(line[1:-1].split(" ", 1) for line in text.splitlines() if line.startswith("["))
    return headers["Game"].strip('"'), int(headers["Version"].strip('"'))


def sort(file: Path) -> str:
    """Put a transcript of an earlier version where it belongs; returns what was done."""
    text = file.read_text(encoding="utf-8")
    key, version = version_of(text)
    if version == throwdown.load(key).version:
        return ""
    try:
        transcript = read(text)
        transcript.verify()
    except BadTranscript as error:
        return f"{_move(file, f'version {version} alone')}: {error}"
    moved = _move(file, f"version {version}")
    file.write_text(written_again(transcript), encoding="utf-8")
    return f"{moved}, written again"


def _move(file: Path, folder: str) -> Path:
    kept = file.parent / folder / file.name
    kept.parent.mkdir(exist_ok=True)
    return file.rename(kept)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    for done in filter(None, map(sort, PRESENT)):
        print(done)
