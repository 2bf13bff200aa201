"""The full-screen app: home, match, review, replay, puzzles and court, on Textual. No rules, and no second match."""
