"""The five games, one folder each. They are found through entry points, like any game from outside."""
