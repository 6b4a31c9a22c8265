"""Guests: names, cookies, passkeys, codes to say aloud, and what is kept of each."""
