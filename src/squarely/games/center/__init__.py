"""Capture Square, with tokens: `rules`, `words` and `claims`."""
