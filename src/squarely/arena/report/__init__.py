"""What a run has shown: as text, as data and as a page."""
