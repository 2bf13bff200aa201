"""The table top: squares are shown, named and touched as the game does it."""

from itertools import islice

import pytest

from squarely import Game, Side
from squarely.core.errors import AmbiguousMove, IllegalMove, UnreadableMove
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.core.rules import registry
from tests.boards import at, line, playouts, refusal
from tests.games.outside_games import HEAP, Hop


def load(name: str, options: str) -> Game:
    return Hop(options) if name == "hop" else registry.load(name, options)


def seen(game: Game, drawn: str) -> tuple[SeenSquare, ...]:
    return Tabletop(game).squares(game.read_position(line(drawn)))


def square(game: Game, name: str) -> int:
    """The number of the square of this name."""
    return [each.name for each in Tabletop(game).squares(game.start())].index(name)


# What is seen


@pytest.mark.parametrize(
    ("name", "options", "names"),
    [
        ("quad", "size=3", "A1 B1 C1 A2 B2 C2 A3 B3 C3"),
        ("center", "", "(0,0) (0,1) (0,2) (1,0) (1,1) (1,2) (2,0) (2,1) (2,2)"),
        ("numbers", "size=2", "(1,1) (1,2) (2,1) (2,2)"),
        ("showdown", "size=3", "(1,1) (1,2) (1,3) (2,1) (2,2) (2,3) (3,1) (3,2) (3,3)"),
        ("snatchers", "size=3", "(1,1) (2,1) (3,1) (1,2) (2,2) (3,2) (1,3) (2,3) (3,3)"),  # x before y
        ("hop", "size=3", "A1 B1 C1 A2 B2 C2 A3 B3 C3"),
    ],
)
def test_squares_are_named_as_the_game_names_them(name: str, options: str, names: str) -> None:
    game = load(name, options)
    assert [each.name for each in Tabletop(game).squares(game.start())] == names.split()


@pytest.mark.parametrize(
    ("name", "options", "drawn", "shown"),
    [
        ("quad", "size=3", "X O . \n . X . \n . . O \n X", "X O _ _ X _ _ _ O"),
        ("center", "", "A - - \n - - B \n - - - \n A", "A _ _ _ _ B _ _ _"),
        ("numbers", "", "5 . 8 \n . . . \n 6 . 7 \n 2 19-0", "5 _ 8 _ _ _ 6 _ 7"),
        (
            *("numbers", "size=4", "1 2 3 4 \n 5 6 7 8 \n 9 A B C \n D E F G \n 1 0-0"),
            "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16",
        ),
        ("showdown", "size=3", ". . . \n . . * \n . . . \n 1 -", "_ _ _ _ _ ★ _ _ _"),
        ("snatchers", "size=3", ". 1 . \n . . . \n 2 . . \n 2", "_ P1 _ _ _ _ P2 _ _"),
        ("snatchers", "size=3", ". . . \n . 2 . \n . . . \n 1", "_ _ _ _ P2 _ _ _ _"),  # P1 was captured
        ("hop", "size=3", "D D D \n . . L \n L L . \n D", "D D D _ _ L L L _"),
    ],
)
def test_what_stands_on_the_squares(name: str, options: str, drawn: str, shown: str) -> None:
    assert " ".join(each.text or "_" for each in seen(load(name, options), drawn)) == shown


@pytest.mark.parametrize(
    ("name", "options", "drawn", "sides"),
    [
        ("quad", "size=3", "X O . \n . X . \n . . O \n X", "12..1...2"),
        ("center", "", "A - - \n - - B \n - - - \n A", "1....2..."),
        ("showdown", "size=3", ". . . \n . . * \n . . . \n 1 -", "........."),
        ("snatchers", "size=3", ". 1 . \n . . . \n 2 . . \n 2", ".1....2.."),
        ("numbers", "", "1 . . \n . 2 . \n . . . \n 1 21-21", "........."),  # nothing left but 1 and 2
        ("hop", "size=3", "D D D \n . . L \n L L . \n D", "222..111."),
    ],
)
def test_pieces_belong_to_a_side_and_numbers_to_nobody(name: str, options: str, drawn: str, sides: str) -> None:
    found = {Side.FIRST: "1", Side.SECOND: "2", None: "."}
    assert "".join(found[each.side] for each in seen(load(name, options), drawn)) == sides


