"""The prompt: questions until there is a move, commands in between."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import NamedTuple

from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.match.questions import Questions
from squarely.terminal.line_mode.match_view import MatchView


class Command(NamedTuple):
    """What can be said instead of a move: what it does, which words may follow it, and other names of it."""

    says: str
    run: Callable[[str], None]
    takes_words: bool = False
    group: str = ""  # under what the help lists it
    also: tuple[str, ...] = ()


def ask_for_move(view: MatchView, commands: Mapping[str, Command]) -> Match | None:
    """The match after the move that was entered, or None if a command has changed the match instead."""
    match = view.match
    questions = Questions(match)
    by_name = {name: command for known, command in commands.items() for name in (known, *command.also)}
    while view.match is match:
        answer = view.ask(questions.question)
        name, _, words = answer.strip().partition(" ")
        command = by_name.get(name.lower())
        try:
            if command and (not words or command.takes_words) and not _is_move(questions, answer):
                command.run(words.strip())
            elif after := questions.answer(answer):
                return after
        except BadMove as refused:
            view.say(f"Sorry, {refused}")
    return None


def _is_move(questions: Questions, answer: str) -> bool:
    """Whether the game takes the answer for a whole move: its own words come before ours."""
    try:
        return copy(questions).answer(answer) is not None
    except BadMove:
        return False
