"""A puzzle while it is on the screen: what is chosen of a move, what was said, and how the board is marked."""

from collections.abc import Mapping
from typing import Any

from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Move
from squarely.review.puzzles import Puzzle
from squarely.terminal.full_screen.match_advice import Told, note_values
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.full_screen.puzzle_desk import Answered
from squarely.terminal.line_mode.puzzle_session import describe_task
from squarely.terminal.match.advice import Advice

_TITLES = {"✓": "$good bold", "✗": "$bad bold"}


class AskedPuzzle:
    """One puzzle from its task to its verdict."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.match = Match.of(puzzle.game, puzzle.position)
        self.table = Tabletop(puzzle.game)
        self.choice = MoveChoice(puzzle.game, puzzle.position)
        self.advice = Advice(puzzle.game)
        self.made: Move | None = None
        self.answered: Answered | None = None
        self._said: list[tuple[str, str]] = []  # titles and texts below the task
        self._lit: tuple[int, ...] = ()  # what a hint points at

    @property
    def words(self) -> list[tuple[str, str]]:
        """Paragraphs with their looks: the task and with which token, what decides beside the board, what was said."""
        names, mover = self.match.names, self.puzzle.mover
        tokens = self.table.tokens(self.puzzle.position)
        token = f" {names[mover]} plays {tokens[mover]}." if tokens else ""
        words = [(f"{describe_task(self.puzzle, names)}{token}", "bold")]
        words += [(line, "") for line in self.puzzle.game.words.beside(self.puzzle.position, names)]
        for title, text in self._said:
            words += [("", ""), *([(title, _TITLES.get(title[0], "$accent bold"))] if title else []), (text, "")]
        return words

    def release(self) -> bool:
        """Let go of what is chosen of a move; whether there was anything."""
        before = self.choice.chosen
        self.choice.release()
        return self.choice.chosen != before

    def say(self, text: str) -> None:
        """What is to be read now."""
        self._said = [("", text)]

    def take_hint(self, told: Told) -> None:
        """A hint, and what it points at."""
        self._said, self._lit = [(told.title, told.text)], told.lit

    def conclude(self, answered: Answered) -> None:
        """The verdict, once it is known."""
        self.answered = answered
        title = "✓ Right" if answered.right else "✗ Wrong" if self.made is not None else "The solution"
        text = answered.verdict.removeprefix("Right. ").removeprefix("Wrong. ")  # the title says it
        self._said = [(title, text), ("", answered.so_far)]

    def marks(self) -> Mapping[str, Any]:
        """What is marked on the board: what can be chosen or, after the answer, what every move is worth."""
        if self.answered is None:
            choice = self.choice
            listed = [str(move) for move in choice.listed]
            return {"lit": self._lit, "chosen": choice.chosen, "choosable": choice.choosable, "listed": listed}
        puzzle = self.puzzle
        self.choice.release()
        values = {each.move: each.value.earlier() for each in (*puzzle.keeping, *puzzle.losing)}
        best = self.made if self.answered.right and self.made is not None else puzzle.keeping[0].move
        return {
            "last": self._touched(self.made),
            "lit": self._touched(best),
            "notes": note_values(self.choice, values, puzzle.mover),
        }

    def _touched(self, move: Move | None) -> tuple[int, ...]:
        position = self.puzzle.position
        return self.table.touched_squares(position, move) if move is not None and self.table.fits(position) else ()
