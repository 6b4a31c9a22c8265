"""Python's text as a tree, whatever other threads do meanwhile."""

from __future__ import annotations

import ast
import gc
import threading
from typing import Any

_parsing = threading.Lock()


def parsed(text: str, name: str = "<text>", mode: str = "exec") -> Any:
    """The tree of ``text``: an :class:`ast.Module`, or with the mode ``eval`` an :class:`ast.Expression`.

    ``name`` is told in errors. Raises :class:`SyntaxError`. CPython counts for all threads together how deep
    it is in a tree that it makes. A search for garbage in the middle lets other threads go on; where one of
    them makes a tree too, one of the two fails with a :class:`SystemError`. So no search is made meanwhile.
    """
    with _parsing:
        searches = gc.isenabled()
        gc.disable()
        try:
            return ast.parse(text, name, mode)
        finally:
            if searches:
                gc.enable()
