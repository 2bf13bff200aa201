"""Grid Snatchers: `rules`, `words` and `claims`."""
