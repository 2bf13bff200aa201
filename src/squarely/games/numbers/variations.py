"""What the lab changes in Capture Squares. Each class is one change."""

from squarely.core.board.grid import Squares, at
from squarely.core.errors import BadOption, UnreadableMove
from squarely.core.match.match import Match
from squarely.core.rules.game import Position
from squarely.core.rules.options import Dial, Ruling
from squarely.core.rules.words import Asking
from squarely.core.text.notation import count_noun, quote, read_numbers, split_words
from squarely.core.variations.endings import Komi
from squarely.games.numbers.rules import CAPTURED, Numbers
from squarely.games.numbers.words import EVERY, HIGHER_WINS, SETS, TIED, NumbersWords


class ChoiceWords(NumbersWords):
    instead = {"and every square": "and may capture any of the squares"}

    def touched_squares(self, position: Position, move: int) -> Squares:
        return tuple(self.game.move_numbers.squares(move))

    def why_illegal(self, position: Position, move: int) -> str:
        square, taken = divmod(move, SETS)
        wrong = taken & ~self.game.smaller_neighbours(position, square)
        if at(position.board, square) == CAPTURED:
            return super().why_illegal(position, move)
        neighbour = self.game.neighbours[square][(wrong & -wrong).bit_length() - 1]
        selected, number = at(position.board, square), at(position.board, neighbour)
        why = f"not less than {selected}"
        if number < selected:
            why = f"less than {selected} by more than {self.game.settings['within']}" if number else "already captured"
        which = f"{self.square_name(neighbour)} is {why}"
        return f"{which}. Only available neighbours with smaller numbers are captured too."

    def ask(self, match: Match) -> Asking:
        selected = yield self.say("ask", match)
        if len(read_numbers(selected) or ()) != 2:
            return selected
        (square,) = self.squares.read(self.game.shape, split_words(selected))
        eligible = [str(move) for move in match.legal_moves if move // SETS == square]
        if len(eligible) < 2:
            return selected
        some = eligible[-1].partition(":")[2]
        answer = yield f"Which adjacent squares do you also capture: all, none, or some of{some}? "
        said = split_words(answer)
        if said in (["all"], ["a"]):
            return eligible[-1]
        if said in (["none"], ["n"], []):
            return selected
        if len(read_numbers(answer) or "?") % 2:
            raise UnreadableMove(f"{quote(answer)} is not clear. Please enter all, none, or some of{some}.")
        return f"{selected} : {answer}"


class Choice(Numbers):
    capture = Ruling(
        "The rulebook says that you may also capture smaller neighbours; its printed dialogue captures them "
        "without asking.",
        all="every smaller neighbour is captured, without asking",
        choose="you choose which smaller neighbours you capture",
    )
    Words = ChoiceWords

    def least_taken(self, eligible: int) -> int:
        return 0 if self.capture == "choose" else super().least_taken(eligible)


class WithinWords(NumbersWords):
    game: "Within"
    instead = {"less than the selected one": "less than the selected one by at most {game.within}"}

    def why_illegal(self, position: Position, move: int) -> str:
        every = f"every neighbour that is smaller by at most {self.game.within}"
        return super().why_illegal(position, move).replace(EVERY, every)


class Within(Numbers):
    within = Dial(
        0,
        0,
        15,
        "how much smaller a captured neighbour may be than the selected number; 0 for any",
        change="you capture a neighbour only if it is smaller by {} or less",
    )
    Words = WithinWords

    def set_up(self) -> None:
        super().set_up()
        if self.within >= self.squares - 1:
            raise BadOption(
                f"within={self.within} with size={self.size} makes no game of its own: no two numbers differ by more "
                f"than {self.squares - 1}"
            )

    def is_smaller(self, number: int, selected: int) -> bool:
        return super().is_smaller(number, selected) and (self.within == 0 or selected - number <= self.within)


class NumbersKomiWords(NumbersWords):
    game: "NumbersKomi"

    def phrases(self) -> dict[str, str]:
        komi, tie = self.game.komi, "" if (self.game.total + self.game.komi) % 2 else TIED
        given = f", Player 2 gets {count_noun(komi, 'extra point')} and {HIGHER_WINS.removeprefix(', ')}{tie}"
        return {**super().phrases(), HIGHER_WINS: given}

    def gains(self, match: Match) -> tuple[list[str], list[str]]:
        first, second = super().gains(match)
        return first, [*second, f"{self.game.komi} (komi)"]


class NumbersKomi(Komi, Numbers):
    komi = Komi.komi
    Words = NumbersKomiWords
