"""Chicken! as a game of its own (KD-D2)."""
