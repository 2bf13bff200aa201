"""The questions of Capture Square with tokens: what to do, then where, as its rulebook prints them."""

from typing import TYPE_CHECKING

from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST
from squarely.core.rules.words import Asking, Words
from squarely.core.text.notation import quote, read_numbers, split_words

if TYPE_CHECKING:
    from squarely.games.center.rules import Center

_CLOCKWISE = (3, 1, 2, 0, 7, 6, 4, 5)  # right, down, left, up: where the printed examples move to
_ASKS = {
    "blocked": "You can neither place nor move a token. Enter 'pass':\n> ",
    "action": "Choose an action ('place' or 'move'):\n> ",
    "place": "Enter the row and column to place your token (e.g., '{}'):\n> ",
    "move": "Enter the row and column of the token to move (e.g., '{}'):\n> ",
    "target": "Enter the row and column to move to (e.g., '{}'):\n> ",
}


class CenterQuestions(Words["Center"]):
    no_target = "is empty"  # what no adjacent square is, where a token cannot move

    def ask(self, match: Match) -> Asking:
        if match.legal_moves[0] == self.game.passing:
            return (yield _ASKS["blocked"])
        answer = yield _ASKS["action"]
        said = split_words(answer)
        if len(said) != 1 or said[0].isdigit() or said == ["pass"]:
            return answer
        action = next((word for word in ("place", "move") if word.startswith(said[0])), "")
        if not action:
            raise UnreadableMove(f"{quote(answer)} is not an action. Please enter 'place' or 'move'.")
        legal = [move for move in match.legal_moves if move.text.startswith(action)]
        if not legal:
            raise IllegalMove(self.why_none(match.position, action))
        example = legal[0 if action == "place" and match.mover == FIRST else -1].text.split()[1:3]
        answer = yield _ASKS[action].format(" ".join(example))
        if action == "move" and len(read_numbers(answer) or ()) == 2:
            (origin,) = self.squares.read(self.game.shape, split_words(answer))
            target = self.squares.write(self.game.shape, self.find_target(match.position, origin))
            action, answer = f"move {answer}", (yield _ASKS["target"].format(target))
        return answer if any(c.isalpha() for c in answer) else f"{action} {answer}"  # it may be a command by itself

    def why_none(self, position: "Center.Position", action: str) -> str:
        """Why no token can be placed, or moved, and what can be done instead."""
        if action == "move":
            return "none of your tokens can move. Please place a token."
        in_vain = position[position.mover].bit_count() < self.game.tokens
        why = "there is no square left to place a token on" if in_vain else "you have no unused tokens left"
        return f"{why}. Please move one of your tokens."

    def find_target(self, position: "Center.Position", origin: int) -> int:
        """A square that the token could move to; refuses a token that cannot move."""
        first = self.game.squares + origin * len(_CLOCKWISE)
        for way in _CLOCKWISE:
            if self.game.is_possible(position, first + way):
                return self.game.steps[origin][way]
        if not position[position.mover] >> origin & 1:
            raise IllegalMove(self.why_illegal(position, first))
        where = self.square_name(origin)
        raise IllegalMove(f"the token on {where} cannot move: no adjacent square {self.no_target}.")
