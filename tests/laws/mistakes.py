"""Mistakes that authors make, one of each kind: a small game that is right, and what is changed in its file.

`says` is a part of the sentence that has to be said; `stage` is who says it:
load   the game is left out by `games`, and refused by every command;
truth  `check-game` tells it, and `solve` refuses to tell a truth;
words  `check-game` tells it; the truth is not concerned.
"""

from typing import NamedTuple

ROW = '''"""Row: mark one square after the other; whoever marks the last one wins."""

from random import Random
from typing import NamedTuple

from squarely import FIRST, FIRST_WINS, ONGOING, PLACE, SECOND, SECOND_WINS, BadOption, Count, Dial, Game, Mover
from squarely import Points, Ruling, SquareSet, Words

CHANCE, SEEN = Random(1), []


class RowWords(Words["Row"]):
    def reason(self, position):
        return "the row is full"


class Row(Game):
    title, goal, players, marks = "Row", "Mark the last square.", ("Ann", "Bob"), ("A", "B")
    moves, symmetric, Words = (PLACE,), True, RowWords
    length = Dial(3, 2, 4, "squares in the row")
    last = Ruling("?", wins="it wins", loses="it loses")

    class Position(NamedTuple):
        first: SquareSet
        second: SquareSet
        mover: Mover

    def set_up(self):
        self.rows, self.columns, self.loses = 1, self.length, int(self.last == "loses")

    def start(self):
        return self.Position(0, 0, FIRST)

    def legal_moves(self, position):
        for square in range(self.columns):
            if (position.first | position.second) >> square & 1 == 0:
                yield square

    def play(self, position, move):
        if position.mover == FIRST:
            return self.Position(position.first | 1 << move, position.second, SECOND)
        return self.Position(position.first, position.second | 1 << move, FIRST)

    def outcome(self, position):
        if position.first | position.second != (1 << self.columns) - 1:
            return ONGOING
        return FIRST_WINS if position.mover != self.loses else SECOND_WINS
'''


class Mistake(NamedTuple):
    """What is written in place of what, and what is said of it."""

    old: str
    new: str
    says: str
    stage: str

    @property
    def text(self) -> str:
        """The file with the mistake in it."""
        assert self.old in ROW, self.old
        return ROW.replace(self.old, self.new, 1)


_START = "return self.Position(0, 0, FIRST)"
_SECOND = "return self.Position(position.first, position.second | 1 << move, FIRST)"
_LEGAL = "                yield square"
_LOOP = "        for square in range(self.columns):\n"
_END = "return FIRST_WINS if position.mover != self.loses else SECOND_WINS"
_REASON = '        return "the row is full"'
_LAST = f"        {_END}\n"


def _more(text: str, says: str, stage: str) -> Mistake:
    """Something added to the end of the class."""
    return Mistake(_LAST, f"{_LAST}\n{text}\n", says, stage)


def _counting(says: str) -> Mistake:
    """A field that counts moves, without a maximum."""
    old = ROW.partition("    class Position")[2].partition("    def outcome")[0]
    new = old.replace("mover: Mover\n", "mover: Mover\n        turn: Count\n").replace("0, FIRST)", "0, FIRST, 0)")
    for mover in ("SECOND)", "move, FIRST)"):
        new = new.replace(mover, f"{mover[:-1]}, position.turn + 1)")
    return Mistake(old, new, says, "truth")


