"""The prompt: all that a language model needs in order to play a match, told from the game's own file."""

from squarely.core.match.match import Match
from squarely.core.rules.game import Game, Side
from squarely.core.rules.rulebook import write_goal, write_rulebook
from squarely.players.describe_match import describe_situation

ANSWER = """# Your answer
Think first if you like. End with one line of this form and nothing after it, the move written as shown above:
MOVE: the move"""


def write_prompt(match: Match, side: Side, lists_moves: bool = True) -> str:
    """Everything there is to know for whoever plays this side, and how to answer."""
    return "\n\n".join(
        [describe_rules(match.game), describe_sides(match, side), describe_situation(match, side, lists_moves), ANSWER]
    )


def describe_rules(game: Game) -> str:
    """The rules in force in our words, and every ruling and option."""
    told = [option.write_line(game.settings[option.name]) for option in game.declared]
    return "\n".join([
        f"# {game.title} ({game.name}): rules for two players",
        f"The goal: {write_goal(game)}",
        write_rulebook(game),
        "",
        "# Rulings and options in force",
        "Where one of these differs from the rules above, it is this that holds.",
        *told,
    ])  # fmt: skip


def describe_sides(match: Match, side: Side) -> str:
    """Who is who, and who of them is asked."""
    lines = ["# Sides"]
    for each in Side:
        role = match.game.role(match.position, each)
        rulebook, mark = match.game.players[role], match.game.marks[role]
        alias = "" if match.names[each] == rulebook else f" (the rules say {rulebook})"
        you = " This is you." if each == side else ""
        lines.append(f"- {match.names[each]}{alias} is the {each} side, written {mark} where its turn is noted.{you}")
    begins = "moved first" if match.moves else "moves first"
    return "\n".join([*lines, f"In this match {match.names[Side(match.start.mover)]} {begins}."])
