"""Class Warfare as a game of its own (KD-D3)."""
