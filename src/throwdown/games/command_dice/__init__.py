"""Command Dice: the Battle Deck game."""
