"""A stone on any empty square."""
