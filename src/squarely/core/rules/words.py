"""What a game prints, asks, draws and refuses. A rulebook that words something its own way overrides it here.

class QuadWords(Words["Quad"]):
    squares = LetterAndNumber("cell")
    says = {"ask": "{mover} ({mark}), enter your move (e.g., A1): "}
"""

from collections.abc import Generator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from squarely.core.board.grid import EIGHT_DIRECTIONS, NO_DIRECTION, Squares, step
from squarely.core.board.square_names import LetterAndNumber, Shape, SquareNames
from squarely.core.rules.compose import sum_up
from squarely.core.rules.fields import PIECES, Kind, kinds_of
from squarely.core.rules.options import Dial
from squarely.core.rules.position_line import DIGITS
from squarely.core.text.notation import capitalise, count_noun, join_with_and, join_with_or
from squarely.core.text.wrapping import WIDTH, wrap

if TYPE_CHECKING:
    from squarely.core.match.match import Match
    from squarely.core.rules.game import Game, Position

G = TypeVar("G", bound="Game")
Asking: TypeAlias = Generator[str, str, str]  # yields questions, is sent answers, returns the words of a move

_LONGEST = 19  # of a number that a person types
_ARROWS = "↑↓←→↖↗↙↘"  # in the order of EIGHT_DIRECTIONS
_WAYS = (*EIGHT_DIRECTIONS[:NO_DIRECTION], "none", *EIGHT_DIRECTIONS[NO_DIRECTION:])  # as a field has them


class Drawing(NamedTuple):
    """How a rulebook draws a grid: what begins, separates and ends its header, its rows and the rules between them."""

    header: tuple[str, str] | None = ("  ", " ")
    row: tuple[str, str, str] = ("{row} ", " ", "")  # {row} is the name of the row
    rule: tuple[str, str, str, str] = ("", "", "", "")  # begin, a piece for each column, between, end; all empty: none
    top: str = ""  # what begins the rule above the first row; if anything, there is one below the last row, too
    cell: str = "{}"  # how wide a square is
    column: str = "{}"  # and the name of a column
    blank: str = "."  # what is drawn where nothing is
    uses_looks: bool = False  # whether squares show what `shown` says, not what the position line writes

    def draw(self, shape: Shape, names: SquareNames, texts: Sequence[str]) -> str:
        """The board on which squares have these texts."""
        begin, piece, between, end = self.rule
        rule = piece and between.join([piece] * shape.columns) + end
        columns = map(self.column.format, names.columns(shape))
        lines = [self.header[0] + self.header[1].join(columns)] if self.header else []
        for row, name in enumerate(names.rows(shape)):
            cells = [self.cell.format(text or self.blank) for text in texts[row * shape.columns :][: shape.columns]]
            lines += [(begin if row else self.top) + rule] if rule and (row or self.top) else []
            lines.append(self.row[0].format(row=name) + self.row[1].join(cells) + self.row[2])
        return "\n".join([*lines, *([begin + rule] if self.top else [])])


