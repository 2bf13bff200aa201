"""Compile the rules of a game, solve them, ask the solution."""
