"""The line in which a move is typed, in the game's own words, question by question."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Literal, TypeAlias

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from squarely import BadMove, Game, Match, Position
from squarely.core.match.questions import Questions
from squarely.terminal.match.match_events import tell_refusal

Said: TypeAlias = Literal["move", "command", "question", "refusal", "closed"]
_MATCHES, _TURNS = 2, 12  # that are looked at for how moves begin


class MoveLine(Input):
    """A tip until a move is begun. What is refused stays to be mended, unless something else is typed.

    Keys act one after the other, also those that were typed before the one before has been shown.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Back to the board", key_display="Esc")]
    DEFAULT_CSS = """
    MoveLine, MoveLine:focus { height: 1; border: none; padding: 0 1; background: $background; }
    MoveLine > .input--placeholder { color: $soft; }
    """

    def __init__(self, commands: tuple[str, ...], tell: Callable[[Said, Any], None]) -> None:
        """`tell` is handed a legal move, a command, the next question, a refusal, or that nothing is typed any more."""
        super().__init__(select_on_focus=False)
        self._commands, self._tell = commands, tell
        self._questions: Questions | None = None
        self.is_open = self.can_focus = False

    def open(self, match: Match, begun: str) -> None:
        """A move is begun with this letter."""
        self._questions, self.is_open, self.can_focus = Questions(match), True, True
        self.value = begun
        self.screen.set_focus(self)
        self.cursor_position = len(begun)

    def close(self) -> None:
        """Forget what was typed."""
        if self.is_open:
            self._questions, self.is_open, self.can_focus = None, False, False
            self.value = ""
            self._tell("closed", None)

    def check_consume_key(self, key: str, character: str | None) -> bool:  # noqa: ARG002
        return False  # the bindings of the screen type a letter that another widget had

    def on_key(self, event: events.Key) -> None:
        if not self.is_open:  # since the key before; this one is for the board
            self.app.post_message(events.Key(event.key, event.character))
        elif event.key == "enter":
            self._submit()
        elif event.key == "escape" or (event.key == "backspace" and not self.value):
            self.close()
        else:
            return
        event.stop()
        event.prevent_default()

    async def action_submit(self) -> None:
        self._submit()

    def _submit(self) -> None:
        """Take what was typed for an answer, or for a command."""
        answer, questions = self.value.strip(), self._questions
        if questions is None or not answer or answer.lower() in self._commands:
            self.close()
            if answer:
                self._tell("command", answer.lower())
            return
        try:
            move = questions.answer(answer)
        except BadMove as refused:
            self.select_all()  # the next letter replaces it, an arrow key keeps it
            self._tell("refusal", tell_refusal(refused).text)
            return
        if move is None:
            self.value = ""
            self._tell("question", trim_question(questions.question))
        else:
            self.close()
            self._tell("move", move)


def trim_question(question: str) -> str:
    """A question without the line or the sign at its end that waits for the answer."""
    asked = question.rpartition("\n")[0] or question
    return asked.strip().removesuffix(":")


@lru_cache(maxsize=16)
def find_first_letters(game: Game, start: Position) -> frozenset[str]:
    """The letters and digits with which moves of this game begin, as far as is seen in a few random matches."""
    letters = set[str]()
    for seed in range(_MATCHES):
        random, position = Random(f"letters {seed}"), start
        for _ in range(_TURNS):
            moves = game.named_moves(position)
            letters |= {str(move)[:1].lower() for move in moves}
            if not moves:
                break
            position = game.play(position, int(random.choice(moves)))
    return frozenset(letters)
