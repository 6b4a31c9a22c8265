"""What an owner does with a database while it is served: back it up and restore it, check it, write out what
it holds, and delete what is old."""
