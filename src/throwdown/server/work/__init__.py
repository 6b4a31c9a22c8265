"""Work that takes long, in threads and processes of its own: thinking, hints, compiling, heavy answers."""
