"""An end for games that can go on for ever. `Match` counts positions, and so does the solver: no position does."""

from squarely.core.rules.game import Game
from squarely.core.rules.options import Ruling


class Repetition(Game):
    repetition = Ruling(
        "Some games can go on for ever. Whoever wants an end can choose one.",
        play_on="play goes on, however often a position comes back",
        draw="a position that occurs for the third time ends the match without a winner",
        first_loses="a position that occurs for the third time ends the match, and the first player has lost",
        second_loses="a position that occurs for the third time ends the match, and the second player has lost",
    )
