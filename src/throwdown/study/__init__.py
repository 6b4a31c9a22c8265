"""Where a match was won: chances to win, and an account of luck, choices and what was hidden.

It knows no game. ``chances`` and ``account`` are what other programs call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from throwdown.lazy import loading

if TYPE_CHECKING:
    from throwdown.study.accounts import MatchAccount, account
    from throwdown.study.counting import Study
    from throwdown.study.winning import Chances, chances

__all__ = ["Chances", "MatchAccount", "Study", "account", "chances"]

__getattr__ = loading(
    __name__,
    {
        "MatchAccount": "accounts",
        "account": "accounts",
        "Study": "counting",
        "Chances": "winning",
        "chances": "winning",
    },
)
