"""A match at a prompt: the questions that lead to a move, and what may be entered instead of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from squarely import BadMove, Match, Move, join_with_and
from squarely.core.match.questions import Questions
from squarely.core.rules.rulebook import write_rules_short
from squarely.core.text.wrapping import GLUE, wrap
from squarely.terminal.line_mode.console import Console, Quit
from squarely.terminal.rules import write_page

SEE, KNOW, DO, OTHER = "To see:", "To know:", "To do:", "Other:"  # the groups of the help
_LINE = 79
_NAME = 8  # columns for the name of a command


class Command(NamedTuple):
    """What can be entered instead of a move: what it does, what may follow it, and other names of it."""

    says: str
    run: Callable[[str], object]
    takes: tuple[str, ...] | None = ("",)  # None: anything
    group: str = OTHER
    also: tuple[str, ...] = ()


class Prompt:
    """Asks for moves of one match, and obeys the commands that need no more than a position."""

    def __init__(self, match: Match, console: Console) -> None:
        self.match, self.console = match, console
        self.commands = {
            "board": Command("the board as it is now", self._show_board, group=SEE),
            "moves": Command("every legal move", self.show_moves, group=SEE),
            "rules": Command("the rules in force;\nrules all: with every option", self._show_rules, ("", "all"), SEE),
        }

    def end_commands(self, says: str) -> dict[str, Command]:
        """The last two: by one of them one leaves."""
        return {
            "quit": Command(says, self._leave, also=("q", "exit")),
            "help": Command("this list", self._show_help, also=("?",)),
        }

    def ask_for_move(self) -> Move | None:
        """The move that was entered, or None if a command has changed the match instead."""
        match, questions = self.match, Questions(self.match)
        names = {name: known for known, command in self.commands.items() for name in (known, *command.also)}
        while self.match is match:
            answer = self.ask(questions.question)
            first, _, rest = answer.strip().partition(" ")
            name = names.get(first.lower())
            try:
                if name is None or _is_move(match, answer):
                    if (move := questions.answer(answer)) is not None:
                        return move
                else:
                    self._obey(name, rest.strip())
            except BadMove as refused:
                self.console.say(f"Sorry, {refused}")
        return None

    def ask(self, question: str, deadline: float | None = None) -> str:
        """What is answered; Tab completes moves and commands."""
        return self.console.ask(question, deadline, lambda: [*map(str, self.match.legal_moves), *self.commands])

    def _obey(self, name: str, words: str) -> None:
        command = self.commands[name]
        if command.takes is None or words.lower() in command.takes:
            command.run(words)
            return
        known = join_with_and([f"`{f'{name} {each}'.strip()}`" for each in command.takes])
        self.console.say(f"Sorry, I only know {known}{'' if len(command.takes) > 1 else ', with nothing behind it'}.")

    def show_board(self) -> None:
        """The board as it is now, with what the drawing does not show."""
        drawing = self.match.game.words.draw_alone(self.match.position, self.match.names, self.console.width)
        self.console.show(f"\n{drawing}\n")

    def _show_board(self, _: str) -> None:
        self.show_board()
        self.console.say(f"As text: {self.match.game.write_position(self.match.position)}\n")

    @property
    def width(self) -> int:
        """Of lists and rules, which are narrower than prose may be."""
        return min(_LINE, self.console.width)

    def show_moves(self, _: str = "") -> None:
        texts = [str(move).replace(" ", GLUE) for move in self.match.legal_moves]
        told = f"{self.match.mover_name} may choose from {len(texts)}:\n  {', '.join(texts)}\n"
        self.console.show(wrap(told, self.width))

    def _show_rules(self, words: str) -> None:
        if words:
            self.console.show(f"{write_page(self.match.game, self.console.width)}\n")
        else:
            self.console.show(f"\n{write_rules_short(self.match.game, self.width)}\n")

    def _show_help(self, _: str) -> None:
        lines = ["Answer the question, or enter one of these:"]
        for group in dict.fromkeys(command.group for command in self.commands.values()):
            lines.append(group)
            for name, command in self.commands.items():
                if command.group == group:
                    also = f" ({', '.join(command.also)})" if command.also else ""
                    lines.append(f"  {name:<{_NAME}}" + f"{command.says}{also}".replace("\n", "\n" + " " * (_NAME + 2)))
        self.console.say("\n".join([*lines, ""]))

    def _leave(self, _: str) -> None:
        raise Quit


def _is_move(match: Match, answer: str) -> bool:
    """Whether the game takes the answer for a whole move: its own words come before ours."""
    try:
        return Questions(match).answer(answer) is not None
    except BadMove:
        return False
