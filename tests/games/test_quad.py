"""Capture Square, with markers: what its rulebook says, allows, asks and refuses; restated.py has where moves lead."""

from squarely import AmbiguousMove, IllegalMove, Match, UnreadableMove
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, played, refusal, written
from tests.games import tables
from tests.games.tables import begin, told

QUAD = registry.load("quad")
START = Match.of(QUAD)
# Full and without a square. X lacks B2 for one, O lacks C2 for one.
FULL = "XXOO/XOXO/OXOX/XOOX X"
ONE_CELL_LEFT = "XXOO/XOXX/OXOO/XXO. O"
EMPTY = "/..../..../.... "
OWN, OPPONENTS = ("A1", "B1", "A2", "C2", "B3", "D3", "A4", "D4"), ("C1", "D1", "B2", "D2", "A3", "C3", "B4", "C4")
FIRST_SQUARE = "first: X formed a square on A1, B1, A2 and B2"
SECOND_SQUARE = "second: O formed a square on C1, D1, C2 and D2"
LAST_SQUARE = "second: O formed a square on C3, D3, C4 and D4"
EARLY = "markers are swapped in Sudden Death only, when all cells are filled. Please choose an empty cell."


def test_setup() -> None:
    assert written(START) == f"....{EMPTY}X"
    assert QUAD.players == ("Player 1", "Player 2")
    assert (START.mover_name, START.play("A1").mover_name) == QUAD.players


def test_legal_moves_in_order() -> None:
    cells = [f"{column}{row}" for row in "12345" for column in "ABCDE"]
    table = {
        ("", ""): ", ".join(cell for cell in cells if not {*cell} & {*"E5"}),
        ("", "XOX./OXO./XO.X/OXO. X"): "D1, D2, C3, D4",
        ("", FULL): ", ".join(f"swap {mine} {theirs}" for mine in OWN for theirs in OPPONENTS),
        ("sudden_death=convert", FULL): ", ".join(f"swap {cell}" for cell in OPPONENTS),
        ("size=5", ""): ", ".join(cells),
        ("gravity=yes", ""): "A4, B4, C4, D4",
    }
    tables.check_legal("quad", table)


def test_where_moves_lead() -> None:
    table = {
        ("", ""): {
            "A1": f"X...{EMPTY}O",
            "A1; C1": f"X.O.{EMPTY}X",
            "B3": "..../..../.X../.... O",
            "B2; A1; B1; C3; A2": "OX../XX../..O./.... O",  # the rulebook announces a win, but A1 is O's
        },
        ("", "O..O/.XX./.X../O... X"): {"C3": "first: X formed a square on B2, C2, B3 and C3"},
        ("", "X.X./...X/X.OO/...O O"): {"C4": LAST_SQUARE},
        ("", "XXOO/XOXO/OXOX/XO.X O"): {"C4": FULL},
        ("", ONE_CELL_LEFT): {"D4": LAST_SQUARE},
        ("", FULL): {
            "swap D3 A3": "XXOO/XOXO/XXOO/XOOX O",
            "swap D3 A3; swap D3 A3": FULL,
            "; ".join(["swap D3 A3"] * 20): FULL,
            "swap D4 B2": FIRST_SQUARE,
            "swap C2 A3": SECOND_SQUARE,  # only the opponent's
            "swap C2 B2": FIRST_SQUARE,  # both
        },
        ("", FULL.replace(" X", " O")): {"swap B2 C2": SECOND_SQUARE},
        ("sudden_death=convert", FULL): {
            "swap A3": "XXOO/XOXO/XXOX/XOOX O",
            "swap B2": FIRST_SQUARE,
            "swap A3; swap C2": SECOND_SQUARE,
        },
        ("sudden_death=none", ONE_CELL_LEFT): {"D4": LAST_SQUARE},
        ("sudden_death=none", "XXOO/XOXO/OXOX/XO.X O"): {
            "C4": "nobody: all cells are filled and nobody formed a square"
        },
        ("size=5", ""): {"D4; A1; E4; B1; D5; A3; E5": "first: X formed a square on D4, E4, D5 and E5"},
        ("size=5,block=3", "XXX.O/XXXO./XX..O/.O.O./O.O.O X"): {
            "C3": "first: X formed a square on A1, B1, C1, A2, B2, C2, A3, B3 and C3"
        },
        ("block=3,sudden_death=convert", "XXXO/XXXO/XXOO/OOOO X"): {
            "swap C3": "first: X formed a square on A1, B1, C1, A2, B2, C2, A3, B3 and C3"
        },
        ("repetition=draw", FULL): {
            "; ".join(["swap D3 A3"] * 3): FULL.replace("OXOX", "XXOO")[:-1] + "O",
            "; ".join(["swap D3 A3"] * 4): "nobody: the same position occurred three times",
        },
        ("shape=tilted", ".X../X.X./O.O./O... X"): {"B3": "first: X formed a square on B1, A2, C2 and B3"},
        ("shape=corners", ".X../X.X./O.O./O... X"): {"B3": ".X../X.X./OXO./O... O"},
        ("shape=line,block=3", "XO../OX../..../.... X"): {"C3": "first: X formed a line on A1, B2 and C3"},
        ("begins_sudden_death=second", "OXOO/XXOX/OXO./XOXX O"): {"D3": "OXOO/XXOX/OXOO/XOXX O"},
    }
    tables.check_leads("quad", table)