@pytest.mark.parametrize(
    ("name", "options", "drawn", "marks"),
    [
        ("showdown", "size=3,trail=closed", "x x * \n . . . \n . . . \n 1 -", "##......."),
        ("snatchers", "size=3,burnt=yes", "# 1 . \n . . . \n . . 2 \n 2", "#........"),
        ("showdown", "size=3", ". . . \n . . * \n . . . \n 1 -", "........."),  # a token that both move
        ("numbers", "", "1 . . \n . 2 . \n . . . \n 1 21-21", "........."),
        ("quad", "size=3", "X O . \n . X . \n . . O \n X", "........."),
    ],
)
def test_a_burnt_square_is_marked_and_no_piece(name: str, options: str, drawn: str, marks: str) -> None:
    assert "".join("#" if each.is_mark else "." for each in seen(load(name, options), drawn)) == marks


@pytest.mark.parametrize(
    ("name", "options", "places"),
    [
        ("center", "", {"(1,1)": "center"}),
        ("center", "size=5", {"(2,2)": "center"}),
        ("showdown", "", {"(3,3)": "goal"}),
        ("showdown", "size=4,goal=1-3", {"(1,3)": "goal"}),
        ("quad", "", {}),
        ("numbers", "", {}),
        ("snatchers", "", {}),
        ("hop", "", {}),
    ],
)
def test_squares_that_are_not_like_any_other_say_so(name: str, options: str, places: dict[str, str]) -> None:
    game = load(name, options)
    assert {each.name: each.place for each in Tabletop(game).squares(game.start()) if each.place} == places


@pytest.mark.parametrize(
    ("name", "options", "columns", "rows"),
    [
        ("center", "", "012", "012"),
        ("quad", "", "ABCD", "1234"),
        ("numbers", "", "123", "123"),
        ("numbers", "size=4", "1234", "1234"),
        ("showdown", "", "12345", "12345"),
        ("snatchers", "size=9", "123456789", "123456789"),
        ("hop", "", "ABCD", "1234"),
    ],
)
def test_columns_and_rows_are_labelled_as_the_game_draws_them(name: str, options: str, columns: str, rows: str) -> None:
    game = load(name, options)
    assert Tabletop(game).labels() == (list(columns), list(rows))


@pytest.mark.parametrize(
    ("name", "options", "drawn", "holdings"),
    [
        ("center", "", "A - - \n - - B \n - - - \n A", ("3 tokens in hand", "3 tokens in hand")),
        ("center", "", "A A A \n A - - \n B B B \n B", ("no tokens in hand", "1 token in hand")),
        ("numbers", "", "5 . 8 \n . . . \n 6 . 7 \n 2 19-0", ("19 points", "0 points")),
        ("numbers", "komi=3", ". 2 3 \n 4 5 6 \n 7 8 9 \n 2 1-0", ("1 point", "3 points")),
        ("quad", "size=3", "X O . \n . . . \n . . . \n X", ("", "")),
        ("hop", "size=3", "D D D \n . . L \n L L . \n D", ("", "")),
    ],
)
def test_what_each_side_holds(name: str, options: str, drawn: str, holdings: tuple[str, str]) -> None:
    game = load(name, options)
    assert game.words.holdings(game.read_position(line(drawn))) == holdings


# What is touched


