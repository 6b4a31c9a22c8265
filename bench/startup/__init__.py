"""How long a person waits for the table."""
