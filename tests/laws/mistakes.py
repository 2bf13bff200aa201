"""Mistakes that authors make: a small game that is right, and what is changed in its file.

Of the laws, which are broken one by one in test_laws.py, here is what they say besides.

`says` is a part of the sentence that has to be said; `stage` is who says it:
load   the game is left out by `games`, and refused by every command;
truth  `check-game` tells it, and `solve` refuses to tell a truth;
words  `check-game` tells it; the truth is not concerned.
"""

import re
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
_LAST = "        return FIRST_WINS if position.mover != self.loses else SECOND_WINS\n"
_VERBS = ROW.partition("    class Position")[2].partition("    def outcome")[0]


_COUNTING = _VERBS.replace("mover: Mover\n", "mover: Mover\n        turn: Count\n").replace("0, FIRST)", "0, FIRST, 0)")
_COUNTING = re.sub(r"(SECOND|move, FIRST)\)", r"\1, position.turn + 1)", _COUNTING)


def _first(line: str) -> tuple[str, str]:
    """This line begins the set-up."""
    return _SET_UP, f"        {line}\n{_SET_UP}"


_LOAD = {
    "a syntax error": ("def play(self", "def play self", "(row.py, line 39)"),
    "an error in the class": ("marks = ", "marks = Nobody or ", "NameError: name 'Nobody' is not defined"),
    "an exit": ("\n\nclass Row(", "\nraise SystemExit(3)\n\nclass Row(", "SystemExit: 3"),
    "other arguments": ("outcome(self, position):", "outcome(self):", "takes other arguments than outcome("),
    "other arguments of words": ("def reason(self, position)", "def reason(self)", "a method `reason`"),
    "no mover": ("        mover: Mover\n", "", "not a NamedTuple with a field `mover`"),
    "a field with a default": ("mover: Mover", "mover: Mover = 0", "gives the field `mover` a default"),
    "an option that is a method": ("length = Dial(", "check = length = Dial(", "has a `check` of its own"),
    "a set-up that fails": ("= 1, self.length,", "= 1, self.width,", "has no attribute 'width'"),
    "options that make no game": (*_first('raise BadOption("nothing fits")'), "refuses its own options"),
}
_TRUTH = {
    "a start of something else": (_START, "return [0, 0, FIRST]", "begins with [0, 0, 0], a list"),
    "numbers by chance": (*_first("self.secret = CHANCE.randrange(10**6)"), "works out another `secret` each time"),
    "a deal that is none": (
        *(_LAST, f"{_LAST}\n    def deals(self):\n        return 9\n\n    def deal(self, number):\n        pass\n"),
        "deals None, a NoneType and no Position as number",
    ),
    "a position forgotten": (_SECOND, _SECOND[7:], "to None, a NoneType and no Position"),
    "a third side": (_SECOND, _SECOND.replace("FIRST)", "2)"), "a Position with the mover 2"),
    "a position by chance": (_SECOND, _SECOND.replace("1 <<", "CHANCE.choice((0, 1)) <<"), "to another position each"),
    "no move and no outcome": ("!= (1 <<", "< (2 <<", "has no legal move and has not ended"),
    "moves at an end": ("!= (1 << self.columns) - 1:", "== 0:", "has ended and has legal moves"),
    "moves in a list": (
        _LOOP + _IF_EMPTY + _LEGAL,
        "        return [s for s in range(self.columns) if (position.first | position.second) >> s & 1 == 0]",
        "has its legal moves in a list",
    ),
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
    "no maximum": (_VERBS, _COUNTING, "has 1 as its `turn`, which is a number of things, from 0; see `maxima`"),
    "a number too wide": (*_first("self.wide = 1 << 70"), "works out `wide` with numbers of more than 63"),
}
_WORDS = {"an option that fails": ("= 1, self.length,", "= 1, (0, 0, 2, 3)[self.length],", "length=4")}
MISTAKES = {
    name: Mistake(*mistake, stage)
    for stage, mistakes in (("load", _LOAD), ("truth", _TRUTH), ("words", _WORDS))
    for name, mistake in mistakes.items()
}
