"""Axe vs Daggers (KD-D1)."""
