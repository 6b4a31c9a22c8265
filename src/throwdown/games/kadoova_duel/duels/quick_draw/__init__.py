"""Quick Draw (KD-D10)."""
