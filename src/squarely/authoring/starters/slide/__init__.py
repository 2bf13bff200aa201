"""Your own token, some squares in a direction."""
