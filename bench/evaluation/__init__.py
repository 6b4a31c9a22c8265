"""How long the account of a match takes."""
