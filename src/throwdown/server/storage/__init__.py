"""The database: its schema and migrations, what was confirmed, sealed secrets, and news between processes."""
