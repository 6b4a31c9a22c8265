"""DARDZ: dice and cards for two to eight."""
