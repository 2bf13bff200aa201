"""What is said about games and what moves are worth: the truth, hints, reviews, the court, the atlas, puzzles."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from squarely.web.protocol.messages.boards import Board, Incoming, LegalMove, Line, MatchId, Shown, SideName, Squares

# How it ends for the mover; where nothing is proved, what is believed.
Kind: TypeAlias = Literal["wins", "loses", "ties", "endless", "likely", "open", "unlikely"]


class MoveTruth(Struct):
    """A legal move and what it is worth to the mover; `kind` says how it ends.

    A `good` move costs nothing: no points, where there are points, and else not the result. The `best` ones are those
    of the good ones that win soonest or lose latest.

    Where a search was asked there is its `share`: of the points, for the mover. With `wins`, `loses` and `ties` the
    result is then proved, without how soon. The best are those that look so, and only a known result can be lost.
    """

    move: str
    squares: list[int]  # to touch for it, in order
    words: str  # wins in 3, loses in 2, never ends; by 5 points: counted with this move
    kind: Kind
    distance: int | None  # moves to the end, this one counted; None where there is none
    margin: int | None  # points that it is won or lost by; None where there are no points
    good: bool
    best: bool
    cost: int
    note: str  # best, looks best, keeps the result, costs no points, costs 3 points; nothing where the result is lost
    share: float | None = None


class Truth(Struct):
    """What a position is worth, and each of its moves, the best first."""

    turn: int
    words: str
    moves: list[MoveTruth]
    share: float | None = None  # of the points, for the mover: what a search believes, or has proved


class Hint(Struct):
    """One hint. There are more until `last`. The squares are those that it points at, if it does."""

    step: int
    words: str
    last: bool
    squares: list[int]


class PositionTruth(Struct):
    """What a position is worth to its mover, and each of its moves, the best first; none where it is over."""

    game: str
    options: str
    position: str
    mover: SideName
    over: str  # how it has ended, if it has
    words: str
    kind: Kind
    distance: int | None
    margin: int | None
    moves: list[MoveTruth]
    hint: Hint | None
    share: float | None = None  # of the points, for the mover: what a search believes, or has proved


class Worth(Struct):
    """What a position is worth: who wins, how it ends, in how many moves, by how many points."""

    winner: SideName | None
    ending: str  # win, tie, or endless: play can go on for ever; believed: nothing is proved
    distance: int | None
    margin: int | None
    share: float | None = None  # of the points, for the first side: what a search believes, or has proved


class Step(Struct):
    """A position of a finished match: the board, and what is to be said about the move that led to it."""

    board: Board
    position: str
    changed: list[int]
    said: str
    worth: Worth | None = None
    stands: str = ""
    because: str = ""
    cost: int = 0
    turning: bool = False


class Review(Struct):
    """A match held against the truth. The chart is an SVG picture; step n is its group `dot-n`.

    Where the game is not solved, `says` is which moves are judged by what a search believes.
    """

    match: MatchId
    says: str
    accuracies: list[str]
    steps: list[Step]
    chart: str
    levels: list[float] = []  # how likely each level would have played as the only person did; for `squarely me`


class OptionFacts(Struct, omit_defaults=True):
    """An option of a game: a number between `lowest` and `highest`, or one of `readings`, or in words `allowed`."""

    name: str
    default: str
    says: str
    lowest: int | None = None
    highest: int | None = None
    readings: dict[str, str] | None = None
    allowed: str = ""


class RuleSetFacts(Struct):
    """A named choice of options, and what is different from the rulebook, as a sentence. The first is `printed`."""

    name: str
    options: str
    says: str


class GameFacts(Struct):
    """What there is to know about a game before playing it; `picture` is a board out of the middle of a match."""

    game: str
    title: str
    subtitle: str  # what tells it from others of the same title
    goal: str
    sides: list[str]
    rules: str
    start: str
    dealt: bool
    board: Board
    picture: Board
    options: list[OptionFacts]
    chosen: str  # the options that were asked for, as `name=value,name=value`
    rule_sets: list[RuleSetFacts]


class Verdict(Struct):
    """What the court found about one sentence of a rulebook."""

    number: int
    section: str
    claim: str
    verdict: str
    says: list[str]
    ruling: str
    record: str


class Court(Struct):
    """Every verdict on a game."""

    game: str
    verdicts: list[Verdict]


class AtlasGroup(Struct):
    """Every position with the same value and the same side to move, each as its line."""

    words: str
    kind: Literal["first", "second", "tie", "endless"]
    distance: int | None
    mover: SideName
    positions: list[str]
    margin: int | None = None  # the points by which it is won, where the game has them


class Look(Struct, omit_defaults=True):
    """How a glyph of a position line looks on a board."""

    text: str = ""
    side: SideName | None = None


class Atlas(Struct):
    """Every position of a game: won ones first, the longest wins before the others, and what is over last. Where
    `folded`, one stands for all that lie another way. `start` is where play begins, and in the `turning` positions one
    move alone keeps the result, the hardest first.

    A picture of a position is made from its line alone: a glyph a square, row by row, each as `looks` has it.
    """

    game: str
    title: str
    subtitle: str
    options: str
    sides: list[str]
    folded: bool
    count: int  # of positions, before folding
    board: Board
    looks: dict[str, Look]
    start: str
    turning: list[str]
    groups: list[AtlasGroup]
    scoreless: bool = False  # each board once, as before anybody scored


class Study(Struct):
    """What there is to study of a game as its rulebook has it: whether it has an atlas, and its levels of puzzles."""

    game: str
    atlas: bool
    levels: list[int]


class Answer(Incoming):
    """A move for a puzzle."""

    game: Line
    position: Line
    options: Line = ""
    move: Line = ""
    squares: Squares | None = None


class PuzzleTask(Shown):
    """A position whose mover has something to find."""

    game: str
    title: str
    subtitle: str
    options: str
    level: int
    task: str
    sides: list[str]
    legal: list[LegalMove]


class Solved(Struct):
    """Whether the move was right, and why. `refuted` is what is wrong with it, without a word about what is right."""

    right: bool
    move: str
    because: str
    refuted: str
    keeping: list[str]
    board: Board
    changed: list[int]


class Example(Struct):
    """A position that shows what the truth is: every move of it with its value."""

    game: str
    subtitle: str
    sides: list[str]
    shown: Shown
    truth: PositionTruth


class PlayedLines(Incoming):
    """Somebody's results, as the lines of `squarely me` have them, and the day where they are."""

    lines: Annotated[str, Meta(max_length=60_000)]
    today: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class ResultsSummary(Struct):
    """Results in the words of `squarely me`: rows of a table below `heading`, sentences, and what could not be read."""

    heading: list[str]
    rows: list[list[str]]
    sentences: list[str]
    trouble: list[str]
