"""``python -m throwdown``."""

from throwdown.cli import main

main()
