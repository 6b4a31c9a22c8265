"""Hints spelled out, for a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator

from throwdown.bots import sight, warm
from throwdown.kernel.match import Match
from throwdown.study.adviser import seed_for
from throwdown.study.hints import Hint, Line, hints

SECONDS = 6.0  # that are counted at most
MIXED = "Mixed like this, your habits are hard to turn against you."
ALWAYS = "Master always chooses so here."


def counted(match: Match, seat: int) -> Hint:
    """The hint for the choice of ``seat``, counted for a few seconds, or until it is good enough."""
    warm(match.game)
    match.engine = match.game.engine
    until = time.monotonic() + SECONDS
    found = hints(sight(match, seat), seed_for(f"{match.game.key} {len(match.log)} {seat}"))
    hint = next(found)
    while not hint.done and time.monotonic() < until:
        hint = next(found)
    return hint


def spelled(match: Match, seat: int, hint: Hint) -> Iterator[str]:
    """A hint line by line: what is too close to call, what is weaker, and why; ``{2}`` stands for the name of
    seat 2."""
    choices = {choice.event: choice for choice in match.scene(seat).choices}
    near = [line for line in hint.lines if line.close]
    if not hint.playouts:
        yield "How often Master chooses each"
    else:
        yield "Too close to call: take any" if len(near) > 1 else "Best"
    texts = match.texts(seat, [line.event for line in hint.lines])
    for k, (line, text) in enumerate(zip(hint.lines, texts, strict=True)):
        if k == len(near) and hint.playouts:
            yield "Weaker"
        name = choices[line.event].name if line.event in choices else ""
        told = figures(line) if hint.playouts else f"{100 * line.share:.0f} %"
        yield f"  {text:16} {told}  {name}".rstrip()
    why = choices[hint.lines[0].event].note if hint.lines[0].event in choices else ""
    hidden = ", as what you cannot see might be" if hint.hidden else ""
    how = f"{hint.playouts} matches were played out with the first{hidden}."
    if not hint.playouts:
        how = MIXED if len(near) > 1 else ALWAYS
    yield f"{why} {how}".lstrip()


def figures(line: Line) -> str:
    """``45 % (42 to 48), 3 % less``: the chance to win, the range that holds it, and by how much it is
    weaker."""
    low, high = (max(0.0, min(1.0, line.chance + way * line.doubt)) for way in (-1, 1))
    less = "" if line.close else f", {100 * line.less:.0f} % less"
    return f"{100 * line.chance:.0f} % ({100 * low:.0f} to {100 * high:.0f}){less}"
