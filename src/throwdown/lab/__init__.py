"""The laboratory: matches by the million, match-ups, levels, solutions. The server never comes here."""