def test_squares_can_be_formed_anywhere_and_nothing_else_wins() -> None:
    for corner in (f"{column}{row}" for row in "123" for column in "ABC"):
        right, below = chr(ord(corner[0]) + 1), str(int(corner[1]) + 1)
        cells = [corner, right + corner[1], corner[0] + below, right + below]
        elsewhere = [cell for cell in ("A1", "D1", "A4", "D4", "A3", "D2") if cell not in cells]
        match = played(START, *[cell for pair in zip(cells[:3], elsewhere, strict=False) for cell in pair])
        assert match.outcome is None
        assert told(match.play(cells[3])) == "first: X formed a square on {}, {}, {} and {}".format(*cells)
    for line in (
        "XX../XO../..../.OO. X",  # mixed
        "X..X/..../OOO./X..X O",  # corners
        "XXXX/OOO./..../...O X",  # a row
        ".X../X.X./.X../OOO. O",  # a diamond
        "X.X./...O/X.X./OO.. O",  # spread
        "...X/X..X/X.O./OO.O X",  # around the edge
        "XXXO/XXXO/XXOO/OOOO X",  # all but one of nine
    ):
        game = registry.load("quad", "block=3,sudden_death=convert") if "." not in line else QUAD
        assert at(game, line).outcome is None, line


def test_why_moves_are_refused() -> None:
    both = "{} are both {}. Please swap one of your markers (X) with one of the opponent's (O)."
    occupied = "{} is already occupied. Please choose another cell."
    full = "column B is full. Please choose A4, C4 or D4."
    table = {
        ("", ""): {
            **{cell: f"{cell} is off the grid. Cells go from A1 to D4." for cell in ("E1", "A5", "A0", "Z9", "D10")},
            "B2; A1; B2": occupied.format("B2"),
            "B2; A1; A1": occupied.format("A1"),
            **{f"B2; A1; {said}": EARLY for said in ("swap A1 B2", "swap A1", "A1 B2")},
        },
        ("", FULL): {
            "swap A1 B1": both.format("A1 and B1", "yours"),
            "swap B1 D3": both.format("B1 and D3", "yours"),
            "swap C1 D1": both.format("C1 and D1", "the opponent's"),
            "swap D2 A3": both.format("D2 and A3", "the opponent's"),
            "swap A1 A1": "a marker cannot swap with itself. Please swap one of your markers (X) with one of the "
            "opponent's (O).",
            "A1": "A1 is already occupied. All cells are filled: please enter a swap such as swap A1 C1.",
            "swap D4 B2; A2": "the match is over: X formed a square on A1, B1, A2 and B2.",
        },
        ("sudden_death=convert", ""): {"A1; swap A1": EARLY},
        ("sudden_death=convert", FULL): {
            "swap A1": "A1 is yours already. Please swap one of the opponent's markers (O)."
        },
        ("gravity=yes", ""): {"B; B; B; B; B": full, "B; B; B; B; B3": full},
    }
    tables.check_refused("quad", IllegalMove, table)


