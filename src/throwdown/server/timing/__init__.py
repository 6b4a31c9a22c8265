"""Clocks of seats, and how long a table waits for whoever has to choose."""
