"""Skeptic vs Psychic (KD-D11)."""
