"""What NOTIFY costs commits to PostgreSQL at 1,000 a second."""
