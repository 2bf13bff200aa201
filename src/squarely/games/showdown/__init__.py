"""Center Square Showdown: `rules`, `words` and `claims`."""
