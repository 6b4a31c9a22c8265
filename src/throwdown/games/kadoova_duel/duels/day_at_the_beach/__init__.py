"""Day at the Beach (KD-D5)."""
