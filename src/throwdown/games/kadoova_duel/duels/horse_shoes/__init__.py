"""Horse-Shoes & Hand-Grenades (KD-D7)."""
