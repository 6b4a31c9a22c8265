"""Plague Doctor (KD-D9)."""
