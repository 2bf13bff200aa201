"""A match, its record, and what is seen and touched on the board."""
