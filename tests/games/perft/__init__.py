"""How many sequences of moves each game has: counts that change when a rule does."""
