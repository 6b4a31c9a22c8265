"""Several processes that serve one PostgreSQL database, beside one."""
