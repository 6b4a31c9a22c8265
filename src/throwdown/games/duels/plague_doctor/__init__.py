"""Plague Doctor as a game of its own (KD-D9)."""
