"""Campaigns of faults: people play at a server's tables while something goes wrong with it again and again,
and all that they were told is checked against the matches' logs."""
