"""An account in words and figures: whole percents that add up as they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from throwdown.study.accounts import Better, MatchAccount
from throwdown.study.turning import Turning, turning_points

Z95 = 1.959964
MINUS = "−"
PARTS = ("Luck", "Own choices", "Others' choices", "Unseen")


def percents(figures: Sequence[float]) -> list[int]:
    """Whole percents of ``figures``, a start and then changes, rounded so that those before and including any
    one add up to the rounded sum."""
    sums = [0.0]
    for figure in figures:
        sums.append(sums[-1] + figure)
    whole = [round(100 * each) for each in sums]
    return [b - a for a, b in pairwise(whole)]


def parts_of(account: MatchAccount, seat: int) -> tuple[list[float], list[float]]:
    """Start, luck, own and others' choices and unseen of ``seat``, and the half-widths of their 95 %
    intervals."""
    parts = (account.luck, account.own, account.others, account.unseen)
    values = [account.start[seat], *(part.value[seat] for part in parts)]
    widths = [account.start_error[seat], *(part.error[seat] for part in parts)]
    return values, [Z95 * width for width in widths]


def lines(account: MatchAccount) -> Iterator[str]:
    """The account for a terminal: the sum for each seat, the chances turn by turn, the turns that
    mattered."""
    goal = f"Chances to win the set ({account.of_set})" if account.of_set else "Chances"
    yield f"{goal} in percent, everybody going on by {account.policy}; ± is a 95 % interval."
    if not account.is_over:
        yield "The match is not over: the result is the chance where it stands."
    yield ""
    wide = max(12, *(len(name) + 2 for name in account.names))
    yield f"{'':16}" + "".join(f"{name:>{wide}}" for name in account.names)
    rows = [_column(account, seat) for seat in range(len(account.names))]
    for label, *cells in zip(("Start", *PARTS, "Result"), *rows, strict=True):
        if account.has_secrets or label != "Unseen":
            yield f"{label:16}" + "".join(f"{cell:>{wide}}" for cell in cells)
    if not account.has_secrets:
        yield "Nothing was hidden from anybody who chose."
    yield ""
    for turn in account.turns:
        cells = (_share(win, error) for win, error in zip(turn.win, turn.errors, strict=True))
        yield f"{turn.heading:28}" + "".join(f"{cell:>{wide}}" for cell in cells)
    yield ""
    yield "Turns that mattered:"
    for point in turning_points(account):
        yield f"- {told(account, point)}"


def _column(account: MatchAccount, seat: int) -> list[str]:
    values, widths = parts_of(account, seat)
    whole = percents(values)
    cells = [f"{whole[0]} ± {round(100 * widths[0])}"]
    cells += [
        f"{signed(part)} ± {round(100 * width)}" for part, width in zip(whole[1:], widths[1:], strict=True)
    ]
    return [*cells, str(round(100 * account.result[seat]))]


def _share(win: float, error: float) -> str:
    return f"{round(100 * min(1.0, max(0.0, win)))} ± {round(100 * Z95 * error)}"


def signed(percent: int) -> str:
    """``+3``, ``−3`` or ``0``."""
    return f"+{percent}" if percent > 0 else f"{MINUS}{-percent}" if percent < 0 else "0"


def told(account: MatchAccount, point: Turning) -> str:
    """One line of a turn that mattered."""
    seat = max(range(len(point.change)), key=lambda at: point.change[at])
    by = signed(round(100 * point.change[seat]))
    what = {"luck": "luck", "choice": "choice", "unseen": "what was hidden"}[point.cause]
    who = f"{account.names[point.seat]}: " if point.seat < len(account.names) else ""
    texts = ", ".join(point.texts[:8]) + (" ..." if len(point.texts) > 8 else "")
    line = f"{point.heading}, event {point.n}, {what}: {by} for {account.names[seat]}. {who}{texts}."
    return line + (f" {compared(point.better)}" if point.better else "")


def compared(better: Better) -> str:
    """A phrase for another choice: by how much it was better, or that the two are too close to call."""
    low, high = (round(100 * (better.by + side * Z95 * better.error)) for side in (-1, 1))
    span = f"from {low} to {high} %"
    if better.is_clear:
        return f"{better.text} was better by {round(100 * better.by)} % ({span})."
    return f"{better.text}: too close to call ({span})."
