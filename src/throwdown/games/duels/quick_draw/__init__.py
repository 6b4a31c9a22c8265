"""Quick Draw as a game of its own (KD-D10)."""
