"""Everything that is said between a page, or any other client, and the server: what comes in and what goes out.

What comes in is validated against these types before anything looks at it; unknown fields are refused, so that a
misspelt one is noticed. The OpenAPI description is made from the same types.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

SideName: TypeAlias = Literal["first", "second"]
MatchId: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{12}$")]
Secret: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=32, description="one line of printable text")]
Line: TypeAlias = Annotated[str, Meta(max_length=200)]
OfferKind: TypeAlias = Literal["draw", "undo", "rematch"]

MOST_SQUARES = 8  # that one move may point at


# What comes in


class Incoming(Struct, forbid_unknown_fields=True):
    """Something that a client says."""


class NewMatch(Incoming):
    """A match to begin. The opponent: `here` (both at this screen), `link` (a friend elsewhere), `explore` (both sides
    yourself, with the truth at hand), `random`, `level:1` to `level:9`, or `perfect`.
    """

    game: Line
    opponent: Annotated[
        str,
        Meta(
            pattern="^(here|link|explore|random|perfect|level:[1-9])$",
            description="here, link, explore, random, perfect, or level:1 to level:9",
        ),
    ]
    options: Line = ""
    side: SideName = "first"
    name: Name = ""
    other_name: Name = ""  # of the friend at the same screen
    position: Line = ""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    seconds: Annotated[int, Meta(ge=5, le=86400)] | None = None  # for each turn


class TakeSeat(Incoming):
    """Accept an invitation. Whoever makes up a `claim` can ask again with the same one if the answer was lost."""

    invitation: Secret
    name: Name = ""
    claim: Secret = ""


class Act(Incoming):
    """Do something in a match. `turn` is the turn that this will be: one more than the state shows.

    A move is given in words or as the squares it points at, in the order in which they were touched.
    """

    turn: Annotated[int, Meta(ge=1, le=10**6)]
    act: Literal["move", "undo", "resign", "offer", "accept", "decline"]
    move: Line = ""
    squares: Annotated[list[Annotated[int, Meta(ge=0, le=10**4)]], Meta(max_length=MOST_SQUARES)] | None = None
    offer: OfferKind | None = None


class Join(Incoming, tag="join"):
    """The first message on a socket. `since` is the last turn that the client has seen."""

    match: MatchId
    since: Annotated[int, Meta(ge=0, le=10**6)] = 0
    seats: Annotated[list[Secret], Meta(max_length=2)] = []


class SocketAct(Act, tag="act"):
    """The same over a socket, with the secret of the seat that acts."""

    seat: Secret = ""


class Ping(Incoming, tag="ping"):
    """Are you there?"""


FromSocket: TypeAlias = Join | SocketAct | Ping


class Answer(Incoming):
    """A move for a puzzle."""

    game: Line
    position: Line
    options: Line = ""
    move: Line = ""
    squares: Annotated[list[Annotated[int, Meta(ge=0, le=10**4)]], Meta(max_length=MOST_SQUARES)] | None = None


# What goes out


class Seat(Struct):
    """A seat and the secret that proves whose it is. Told once, to whoever took it."""

    match: MatchId
    side: SideName
    secret: str


class Begun(Struct):
    """A match that was begun: the seats of whoever began it, and the invitation to the other one."""

    match: MatchId
    seats: list[Seat]
    invitation: str | None


class Square(Struct, omit_defaults=True):
    """What is on a square, whose it is, and what the square is called."""

    name: str
    text: str = ""
    side: SideName | None = None
    place: str = ""  # what the square itself is, where it is not like any other


class Board(Struct, omit_defaults=True):
    """The squares row by row, and what the columns and rows are called; a drawing where no squares can be shown."""

    columns: list[str]
    rows: list[str]
    squares: list[Square]
    tokens: list[str]  # the texts that are pieces of the first and of the second side, where there are any
    drawing: str = ""


class Shown(Struct):
    """A position to look at: whose turn it is, the board, and what each side holds."""

    position: str
    mover: SideName
    board: Board
    holdings: list[str]


class LegalMove(Struct):
    """A move in words, the squares to touch for it, the first one first, and how the board will look."""

    move: str
    squares: list[int]
    looks: dict[int, str]  # the text on each square that will look different, by its number


class Turn(Struct, omit_defaults=True):
    """One turn of a match. An undo takes back as many moves as `back` says."""

    turn: int
    side: SideName
    act: Literal["move", "undo", "resign", "draw", "timeout"]
    move: str = ""
    back: int = 0


class PlayerState(Struct):
    """Who sits on a side: a person, or a computer player by its name. A person may not have come yet."""

    name: str
    player: str
    seated: bool
    here: bool


class Ending(Struct):
    """How a match ended."""

    winner: SideName | None
    reason: str
    closing: str


class Offer(Struct):
    """What one side has proposed."""

    kind: OfferKind
    by: SideName


class Clock(Struct):
    """Seconds for each turn, and how many were left when this was sent; None before it runs."""

    seconds: int
    left: float | None


class State(Struct):
    """A match as it stands. Nothing in it is secret."""

    match: MatchId
    game: str
    title: str
    goal: str
    options: str
    players: list[PlayerState]  # first, second
    between_people: bool
    turn: int
    moves: int  # made and not taken back
    start: str
    position: str
    mover: SideName | None
    board: Board
    legal: list[LegalMove]
    changed: list[int]  # the squares that the last move changed
    holdings: list[str]  # what each side has in hand or has captured, in words
    prompt: str  # what the rulebook says to the mover, in words
    news: str  # what the last move has changed about the game itself
    ending: Ending | None
    offer: Offer | None
    clock: Clock | None
    truth: bool  # whether the truth may be asked for
    rematch: str | None
    watching: int


class StateMessage(Struct, tag="state"):
    """A match as it stands, with the turns after `since`. `you` is told on joining only."""

    since: int
    turns: list[Turn]
    state: State
    you: list[SideName] | None = None


class Done(Struct, tag="done"):
    """Your act was played and is kept. `again` if it had been before."""

    turn: int
    again: bool = False


class Refused(Struct, tag="refused"):
    """Your act was not played, and why: one of `illegal`, `stale`, `seat`, `busy` or `unavailable`, and a sentence."""

    turn: int
    code: str
    message: str


class Pong(Struct, tag="pong"):
    """Yes."""


class Bye(Struct, tag="bye"):
    """The server stops. Come back in so many seconds."""

    message: str
    retry: float


ToSocket: TypeAlias = StateMessage | Done | Refused | Pong | Bye


class Problem(Struct):
    """Why something was not done, as a sentence."""

    error: str


class MoveTruth(Struct):
    """A legal move and what it is worth to the mover; `kind` says how it ends.

    A `good` move costs nothing: no points, where there are points, and else not the result. The `best` ones are those
    of the good ones that win soonest or lose latest.
    """

    move: str
    words: str  # wins in 3, loses in 2, never ends; by 5 points: counted with this move
    kind: Literal["wins", "loses", "ties", "endless"]
    good: bool
    best: bool
    cost: int
    note: str  # best, keeps the result, costs no points, costs 3 points; nothing where the result is lost


class Truth(Struct):
    """What a position is worth, and each of its moves, the best first."""

    turn: int
    words: str
    moves: list[MoveTruth]


class Hint(Struct):
    """One hint. There are more until `last`."""

    step: int
    words: str
    last: bool


class Step(Struct):
    """A position of a finished match: the board, and what is to be said about the move that led to it."""

    board: Board
    position: str
    changed: list[int]
    said: str
    stands: str = ""
    because: str = ""
    cost: int = 0
    turning: bool = False


class Review(Struct):
    """A match held against the truth. The chart is an SVG picture; step n is its group `dot-n`.

    Where the game is too large for the truth to be known, `says` is why, and the steps are there to be looked at alone.
    """

    match: MatchId
    says: str
    accuracies: list[str]
    steps: list[Step]
    chart: str


class OptionFacts(Struct, omit_defaults=True):
    """An option of a game: a number between `lowest` and `highest`, or one of `readings`, or in words `allowed`."""

    name: str
    default: str
    says: str
    lowest: int | None = None
    highest: int | None = None
    readings: dict[str, str] | None = None
    allowed: str = ""


class GameFacts(Struct):
    """What there is to know about a game before playing it."""

    game: str
    title: str
    goal: str
    sides: list[str]
    rules: str
    start: str
    dealt: bool
    board: Board
    options: list[OptionFacts]


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


class Look(Struct, omit_defaults=True):
    """How a glyph of a position line looks on a board."""

    text: str = ""
    side: SideName | None = None


class AtlasGroup(Struct):
    """Every position with the same value and the same side to move, each as its line."""

    words: str
    kind: Literal["first", "second", "tie", "endless"]
    distance: int | None
    mover: SideName
    positions: list[str]


class Atlas(Struct):
    """Every position of a game, the soonest decided first. Where `folded`, one stands for all that lie another way.

    A picture of a position is made from its line alone: a glyph a square, row by row, each as `looks` has it.
    """

    game: str
    title: str
    options: str
    sides: list[str]
    folded: bool
    count: int  # of positions, before folding
    board: Board
    looks: dict[str, Look]
    groups: list[AtlasGroup]


class Study(Struct):
    """What there is to study of a game as its rulebook has it: whether it has an atlas, and its levels of puzzles."""

    game: str
    atlas: bool
    levels: list[int]


class PuzzleTask(Struct):
    """A position whose mover has something to find."""

    game: str
    title: str
    options: str
    position: str
    level: int
    task: str
    mover: SideName
    sides: list[str]
    board: Board
    legal: list[LegalMove]
    holdings: list[str]


class Solved(Struct):
    """Whether the move was right, and why. `refuted` is what is wrong with it, without a word about what is right."""

    right: bool
    move: str
    because: str
    refuted: str
    keeping: list[str]
    board: Board
    changed: list[int]
