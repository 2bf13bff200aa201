"""Many matches at once, compiled: the machine below the vector environment."""
