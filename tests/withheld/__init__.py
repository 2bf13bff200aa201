"""What a quick run does without."""
