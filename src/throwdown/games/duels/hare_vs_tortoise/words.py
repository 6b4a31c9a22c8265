"""Hare vs Tortoise in words."""

from __future__ import annotations

from ...kadoova_duel.duels.alone_words import heading, notation, refuse, scores, tell

__all__ = ["heading", "notation", "refuse", "scores", "tell"]
