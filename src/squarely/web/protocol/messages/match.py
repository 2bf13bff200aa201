"""What is said about a match: beginning one, taking a seat, acting, and how it stands."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from squarely.play.offers import OfferKind
from squarely.web.protocol.messages.boards import Board, Incoming, LegalMove, Line, MatchId, SideName, Square, Squares

_OPPONENTS = "here, link, explore, random, perfect, level:1 to level:9, or search:BUDGET up to 2s or 99k"
_SEARCHES = "search:([12]s|[1-9][0-9]{1,2}ms|[1-9][0-9]?k|[1-9][0-9]{0,4})"  # a visitor has two seconds a move
_PATTERN = f"^(here|link|explore|random|perfect|level:[1-9]|{_SEARCHES})$"
Secret: TypeAlias = Annotated[str, Meta(max_length=64)]
Name: TypeAlias = Annotated[str, Meta(max_length=32, description="one line of printable text")]


class NewMatch(Incoming):
    """A match to begin. The opponent: `here` (both at this screen), `link` (a friend elsewhere), `explore` (both sides
    yourself, with the truth at hand), `random`, `level:1` to `level:9`, `search:1s` and the like, or `perfect`.
    """

    game: Line
    opponent: Annotated[str, Meta(pattern=_PATTERN, description=_OPPONENTS)]
    options: Line = ""
    side: SideName = "first"
    name: Name = ""
    other_name: Name = ""  # of the friend at the same screen
    position: Line = ""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    seconds: Annotated[int, Meta(ge=5, le=86400)] | None = None  # for each turn


class TakeSeat(Incoming):
    """Accept an invitation. With the same made-up `claim` it can be asked again if the answer was lost."""

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
    squares: Squares | None = None
    offer: OfferKind | None = None


class Join(Incoming, tag="join"):
    """The first message on a socket. `since` is the last turn that the client has seen."""

    match: MatchId
    since: Annotated[int, Meta(ge=0, le=10**6)] = 0
    seats: Annotated[list[Secret], Meta(max_length=2)] = field(default_factory=list)


class SocketAct(Act, tag="act"):
    """The same over a socket, with the secret of the seat that acts."""

    seat: Secret = ""


class Ping(Incoming, tag="ping"):
    """Are you there?"""


FromSocket: TypeAlias = Join | SocketAct | Ping


class Seat(Struct):
    """A seat and the secret that proves whose it is. Told once, to its taker."""

    match: MatchId
    side: SideName
    secret: str


class Begun(Struct):
    """A match that was begun: the seats of its beginner, and the invitation to the other one."""

    match: MatchId
    seats: list[Seat]
    invitation: str | None


class Turn(Struct, omit_defaults=True):
    """One turn of a match. An undo takes back as many moves as `back` says."""

    turn: int
    side: SideName
    act: Literal["move", "undo", "resign", "draw", "timeout"]
    move: str = ""
    back: int = 0
    note: str = ""  # the move as a list of moves shows it
    told: str = ""  # what the move did, to follow the name of the player


class PlayerState(Struct):
    """Who sits on a side: a person, or a computer player by its name. A person may not have come yet."""

    name: str
    player: str
    seated: bool
    here: bool


class NextLevel(Struct):
    """The computer player to play next: a stronger one after a win, a weaker one after a second loss."""

    opponent: str
    says: str


class Ending(Struct):
    """How a match ended."""

    winner: SideName | None
    reason: str
    closing: str
    next_level: NextLevel | None = None


class Offer(Struct):
    """What one side has proposed."""

    kind: OfferKind
    by: SideName


class Clock(Struct):
    """Seconds for each turn, and how many were left when this was sent; None before it runs.

    It stands still while what the mover has offered is open.
    """

    seconds: int
    left: float | None


class State(Struct):
    """A match as it stands. Nothing in it is secret."""

    match: MatchId
    game: str
    title: str
    goal: str
    options: str
    rules_name: str  # the rule set that the options make; where they make none, the options
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
    moved: list[tuple[int, int]]  # from where to where pieces went with it
    remains: dict[int, Square]  # what was captured on squares that are bare now; its side is the captor's
    won: list[int]  # the squares that decided, where the rules gave somebody the match
    holdings: list[str]  # what each side has in hand or has captured, in words
    prompt: str  # what the rulebook says to the mover, in words
    news: str  # what the last move has changed about the game itself
    ending: Ending | None
    offer: Offer | None
    clock: Clock | None
    truth: bool  # whether the truth may be asked for
    rematch: str | None
    watching: int


class MatchSummary(Struct):
    """A match in a list of matches: who plays it, how it looks, whose turn it is or how it ended, and since when."""

    match: MatchId
    game: str
    title: str
    subtitle: str
    names: list[str]  # first, second
    between_people: bool
    waiting: bool  # for the other seat to be taken
    mover: SideName | None
    board: Board
    changed: list[int]  # the squares that the last move changed
    over: bool
    winner: SideName | None
    at: float  # when something happened last, in seconds since 1970


class StateMessage(Struct, tag="state"):
    """A match as it stands, with the turns after `since`. `you` is told on joining only."""

    since: int
    turns: list[Turn]
    state: State
    you: list[SideName] | None = None


class PlayedMove(Struct, omit_defaults=True):
    """A move of a match and what it did: how squares look after it, from where to where pieces went, what it captured.

    A position that does not fit its board has a drawing.
    """

    side: SideName
    move: str
    position: str  # after it
    looks: dict[int, str]  # the text on each square that it changed, by its number
    moved: list[tuple[int, int]] = []
    captured: dict[int, str] = {}  # what it captured, by the squares that are bare now
    drawing: str = ""
    closed: dict[int, int] = {}  # the squares that nobody may enter yet, with the moves until they open


class Replay(Struct):
    """How a match came to where it stands: the board it began on, and every move that was not taken back."""

    turn: int  # the last one
    start: str
    board: Board
    moves: list[PlayedMove]


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
