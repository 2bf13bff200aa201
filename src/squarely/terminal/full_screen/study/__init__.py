"""Looking at matches and positions: replay, review, puzzles, the court."""
