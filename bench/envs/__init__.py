"""Steps a second of the environments, beside those of PettingZoo's classic games and RLCard."""
