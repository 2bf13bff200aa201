"""The five games, one file each. They are found through entry points, like any game from outside."""
