"""The prompt: questions until there is a move, commands in between."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from squarely.core.dialogue import Questions
from squarely.core.errors import BadMove
from squarely.core.match import Match
from squarely.terminal.match_view import MatchView


class Command(NamedTuple):
    """What can be said instead of a move: what it does, and whether words may follow it."""

    says: str
    run: Callable[[str], None]
    takes_words: bool = False


def ask_for_move(view: MatchView, commands: Mapping[str, Command]) -> Match | None:
    """The match after the move that was entered, or None if a command has changed the match instead."""
    match = view.match
    questions = Questions(match)
    while view.match is match:
        answer = view.ask(questions.question)
        name, _, words = answer.strip().partition(" ")
        command = commands.get(name.lower())
        try:
            if command and (not words or command.takes_words):
                command.run(words.strip())
            elif after := questions.answer(answer):
                return after
        except BadMove as refused:
            view.say(f"Sorry, {refused}")
    return None
