"""The rulebook of a game in our words, as it holds under the options in force.

It is the docstring of the game's file. What an option changes about it the file says in `reworded(law)`: phrases of the
docstring and of GOAL, each with what holds instead.
"""

import re
from collections.abc import Mapping
from inspect import cleandoc

from squarely.core.errors import UnknownGame
from squarely.core.game import Game
from squarely.core.options import FOR_EVERY_GAME
from squarely.core.options_text import describe_change
from squarely.core.text_wrapping import WIDTH, wrap


def write_rulebook(game: Game, width: int = WIDTH) -> str:
    """The rules in force, a paragraph for each heading."""
    text = _apply_options(game, _join_paragraphs(cleandoc(game.rules.__doc__ or game.rules.GOAL)))
    changed = [option for option in FOR_EVERY_GAME if game.settings[option.name] != option.default]
    for said in (describe_change(option, game.settings[option.name]) for option in changed):
        text += f"\n{'Also.':<8}  {said[0].upper()}{said[1:]}."
    return wrap(text, width)


def write_goal(game: Game) -> str:
    """The goal in a sentence, as it is under the options in force."""
    return _apply_options(game, game.rules.GOAL)


def write_subtitle(game: Game) -> str:
    """What tells the game from others of its title, as it is under the options in force."""
    return _apply_options(game, game.rules.SUBTITLE)


def _join_paragraphs(text: str) -> str:
    """The text with each paragraph that has a heading, such as `Goal.`, on one line, headings in a column of theirs."""
    paragraph = r"(?m)^(\w+(?: \w+)?\.) +(.*(?:\n +\S.*)*)"
    return re.sub(paragraph, lambda found: f"{found[1]:<8}  " + re.sub(r"\n +", " ", found[2]), text)


def _apply_options(game: Game, text: str) -> str:
    """The text with everything that the options change said their way."""
    phrases = _collect_phrases(game)
    if not phrases:
        return text
    either = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.sub(either, lambda found: phrases[found[0]], text)


def _collect_phrases(game: Game) -> Mapping[str, str]:
    phrases = game.rules.reworded(game.law)
    said = f"{_join_paragraphs(cleandoc(game.rules.__doc__ or ''))}\n{game.rules.GOAL}"
    for phrase in phrases:
        if phrase not in said:
            raise UnknownGame(f"the rulebook of {game.name} does not say {phrase!r}, which its options would change")
    return phrases