@pytest.mark.parametrize(
    ("name", "options", "drawn", "move", "touched"),
    [
        ("center", "", "A - - \n - - B \n - - - \n A", "place 2 0", "(2,0)"),
        ("center", "", "A - - \n - - B \n - - - \n A", "move 0 0 0 1", "(0,0) (0,1)"),
        ("center", "", "A B A \n B - B \n A B A \n A", "pass", ""),
        ("quad", "size=3", "X O . \n . . . \n . . . \n X", "C2", "C2"),
        ("quad", "size=3", "X O X \n O X O \n X O X \n O", "swap B1 A1", "B1 A1"),
        ("quad", "size=3,sudden_death=convert", "X O X \n O X O \n X O X \n O", "swap A1", "A1"),
        ("numbers", "", "5 3 8 \n 2 9 1 \n 6 4 7 \n 1 0-0", "2 2", "(2,2)"),
        ("numbers", "capture=choose", "5 3 8 \n 2 9 1 \n 6 4 7 \n 1 0-0", "2 2", "(2,2)"),
        ("numbers", "capture=choose", "5 3 8 \n 2 9 1 \n 6 4 7 \n 1 0-0", "2 2 : 2 1, 3 2", "(2,2) (2,1) (3,2)"),
        ("showdown", "", "* . . . . \n" + ". . . . . \n" * 4 + "1 -", "down", "(1,1) (2,1)"),
        ("snatchers", "size=3", "1 . . \n . . . \n . . 2 \n 1", "up 2", "(1,1) (1,3)"),
        ("snatchers", "size=3", "1 . . \n . . . \n . . 2 \n 2", "left 1", "(3,3) (2,3)"),
        ("hop", "size=3", "D D D \n . . . \n L L L \n L", "B3 B2", "B3 B2"),
    ],
)
def test_the_squares_to_touch_for_a_move(name: str, options: str, drawn: str, move: str, touched: str) -> None:
    match = at(load(name, options), drawn)
    names = [each.name for each in Tabletop(match.game).squares(match.position)]
    (made,) = match.play(move).moves
    found = Tabletop(match.game).touched_squares(match.position, made)
    assert [names[each] for each in found] == touched.split()
    assert Tabletop(match.game).read_touch(match.position, found) == move


# What will be seen


@pytest.mark.parametrize("name", [*registry.names(), "hop"])
def test_the_results_of_moves_are_what_is_seen_after_them(name: str) -> None:
    game = load(name, "")
    for position in (match.position for match in islice(playouts(game, 3), 40)):
        now = Tabletop(game).squares(position)
        for move, looks in Tabletop(game).results(position).items():
            after = Tabletop(game).squares(game.play(position, move))
            assert {at for at in range(len(now)) if now[at] != after[at]} == set(looks)
            assert all(after[at].text == text for at, text in looks.items())
        sides = {square.text: square.side for square in now if square.side is not None}
        assert all(Tabletop(game).tokens(position)[side] == text for text, side in sides.items())


# A game without a board


def test_a_game_that_says_nothing_about_a_board_has_only_its_drawing() -> None:
    tabletop = Tabletop(HEAP)
    eleven, ten = (HEAP.read_position(f"{stones} A") for stones in (11, 10))
    assert not tabletop.fits(eleven)
    assert tabletop.squares(eleven) == ()
    assert tabletop.changed_squares(eleven, ten) == ()
    assert {tabletop.touched_squares(eleven, move) for move in HEAP.legal_moves(eleven)} == {()}
    assert HEAP.words.draw_alone(eleven, HEAP.players) == "o" * 11


# What is refused


