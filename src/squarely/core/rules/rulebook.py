"""The rulebook of a game in our words, as it holds under the options in force.

It is the docstring of the game's class, or of its file. What an option changes about it the game's words say in
`phrases`: phrases of the docstring and of the goal, each with what holds instead.

Rule sets are named choices of options. `printed` is every game's first, with nothing changed.
"""

import re
import sys
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple

from squarely.core.rules.compose import list_universal, sum_up
from squarely.core.rules.options import Option
from squarely.core.text.notation import capitalise
from squarely.core.text.wrapping import WIDTH, wrap

if TYPE_CHECKING:
    from squarely.core.rules.game import Game

PRINTED = "printed"
AS_PRINTED = "Exactly as the rulebook has it."
_SHORT = ("Goal.", "Setup.", "Moving.", "Winning.", "Also.")


def write_rulebook(game: "Game", width: int = WIDTH) -> str:
    """The rules in force, a paragraph for each heading."""
    return wrap(_tell_rules(game), width)


def write_rules_short(game: "Game", width: int = WIDTH) -> str:
    """The same without its title and what else a rulebook has: goal, setup, moving and winning, a screen at most."""
    told = [line for line in _tell_rules(game).split("\n") if line.startswith(_SHORT)]
    told = told or [*filter(None, (write_goal(game), describe_options(game)))]
    return wrap("\n".join(told), width)


def _tell_rules(game: "Game") -> str:
    """The rules in force, a line for each heading."""
    text = _apply_options(game, _join_paragraphs(_find_text(game.printed) or game.goal))
    universal = [option for kind in list_universal(game.printed) for option in sum_up(kind, Option).values()]
    for option in game.declared:
        if option in universal and game.settings[option.name] != option.default:
            text += f"\n{'Also.':<8}  {capitalise(option.describe_change(game.settings[option.name]))}."
    return text


def write_goal(game: "Game") -> str:
    """The goal in a sentence, as it is under the options in force."""
    return _apply_options(game, game.goal)


def write_subtitle(game: "Game") -> str:
    """What tells the game from others of its title, as it is under the options in force."""
    return _apply_options(game, game.subtitle)


def find_goal(kind: "type[Game]") -> str:
    """What the rulebook of a class says behind `Goal.`; nothing where it does not."""
    found = re.search(r"(?m)^Goal\. +(.*)$", _join_paragraphs(_find_text(kind)))
    return found[1] if found else ""


def collect_facts(game: "Game") -> dict[str, Any]:
    """What there is to know about a game before playing it, as plain data for programs."""
    return {
        "game": game.name,
        "title": game.title,
        "subtitle": write_subtitle(game),
        "goal": write_goal(game),
        "sides": list(game.players),
        "rules": write_rulebook(game),
        "start": game.write_position(game.start()),
        "options": [option.as_data(game.settings[option.name]) for option in game.declared],
        "rule_sets": [rule_set._asdict() for rule_set in list_rule_sets(game.printed)],
    }


class RuleSet(NamedTuple):
    """A named choice of options, and what is different from the rulebook, in sentences."""

    name: str
    options: str
    says: str

    @property
    def shown(self) -> str:
        """Its name in lists."""
        return "as printed" if self.name == PRINTED else self.name.replace("_", " ")


def list_rule_sets(kind: "type[Game]") -> tuple[RuleSet, ...]:
    """Every rule set of a game, the printed one first."""
    games = {name: kind(text) for name, text in kind.rule_sets.items()}
    return tuple(RuleSet(name, game.options, describe_changes(game)) for name, game in games.items())


def describe_options(game: "Game") -> str:
    """`Mended rules: a 4x4 grid. The token starts on (1,2).`: what is not as printed; nothing where everything is."""
    if not game.options:
        return ""
    name, (first, *others) = game.rules_name, game.words.changes().values()
    called = "changed" if name == game.options else name.replace("_", " ")
    return " ".join([f"{capitalise(called)} rules: {first}.", *(f"{capitalise(each)}." for each in others)])


def describe_changes(game: "Game") -> str:
    """What is not as printed, in whole sentences, with what follows from it; or that everything is."""
    return " ".join(f"{capitalise(each)}." for each in game.words.changes().values()) or AS_PRINTED


def _find_text(kind: "type[Game]") -> str:
    own = vars(kind).get("__doc__") or sys.modules[kind.__module__].__doc__ if kind.__module__ in sys.modules else ""
    return cleandoc(own or "")


def _join_paragraphs(text: str) -> str:
    """The text with each paragraph that has a heading, such as `Goal.`, on one line, headings in a column of theirs."""
    paragraph = r"(?m)^(\w+(?: \w+)?\.) +(.*(?:\n +\S.*)*)"
    return re.sub(paragraph, lambda found: f"{found[1]:<8}  " + re.sub(r"\n +", " ", found[2]), text)


def _apply_options(game: "Game", text: str) -> str:
    phrases = game.words.phrases()
    if not phrases:
        return text
    either = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.sub(either, lambda found: phrases[found[0]], text)
