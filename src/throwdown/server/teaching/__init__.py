"""Lessons, puzzles and rulebooks as a browser is told them."""
