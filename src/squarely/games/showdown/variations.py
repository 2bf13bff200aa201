"""What the lab changes in Center Square Showdown. Each class is one change."""

from squarely.core.board.grid import NO_DIRECTION, OFF, count_squares
from squarely.core.board.square_sets import neighbour_sets, spread, squares_in
from squarely.core.errors import BadOption, BadPosition
from squarely.core.match.match import Match
from squarely.core.rules.fields import SquareSet
from squarely.core.rules.game import Position
from squarely.core.rules.options import Dial, Ruling, SquareDial, find_square
from squarely.core.text.notation import capitalise, count_noun
from squarely.core.variations.moving import ClosedSquares, DiagonalSteps, StuckWords, forbid_diagonals, rule_on_stuck
from squarely.games.showdown.rules import Showdown
from squarely.games.showdown.words import ShowdownWords

_NO_WAY_BACK = " and never straight back over the step just made"


class ReversalWords(ShowdownWords):
    game: "Reversal"

    def phrases(self) -> dict[str, str]:
        return {**super().phrases(), **({_NO_WAY_BACK: ""} if self.game.may_reverse else {})}


class Reversal(Showdown):
    reversal = Ruling(
        "The rulebook forbids taking back the opponent's last step; without that rule play can go back and forth.",
        forbidden="the last step may not be taken straight back",
        allowed="the last step may be taken straight back",
    )
    Words = ReversalWords

    def set_up(self) -> None:
        self.may_reverse, self.why_reversed = self.reversal == "allowed", "reversals are allowed"
        super().set_up()

    def play(self, position: Position, move: int) -> Position:
        after = super().play(position, move)
        return after._replace(last=NO_DIRECTION) if self.may_reverse else after

    def maxima(self) -> dict[str, int]:
        return {**super().maxima(), **({"last": 0} if self.may_reverse else {})}

    def check(self, position: Position) -> None:
        if not self.may_reverse:
            super().check(position)
        elif position.last != NO_DIRECTION:
            raise BadPosition(f"where {self.why_reversed} the last step does not matter; write - for it")


class OtherSquaresWords(ShowdownWords):
    def phrases(self) -> dict[str, str]:
        said = {**super().phrases(), "(1,1)": self.square_name(self.game.start_square)}
        if self.game.goal_name == "center square":
            return said
        goal = f"goal square {self.square_name(self.game.goal_square)}"
        return {**said, "center square": goal, "onto the center wins": f"onto the {goal} wins"}

    def changes(self) -> dict[str, str]:
        said = super().changes()
        goal = f"the goal is {self.square_name(self.game.goal_square)}"
        if "start" not in said:
            return {**said, **({"goal": goal} if "goal" in said else {})}
        start = f"the token starts on {self.square_name(self.game.start_square)}"
        told = {name: text.replace("the token", "it") for name, text in said.items() if name != "goal"}
        return {**told, "start": f"{start}, {goal}" if "goal" in said else start}


class OtherSquares(Showdown):
    begins_on = SquareDial("1-1", "where the token begins", name="start")
    wins_on = SquareDial("center", "the square that wins", name="goal")
    Words = OtherSquaresWords

    def find_goal_square(self) -> int:
        return super().find_goal_square() if self.wins_on == "center" else self.find(self.wins_on)

    def find(self, setting: str) -> int:
        square = find_square(setting, self.size)
        return OFF if square is None else square

    def set_up(self) -> None:
        super().set_up()
        start, goal = f"start={self.begins_on}", f"goal={self.wins_on}"
        self.start_square = self.find(self.begins_on)
        self.goal_name = "center square" if 2 * self.goal_square + 1 == self.size**2 else "goal square"
        for setting, square in ((start, self.start_square), (goal, self.goal_square)):
            if square == OFF:
                raise BadOption(f"{setting} is off the {self.size}x{self.size} grid")
        if self.start_square == self.goal_square:
            raise BadOption(f"{start} with {goal} makes no game: the goal is the start")


class Diagonal(DiagonalSteps, Showdown):
    diagonal = forbid_diagonals("the token moves up, down, left or right", "the token may also move diagonally")


class ClosedTrailWords(StuckWords, ReversalWords):
    game: "ClosedTrail"
    looks = {**ShowdownWords.looks, "x": "×"}
    piece, passes = "the token", "The token cannot move: {name} passes."

    def phrases(self) -> dict[str, str]:
        if not self.game.closes:
            return super().phrases()
        closed = {_NO_WAY_BACK: " and never onto a square that it has left"}
        return {**super().phrases(), **closed, "Passing is not allowed.": self.say_stuck()}

    def changes(self) -> dict[str, str]:
        said = super().changes()
        if self.game.closes:  # which leaves no way back
            said.pop("reversal", None)
        return said

    def reason(self, position: Position) -> str:
        if not self.game.has_passed(position):
            return super().reason(position)
        return self.say_no_move(self.game.players[1 - position.mover], position.token)

    def why_not(self, position: Position, move: int) -> str:
        if move == self.game.steps:
            return "you may not pass while the token can move"
        target = self.game.target(position, move)
        if target != OFF and position.trail >> target & 1:
            return f"{self.square_name(target)} is closed: the token has been there"
        return super().why_not(position, move)

    def why_unreachable(self, position: Position, square: int) -> str:
        if self.game.is_stuck(position):
            return f"the token on {self.square_name(position.token)} cannot move. Please choose pass."
        return super().why_unreachable(position, square)

    def slots(self, match: Match) -> dict[str, str]:
        said = super().slots(match)
        return {**said, "moved": self.news(match)} if self.was_pass(match) else said

    def closing(self, match: Match) -> str:
        if not self.game.has_passed(match.position):
            return super().closing(match)
        winner = match.outcome and match.outcome.winner
        no_move = self.say_no_move(match.names[match.mover.other], match.position.token)
        return f"{no_move}.\nWinner: {'nobody' if winner is None else match.names[winner]}."


