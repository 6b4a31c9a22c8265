"""Day at the Beach as a game of its own (KD-D5)."""
