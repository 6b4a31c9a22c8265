"""War! as a game of its own (KD-D12)."""