def test_spellings() -> None:
    table = {
        ("", ""): {"B2": "B2|b2|B 2|b 2|  B2  |(B2)|B,2"},
        ("", FULL): {
            "swap D4 B2": "swap D4 B2|swap B2 D4|SWAP d4 b2|swap D4 with B2|swap d4, b2|D4 B2| swap  D4  and  B2 "
        },
        ("sudden_death=convert", FULL): {"swap B2": "swap B2|b2|SWAP b2"},
        ("gravity=yes", ""): {"B4": "b|B1|b2|B 4"},
        ("gravity=yes", "..../..../..../.X.. O"): {"B3": "B1|B4"},
    }
    tables.check_read("quad", table)
    gravity = begin("quad", "gravity=yes")
    assert Tabletop(gravity.game).read_touch(gravity.position, (1,)) == "B1"
    for said in ("", " ", "hello", "2B", "B", "2", "22", "AA1", "B2 C", "place B2 now", "É1", "B²"):
        assert refusal(UnreadableMove, START.play, said).startswith(f"'{said.strip()}' is not a move. Please enter ")
    assert refusal(UnreadableMove, begin("quad", "sudden_death=convert", FULL).play, "swap A1 C3") == (
        "'swap A1 C3' is not a move. Please enter a swap such as swap C1."
    )
    listed = "swap A1 C3, swap B1 C3, swap A2 C3, swap C2 C3, swap B3 C3, swap D3 C3 or 2 more"
    assert refusal(AmbiguousMove, at(QUAD, FULL).play, "swap C3") == f"that could mean {listed}. Please say which."


def draw(line: str) -> str:
    """The grid of a position as printed; each row ends in a space."""
    rows = [f"{number} {' | '.join(row)} " for number, row in enumerate(line.partition(" ")[0].split("/"), 1)]
    return "\n  ---+---+---+---\n".join(["  A   B   C   D\n" + rows[0], *rows[1:]])


def test_what_is_printed() -> None:
    words, second = QUAD.words, START.play("B2")
    welcome = words.welcome(START)
    assert welcome.startswith("Welcome to Capture Square!\n\nPlayer 1 (X), you go first.\n")
    assert draw(written(START)) in welcome
    assert words.draw(second.position) == draw("..../.X../..../....")
    match = played(START, "B2", "A1", "B1", "C3", "A2")
    assert words.draw(match.position) == draw("OX../XX../..O./....")
    table = {
        ("", ""): {"B2": "Player 1 (X), enter your move (e.g., A1): B2\nB2"},
        ("", written(second)): {"C3": "Player 2 (O), enter your move (e.g., A1): C3\nC3"},
        ("gravity=yes", ".O../.X../.O../.X.. X"): {"a": "Player 1 (X), enter your move (e.g., A4): a\na"},
    }
    tables.check_asked("quad", table)
    won = played(START, "B2", "A1", "B3", "A4", "C2", "D1", "C3")
    assert words.closing(won).startswith("Congratulations, Player 1! You've formed a square and won the game!")
    line = played(begin("quad", "shape=line,block=3"), "A1", "B1", "B2", "A2", "C3")
    assert "You've formed a line and won the game!" in line.game.words.closing(line)
    tied = begin("quad", "sudden_death=none", FULL)
    assert tied.game.words.closing(tied) == "All cells are filled and nobody formed a square: the game is a tie."


def test_sudden_death_is_announced_once() -> None:
    for options, how in (
        ("", "one of your markers and one of your opponent's exchange places (e.g., swap A1 C1)"),
        ("sudden_death=convert", "one of your opponent's markers becomes yours (e.g., swap C1)"),
    ):
        match = begin("quad", options, "XXOO/XOXO/OXOX/XO.X O").play("C4")
        assert match.game.words.show_move(match, True).endswith(
            f"\nAll cells are filled without a winner: Sudden Death begins!\nOn your turn, make a swap: {how}.\n"
            "Swaps continue until a player forms a square and wins.\n"
        )
    assert "Sudden Death" not in QUAD.words.show_move(at(QUAD, FULL).play("swap D3 A3"), True)
    assert "Sudden Death begins!" in QUAD.words.welcome(at(QUAD, FULL))
    for match in (begin("quad", "sudden_death=none", FULL), at(QUAD, "XXOO/XXOO/OXOX/XOOX O")):  # over already
        welcome = match.game.words.welcome(match)
        assert match.outcome is not None
        assert welcome.startswith("Welcome to Capture Square!")
        assert "Sudden Death" not in welcome
    assert (
        conversation(at(QUAD, FULL), "swap D4 B2")[0]
        == "Player 1 (X), enter your swap (e.g., swap A1 C1): swap D4 B2\n"
    )


