"""Skeptic vs Psychic as a game of its own (KD-D11)."""
