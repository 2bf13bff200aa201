"""Hold a match against the truth: grade it, say why, show it."""
