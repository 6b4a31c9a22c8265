"""The twelve duels, each a module that knows nothing of turns and cards (KD-D1 to KD-D12)."""
