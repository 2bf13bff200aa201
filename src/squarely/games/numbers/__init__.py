"""Capture Squares: `rules`, `words` and `claims`."""