MISTAKES = {
    # The file and the class
    "a syntax error": Mistake("def play(self", "def play self", "(row.py, line 39)", "load"),
    "an error in the class": Mistake(
        "marks = ", "marks = Nobody or ", "NameError: name 'Nobody' is not defined", "load"
    ),
    "an exit": Mistake("\n\nclass Row(", "\nraise SystemExit(3)\n\nclass Row(", "SystemExit: 3", "load"),
    "no game": Mistake("class Row(Game)", "class Row", "has no class that is a Game", "load"),
    "a missing verb": Mistake("def play(", "def plays(", "lacks play", "load"),
    "a missing name": Mistake("title, goal, players,", "heading, goal, players,", "lacks title", "load"),
    "other arguments": Mistake(
        "def outcome(self, position):",
        "def outcome(self):",
        "a method `outcome` that takes other arguments than outcome(self, position",
        "load",
    ),
    "other arguments of words": Mistake("def reason(self, position)", "def reason(self)", "a method `reason`", "load"),
    "no mover": Mistake("        mover: Mover\n", "", "not a NamedTuple with a field `mover`", "load"),
    "a field with a default": Mistake("mover: Mover", "mover: Mover = 0", "gives the field `mover` a default", "load"),
    "an option that is a method": Mistake(
        "length = Dial(", "check = length = Dial(", "has a `check` of its own", "load"
    ),
    "a set-up that fails": Mistake("= 1, self.length,", "= 1, self.width,", "has no attribute 'width'", "load"),
    "options that make no game": Mistake(
        "        self.rows,",
        '        raise BadOption("nothing fits")\n        self.rows,',
        "refuses its own options",
        "load",
    ),
    # Where it begins
    "a start of something else": Mistake(_START, "return [0, 0, FIRST]", "begins with [0, 0, 0], a list", "truth"),
    "a start by chance": Mistake(
        _START, "return self.Position(CHANCE.randrange(2), 0, FIRST)", "begins with another position each time", "truth"
    ),
    "numbers by chance": Mistake(
        "self.rows, ",
        "self.secret = CHANCE.randrange(10**6)\n        self.rows, ",
        "works out another `secret` each time",
        "truth",
    ),
    "a start that is over": Mistake("return ONGOING", "return FIRST_WINS", "is over at its start, ... A", "truth"),
    "a deal that is none": _more(
        "    def deals(self):\n        return 9\n\n"
        "    def deal(self, number):\n        return None if number else self.start()",
        "deals None, a NoneType and no Position as number",
        "truth",
    ),
    "symmetries that are no group": _more(
        "    def is_symmetry(self, symmetry):\n        return symmetry.directions[2] != 2",
        "has two symmetries, and not the one that they make",
        "truth",
    ),
    # The verbs
    "a position forgotten": Mistake(_SECOND, _SECOND[7:], "to None, a NoneType and no Position", "truth"),
    "a truth value": Mistake(_SECOND, _SECOND.replace("FIRST)", "move > 9)"), "False, a bool, in its mover", "truth"),
    "a third side": Mistake(_SECOND, _SECOND.replace("FIRST)", "2)"), "a Position with the mover 2", "truth"),
    "a position by chance": Mistake(
        _SECOND, _SECOND.replace("1 << move", "CHANCE.choice((1 << move, 0))"), "to another position each time", "truth"
    ),
    "an outcome of seven": Mistake("return FIRST_WINS if", "return 7 if", "has the outcome 7", "truth"),
    "no move and no outcome": Mistake("!= (1 <<", "< (2 <<", "has no legal move and has not ended", "truth"),
    "moves at an end": Mistake("!= (1 << self.columns) - 1:", "== 0:", "has ended and has legal moves", "truth"),
    "moves in a list": Mistake(
        _LOOP + "            if (position.first | position.second) >> square & 1 == 0:\n" + _LEGAL,
        "        return [s for s in range(self.columns) if (position.first | position.second) >> s & 1 == 0]",
        "has its legal moves in a list",
        "truth",
    ),
    "moves out of order": Mistake(
        "range(self.columns):", "reversed(range(self.columns)):", "not in ascending", "truth"
    ),
    "moves beyond their number": Mistake(_LEGAL, f"{_LEGAL} + 5", "has the legal move 5, but there are 3", "truth"),
    "moves without end": Mistake(
        _LOOP, f"        while position.first == 5:\n            yield 1\n{_LOOP}", "not in ascending order", "truth"
    ),
    "a verb that fails": Mistake(
        _SECOND,
        _SECOND.replace("FIRST)", "FIRST // 0)"),
        "makes `play` fail: row.py, line 42, `return self.Position(position.first, position.second | 1 << move, "
        "FIRST // 0)` (ZeroDivisionError",
        "truth",
    ),
    "rules that remember": Mistake(
        _LOOP,
        f"        SEEN.append(0)\n        if len(SEEN) % 2 and position.first == 1:\n            yield 0\n{_LOOP}",
        "",
        "truth",
    ),
    "a wrong symmetry": Mistake(
        "return FIRST_WINS if position.mover != self.loses",
        "return FIRST_WINS if position.first & 1",
        "is another game under symmetry",
        "truth",
    ),
    # Numbers
    "no maximum": _counting("has 1 as its `turn`, which is a number of things, from 0; see `maxima`"),
    "a number too wide": Mistake(
        "self.rows, ",
        "self.wide = 1 << 70\n        self.rows, ",
        "works out `wide` with numbers of more than 63",
        "truth",
    ),
    "points that are none": _more("    def points(self, position):\n        return 3", "has the points 3", "truth"),
    "points that decide": _more(
        "    points_only_at_end = True\n\n"
        "    def points(self, position):\n        return position.first, position.second\n\n"
        "    def without_points(self, position):\n        return position._replace(first=0)",
        "without its points",
        "truth",
    ),
    # Words
    "marks alike": Mistake('("A", "B")', '("A", "A")', "has the `marks` ('A', 'A')", "words"),
    "moves alike": Mistake(
        _REASON,
        f'{_REASON}\n\n    def write_move(self, position, move):\n        return "here"',
        "writes two of its moves as 'here'",
        "words",
    ),
    "an option that fails": Mistake("= 1, self.length,", "= 1, (0, 0, 2, 3)[self.length],", "length=4", "words"),
}
