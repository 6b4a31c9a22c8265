"""Pineapple vs Fish (KD-D8)."""
