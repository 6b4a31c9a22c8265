"""Class Warfare (KD-D3)."""
