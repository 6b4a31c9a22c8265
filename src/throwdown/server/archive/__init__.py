"""Matches that are over: how they leave a table, whose history they are in, and where they were won."""
