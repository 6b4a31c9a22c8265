"""Kadoova Duel (KD-1 to KD-23)."""
