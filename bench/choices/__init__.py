"""How long choices of Master take, against those of the Master that was measured first."""
