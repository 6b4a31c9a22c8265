"""Horse-Shoes & Hand-Grenades as a game of its own (KD-D7)."""
