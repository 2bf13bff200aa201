"""Playing line by line, in a terminal or through a pipe."""
