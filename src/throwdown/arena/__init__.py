"""Dice that are really thrown: table, mats, dice and cards as physical things. Knows no rule."""
