"""Pineapple vs Fish in words."""

from __future__ import annotations

from ...kadoova_duel.duels.alone_words import heading, notation, scores, tell

__all__ = ["heading", "notation", "scores", "tell"]
