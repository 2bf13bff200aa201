"""The prompt: all that a language model needs in order to play a match, told from the game's own file."""

from squarely.game import Game, Side
from squarely.match import Match
from squarely.options import Option, Ruling, Setting
from squarely.players.situation import situation
from squarely.rulebook import goal, rulebook

ANSWER = """# Your answer
Think first if you like. End with one line of this form and nothing after it, the move written as shown above:
MOVE: the move"""


def prompt(match: Match, side: Side, lists_moves: bool = True) -> str:
    """Everything there is to know for whoever plays this side, and how to answer."""
    return "\n\n".join([rules_told(match.game), sides_told(match, side), situation(match, side, lists_moves), ANSWER])


def rules_told(game: Game) -> str:
    """The rules in force in our words, and every ruling and option."""
    told = [_option_told(option, game.settings[option.name]) for option in game.declared]
    return "\n".join([
        f"# {game.rules.TITLE} ({game.name}): rules for two players",
        f"The goal: {goal(game)}",
        rulebook(game),
        "",
        "# Rulings and options in force",
        "Where one of these differs from the rules above, it is this that holds.",
        *told,
    ])  # fmt: skip


def sides_told(match: Match, side: Side) -> str:
    """Who is who, and who of them is asked."""
    lines = ["# Sides"]
    for each in Side:
        rulebook, mark = match.game.rules.NAMES[each], match.game.rules.MARKS[each]
        alias = "" if match.names[each] == rulebook else f" (the rules say {rulebook})"
        you = " This is you." if each == side else ""
        lines.append(f"- {match.names[each]}{alias} is the {each} side, written {mark} where its turn is noted.{you}")
    begins = "moved first" if match.moves else "moves first"
    return "\n".join([*lines, f"In this match {match.names[Side(match.start.mover)]} {begins}."])


def _option_told(option: Option, setting: Setting) -> str:
    if not isinstance(option, Ruling):
        meaning = option.says
    elif setting == option.default:
        meaning = f"{option.readings[str(setting)]}. {option.says}"
    else:  # what the option says are reasons for the rulebook's reading
        meaning = f"{option.readings[str(setting)]}."
    rulebook = "" if setting == option.default else f" (the rulebook has {option.default})"
    return f"- {option.name}={setting}{rulebook}: {meaning}"
