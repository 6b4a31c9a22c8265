"""Duello, and the Mexican Standoff."""
