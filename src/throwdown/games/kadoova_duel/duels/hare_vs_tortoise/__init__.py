"""Hare vs Tortoise (KD-D6)."""
