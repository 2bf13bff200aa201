"""The move list of a record: beside each move a sign of what it lost, once that is known."""

from collections.abc import Sequence

from textual.content import Content

from squarely.core.match.match import Match
from squarely.terminal.full_screen.move_list import MoveList


class GradedMoves(MoveList, can_focus=False):
    """A move list that the screen walks; a click walks it, too."""

    DEFAULT_CSS = """
    GradedMoves { text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._signs: Sequence[str] = ()

    def grade(self, match: Match, at: int, signs: Sequence[str]) -> None:
        """The moves with the one that is looked at; `signs` say what each lost, the start first."""
        self.show(match, at)
        if signs != self._signs:
            self._signs = signs
            for number, sign in enumerate(signs):
                prompt = self.get_option_at_index(number).prompt
                if sign and isinstance(prompt, Content):
                    self.replace_option_prompt_at_index(number, prompt + Content.styled(f"  {sign}", "$bad bold"))
