"""A table and its match, as saved and as told: seats, sets, dice, records, scenes, those who look on."""
