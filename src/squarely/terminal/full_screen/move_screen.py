"""A screen on which moves are made: by cursor or mouse on a board, or in a line, in the words of the game."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from string import ascii_letters, digits
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from squarely import BadMove, Game, Match, Move, Position
from squarely.core.match.questions import Questions
from squarely.terminal.full_screen.move_choice import MoveChoice
from squarely.terminal.full_screen.widgets.board import Board
from squarely.terminal.full_screen.widgets.side_panels import Words
from squarely.terminal.match.match_events import tell_refusal

_TYPED = {each: each for each in ascii_letters + digits} | {" ": "space", ",": "comma", ":": "colon"}
_TURNS = 24  # that are looked at for how moves begin
TYPING: list[BindingType] = [(key, f"type('{typed}')") for typed, key in _TYPED.items()]


class MoveLine(Input):
    """A tip until a move is begun. What is refused stays to be mended, unless something else is typed.

    Keys act one after the other, also those that were typed before the one before has been shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back to the board", key_display="Esc")]
    DEFAULT_CSS = """
    MoveLine, MoveLine:focus { height: 1; border: none; padding: 0 1; background: $background; }
    MoveLine > .input--placeholder { color: $soft; }
    """

    def __init__(self, take: Callable[[str], None]) -> None:
        """`take` is handed what was typed; nothing if it is to be forgotten."""
        super().__init__(select_on_focus=False)
        self._take = take
        self.is_open = self.can_focus = False

    def open(self, begun: str) -> None:
        """A move is begun with this letter."""
        self.is_open = self.can_focus = True
        self.value = begun
        self.screen.set_focus(self)
        self.cursor_position = len(begun)

    def close(self) -> None:
        self.is_open = self.can_focus = False
        self.value = ""

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002
        return False  # the bindings of the screen type a letter that another widget had

    def on_key(self, event: events.Key) -> None:
        if not self.is_open:  # since the key before; this one is for the board
            self.app.post_message(events.Key(event.key, event.character))
        elif event.key == "enter":
            self._take(self.value.strip())
        elif event.key == "escape" or (event.key == "backspace" and not self.value):
            self._take("")
        else:
            return
        event.stop()
        event.prevent_default()

    async def action_submit(self) -> None:
        self._take(self.value.strip())


class MoveScreen(Screen[None]):
    """What is chosen or typed becomes a move of `match`, which `take` is handed."""

    LETTERS: ClassVar[str]  # that do something unless a move begins with them
    match: Match
    choice: MoveChoice

    def __init__(self) -> None:
        super().__init__()
        self.board, self.line, self.words = Board(self._choose), MoveLine(self.take_typed), Words()

    def offer(self, match: Match) -> None:
        """From now on the next move of this match is chosen."""
        self.match, self.choice = match, MoveChoice(match.game, match.position)
        begun = {str(move)[:1].lower() for move in self.choice.moves}
        self._letters = find_first_letters(match.game, match.start) | begun

    @property
    def may_move(self) -> bool:
        """Whether a move is wanted now."""
        raise NotImplementedError

    def take(self, move: Move) -> None:
        """A move was chosen."""
        raise NotImplementedError

    def say(self, text: str, is_alone: bool = False, is_refusal: bool = False) -> None:
        """Say this before the question, or in its place; and show everything as it is now."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which letters are typed: one with which moves begin is no command."""
        if action != "type" or not self.may_move:
            return action != "type"
        typed = str(parameters[0])  # nothing where only the line is wanted
        begins = typed.lower() in self._letters or (typed.isalnum() and typed not in self.LETTERS)
        return begins or self.line.is_open or not typed

    def action_type(self, letter: str) -> None:
        """A letter that begins a move, or one that came so soon after it that another widget had the focus."""
        if self.line.is_open:
            self.line.insert_text_at_cursor(letter)
        else:
            self._questions = Questions(self.match)
            self.line.open(letter)
            self.say("")

    def close_line(self) -> None:
        if self.line.is_open:
            self.line.close()
            self.set_focus(self.board)
            self.say("")

    def take_typed(self, answer: str) -> None:
        """Enter was pressed in the line or, without an answer, it is to be closed."""
        if not answer:
            self.close_line()
            return
        try:
            move = self._questions.answer(answer)
        except BadMove as refused:
            self.line.select_all()  # the next letter replaces it, an arrow key keeps it
            self.say(tell_refusal(refused).text, is_refusal=True)
            return
        if move is None:
            self.line.value = ""
            self.say(trim_question(self._questions.question), is_alone=True)
        else:
            self.close_line()
            self.take(move)

    def _choose(self, square: int) -> None:
        if not self.may_move:
            return
        choice = self.choice
        try:
            # Where no square stands for the only move, there is nothing else to mean.
            spoken = choice.spoken[0] if not choice.choosable and len(choice.spoken) == 1 else None
            move = choice.choose(square) if spoken is None else spoken
        except BadMove as refused:
            self.say(tell_refusal(refused).text, is_refusal=True)
            return
        if move is not None:
            self.take(move)
        else:
            self.say("" if choice.is_begun or not choice.chosen else choice.describe_next())


def trim_question(question: str) -> str:
    """A question without the line or the sign at its end that waits for the answer."""
    asked = question.rpartition("\n")[0] or question
    return asked.strip().removesuffix(":")


@lru_cache(maxsize=16)
def find_first_letters(game: Game, start: Position) -> frozenset[str]:
    """The letters and digits with which moves of this game begin, as far as is seen in some random turns."""
    random, position, letters = Random("letters"), start, set[str]()
    for _ in range(_TURNS):
        moves = game.named_moves(position)
        letters |= {str(move)[:1].lower() for move in moves}
        position = game.play(position, int(random.choice(moves))) if moves else start
    return frozenset(letters)
