"""Chicken! (KD-D2)."""