@pytest.mark.parametrize(
    ("name", "drawn", "touched", "why"),
    [
        ("center", "A - - \n - - B \n - - - \n A", "(0,0)", "(0,0) is already occupied. Please choose another square."),
        ("center", "A - - \n - - B \n - - - \n A", "(0,0) (2,2)", "(0,0) and (2,2) are not adjacent."),
        ("center", "A - - \n - - B \n - - - \n A", "(0,0) (0,1) (0,2)", "a move touches an empty square, or one of"),
        ("center", "A - - \n - - B \n - - - \n A", "", "you may not pass while you can place or move a token."),
        ("quad", "X O . . \n . . . . \n . . . . \n . . . . \n X", "A1", "A1 is already occupied."),
        ("quad", "X O . . \n . . . . \n . . . . \n . . . . \n X", "A1 B1", "markers are swapped in Sudden Death only"),
        ("numbers", "5 . 8 \n . . . \n 6 . 7 \n 2 19-0", "(1,2)", "(1,2) is already captured."),
        ("numbers", "5 . 8 \n . . . \n 6 . 7 \n 2 19-0", "(1,1) (3,3)", "(3,3) is not next to (1,1)."),
        (
            *("showdown", "* . . . . \n" + ". . . . . \n" * 4 + "1 -", "(1,1) (3,3)"),
            "(3,3) is not next to the token on (1,1). Please choose (2,1) or (1,2).",
        ),
        ("showdown", "* . . . . \n" + ". . . . . \n" * 4 + "1 -", "(2,1)", "a move touches the token on (1,1), then a"),
        (
            *("showdown", ". * . . . \n" + ". . . . . \n" * 4 + "1 right", "(1,2) (1,1)"),
            "left would take back the last move. Please choose down or right.",
        ),
        (
            *("snatchers", "1 . . . . \n" + ". . . . . \n" * 3 + ". . . . 2 \n 1", "(1,1) (1,4)"),
            "no move leads from (1,1) to (1,4): a token moves in a straight line, by at most 2. From (1,1): up",
        ),
        (
            *("snatchers", "1 . . . . \n" + ". . . . . \n" * 3 + ". . . . 2 \n 1", "(5,5) (5,4)"),
            "a move touches your token on (1,1), then the square where it lands.",
        ),
        ("snatchers", "1 2 . . . \n" + ". . . . . \n" * 4 + "1", "(1,1) (3,1)", "the path is blocked"),
        ("snatchers", "1 . . . . \n" + ". . . . . \n" * 4 + "2", "(1,1) (1,2)", "the match is over: P1 captured P2"),
        (
            *("hop", "D D D D \n . . . . \n . . . . \n L L L L \n L", "B4 A1"),
            "no move touches B4 and A1; B4 B3, for one, touches B4 and B3.",
        ),
        (
            *("hop", "D D D D \n . . . . \n . . . . \n L L L L \n L", "A1"),
            "no move touches A1; A4 A3, for one, touches A4 and A3.",
        ),
        ("hop", "D D D D \n . . . . \n . . . . \n L L L L \n L", "", "no move touches nothing; A4 A3, for one"),
    ],
)
def test_touching_what_is_no_move_is_refused_in_words(name: str, drawn: str, touched: str, why: str) -> None:
    match = at(load(name, ""), drawn)
    squares = [square(match.game, each) for each in touched.split()]
    told = refusal(IllegalMove, lambda: match.play(Tabletop(match.game).read_touch(match.position, squares)))
    assert told.startswith(why)


def test_one_marker_in_sudden_death_is_not_yet_a_swap() -> None:
    match = at(registry.load("quad"), "X X O O \n O O X X \n X X O O \n O O X X \n X")
    words = Tabletop(match.game).read_touch(match.position, [0])
    assert refusal(AmbiguousMove, match.play, words).startswith("that could mean swap A1 C1, swap A1 D1")


@pytest.mark.parametrize("name", [*registry.names(), "hop"])
@pytest.mark.parametrize("wrong", [-1, 10_000])
def test_a_square_that_is_not_there_is_refused(name: str, wrong: int) -> None:
    game = load(name, "")
    last = len(Tabletop(game).squares(game.start())) - 1
    told = refusal(UnreadableMove, Tabletop(game).read_touch, game.start(), [0, wrong])
    assert told == f"there is no square {wrong}. Squares are numbered from 0 to {last}."


def test_squares_that_could_mean_several_moves_are_asked_about() -> None:
    """A game whose moves all touch the same squares."""

    class SameWords(Hop.Words):  # type: ignore[misc, name-defined]
        def touched_squares(self, *_: object) -> tuple[int, ...]:
            return (0,)

    class Same(Hop):  # type: ignore[misc, valid-type]
        Words = SameWords

    game = Same("size=3")
    assert refusal(AmbiguousMove, Tabletop(game).read_touch, game.start(), [0]) == (
        "that could mean A3 A2, B3 B2 or C3 C2. Please say which."
    )


def test_the_axes_have_the_names_that_the_rules_use() -> None:
    """`(x,y)` and `row 2, column 2`; squares called A1 need none."""
    across = {name: registry.load(name).words.squares.axes for name in registry.names()}
    numbered = dict.fromkeys(("center", "numbers", "showdown"), ("column", "row"))
    assert across == {**numbered, "snatchers": ("x", "y"), "quad": None}
