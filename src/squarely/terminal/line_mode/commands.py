"""What can be said at any prompt instead of a move."""

from collections.abc import Mapping
from functools import partial

from squarely.core.text.notation import quote
from squarely.core.text.wrapping import GLUE, wrap
from squarely.terminal.line_mode.match_view import MatchView
from squarely.terminal.line_mode.prompt_loop import Command

LOOK, ADVICE, ACT, REST = "To see:", "To know:", "To do:", "Besides:"  # the groups of the help
_LINE = 79
_NAME = 8  # columns for the name of a command
_VALUES = "values"


class Quit(Exception):
    """Somebody wants to leave."""


def view_commands(view: MatchView) -> dict[str, Command]:
    """The commands that need no more than a position."""
    return {
        "board": Command("the board as it is now", partial(_board, view), group=LOOK),
        "moves": Command(f"every legal move;\nmoves {_VALUES}: their worth", partial(_moves, view), True, LOOK),
        "rules": Command("the rules in force", partial(_rules, view), group=LOOK),
        "hint": Command("a hint; ask again for more", partial(_hint, view), group=ADVICE),
    }


def leave_command(says: str) -> Command:
    """The command by which one leaves."""
    return Command(says, leave, group=REST, also=("q", "exit"))


def help_command(view: MatchView, commands: Mapping[str, Command]) -> Command:
    """The command that lists all of these."""

    def show(_: str) -> None:
        lines = ["Answer the question, or enter one of these:"]
        for group in dict.fromkeys(command.group for command in commands.values()):
            listed = [(name, command) for name, command in commands.items() if command.group == group]
            lines += [group, *(_describe(name, command) for name, command in listed)]
        view.say("\n".join([*lines, ""]))

    return Command("this list", show, group=REST, also=("?",))


def _describe(name: str, command: Command) -> str:
    """The lines of a command in the help, within 40 columns."""
    names = f" ({', '.join(command.also)})" if command.also else ""
    first, *more = f"{command.says}{names}".split("\n")
    return "\n".join([f"  {name:<{_NAME}}{first}", *(" " * (_NAME + 2) + line for line in more)])


def leave(_: str) -> None:
    """Quit, wherever one is."""
    raise Quit


def _rules(view: MatchView, _: str) -> None:
    from squarely.terminal.rules_page import write_page

    view.console.show(write_page(view.match.game, view.console.width) + "\n")  # nothing there is anybody's


def _board(view: MatchView, _: str) -> None:
    line = view.match.game.write_position(view.match.position)
    view.show(f"\n{view.drawing}\n")
    view.say(f"As text: {line}\n")


def _moves(view: MatchView, words: str) -> None:
    if words.lower() == _VALUES:
        view.show(f"{view.advice.value_moves(view.match, min(_LINE, view.console.width))}\n")
        return
    if words:
        view.say(f"Sorry, moves {quote(words)} is nothing I know. Please enter moves, or moves {_VALUES}.")
        return
    texts = [str(move) for move in view.match.legal_moves]
    listed = ", ".join(text.replace(" ", GLUE) for text in texts)
    told = f"{view.match.mover_name} may choose from {len(texts)}:\n  {listed}\n"
    view.show(wrap(told, min(_LINE, view.console.width)))


def _hint(view: MatchView, _: str) -> None:
    view.say(view.advice.hint(view.match))
