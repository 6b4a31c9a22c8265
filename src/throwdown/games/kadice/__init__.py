"""KA'DICE!: roll what is on the others' cards before they roll what is on yours."""
