"""Dash and Hurl: a small game that races, has a window and throws, and calls all of that by names of its own.

It is there for :mod:`tests.server.test_other_names`.
"""