def test_options_that_make_no_game() -> None:
    too_large = (
        "block={} with size={} makes no game: a square of {} markers cannot be formed, nobody ever has more than {}"
    )
    table = {
        "sudden_deth=none": "there is no option 'sudden_deth'; did you mean sudden_death?",
        "komi=1": "there is no option 'komi'; there are size, block, sudden_death, begins_sudden_death, shape, "
        "gravity, repetition, misere, turn_limit, double_moves, pie, forbidden_first, opening",
        "sudden_death=tie": "sudden_death=tie is not possible: sudden_death is exchange, convert or none",
        **{f"size={n}": f"size={n} is not possible: size is a whole number from 3 to 6" for n in (2, 7)},
        **{f"block={n}": f"block={n} is not possible: block is a whole number from 2 to 4" for n in (1, 5, 2.5)},
        "repetition=never": "repetition=never is not possible: repetition is play_on, draw, first_loses or "
        "second_loses",
        "block=3": too_large.format(3, 4, 9, 8),
        "block=3,size=3": too_large.format(3, 3, 9, 5),
        "block=3,sudden_death=none": too_large.format(3, 4, 9, 8),
        "block=4,size=5,sudden_death=convert": too_large.format(4, 5, 16, 13),
    }
    tables.check_no_options("quad", table)


def test_positions_that_cannot_be() -> None:
    turn = "with {} X and {} O it cannot be {}'s turn: X begins and turns alternate"
    won = "{} had won before the last move, so that move cannot have been made"
    both = "both sides have won: X and O each have a square, and no single move completes both"
    nine = FULL.replace("/OXOX/", "/XXOX/")
    nobodys_turn = turn.format(8, 8, "O")
    table = {
        "": {
            "..../..../.... X": "the board has 3 rows; it needs 4, joined by /",
            "..../...../..../.... X": "row 2 has 5 squares; it needs 4",
            "..../..../.-../.... X": "row 3 has '-'; a square is one of X O .",
            "x.../..../..../.... O": "row 1 has 'x'; a square is one of X O .",
            f"....{EMPTY}A": "the side to move is X or O, not 'A'",
            f"....{EMPTY}X 1": f"'....{EMPTY}X 1' has 3 parts; a position is BOARD MOVER",
            f"....{EMPTY}O": turn.format(0, 0, "O"),
            f"X...{EMPTY}X": turn.format(1, 0, "X"),
            f"X.X.{EMPTY}X": turn.format(2, 0, "X"),
            f"O...{EMPTY}X": turn.format(0, 1, "X"),
            "XXOO/XOXO/OXOX/XOXX X": turn.format(9, 7, "X"),
            nine[:-1] + "O": turn.format(9, 7, "O"),
            "XX../XX../O.O./O.O. X": won.format("X"),
            "OO../OO../X.X./X.XX O": won.format("O"),
            "XX../XX../..OO/..OO X": both,
            "XX../XX.X/..OO/..OO O": both,
        },
        "size=5": {"XX.XX/XX.XX/O.O.O/.O.O./O.O.. O": won.format("X")},  # two squares that no one move completes
        "sudden_death=convert": {
            FULL[:-1] + "O": nobodys_turn,
            nine: turn.format(9, 7, "X"),
            "XXOO/XXOO/OXOX/XOOX X": both,
        },
        "sudden_death=none": {FULL[:-1] + "O": nobodys_turn, "XXOO/XXOO/OXOX/XOOX X": both},
        "size=3,gravity=yes": {
            ".../..X/... O": "the marker on C2 would have fallen: C3 below it is empty",
            "OO./XX./XXO O": won.format("X"),
        },
    }
    tables.check_no_position("quad", table)
    # One marker, two squares completed by one move; in sudden death
    for options, line in (
        ("", f"X...{EMPTY}O"),
        ("", "XXOO/XXXO/OXXO/O... O"),
        ("", FULL),
        ("", FULL[:-1] + "O"),
        ("sudden_death=convert", FULL),
        ("sudden_death=convert", nine[:-1] + "O"),
        ("sudden_death=none", FULL),
    ):
        assert written(begin("quad", options, line)) == line
    assert told(at(QUAD, "XXOO/XXOO/OXOX/XOOX O")) == FIRST_SQUARE  # squares of both, after a swap
    assert told(at(QUAD, "XXOO/XXOO/OXOX/XOOX X")) == SECOND_SQUARE
    assert legal(begin("quad", "begins_sudden_death=second", "OXOO/XXOX/OXOO/XOXX O"))[0].startswith("swap")
