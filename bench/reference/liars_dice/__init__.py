"""Liar's dice for two, with wild sixes."""
