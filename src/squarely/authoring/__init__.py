"""For people who make games: a package to begin with, and rules that are tried while they are written."""
