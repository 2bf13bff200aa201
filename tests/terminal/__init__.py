"""The terminal as people use it: the real command, through a pipe and through a pseudo-terminal."""
