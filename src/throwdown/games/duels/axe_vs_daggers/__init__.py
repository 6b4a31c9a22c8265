"""Axe vs Daggers as a game of its own (KD-D1)."""