class ClosedTrail(ClosedSquares, Reversal):
    trail = Ruling(
        "The rulebook forbids only the step straight back, so the token can be led round in circles for ever.",
        open="the token may return to any square",
        closed="a square the token has left is closed",
    )
    fields, pieces, field_names = {"trail": SquareSet}, {"trail": "x"}, {"trail": "closed squares"}
    closing, leaves = ("trail=closed", "trails are kept"), ("closed square", "closes")
    Words = ClosedTrailWords

    def set_up(self) -> None:
        super().set_up()
        if self.closes:  # where the way back is closed, no other rule closes it
            self.may_reverse, self.why_reversed = True, "the trail is closed"

    def closed(self, position: Position) -> int:
        return position.trail  # type: ignore[no-any-return]

    def close(self, before: Position, after: Position) -> Position:
        return after._replace(trail=before.trail | 1 << before.token)

    def check(self, position: Position) -> None:
        super().check(position)
        if self.closes:
            self.check_ends(position)
            self.check_path(position)
            self.check_turn(position)

    def check_ends(self, position: Position) -> None:
        """Refuse a trail that does not begin at the start, or goes on behind the goal."""
        start, goal = map(self.words.square_name, (self.start_square, self.goal_square))
        if position.trail >> self.goal_square & 1:
            raise BadPosition(f"the {self.goal_name} {goal} is closed; the game ends there")
        has_left = position.trail or position.token != self.start_square
        if has_left and not position.trail >> self.start_square & 1:
            raise BadPosition(f"the token began on {start}, so that square is closed once it has left")

    def check_path(self, position: Position) -> None:
        """Refuse closed squares from which the token cannot have come."""
        token, around = 1 << position.token, neighbour_sets(self.size, self.size, tuple(range(self.ways)))
        for square in squares_in(position.trail & ~spread(token, position.trail | token, around)):
            name = self.words.square_name(square)
            raise BadPosition(f"no path of steps joins the closed square {name} to the token")


class StuckToken(Showdown):
    stuck = rule_on_stuck("with an open trail", "loses", "wins", "ties")


class SealedGoalWords(ClosedTrailWords):
    game: "SealedGoal"

    def phrases(self) -> dict[str, str]:
        said, sealed = super().phrases(), self.game.sealed
        if not sealed:
            return said
        goal, passing = said.get("center square", "center square"), said["Passing is not allowed."]
        first = "first move" if sealed == 1 else f"first {sealed} moves"
        closed = f"The {goal.removesuffix(' square')} is sealed for the {first}: the token may not enter it."
        opens = f"{goal}, which opens after {count_noun(sealed, 'move')}"
        return {**said, "Passing is not allowed.": f"{closed} {passing}", "center square": opens}

    def closed_places(self, position: Position) -> dict[int, int]:
        left = self.game.sealed - count_squares(position.trail)
        return {self.game.goal_square: left} if left > 0 else {}

    def goal_now(self, position: Position, goal: str) -> str:
        opens = f"which opens after {count_noun(self.game.sealed, 'move')}"
        return goal if self.game.is_sealed(position) else goal.replace(opens, "which is open now")

    def say_sealed(self, position: Position) -> str:
        more = count_noun(self.closed_places(position)[self.game.goal_square], "more move")
        return f"the {self.game.goal_name} {self.square_name(self.game.goal_square)} is sealed for {more}"

    def unseen(self, position: Position) -> str:
        sealed = self.game.is_sealed(position)
        return f"{capitalise(self.say_sealed(position))}." if sealed else super().unseen(position)

    def why_not(self, position: Position, move: int) -> str:
        reaches = move < self.game.steps and self.game.target(position, move) == self.game.goal_square
        return self.say_sealed(position) if reaches else super().why_not(position, move)

    def news(self, match: Match) -> str:
        opened = 0 < self.game.sealed == count_squares(match.position.trail) and not self.was_pass(match)
        goal = f"{self.game.goal_name} {self.square_name(self.game.goal_square)}"
        return f"The {goal} is open now." if opened else super().news(match)

    def slots(self, match: Match) -> dict[str, str]:
        below = f"{self.unseen(match.position)}\n" if self.game.is_sealed(match.position) else ""
        return {**super().slots(match), "below": below}


class SealedGoal(ClosedTrail):
    sealed = Dial(
        0, 0, 12, "moves in all before the goal opens", change="nobody may enter the goal during the first {:move}"
    )
    Words = SealedGoalWords

    def set_up(self) -> None:
        super().set_up()
        if self.sealed and not self.closes:
            raise BadOption("sealed with trail=open makes no game: only a closed trail tells how many moves were made")
        if self.sealed > self.size * self.size - 2:
            no_game = f"sealed={self.sealed} with size={self.size} makes no game"
            raise BadOption(f"{no_game}: the goal would open after the last move")

    def is_sealed(self, position: Position) -> bool:
        """Every move so far has closed a square."""
        return count_squares(position.trail) < self.sealed

    def may_enter(self, position: Position, square: int) -> bool:
        return super().may_enter(position, square) and not (square == self.goal_square and self.is_sealed(position))

    def check_ends(self, position: Position) -> None:
        super().check_ends(position)
        made = count_squares(position.trail)
        if position.token == self.goal_square and made <= self.sealed:
            where = f"{self.goal_name} {self.words.square_name(self.goal_square)} after {count_noun(made, 'move')}"
            raise BadPosition(f"the token is on the {where}; that is sealed for the first {self.sealed}")
