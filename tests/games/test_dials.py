"""The rulebook and the fields of a game are those of the rules in force."""

from squarely.core.rules import registry
from squarely.core.rules.rulebook import write_goal, write_rulebook, write_subtitle

SAYS = {
    ("showdown", "diagonal=allowed"): "one square up, down, left, right or diagonally, never off the grid",
    ("showdown", "trail=closed"): "never onto a square that it has left. A player who cannot move loses.",
    ("showdown", "trail=closed,sealed=4"): "token onto the center square, which opens after 4 moves.",
    ("showdown", "sealed=4,trail=closed"): "The center is sealed for the first 4 moves: the token may not enter it. "
    "A player who cannot move",
    ("snatchers", "diagonal=allowed"): "one or two spaces in a straight line, up, down, left, right or diagonally.",
    ("snatchers", "burnt=yes,stuck=passes"): "A player who cannot move passes; if no player can move, the game is a "
    "tie.",
    ("quad", "shape=tilted"): "Be the first to form the four corners of any square with your markers.",
    ("quad", "shape=line,block=3"): "until a swap completes a line.",
    ("quad", "begins_sudden_death=second"): "until a swap completes a square. Player 2 begins them.",
    ("quad", "gravity=yes"): "Place your marker in any column that is not full: it falls to the lowest empty cell.",
    ("center", "guarded=yes"): "only if you have more tokens beside the center than your opponent.",
    ("center", "retreat=forbidden"): "an empty square. A token may only move closer to the center.",
    ("numbers", "within=3"): "whose number is less than the selected one by at most 3.",
}


def test_the_rulebook_says_the_rules_in_force() -> None:
    for (name, options), says in SAYS.items():
        game = registry.load(name, options)
        assert says in " ".join(write_rulebook(game).split()), options
        assert write_goal(game)
        assert write_subtitle(game)


def test_a_field_that_the_options_do_not_use_is_not_there() -> None:
    for name, field, used in (("showdown", "trail", "trail=closed"), ("snatchers", "burnt", "burnt=yes")):
        printed, other = registry.load(name), registry.load(name, used)
        assert field not in printed.Position._fields
        assert (other.ranges or {})[field][0].used.bit_count() == 25
        assert len(other.planes) == len(printed.planes) + 1
