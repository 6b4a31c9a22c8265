"""Alembic's migrations of the database, run when a server starts."""
