"""The wish for another match, which whoever runs the menu fulfils; nobody below the menu has to know the menu."""


class AnotherMatchWanted(Exception):
    """A match is over, and somebody wants to choose another one from the menu."""
