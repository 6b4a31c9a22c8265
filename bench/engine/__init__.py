"""How fast the rules run: against OpenSpiel, against C, and every game by itself."""
