"""Pineapple vs Fish on the table."""

from __future__ import annotations

from ...kadoova_duel.duels.alone_scene import draw

__all__ = ["draw"]
