"""Con-Person (KD-D4)."""
