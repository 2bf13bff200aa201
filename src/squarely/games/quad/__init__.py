"""Capture Square, with markers: `rules`, `words` and `claims`."""
