"""Highest Roll, a game of Throwdown."""
