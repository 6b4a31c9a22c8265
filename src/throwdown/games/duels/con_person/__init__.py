"""Con-Person as a game of its own (KD-D4)."""
