"""What the README claims, measured in one run."""
