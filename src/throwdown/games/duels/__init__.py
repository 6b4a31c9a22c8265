"""The duels of Kadoova Duel, each as a game of its own."""
