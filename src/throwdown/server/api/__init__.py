"""HTTP: what may be asked of a server, one module for each subject."""
