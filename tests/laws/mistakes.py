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
_IF_EMPTY = "            if (position.first | position.second) >> square & 1 == 0:\n"
_SET_UP = "        self.rows,"
_REASON = '        return "the row is full"'
_LAST = "        return FIRST_WINS if position.mover != self.loses else SECOND_WINS\n"
_VERBS = ROW.partition("    class Position")[2].partition("    def outcome")[0]


def _first(line: str) -> tuple[str, str]:
    """This line begins the set-up."""
    return _SET_UP, f"        {line}\n{_SET_UP}"


def _more(*lines: str) -> tuple[str, str]:
    """These lines are added to the end of the class."""
    return _LAST, "\n".join([_LAST, *(f"    {line}" for line in lines), ""])


def _counting() -> tuple[str, str]:
    """A field counts moves, without a maximum."""
    new = _VERBS.replace("mover: Mover\n", "mover: Mover\n        turn: Count\n").replace("0, FIRST)", "0, FIRST, 0)")
    for mover in ("SECOND)", "move, FIRST)"):
        new = new.replace(mover, f"{mover[:-1]}, position.turn + 1)")
    return _VERBS, new


_LOAD = {
    "a syntax error": ("def play(self", "def play self", "(row.py, line 39)"),
    "an error in the class": ("marks = ", "marks = Nobody or ", "NameError: name 'Nobody' is not defined"),
    "an exit": ("\n\nclass Row(", "\nraise SystemExit(3)\n\nclass Row(", "SystemExit: 3"),
    "no game": ("class Row(Game)", "class Row", "has no class that is a Game"),
    "a missing verb": ("def play(", "def plays(", "lacks play"),
    "a missing name": ("title, goal, players,", "heading, goal, players,", "lacks title"),
    "other arguments": (
        *("def outcome(self, position):", "def outcome(self):"),
        "a method `outcome` that takes other arguments than outcome(self, position",
    ),
    "other arguments of words": ("def reason(self, position)", "def reason(self)", "a method `reason`"),
    "no mover": ("        mover: Mover\n", "", "not a NamedTuple with a field `mover`"),
    "a field with a default": ("mover: Mover", "mover: Mover = 0", "gives the field `mover` a default"),
    "an option that is a method": ("length = Dial(", "check = length = Dial(", "has a `check` of its own"),
    "a set-up that fails": ("= 1, self.length,", "= 1, self.width,", "has no attribute 'width'"),
    "options that make no game": (*_first('raise BadOption("nothing fits")'), "refuses its own options"),
}
_TRUTH = {
    # Where it begins
    "a start of something else": (_START, "return [0, 0, FIRST]", "begins with [0, 0, 0], a list"),
    "a start by chance": (
        _START,
        _START.replace("0", "CHANCE.randrange(2)", 1),
        "begins with another position each time",
    ),
    "numbers by chance": (*_first("self.secret = CHANCE.randrange(10**6)"), "works out another `secret` each time"),
    "a start that is over": ("return ONGOING", "return FIRST_WINS", "is over at its start, ... A"),
    "a deal that is none": (
        *_more(
            "def deals(self):",
            "    return 9",
            "",
            "def deal(self, number):",
            "    return None if number else self.start()",
        ),
        "deals None, a NoneType and no Position as number",
    ),
    "symmetries that are no group": (
        *_more("def is_symmetry(self, symmetry):", "    return symmetry.directions[2] != 2"),
        "has two symmetries, and not the one that they make",
    ),
    # The verbs
    "a position forgotten": (_SECOND, _SECOND[7:], "to None, a NoneType and no Position"),
    "a truth value": (_SECOND, _SECOND.replace("FIRST)", "move > 9)"), "False, a bool, in its mover"),
    "a third side": (_SECOND, _SECOND.replace("FIRST)", "2)"), "a Position with the mover 2"),
    "a position by chance": (
        *(_SECOND, _SECOND.replace("1 << move", "CHANCE.choice((1 << move, 0))")),
        "to another position each time",
    ),
    "an outcome of seven": ("return FIRST_WINS if", "return 7 if", "has the outcome 7"),
    "no move and no outcome": ("!= (1 <<", "< (2 <<", "has no legal move and has not ended"),
    "moves at an end": ("!= (1 << self.columns) - 1:", "== 0:", "has ended and has legal moves"),
    "moves in a list": (
        _LOOP + _IF_EMPTY + _LEGAL,
        "        return [s for s in range(self.columns) if (position.first | position.second) >> s & 1 == 0]",
        "has its legal moves in a list",
    ),
    "moves out of order": ("range(self.columns):", "reversed(range(self.columns)):", "not in ascending"),
    "moves beyond their number": (_LEGAL, f"{_LEGAL} + 5", "has the legal move 5, but there are 3"),
    "moves without end": (
        *(_LOOP, f"        while position.first == 5:\n            yield 1\n{_LOOP}"),
        "not in ascending order",
    ),
    "a verb that fails": (
        *(_SECOND, _SECOND.replace("FIRST)", "FIRST // 0)")),
        "makes `play` fail: row.py, line 42, `return self.Position(position.first, position.second | 1 << move, "
        "FIRST // 0)` (ZeroDivisionError",
    ),
    "rules that remember": (
        _LOOP,
        f"        SEEN.append(0)\n        if len(SEEN) % 2 and position.first == 1:\n            yield 0\n{_LOOP}",
        "",
    ),
    "a wrong symmetry": ("position.mover != self.loses", "position.first & 1", "is another game under symmetry"),
    # Numbers
    "no maximum": (*_counting(), "has 1 as its `turn`, which is a number of things, from 0; see `maxima`"),
    "a number too wide": (*_first("self.wide = 1 << 70"), "works out `wide` with numbers of more than 63"),
    "points that are none": (*_more("def points(self, position):", "    return 3"), "has the points 3"),
    "points that decide": (
        *_more(
            *("points_only_at_end = True", "", "def points(self, position):"),
            *("    return position.first, position.second", "", "def without_points(self, position):"),
            "    return position._replace(first=0)",
        ),
        "without its points",
    ),
}
_WORDS = {
    "marks alike": ('("A", "B")', '("A", "A")', "has the `marks` ('A', 'A')"),
    "moves alike": (
        *(_REASON, f'{_REASON}\n\n    def write_move(self, position, move):\n        return "here"'),
        "writes two of its moves as 'here'",
    ),
    "an option that fails": ("= 1, self.length,", "= 1, (0, 0, 2, 3)[self.length],", "length=4"),
}
MISTAKES = {
    name: Mistake(*mistake, stage)
    for stage, mistakes in (("load", _LOAD), ("truth", _TRUTH), ("words", _WORDS))
    for name, mistake in mistakes.items()
}
