"""What can be said at any prompt instead of a move."""

from collections.abc import Mapping
from functools import partial

from squarely.core.text_wrapping import GLUE, wrap
from squarely.terminal.match_view import MatchView
from squarely.terminal.prompt_loop import Command

_LINE = 79


class Quit(Exception):
    """Somebody wants to leave."""


def view_commands(view: MatchView) -> dict[str, Command]:
    """The commands that need no more than a position."""
    return {
        "rules": Command("the rules of this game and the rulings in force", partial(_rules, view)),
        "board": Command("the board as it is now", partial(_board, view)),
        "moves": Command("every legal move", partial(_moves, view)),
        "hint": Command("a hint; ask again for more", partial(_hint, view)),
    }


def help_command(view: MatchView, commands: Mapping[str, Command]) -> Command:
    """The command that lists all of these."""

    def show(_: str) -> None:
        lines = [f"  {name:<12}{command.says}" for name, command in commands.items()]
        view.say("\n".join(["Answer the question, or enter one of these:", *lines, ""]))

    return Command("this list", show)


def leave(_: str) -> None:
    """Quit, wherever one is."""
    raise Quit


def _rules(view: MatchView, _: str) -> None:
    from squarely.terminal.rules_page import write_page

    view.show(write_page(view.match.game, view.screen.width) + "\n")


def _board(view: MatchView, _: str) -> None:
    line = view.match.game.write_position(view.match.position)
    view.show(f"\n{view.drawing}\n")
    view.say(f"As text: {line}\n")


def _moves(view: MatchView, _: str) -> None:
    texts = [str(move) for move in view.match.legal_moves]
    listed = ", ".join(text.replace(" ", GLUE) for text in texts)
    told = f"{view.match.mover_name} may choose from {len(texts)}:\n  {listed}\n"
    view.show(wrap(told, min(_LINE, view.screen.width)))


def _hint(view: MatchView, _: str) -> None:
    view.say(view.advice.hint(view.match))
