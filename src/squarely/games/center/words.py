"""What Capture Square with tokens prints, asks, draws and refuses."""

from typing import TYPE_CHECKING

from squarely.core.board.grid import Squares, step
from squarely.core.board.square_names import Coordinates
from squarely.core.errors import IllegalMove, UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.game import FIRST
from squarely.core.rules.words import Asking, Drawing, Words
from squarely.core.text.notation import plural, quote, read_numbers, spell_number, split_words

if TYPE_CHECKING:
    from squarely.games.center.rules import Center

WAYS = 8  # up, down, left, right, then the diagonals
ON_CENTER = "on the center square"
_CLOCKWISE = (3, 1, 2, 0, 7, 6, 4, 5)  # right, down, left, up: where the printed examples move to
_ASKS = {
    "blocked": "You cannot place or move a token. Enter 'pass':\n> ",
    "action": "Choose an action ('place' or 'move'):\n> ",
    "place": "Enter the row and column to place your token (e.g., '{}'):\n> ",
    "move": "Enter the row and column of the token to move (e.g., '{}'):\n> ",
    "target": "Enter the row and column to move to (e.g., '{}'):\n> ",
}


class CenterWords(Words["Center"]):
    no_target = "is empty"  # what no adjacent square is, where a token cannot move
    squares = Coordinates(0)
    drawing = Drawing(header=("   Column ", "   Column "), row=("Row {row}    ", " " * 10, ""), blank="-")
    plain = Drawing(header=None, row=("   ", " " * 10, ""), blank="-")  # during play
    says = {
        "welcome": "Welcome to {title}!\n\nInitial Game Board:\n{board}\n",
        "turn": "It's your turn, {mover}.",
        "show_move": "{passed}\n{plain}\n",
        "closing": "Congratulations, {winner}! {how}\n\nFinal Board State:\n{plain}",
        "tie": "No player can place or move a token: the game is a tie.\n\nFinal Board State:\n{plain}",
    }

    def slots(self, match: Match) -> dict[str, str]:
        passed, how = self.news(match), "You have captured the center square and won the game!"
        return {"how": how, "passed": passed and f"{passed}\n", "plain": self.draw_as(self.plain, match.position)}

    def news(self, match: Match) -> str:
        passed = match.moves and match.moves[-1] == self.game.passing
        return f"{match.names[match.positions[-2].mover]} passes." if passed else ""

    def show_move(self, match: Match, by_reader: bool = True) -> str:
        """Nothing at the end: the rulebook shows the final board after its congratulations."""
        return "" if self.game.outcome(match.position) else super().show_move(match, by_reader)

    def phrases(self) -> dict[str, str]:
        tokens = self.game.tokens
        return {**super().phrases(), "four tokens": f"{spell_number(tokens)} {plural(tokens, 'token')}"}

    def changes(self) -> dict[str, str]:
        said = super().changes()
        if "size" in said and "tokens" in said:
            said["size"] += f", and {said.pop('tokens')}"
        return said

    def reason(self, position: "Center.Position") -> str:
        return f"{self.game.marks[self.game.outcome(position) - 1]} captured the center square"

    def places(self) -> dict[int, str]:
        return {self.game.center: "center"}

    def holdings(self, position: "Center.Position") -> tuple[str, str]:
        in_hand = (self.game.first_in_hand(position), self.game.second_in_hand(position))
        first, second = (f"{tokens or 'no'} {plural(tokens, 'token')} in hand" for tokens in in_hand)
        return first, second

    def read_touch(self, position: "Center.Position", squares: Squares) -> str:
        if len(squares) > 2:
            raise IllegalMove("a move touches an empty square, or one of your tokens and the square it moves to.")
        typed = [self.squares.write(self.game.shape, square) for square in squares]
        return " ".join([("pass", "place", "move")[len(squares)], *typed])

    def read_move(self, position: "Center.Position", text: str) -> list[int]:
        game, said = self.game, split_words(text)
        if said == ["pass"]:
            return [game.passing]
        action = said.pop(0) if said and said[0].isalpha() else {2: "place", 4: "move"}.get(len(said), "?")
        numbers = len(read_numbers(" ".join(said)) or ())
        if "place".startswith(action) and numbers == 2:
            return self.squares.read(game.shape, said)
        if "move".startswith(action) and numbers == 4:
            origin, target = self.squares.read(game.shape, said)
            around = [step(game.size, game.size, origin, way) for way in range(WAYS)]
            if target in around:
                return [game.squares + origin * WAYS + around.index(target)]
            both = f"{self.square_name(origin)} and {self.square_name(target)}"
            raise IllegalMove(f"{both} are not adjacent. Tokens move one square.")
        wanted = "'pass'" if game.is_blocked(position) else "a command such as 'place 0 0' or 'move 0 0 0 1'"
        raise UnreadableMove(f"{quote(text)} is not a move. Please enter {wanted}.")

    def why_illegal(self, position: "Center.Position", move: int) -> str:
        game, taken, legal = self.game, position.first | position.second, [*self.game.legal_moves(position)]
        if move == game.passing:
            return "you may not pass while you can place or move a token."
        if legal == [game.passing]:
            return "you cannot place or move a token. Please enter 'pass'."
        kind, (square, *ways) = game.split_move(move)
        if not any(game.split_move(each).kind == kind for each in legal):
            return self.why_none(position, kind.word)
        where, is_taken = self.square_name(square), taken >> square & 1
        if ways and position[position.mover] >> square & 1:
            target = self.square_name(step(game.size, game.size, square, ways[0]))
            return self.why_not_there(position, square, ways[0], target)
        if ways:
            owner = "the opponent's" if is_taken else "empty"
            return f"{where} is {owner}. Please move one of your own tokens."
        why = f"{where} is already occupied" if is_taken else f"a token cannot be placed {ON_CENTER} {where}"
        return f"{why}. Please choose another square."

    def why_not_there(self, position: "Center.Position", origin: int, way: int, where: str) -> str:
        """Why the mover's token cannot move this way, and what can be done instead."""
        if way >= self.game.ways:
            return "tokens cannot move diagonally. Please move up, down, left or right."
        return f"{where} is already occupied. Please choose another square."

    # The questions: what to do, then where, as the rulebook prints them

    def ask(self, match: Match) -> Asking:
        if match.legal_moves[0] == self.game.passing:
            return (yield _ASKS["blocked"])
        answer = yield _ASKS["action"]
        said = split_words(answer)
        begins_move = len(said) == 3 and "move".startswith(said[0])  # without where to
        if said == ["pass"] or not said or said[0].isdigit() or (len(said) > 1 and not begins_move):
            return answer
        action = next((word for word in ("place", "move") if word.startswith(said[0])), "")
        if not action:
            raise UnreadableMove(f"{quote(answer)} is not an action. Please enter 'place' or 'move'.")
        legal = [move for move in match.legal_moves if move.text.startswith(action)]
        if not legal:
            raise IllegalMove(self.why_none(match.position, action))
        example = " ".join(legal[0 if action == "place" and match.mover == FIRST else -1].text.split()[1:3])
        answer = " ".join(said[1:]) if begins_move else (yield _ASKS[action].format(example))
        numbers = self.read_square(answer, example, whole=4 if action == "move" else 2)
        if action == "move" and len(numbers) == 2:
            (origin,) = self.squares.read(self.game.shape, numbers)
            example = self.squares.write(self.game.shape, self.find_target(match.position, origin))
            numbers += self.read_square((yield _ASKS["target"].format(example)), example)
        return " ".join([action, *numbers])

    def read_square(self, answer: str, example: str, whole: int = 2) -> list[str]:
        """The row and the column of an answer, or all `whole` numbers of the move; refuses what is no such answer."""
        if len(read_numbers(answer) or ()) not in (2, whole):
            wanted = f"Please enter two numbers, such as {example}"
            raise UnreadableMove(f"{quote(answer)} is not a row and a column. {wanted}.")
        return split_words(answer)

    def why_none(self, position: "Center.Position", action: str) -> str:
        """Why no token can be placed, or moved, and what can be done instead."""
        if action == "move":
            return "none of your tokens can move. Please place a token."
        in_vain = position[position.mover].bit_count() < self.game.tokens
        why = "there is no square left to place a token on" if in_vain else "you have no unused tokens left"
        return f"{why}. Please move one of your tokens."

    def find_target(self, position: "Center.Position", origin: int) -> int:
        """A square that the token could move to; refuses a token that cannot move."""
        ways = self.game.open_ways(position, origin)
        for way in _CLOCKWISE:
            if ways >> way & 1:
                return self.game.steps[origin][way]
        if not position[position.mover] >> origin & 1:
            raise IllegalMove(self.why_illegal(position, self.game.squares + origin * WAYS))
        where = self.square_name(origin)
        raise IllegalMove(f"the token on {where} cannot move: no adjacent square {self.no_target}.")
