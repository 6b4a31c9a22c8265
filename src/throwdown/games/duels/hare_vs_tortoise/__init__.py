"""Hare vs Tortoise as a game of its own (KD-D6)."""
