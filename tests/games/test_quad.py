"""Capture Square, with markers: what it refuses, reads and says; restated.py has where moves lead."""

from squarely import AmbiguousMove, IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from tests.boards import at, played, refusal
from tests.games import tables
from tests.games.tables import begin, told

QUAD = registry.load("quad")
START = Match.of(QUAD)
FULL = "XXOO/XOXO/OXOX/XOOX X"  # and without a square: X lacks B2 for one, O lacks C2 for one
EMPTY = "/..../..../.... "
EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


def test_the_five_printed_moves_win_nothing() -> None:
    """The rulebook announces a win, but A1 is O's."""
    assert told(played(START, "B2", "A1", "B1", "C3", "A2")) == "OX../XX../..O./.... O"


def test_why_moves_are_refused() -> None:
    both = "{} are both {}. Please swap one of your markers (X) with one of the opponent's (O)."
    table = {
        ("", ""): {
            **{cell: f"{cell} is off the grid. Cells go from A1 to D4." for cell in ("E1", "A5", "A0")},
            "B2; A1; A1": "A1 is already occupied. Please choose another cell.",
            **{f"B2; A1; {said}": EARLY for said in ("swap A1 B2", "swap A1", "A1 B2")},
        },
        ("", FULL): {
            "swap A1 B1": both.format("A1 and B1", "yours"),
            "swap C1 D1": both.format("C1 and D1", "the opponent's"),
            "swap A1 A1": "a marker cannot swap with itself. Please swap one of your markers (X) with one of the "
            "opponent's (O).",
            "A1": "A1 is already occupied. All cells are filled: please enter a swap such as swap A1 C1.",
            "swap D4 B2; A2": "the match is over: X formed a square on A1, B1, A2 and B2.",
        },
        ("sudden_death=convert", ""): {"A1; swap A1": EARLY},
        ("sudden_death=convert", FULL): {
            "swap A1": "A1 is yours already. Please swap one of the opponent's markers (O)."
        },
        ("gravity=yes", ""): {"B; B; B; B; B3": "column B is full. Please choose A4, C4 or D4."},
    }
    tables.check_refused("quad", IllegalMove, table)


def test_spellings() -> None:
    table = {
        ("", ""): {"B2": "b2|B 2|  B2  |(B2)|B,2"},
        ("", FULL): {"swap D4 B2": "swap B2 D4|SWAP d4 b2|swap D4 with B2|swap d4, b2|D4 B2| swap  D4  and  B2 "},
        ("sudden_death=convert", FULL): {"swap B2": "swap B2|b2"},
        ("gravity=yes", "..../..../..../.X.. O"): {"B3": "b|B1|B4"},
    }
    tables.check_read("quad", table)
    gravity = begin("quad", "gravity=yes")
    assert Tabletop(gravity.game).read_touch(gravity.position, (1,)) == "B1"
    for said in ("", "hello", "2B", "B", "2", "AA1", "B2 C", "place B2 now", "É1", "B²"):
        assert refusal(UnreadableMove, START.play, said).startswith(f"'{said}' is not a move. Please enter ")
    listed = "swap A1 C3, swap B1 C3, swap A2 C3, swap C2 C3, swap B3 C3, swap D3 C3 or 2 more"
    assert refusal(AmbiguousMove, at(QUAD, FULL).play, "swap C3") == f"that could mean {listed}. Please say which."


def test_what_is_said_of_other_shapes_and_of_falling() -> None:
    line = played(begin("quad", "shape=line,block=3"), "A1", "B1", "B2", "A2", "C3")
    assert told(line) == "first: X formed a line on A1, B2 and C3"
    assert "You've formed a line and won the game!" in line.game.words.closing(line)
    prompt = {"a": "Player 1 (X), enter your move (e.g., A4): a\na"}
    tables.check_asked("quad", {("gravity=yes", ".O../.X../.O../.X.. X"): prompt})


def test_options_and_positions_that_cannot_be() -> None:
    why = "block={} with size={} makes no game: a square of {} markers cannot be formed, nobody ever has more than {}"
    table = {
        "block=3": why.format(3, 4, 9, 8),
        "block=3,sudden_death=none": why.format(3, 4, 9, 8),
        "block=4,size=5,sudden_death=convert": why.format(4, 5, 16, 13),
    }
    tables.check_no_options("quad", table)
    turn = "with {} X and {} O it cannot be {}'s turn: X begins and turns alternate"
    won = "{} had won before the last move, so that move cannot have been made"
    both = "both sides have won: X and O each have a square, and no single move completes both"
    nine = FULL.replace("/OXOX/", "/XXOX/")
    positions = {
        "": {
            f"....{EMPTY}O": turn.format(0, 0, "O"),
            f"X.X.{EMPTY}X": turn.format(2, 0, "X"),
            f"O...{EMPTY}X": turn.format(0, 1, "X"),
            nine[:-1] + "O": turn.format(9, 7, "O"),
            "XX../XX../O.O./O.O. X": won.format("X"),
            "XX../XX.X/..OO/..OO O": both,
        },
        "size=5": {"XX.XX/XX.XX/O.O.O/.O.O./O.O.. O": won.format("X")},  # two squares that no one move completes
        "sudden_death=convert": {
            FULL[:-1] + "O": turn.format(8, 8, "O"),
            nine: turn.format(9, 7, "X"),
            "XXOO/XXOO/OXOX/XOOX X": both,
        },
        "sudden_death=none": {FULL[:-1] + "O": turn.format(8, 8, "O")},
        "size=3,gravity=yes": {
            ".../..X/... O": "the marker on C2 would have fallen: C3 below it is empty",
            "OO./XX./XXO O": won.format("X"),
        },
    }
    tables.check_no_position("quad", positions)
    assert told(at(QUAD, "XXXO/XXXO/OOOX/...O O")) == "first: X formed a square on A1, B1, A2 and B2"  # two by one move
    for mover, winner in (("O", "first: X formed a square on A1, B1"), ("X", "second: O formed a square on C1, D1")):
        assert told(at(QUAD, f"XXOO/XXOO/OXOX/XOOX {mover}")).startswith(winner)  # squares of both, after a swap