class Words(Generic[G]):
    """The words of one game under its options. Each method can be overridden; variations do so and call `super()`."""

    squares: ClassVar[SquareNames] = LetterAndNumber()
    looks: ClassVar[Mapping[str, str]] = {}  # what is shown on squares instead of what the position line writes
    picture: ClassVar[str] = ""  # the line of a position by which the game is recognised; empty: one is found
    drawing: Drawing | None = None  # None: rows and columns with their names, as wide as they need
    says: ClassVar[Mapping[str, str]] = {}  # what is said in the dialogue, see SAYS
    instead: ClassVar[Mapping[str, str]] = {}  # phrases of the rulebook, each with what this class says: {game.size}
    turned: bool = False  # whether the player who would win loses, as a variation has it

    def __init__(self, game: G) -> None:
        self.game = game
        self._written: dict[int, str] = {}

    # What is seen

    def square_name(self, square: int) -> str:
        """What a square is called."""
        return self.squares.name(self.game.shape, square)

    def name_squares(self, squares: int) -> list[str]:
        """What the squares of a set are called."""
        return [self.square_name(square) for square in range(self.game.shape.squares) if squares >> square & 1]

    def places(self) -> dict[int, str]:
        """What some squares are: nothing special."""
        return {}

    def closed_places(self, position: "Position") -> dict[int, int]:
        """The places that are still closed, each with the number of moves until it opens."""
        return {}

    def goal_now(self, position: "Position", goal: str) -> str:
        """The goal, as it is told in a position: as it was at the start."""
        return goal

    def shown(self, position: "Position") -> list[str]:
        """The text on each square; nothing where it is empty. What stands there as a number is shown in figures."""
        return [self._looks.get(glyph, glyph) for glyph in self.game.position_line(position).glyphs]

    @cached_property
    def _looks(self) -> Mapping[str, str]:
        has_numbers = Kind.CONTENTS in self.game.kinds.values()
        figures = {digit: str(number) for number, digit in enumerate(DIGITS, 1)} if has_numbers else {}
        return {self.game.empty: "", **figures, **self.looks}

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The texts that are pieces of the two sides, where each side has a field of its own for them."""
        game, sides = self.game, ("first", "second")
        if not all(game.kinds.get(field) in PIECES for field in sides):
            return ()
        return tuple(self.looks.get(game.pieces[field], game.pieces[field]) for field in sides)

    def draw(self, position: "Position") -> str:
        """The board, as the rulebook prints it."""
        return self.draw_as(self.drawing, position)

    def draw_as(self, drawing: Drawing | None, position: "Position") -> str:
        """The board in a drawing; in none, its rows and columns with their names, as wide as they need."""
        shape, names, empty = self.game.shape, self.squares, self.game.empty
        if drawing and not drawing.uses_looks:
            glyphs = self.game.position_line(position).glyphs
            return drawing.draw(shape, names, ["" if glyph == empty else glyph for glyph in glyphs])
        texts = self.shown(position)
        if not drawing:
            margin = max(map(len, names.rows(shape)), default=0)
            cell = f"{{:>{max(map(len, [*texts, *names.columns(shape)]), default=0)}}}"
            header, row = (" " * margin + " ", " ") if texts else None, (f"{{row:>{margin}}} ", " ", "")
            drawing = Drawing(header, row, cell=cell, column=cell, blank=empty)
        return drawing.draw(shape, names, texts)

    def holdings(self, position: "Position") -> tuple[str, str]:
        """What each side holds, in words: its points."""
        points = self.game.points(position)
        return (count_noun(points[0], "point"), count_noun(points[1], "point")) if points else ("", "")

    def unseen(self, position: "Position") -> str:
        """What decides and is not in the drawing, as a sentence: directions and numbers of things, by their names."""
        told = []
        for field, kind in kinds_of(self.game.printed.Position).items():  # a variation says its own
            if kind in (Kind.DIRECTION, Kind.COUNT):
                name, value = self.game.field_names.get(field, field.replace("_", " ")), getattr(position, field)
                told.append(f"{name}: {_WAYS[value] if kind is Kind.DIRECTION else value}")
        return f"{capitalise('; '.join(told))}." if told else ""

    def beside(self, position: "Position", names: Sequence[str], marks: Sequence[str] = ()) -> tuple[str, ...]:
        """What a drawing does not show, in sentences: what each side holds, and what else the game says decides.

        `marks` is how the two are drawn, where that is not as the game has it.
        """
        held = ", ".join(f"{name} has {has}" for name, has in zip(names, self.holdings(position), strict=True) if has)
        roles = self.describe_roles(position, names, marks)
        return tuple(filter(None, (f"{held}." if held else "", roles, self.unseen(position))))

    def describe_roles(self, position: "Position", names: Sequence[str], marks: Sequence[str]) -> str:
        """Who plays what, where that is not as it was at the start."""
        if self.game.role(position, 0) == 0:
            return ""
        marks = marks or [self.name_role(position, side) for side in (0, 1)]
        plays = [f"{name} plays {mark}" for name, mark in zip(names, marks, strict=True) if name]
        return f"Sides are swapped: {join_with_and(plays)}." if plays else "Sides are swapped."

    def draw_alone(self, position: "Position", names: Sequence[str], width: int = WIDTH) -> str:
        """The board where it stands alone: as the rulebook prints it, and below it what that does not show."""
        return "\n".join([self.draw(position), *(wrap(line, width) for line in self.beside(position, names))])

    def name_role(self, position: "Position", side: int) -> str:
        """What a side plays: its token or, where it has none, `side 1`."""
        role = self.game.role(position, side)
        return self.tokens[role] if self.tokens else f"side {self.game.marks[role]}"

    def reason(self, position: "Position") -> str:
        """Why an ended position has ended."""
        return f"{(*self.game.players, 'nobody')[self.game.outcome(position) - 1]} has won"

    def phrases(self) -> dict[str, str]:
        """Phrases of the rulebook, each with what holds instead: `4 rows` follows the dial `rows`, `4x4` `size`."""
        dials = [option for option in self.game.declared if isinstance(option, Dial)]
        forms = {dial.name: "{0}x{0}" if dial.name == "size" else f"{{}} {dial.name}" for dial in dials}
        numbers = {forms[d.name].format(d.default): forms[d.name].format(self.game.settings[d.name]) for d in dials}
        return numbers | {old: new.format(game=self.game) for old, new in sum_up(type(self), "instead").items()}

    def changes(self) -> dict[str, str]:
        """What is not as in the rulebook, and what follows from that, by option: sentences without their full stops."""
        changed = [option for option in self.game.declared if self.game.settings[option.name] != option.default]
        return {option.name: option.describe_change(self.game.settings[option.name]) for option in changed}

    # Moves

    def write_move(self, position: "Position", move: int) -> str:
        """The move in words: that of its kind, then its parts; its number where the game declares no kinds."""
        if move not in self._written:
            self._written[move] = self.game.move_numbers.write(self.squares, move) if self.game.has_moves else str(move)
        return self._written[move]

    def note(self, position: "Position", move: int) -> str:
        """The move as a list of moves shows it: `B2` for what is put there, `B1→B2`, `↑ B1`; any other in words."""
        touched = self.touched_squares(position, move)
        names, stands = [self.square_name(square) for square in touched], touched and self.shown(position)[touched[0]]
        if len(names) != 2:
            return names[0] if len(names) == 1 and not stands else self.write_move(position, move)
        if self.game.has_moves and (steered := self.game.move_numbers.steer(move)):
            return f"{_ARROWS[self.game.heading(position.mover, steered[0])]} {names[1]}"
        return ("→" if stands else "–").join(names)

    def tell_move(self, position: "Position", move: int) -> str:
        """What the mover did, for a reader who does not see the board; follows a name: `moved from B1 to B2`."""
        touched = self.touched_squares(position, move)
        if len(touched) == 2 and self.shown(position)[touched[0]]:
            return "moved from {} to {}".format(*map(self.square_name, touched))
        return f"played {self.write_move(position, move)}"

    def read_move(self, position: "Position", text: str) -> list[int]:
        """The moves that the words could mean, legal or not; UnreadableMove if they are no move."""
        example = self.write_move(position, next(self.game.legal_moves(position), 0))
        if not self.game.has_moves and text.isascii() and text.strip().isdigit() and len(text) < _LONGEST:
            return [int(text)]
        return self.game.move_numbers.read(self.squares, text, example)

    def why_illegal(self, position: "Position", move: int) -> str:
        """That a move is not allowed, and which are: a sentence that can follow `Sorry, `."""
        legal = [self.write_move(position, each) for each in self.game.legal_moves(position)]
        return f"{self.write_move(position, move)} is not allowed here. Please choose {join_with_or(legal)}."

    def touched_squares(self, position: "Position", move: int) -> Squares:
        """The squares a hand touches to make the move: the piece that moves first, then where it goes."""
        game = self.game
        if not game.has_moves:
            return ()
        steered = game.move_numbers.steer(move)
        if steered is None:
            return tuple(game.move_numbers.squares(move))
        own, standing = ("first", "second")[position.mover], [f for f, k in game.kinds.items() if k is Kind.SQUARE]
        here = int(getattr(position, own if own in standing else standing[0]))
        return here, step(*game.shape, here, game.heading(position.mover, steered[0]), steered[1])

    def read_touch(self, position: "Position", squares: Squares) -> str | None:
        """The words of the move, legal or not, that touching these squares means; None: that of a legal one."""
        return None

    def changed_squares(self, before: "Position", after: "Position") -> Squares:
        """The squares that do not show the same in both positions; none where the board itself has another size."""
        old, new = self.shown(before), self.shown(after)
        return tuple(at for at in range(len(new)) if old[at] != new[at]) if len(old) == len(new) else ()

    def captured_squares(self, before: "Position", after: "Position") -> Squares:
        """The squares that a move has bared by a capture."""
        return ()

    @property
    def has_captures(self) -> bool:
        """Whether moves can capture."""
        return type(self).captured_squares is not Words.captured_squares

    def deciding_squares(self, match: "Match") -> Squares:
        """Where the last move of a match that was won has brought something; else all that it changed."""
        changed, now = self.changed_squares(*match.positions[-2:]), self.shown(match.position)
        return tuple(square for square in changed if now[square]) or changed

    # What is said around a match

    def slots(self, match: "Match") -> dict[str, str]:
        """What else the templates of `says` name, each with its words."""
        return {}

    def say(self, name: str, match: "Match") -> str:
        """One of the templates, filled in."""
        template, game = self.says[name] if name in self.says else SAYS[name], self.game
        slots = {"title": game.title, "mover": match.mover_name, "mark": game.marks[match.mover], **self.slots(match)}
        if "{board}" in template:
            slots["board"] = self.draw(match.position)
        if "{example}" in template and "example" not in slots:
            slots["example"] = str(match.legal_moves[0])
        if (outcome := match.outcome) and outcome.winner is not None:
            slots |= {"winner": match.names[outcome.winner], "reason": outcome.reason}
        news = self.news(match) if "{news}" in template else ""
        return template.format(**slots, news=f"\n{news}\n" if news else "")

    def welcome(self, match: "Match") -> str:
        """Said once, when a match begins; shows the board if the rulebook does."""
        return self.say("welcome", match)

    def announce_turn(self, match: "Match") -> str:
        """Said before the mover is asked; may be empty. A side that moves again is told so."""
        if "turn" in self.says:
            return self.say("turn", match)
        moves_again = match.moves and match.positions[-2].mover == match.mover
        return f"{match.mover_name}, it is your turn again." if moves_again else ""

    def ask(self, match: "Match") -> Asking:
        """The questions that lead to a move. A question may end in the middle of a line."""
        return (yield self.say("ask", match))

    def show_move(self, match: "Match", by_reader: bool = True) -> str:
        """Said after each move, with the board as it is now and the news, to the player who made it or to the other."""
        if "show_move" in self.says:
            return self.say("show_move", match)
        from squarely.core.match.last_move import describe_captures

        drawn = self.draw_alone(match.position, match.names)
        return "\n".join(
            ["", drawn, *(wrap(said) for said in (describe_captures(match), self.news(match)) if said), ""]
        )

    def news(self, match: "Match") -> str:
        """What the last move, or the start, has changed about the game itself, if anything; `show_move` says it too."""
        return ""

    def closing(self, match: "Match") -> str:
        """Said when the rules have ended the match."""
        return self.say("closing" if match.outcome and match.outcome.winner is not None else "tie", match)


SAYS = {  # the dialogue of a game that prints none of its own; {news} is empty or a paragraph
    "welcome": "Welcome to {title}!\n\n{board}\n",
    "ask": "{mover}, enter your move (e.g., {example}): ",
    "closing": "Congratulations, {winner}! You have won the game: {reason}.",
    "tie": "The game ends without a winner.",
}
