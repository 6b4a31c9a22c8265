"""Imported once by the process that servers are forked from: everything, and one game compiled."""

from __future__ import annotations

import throwdown
import throwdown.server.run

throwdown.load("command-dice").compile()

__all__ = ["throwdown"]
