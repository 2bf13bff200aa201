"""An end for games that can go on for ever. `Match` counts positions, and so does the solver: no position does."""

from squarely.core.rules.game import Game
from squarely.core.rules.options import Ruling


class Repetition(Game):
    repetition = Ruling(
        "Some games can go on for ever. This rule ends them.",
        play_on="play goes on, even if a position comes again and again",
        draw="a position that occurs for the third time ends the match without a winner",
        first_loses="a position that occurs for the third time ends the match, and the first player loses",
        second_loses="a position that occurs for the third time ends the match, and the second player loses",
    )
