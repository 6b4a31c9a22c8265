"""What lies on the table, in words: for whoever looks a piece up that has no text of its own."""

from __future__ import annotations

from ...kernel.scene import Legend

LEGENDS = {
    "throw": Legend(
        "The dice that were thrown, beside the draw pile. Hands are filled from it.",
        "DZ-8",
    ),
    "offers": Legend(
        "The numbers on offer: one of the dice, or the sum of two. Whoever holds the number picked "
        "moves all cards of it to their pile; beside it stands who gains what.",
        "DZ-9",
    ),
    "faces": Legend(
        "A number of a die, to be named.",
        "DZ-3",
    ),
    "pile": Legend(
        "A points pile. Its cards score at the end of the round; ten cards end it.",
        "DZ-17",
    ),
    "tosses": Legend(
        "The dice of a Roll-Off.",
        "DZ-5",
    ),
    "hand": Legend(
        "A card in hand. It counts nothing until its number is rolled and it is moved to the pile.",
        "DZ-8",
    ),
    "played": Legend(
        "An action card that was played.",
        "DZ-3",
    ),
}
