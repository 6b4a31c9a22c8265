"""What it takes to join a match that has been played for long, and to serve many again after a restart."""
