"""Pineapple vs Fish as a game of its own (KD-D8)."""
