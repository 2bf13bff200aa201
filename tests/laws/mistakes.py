"""Mistakes that authors make: a small game that is right, and what is changed in its file to make it wrong.

`says` is a part of the sentence that has to be said; `stage` is who says it:
load   the game is left out by `games`, and refused by every command;
truth  `check-game` tells it, and `solve` refuses to tell a truth;
words  `check-game` tells it; the truth is not concerned.
"""

from typing import NamedTuple

ROW = '''"""Row: mark one square after the other; whoever marks the last one wins."""

from typing import NamedTuple

from squarely import (FIRST, FIRST_WINS, ONGOING, SECOND, SECOND_WINS, SQUARE, Count, Dial, MoveKind, Mover, Points,
                      Ruling, SquareSet, Symmetry, UnreadableMove, BadOption)
from random import Random

CHANCE = Random(1)

TITLE, GOAL = "Row", "Mark the last square."
NAMES, MARKS = ("Ann", "Bob"), ("A", "B")
OPTIONS = (Dial("size", 3, 2, 4, "squares in the row"),
           Ruling("last", "wins", {"wins": "it wins", "loses": "it loses"}, "?"))
MOVES = (MoveKind("", SQUARE),)


class Law(NamedTuple):
    rows: int
    columns: int
    loses: int


class Position(NamedTuple):
    first: SquareSet
    second: SquareSet
    mover: Mover


def enact(options):
    return Law(1, int(options["size"]), int(options["last"] == "loses"))


def start(law):
    return Position(0, 0, FIRST)


def legal_moves(law, position):
    for square in range(law.columns):
        if (position.first | position.second) >> square & 1 == 0:
            yield square


def play(law, position, move):
    if position.mover == FIRST:
        return Position(position.first | 1 << move, position.second, SECOND)
    return Position(position.first, position.second | 1 << move, FIRST)


def outcome(law, position):
    if position.first | position.second != (1 << law.columns) - 1:
        return ONGOING
    return FIRST_WINS if position.mover != law.loses else SECOND_WINS


def reason(law, position):
    return "the row is full"


def is_symmetry(law, symmetry):
    return True
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
        assert ROW.count(self.old) >= 1, self.old
        return ROW.replace(self.old, self.new, 1)


_END = "    return True\n"
_START = "return Position(0, 0, FIRST)"
_LEGAL = "            yield square"
_REASON = '    return "the row is full"'
_LAW = "    loses: int\n"


def _more(text: str, says: str, stage: str) -> Mistake:
    """Something added to the end of the file."""
    return Mistake(_END, f"{_END}\n\n{text}\n", says, stage)


MISTAKES = {
    # What is declared
    "no mover": Mistake("    mover: Mover\n", "", "has a Position without a field `mover`", "load"),
    "a dataclass": Mistake(
        "class Position(NamedTuple):", "class Position:", "a Position that is not a NamedTuple", "load"
    ),
    "an unknown annotation": Mistake(
        "    mover: Mover", '    mover: "Moover"', "whose annotations cannot be read", "load"
    ),
    "one name": Mistake('("Ann", "Bob")', '("Ann",)', "as its NAMES, which are two", "load"),
    "a name that is a text": Mistake('("Ann", "Bob")', '"Ann"', "as its NAMES, which are two", "load"),
    "the same names": Mistake('("Ann", "Bob")', '("Ann", "Ann")', "'Ann' twice as its NAMES", "load"),
    "an empty name": Mistake('("Ann", "Bob")', '("Ann", "")', "'' among its NAMES", "load"),
    "the same marks": Mistake('("A", "B")', '("A", "A")', "'A' twice as its MARKS", "load"),
    "a space in a mark": Mistake('("A", "B")', '("A", "B b")', "a space in its mark 'B b'", "load"),
    "a long mark on the board": Mistake('("A", "B")', '("A", "Bob")', "writes second as 'Bob' on a board", "load"),
    "a mark that is no text": Mistake('("A", "B")', '("A", 2)', "2 among its MARKS", "load"),
    "a title that is no text": Mistake('"Row", "Mark', '7, "Mark', "7 as its TITLE", "load"),
    "an empty goal": Mistake('"Mark the last square."', '" "', "' ' as its GOAL", "load"),
    "options without a comma": Mistake(
        "OPTIONS = (", 'OPTIONS = Dial("size", 3, 2, 4, "?") or (', "OPTIONS that are no tuple", "load"
    ),
    "options as a dict": Mistake("OPTIONS = (", "OPTIONS = {} and (", "OPTIONS that are no tuple", "load"),
    "an option that is none": Mistake("OPTIONS = (", "OPTIONS = ('size', ", "'size' among its OPTIONS", "load"),
    "a default that is no reading": Mistake(
        '"last", "wins"', '"last", "won"', "the default 'won', which is none of its readings", "load"
    ),
    "readings that are no dict": Mistake(
        '{"wins": "it wins", "loses": "it loses"}', '("wins",)', "whose readings are no dict", "load"
    ),
    "a dial outside of itself": Mistake(
        '"size", 3, 2, 4', '"size", 9, 2, 4', "an option size of 9, from 2 to 4", "load"
    ),
    "a dial upside down": Mistake('"size", 3, 2, 4', '"size", 3, 4, 2', "an option size of 3, from 4 to 2", "load"),
    "a dial of a text": Mistake('"size", 3, 2, 4', '"size", "3", 2, 4', "an option size of '3'", "load"),
    "two options of a name": Mistake('Ruling("last"', 'Ruling("size"', "two options size", "load"),
    "an option that every game has": Mistake(
        'Ruling("last"', 'Ruling("repetition"', "repetition, which every game has", "load"
    ),
    "an option with a space": Mistake('Ruling("last"', 'Ruling("the last"', "an option called 'the last'", "load"),
    "moves without a comma": Mistake(
        '(MoveKind("", SQUARE),)', 'MoveKind("", SQUARE)', "MOVES that are no tuple", "load"
    ),
    "a move kind without its word": Mistake(
        'MoveKind("", SQUARE)', "MoveKind(SQUARE)", "a MoveKind that begins with no word", "load"
    ),
    "a move part that is a text": Mistake(
        'MoveKind("", SQUARE)', 'MoveKind("", "square")', "'square' in a MoveKind", "load"
    ),
    "no moves at all": Mistake('(MoveKind("", SQUARE),)', "()", "MOVES that are no tuple", "load"),
    "a number for a function": Mistake(
        "def reason(law, position):\n" + _REASON, "reason = 5", "5 as its `reason`; it is a function", "load"
    ),
    "too few parameters": Mistake(
        "def outcome(law, position):",
        "def outcome(position):",
        "`outcome` with 1 parameter; it is outcome(law, position)",
        "load",
    ),
    "too many parameters": Mistake(
        "def start(law):", "def start(law, seed):", "`start` with 2 parameters; it is start(law)", "load"
    ),
    "a missing verb": Mistake("def play(", "def plays(", "lacks play", "load"),
    "a syntax error": Mistake("def play(law", "def play law", "(row.py, line 44)", "load"),
    "a name that does not exist": Mistake(
        "MARKS = (", "MARKS = Nobody, (", "NameError: name 'Nobody' is not defined", "load"
    ),
    "an exit": Mistake("\n\nclass Law", "\nraise SystemExit(3)\n\nclass Law", "SystemExit: 3", "load"),
    "pieces like the empty square": _more('EMPTY = "A"', "writes EMPTY and first alike, as 'A'", "load"),
    "pieces of no field": _more('PIECES = {"third": "C"}', "says in PIECES how third is written", "load"),
    "pieces that are no dict": _more("PIECES = ['A', 'B']", "as its PIECES, which is a dict", "load"),
    "rule sets that are no dict": _more('RULE_SETS = ("small",)', "as its RULE_SETS, which is a dict", "load"),
    "a rule set of no option": _more('RULE_SETS = {"small": "seize=2"}', "a rule set small that cannot be", "load"),
    "a picture of no position": _more('PICTURE = "A"', "a PICTURE that is no position", "load"),
    "a picture of an end": _more('PICTURE = "ABA B"', "a PICTURE in which the match is over", "load"),
    "deals without deal": _more("def deals(law):\n    return 1", "lacks deal(law, number)", "load"),
    "no deals": _more(
        "def deals(law):\n    return 0\n\n\ndef deal(law, number):\n    return start(law)", "has 0 deals", "load"
    ),
    "a deal out of range": _more(
        "def deals(law):\n    return 3\n\n\ndef deal(law, number):\n    return (start(law), start(law))[number]",
        "`return (start(law), start(law))[number]` (IndexError: tuple index out of range)",
        "load",
    ),
    "transform without a symmetry": Mistake(
        "def is_symmetry(law, symmetry):\n",
        "def transform(symmetries, position, number):\n",
        "has transform, but neither is_symmetry nor symmetries",
        "load",
    ),
    "points of one number": _more("def points(law, position):\n    return 3", "has the points 3; they are two", "load"),
    "no maxima for a count": Mistake(
        "    mover: Mover", "    turn: Count\n    mover: Mover", "lacks maxima(law)", "load"
    ),
    "a maximum of no field": _more(
        'def maxima(law):\n    return {"turns": 3}', "a maximum of turns, which is neither", "load"
    ),
    "maxima that are nothing": _more("def maxima(law):\n    return None", "cannot be used: ", "load"),
    # The law and the position
    "a list in the law": Mistake("return Law(1, int", "return Law([1], int", "[1], a list, in its rows", "load"),
    "a dict in the law": Mistake('int(options["last"] == "loses")', "{}", "{}, a dict, in its loses", "load"),
    "a float in the law": Mistake('int(options["last"] == "loses")', "0.5", "0.5, a float, in its loses", "load"),
    "a text in the law": Mistake(
        'int(options["last"] == "loses")', 'options["last"]', "'wins', a str, in its loses", "load"
    ),
    "nothing in the law": Mistake('int(options["last"] == "loses")', "None", "None, a NoneType, in its loses", "load"),
    "a law that is a plain tuple": Mistake("return Law(1, ", "return tuple((1, ", "", "load"),
    "no law": Mistake("return Law(", "Law(", "enacts None, a NoneType and no NamedTuple", "load"),
    "no board in the law": Mistake(
        "    rows: int\n", "    lines: int\n", "a Law with neither `size` nor `rows`", "load"
    ),
    "a board of nothing": Mistake("return Law(1, ", "return Law(0, ", "has a board of 0 rows", "load"),
    "an option by another name": Mistake('options["size"]', 'options["width"]', "KeyError: 'width'", "load"),
    "a list in the position": Mistake(_START, "return Position([], 0, FIRST)", "[], a list, in its first", "load"),
    "a float in the position": Mistake(_START, "return Position(0.0, 0, FIRST)", "0.0, a float, in its first", "load"),
    "a truth value in the position": Mistake(
        _START, "return Position(0, 0, False)", "False, a bool, in its mover", "load"
    ),
    "nobody moves": Mistake(_START, "return Position(0, 0, None)", "None, a NoneType, in its mover", "load"),
    "a third mover": Mistake(_START, "return Position(0, 0, 2)", "a position with the mover 2", "load"),
    "no start": Mistake(_START, "Position(0, 0, FIRST)", "None, a NoneType and no NamedTuple", "load"),
    "a start that fails": Mistake(_START, "return Position(1 // 0, 0, FIRST)", "ZeroDivisionError", "load"),
    # The verbs
    "moves in a list": Mistake(
        "    for square in range(law.columns):\n        if (position.first | position.second) >> square & 1 == 0:\n"
        + _LEGAL,
        "    return [s for s in range(law.columns) if (position.first | position.second) >> s & 1 == 0]",
        "`legal_moves` that returns a list",
        "load",
    ),
    "no moves returned": Mistake(_LEGAL, "            pass", "`legal_moves` that returns nothing", "load"),
    "moves that are texts": Mistake(_LEGAL, "            yield str(square)", "the legal move '0'", "load"),
    "play returns nothing": Mistake(
        "    if position.mover == FIRST:\n        return Position(",
        "    if position.mover == FIRST:\n        return print() and (",
        "None, a NoneType and no NamedTuple",
        "load",
    ),
    "play returns nothing later": Mistake(
        "    return Position(position.first, ",
        "    Position(position.first, ",
        "to None, which is no position",
        "truth",
    ),
    "play returns a tuple": Mistake(
        "return Position(position.first | 1 << move, position.second, SECOND)",
        "return (1, 0, SECOND)",
        "a tuple and no NamedTuple",
        "load",
    ),
    "an outcome of nothing": Mistake("        return ONGOING\n", "        return None\n", "the outcome None", "load"),
    "an outcome of seven": Mistake("return FIRST_WINS if", "return 7 if", "has the outcome 7", "truth"),
    "an outcome that is a truth value": Mistake(
        "return FIRST_WINS if position.mover != law.loses else SECOND_WINS",
        "return position.mover != law.loses",
        "has the outcome True",
        "truth",
    ),
    "an outcome that is forgotten": Mistake(
        "    return FIRST_WINS if position.mover != law.loses else SECOND_WINS",
        "    if not position.mover:\n        return FIRST_WINS",
        "has the outcome None",
        "truth",
    ),
    "no move and no outcome": Mistake(
        "!= (1 << law.columns) - 1:", "< 1 << law.columns:", "has no legal move and has not ended", "truth"
    ),
    "moves at an end": Mistake("!= (1 << law.columns) - 1:", "== 0:", "has ended and has legal moves", "truth"),
    "moves that are not in order": Mistake(
        "range(law.columns):", "reversed(range(law.columns)):", "not in ascending order", "truth"
    ),
    "moves that come twice": Mistake(_LEGAL, f"{_LEGAL}\n{_LEGAL}", "not in ascending order", "truth"),
    "moves beyond their number": Mistake(
        _LEGAL,
        "            yield square + 5",
        "has the legal move 5 at its start; moves are numbers from 0 to 2",
        "load",
    ),
    "negative moves": Mistake(_LEGAL, "            yield square - 1", "has the legal move -1 at its start", "load"),
    "play does nothing": Mistake(
        "return Position(position.first, position.second | 1 << move, FIRST)",
        "return position",
        "is the same after the move",
        "words",
    ),
    "play fails later": Mistake(
        "position.second | 1 << move, FIRST)", "position.second | 1 << move, FIRST // 0)", "ZeroDivisionError", "truth"
    ),
    "legal moves fail later": Mistake(
        _LEGAL,
        "            yield square if position.second == 0 else square // 0",
        "makes `legal_moves` fail: row.py",
        "truth",
    ),
    "the outcome fails later": Mistake(
        "        return ONGOING\n",
        "        return ONGOING if position.second == 0 else (1, 2)[7]\n",
        "IndexError",
        "truth",
    ),
    "a mover that is lost later": Mistake(
        "position.second | 1 << move, FIRST)", "position.second | 1 << move, 2)", "the mover 2", "truth"
    ),
    "a number that is a truth value later": Mistake(
        "position.second | 1 << move, FIRST)",
        "position.second | 1 << move, position.mover == 0)",
        "a bool, in its mover",
        "truth",
    ),
    "a wrong symmetry": Mistake(
        "return FIRST_WINS if position.mover != law.loses",
        "return FIRST_WINS if position.first & 1",
        "is another game under symmetry",
        "truth",
    ),
    "chance in the rules": Mistake(
        "    for square in range(law.columns):",
        "    for square in range(0 if position.first == 0 else CHANCE.randrange(2), law.columns):",
        "",
        "truth",
    ),
    "rules that remember": Mistake(
        "def legal_moves(law, position):\n",
        "SEEN = []\n\n\ndef legal_moves(law, position):\n    SEEN.append(0)\n"
        "    if len(SEEN) % 2 and position.first == 1:\n        yield 0\n",
        "",
        "truth",
    ),
    "endless moves": Mistake(
        "    for square in range(law.columns):\n",
        "    yield from range(10**9)\n    for square in range(law.columns):\n",
        "has more than 3 legal moves at its start",
        "load",
    ),
    "maxima that are too small": Mistake(
        "    mover: Mover\n",
        "    mover: Mover\n    turn: Count\n",
        "more than",
        "truth",
    ),
    # Words
    "an empty reason": Mistake(_REASON, '    return ""', "has ended for the reason ''", "truth"),
    "no reason": Mistake(_REASON, '    "the row is full"', "`reason` of this game gives None", "truth"),
    "no drawing": _more("def draw(law, position):\n    print", "`draw` of this game gives None", "words"),
    "a drawing that fails": _more(
        "def draw(law, position):\n    return [][0]",
        "... A makes `draw` fail: row.py, line 65, `return [][0]` (IndexError: ",
        "words",
    ),
    "a move without words": _more(
        "def write_move(law, position, move):\n    return None", "`write_move` of this game gives None", "words"
    ),
    "moves with the same words": _more(
        'def write_move(law, position, move):\n    return "here"', "writes two of its moves as 'here'", "words"
    ),
    "a move's words that fail": _more(
        'def write_move(law, position, move):\n    return "ab"[move]', "makes `write_move` fail", "words"
    ),
    "a move read as a number": _more(
        "def read_move(law, position, text):\n    return 1", "`read_move` of this game gives 1 for 'A1'", "words"
    ),
    "a move read as nothing": _more(
        "def read_move(law, position, text):\n    return []", "`read_move` of this game gives [] for 'A1'", "words"
    ),
    "a move not read": _more(
        "def read_move(law, position, text):\n    pass", "`read_move` of this game gives None for 'A1'", "words"
    ),
    "a move read as another": _more(
        "def read_move(law, position, text):\n    return [2]", "reads these words as the legal moves C1", "words"
    ),
    "reading that fails": _more(
        "def read_move(law, position, text):\n    return [int(text)]", "ValueError: invalid literal for int()", "words"
    ),
    "reading that refuses": _more(
        'def read_move(law, position, text):\n    raise UnreadableMove("no")',
        "is refused by the game itself: no",
        "words",
    ),
    "a line that does not read back": _more(
        "def read_position(law, text):\n    return start(law)", "is read as ... A", "truth"
    ),
    "a line that cannot be read": _more("def read_position(law, text):\n    return {}[text]", "KeyError", "truth"),
    "a line that is no text": _more(
        "def write_position(law, position):\n    return 5", "`write_position` of this game gives 5", "truth"
    ),
    "squares that are not touched": _more(
        "def touched_squares(law, position, move):\n    return (0,)", "touching its squares", "words"
    ),
    "squares beyond the board": _more(
        "def touched_squares(law, position, move):\n    return (move + 7,)", "touches the squares 7", "words"
    ),
    "a touch that fails": _more(
        "def touched_squares(law, position, move):\n    return (law.nothing,)", "AttributeError", "words"
    ),
    "places off the board": _more(
        'def places(law):\n    return {9: "center"}', "`places` calls the square 9 'center'", "words"
    ),
    "holdings of one side": _more(
        'def holdings(law, position):\n    return "two"', "`holdings` of this game gives 'two'", "words"
    ),
    "nothing to say": _more("def closing(match):\n    return None", "`closing` of this game gives None", "words"),
    "a plane beyond its maximum": _more(
        "EXTRA_PLANES = {'free': lambda law, position: 3}",
        "shows 3 on its plane 'free', which goes from 0 to 1",
        "words",
    ),
    "a plane that fails": _more("EXTRA_PLANES = {'free': lambda law, position: law.free}", "AttributeError", "words"),
    "options that fail": Mistake('int(options["size"])', '(0, 0, 2, 3)[options["size"]]', "size=4", "words"),
}
MISTAKES |= {
    # What else can be declared
    "a docstring that is no text": _more("__doc__ = 5", "has 5 as its docstring", "load"),
    "squares called by a text": _more('SQUARES = "A1"', "has 'A1' as its SQUARES", "load"),
    "a look that is a number": _more('LOOKS = {"A": 5}', "has 5 in its LOOKS", "load"),
    "a field called by a number": _more('FIELD_NAMES = {"first": 5}', "has 5 in its FIELD_NAMES", "load"),
    "a plane that is a text": _more('EXTRA_PLANES = {"x": "y"}', "has 'x' in its EXTRA_PLANES", "load"),
    "a plane of the law alone": _more("EXTRA_PLANES = {'x': lambda law: 1}", "has 'x' in its EXTRA_PLANES", "load"),
    "a dial without end": Mistake('"size", 3, 2, 4', '"size", 3, 2, 10**9', "an option size beyond 999,999", "load"),
    "a dial that nobody can set": Mistake(
        '"size", 3, 2, 4', '"size", 10**7, 2, 10**8', "an option size beyond 999,999", "load"
    ),
    "options that make no game": Mistake(
        "    return Law(1, ",
        '    raise BadOption("nothing fits")\n    return Law(1, ',
        "refuses its own options: nothing fits",
        "load",
    ),
    "options refused by another error": Mistake(
        "    return Law(1, ", '    raise UnreadableMove("no")\n    return Law(1, ', "(UnreadableMove: no)", "load"
    ),
    "a start that is refused": Mistake(_START, 'raise UnreadableMove("no")', "(UnreadableMove: no)", "load"),
    "options that leave": Mistake(
        "    return Law(1, ", "    raise SystemExit(3)\n    return Law(1, ", "(SystemExit: 3)", "load"
    ),
    "positions that cannot be looked up": Mistake(
        "    mover: Mover\n", "    mover: Mover\n    __hash__ = None\n", "an __eq__ or __hash__ of its own", "load"
    ),
    "positions that are never equal": Mistake(
        "    mover: Mover\n",
        "    mover: Mover\n    __eq__ = lambda self, other: False\n    __hash__ = tuple.__hash__\n",
        "an __eq__ or __hash__ of its own",
        "load",
    ),
    # What else can fail late
    "play that runs out": Mistake(
        "    return Position(position.first, ",
        "    next(iter(()))\n    return Position(position.first, ",
        "makes `play` fail: row.py, line 47, `next(iter(()))` (StopIteration)",
        "truth",
    ),
    "rules that leave": Mistake(
        "        return ONGOING\n",
        "        return ONGOING if position.second == 0 else exit()\n",
        "makes `outcome` fail: row.py, line 52",
        "truth",
    ),
    "a mover that is a float later": Mistake(
        "position.second | 1 << move, FIRST)",
        "position.second | 1 << move, 0.0)",
        "0.0, a float, in its mover",
        "truth",
    ),
    "moves that never end later": Mistake(
        "    for square in range(law.columns):\n",
        "    while position.first == 5:\n        yield 1\n    for square in range(law.columns):\n",
        "not in ascending order, each once",
        "truth",
    ),
    "points of three numbers later": _more(
        "def points(law, position):\n    return (1, 2, 3) if position.first else (0, 0)",
        "the points (1, 2, 3)",
        "truth",
    ),
    "a deal that is none": _more(
        "def deals(law):\n    return 9\n\n\ndef deal(law, number):\n    return None if 0 < number < 8 else start(law)",
        "`deal` of row gives None for the deal ",
        "words",
    ),
    # What else can be said
    "captures that are nothing": _more(
        "def captured_squares(law, before, after):\n    pass", "`captured_squares` of this game gives None", "words"
    ),
    "captures beyond the board": _more(
        "def captured_squares(law, before, after):\n    return (9,)", "gives (9,); squares go from 0 to 2", "words"
    ),
    "nothing decides": _more(
        "def deciding_squares(match):\n    pass", "`deciding_squares` of this game gives", "words"
    ),
    "something beyond the board decides": _more(
        "def deciding_squares(match):\n    return (9,)", "gives (9,); squares go from 0 to 2", "words"
    ),
    "places in a list": _more("def places(law):\n    return [1]", "`places` of this game gives [1]", "words"),
    "nothing reworded": _more("def reworded(law):\n    pass", "`reworded` of this game gives None", "words"),
    "claims that are texts": _more("def claims(game):\n    return ['Fair.']", "`claims` of this game gives", "words"),
    "a question instead of asking": _more(
        "def ask(match):\n    return 'And?'", "`ask` of this game gives 'And?'; it yields questions", "words"
    ),
    "a question that is none": _more("def ask(match):\n    yield None", "`ask` of this game gives None", "words"),
}
MISTAKES["maxima that are too small"] = Mistake(
    ROW[ROW.index("    mover: Mover\n") : ROW.index("def outcome")],
    """    mover: Mover
    turn: Count


def maxima(law):
    return {"turn": 1}


def enact(options):
    return Law(1, int(options["size"]), int(options["last"] == "loses"))


def start(law):
    return Position(0, 0, FIRST, 0)


def legal_moves(law, position):
    for square in range(law.columns):
        if (position.first | position.second) >> square & 1 == 0:
            yield square


def play(law, position, move):
    if position.mover == FIRST:
        return Position(position.first | 1 << move, position.second, SECOND, position.turn + 1)
    return Position(position.first, position.second | 1 << move, FIRST, position.turn + 1)


""",
    "has 2 as its turn, more than a number of things, from 0 takes; see `maxima`",
    "truth",
)
