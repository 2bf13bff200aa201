"""The table top: squares are shown, named and touched as the game does it; and what is shown of moves."""

import re
from collections.abc import Sequence
from itertools import islice, product
from random import Random

import pytest

from squarely import Game, Match, Outcome, Side
from squarely.core.errors import AmbiguousMove, BadMove, IllegalMove, UnreadableMove
from squarely.core.match.last_move import find_deciding, find_remains, find_slides
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.testing import find_reachable
from tests.boards import played, playouts, refusal
from tests.games.outside_games import DROP, HEAP, HOP, Hop
from tests.thorough import many

ALL = (*registry.names(), "hop")
PAIRS_TRIED = 100  # of the pairs of squares: all there are on a 3x3 board


def load(name: str, options: str) -> Game:
    return Hop(options) if name == "hop" else registry.load(name, options)


def names(game: Game) -> list[str]:
    return [each.name for each in Tabletop(game).squares(game.start())]


def touch(match: Match, squares: Sequence[int]) -> Match:
    return match.play(Tabletop(match.game).find_move(match.position, squares))


def test_squares_columns_and_rows_are_named_and_placed_as_the_game_has_them() -> None:
    """Numbered axes have names that the rules use; squares called A1 need none."""
    numbered, rows = "(1,1) (1,2) (1,3) (2,1) (2,2) (2,3) (3,1) (3,2) (3,3)", ("column", "row")
    for name, options, squares, across, down, places, axes in (
        ("center", "", "(0,0) (0,1) (0,2) (1,0) (1,1) (1,2) (2,0) (2,1) (2,2)", "012", "012", {4: "center"}, rows),
        ("showdown", "size=3,goal=1-3", numbered, "123", "123", {2: "goal"}, rows),
        ("snatchers", "size=3", "(1,1) (2,1) (3,1) (1,2) (2,2) (3,2) (1,3) (2,3) (3,3)", "123", "123", {}, ("x", "y")),
        ("hop", "size=3", "A1 B1 C1 A2 B2 C2 A3 B3 C3", "ABC", "123", {}, None),
    ):  # fmt: skip
        game = load(name, options)
        assert names(game) == squares.split(), name
        assert Tabletop(game).labels() == ([*across], [*down]), name
        placed = {at: each.place for at, each in enumerate(Tabletop(game).squares(game.start())) if each.place}
        assert (placed, game.words.squares.axes) == (places, axes), name


SEEN = (  # what stands on each square, whose piece it is, and where squares are closed
    ("quad", "size=3", "XO./.X./..O X", "X O _ _ X _ _ _ O", "12..1...2"),
    ("numbers", "", "1../.2./... 1 21-21", "1 _ _ _ 2 _ _ _ _", "........."),  # nothing left but 1 and 2
    ("showdown", "size=3", ".../..*/... 1 -", "_ _ _ _ _ ★ _ _ _", "........."),  # a token that both move
    ("showdown", "size=3,trail=closed", "xx*/.../... 1 -", None, "##......."),
    ("snatchers", "size=3", ".1./.../2.. 2", "_ P1 _ _ _ _ P2 _ _", ".1....2.."),
    ("snatchers", "size=3", ".../.2./... 1", "_ _ _ _ P2 _ _ _ _", "....2...."),  # P1 was captured
    ("snatchers", "size=3,burnt=yes", "#1./.../..2 2", None, "#1......2"),
    ("hop", "size=3", "DDD/..L/LL. D", "D D D _ _ L L L _", "222..111."),
)


def test_what_stands_on_the_squares_belongs_to_a_side_to_nobody_or_closes_them() -> None:
    for name, options, line, shown, owners in SEEN:
        game = load(name, options)
        squares = Tabletop(game).squares(game.read_position(line))
        assert shown in (" ".join(each.text or "_" for each in squares), None), line
        sides = {Side.FIRST: "1", Side.SECOND: "2", None: "."}
        assert "".join("#" if each.is_mark else sides[each.side] for each in squares) == owners, line


@pytest.mark.slow
def test_the_results_of_moves_are_what_is_seen_after_them() -> None:
    for game in (load(name, "") for name in ALL):
        table = Tabletop(game)
        for position in (match.position for match in islice(playouts(game, 3), 40)):
            now = table.squares(position)
            for move, looks in table.results(position).items():
                after = table.squares(game.play(position, move))
                assert {at for at in range(len(now)) if now[at] != after[at]} == set(looks)
                assert all(after[at].text == text for at, text in looks.items())
            sides = {square.text: square.side for square in now if square.side is not None}
            assert all(table.tokens(position)[side] == text for text, side in sides.items())


def test_a_game_that_says_nothing_about_a_board_has_only_its_drawing() -> None:
    tabletop = Tabletop(HEAP)
    eleven, ten = (HEAP.read_position(f"{stones} A") for stones in (11, 10))
    assert not tabletop.fits(eleven)
    assert (tabletop.squares(eleven), tabletop.changed_squares(eleven, ten)) == ((), ())
    assert {tabletop.touched_squares(eleven, move) for move in HEAP.legal_moves(eleven)} == {()}
    assert HEAP.words.draw_alone(eleven, HEAP.players) == "o" * 11


# What is touched

CORNER = "*..../...../...../...../..... 1 -"
APART = "1..../...../...../...../....2 1"
HOME = "DDDD/..../..../LLLL L"
TOUCHED = (  # a move, and the squares to touch for it
    ("center", "", "A--/--B/--- A", "place 2 0", "(2,0)"),
    ("center", "", "A--/--B/--- A", "move 0 0 0 1", "(0,0) (0,1)"),
    ("center", "", "ABA/B-B/ABA A", "pass", ""),
    ("quad", "size=3", "XOX/OXO/XOX O", "swap B1 A1", "B1 A1"),
    ("quad", "size=3,sudden_death=convert", "XOX/OXO/XOX O", "swap A1", "A1"),
    ("numbers", "capture=choose", "538/291/647 1 0-0", "2 2", "(2,2)"),
    ("numbers", "capture=choose", "538/291/647 1 0-0", "2 2 : 2 1, 3 2", "(2,2) (2,1) (3,2)"),
    ("showdown", "", CORNER, "down", "(1,1) (2,1)"),
    ("snatchers", "size=3", "1../.../..2 2", "left 1", "(3,3) (2,3)"),
    ("hop", "size=3", "DDD/.../LLL L", "B3 B2", "B3 B2"),
)
REFUSED = (  # what is touched, and the beginning of what is said
    ("center", "A--/--B/--- A", "(0,0)", "(0,0) is already occupied. Please choose another square."),
    ("center", "A--/--B/--- A", "(0,0) (2,2)", "(0,0) and (2,2) are not adjacent."),
    ("center", "A--/--B/--- A", "(0,0) (0,1) (0,2)", "a move touches an empty square, or one of"),
    ("center", "A--/--B/--- A", "", "you may not pass while you can place or move a token."),
    ("quad", "XO../..../..../.... X", "A1 B1", "markers are swapped in Sudden Death only"),
    ("showdown", CORNER, "(1,1) (3,3)", "(3,3) is not next to the token on (1,1). Please choose (2,1) or (1,2)."),
    ("showdown", CORNER, "(2,1)", "a move touches the token on (1,1), then a"),
    ("snatchers", APART, "(1,1) (1,4)",
     "no move leads from (1,1) to (1,4): a token moves in a straight line, by at most 2. From (1,1): up"),
    ("snatchers", APART, "(5,5) (5,4)", "a move touches your token on (1,1), then the square where it lands."),
    ("snatchers", "1..../...../...../...../..... 2", "(1,1) (1,2)", "the match is over: P1 captured P2"),
    ("hop", HOME, "A1", "no move touches A1; A4 A3, for one, touches A4 and A3."),
    ("hop", HOME, "B4 A1", "no move touches B4 and A1; B4 B3, for one, touches B4 and B3."),
    ("hop", HOME, "", "no move touches nothing; A4 A3, for one"),
)  # fmt: skip


def test_the_squares_to_touch_for_a_move() -> None:
    for name, options, line, move, touched in TOUCHED:
        game = load(name, options)
        position, table = game.read_position(line), Tabletop(game)
        (made,) = Match.of(game, position).play(move).moves
        found = table.touched_squares(position, made)
        assert [names(game)[each] for each in found] == touched.split(), (name, move)
        assert table.read_touch(position, found) == move, (name, move)


def test_touching_what_is_no_move_or_is_not_there_is_refused_in_words() -> None:
    for name, line, touched, why in REFUSED:
        game = load(name, "")
        match, squares = Match.of(game, game.read_position(line)), [names(game).index(each) for each in touched.split()]
        assert refusal(IllegalMove, touch, match, squares).startswith(why), (name, line, touched)
    for game in (load(name, "") for name in ALL):
        for wrong in (-1, game.shape.squares):
            told = refusal(UnreadableMove, Tabletop(game).read_touch, game.start(), [0, wrong])
            assert told == f"there is no square {wrong}. Squares are numbered from 0 to {game.shape.squares - 1}.", game
    quad = registry.load("quad")  # squares that could mean several moves are asked about
    match = Match.of(quad, quad.read_position("XXOO/OOXX/XXOO/OOXX X"))
    said = refusal(AmbiguousMove, match.play, Tabletop(quad).read_touch(match.position, [0]))
    assert said.startswith("that could mean swap A1 C1, swap A1 D1")
    words = type("SameWords", (Hop.Words,), {"touched_squares": lambda *_: (0,)})
    game = type("Same", (Hop,), {"Words": words})("size=3")
    said = refusal(AmbiguousMove, Tabletop(game).read_touch, game.start(), [0])
    assert said == "that could mean A3 A2, B3 B2 or C3 C2. Please say which."


POSITIONS = (  # those of small games, where no line is given, and rare ones
    ("center", "tokens=1,stalemate=loses", ""),
    ("showdown", "reversal=allowed,first=2,size=4,goal=1-3", ""),
    ("snatchers", "size=3", ""),
    ("numbers", "size=2,capture=choose,komi=4", ""),
    ("hop", "size=3", ""),
    ("center", "", "ABA/B-B/ABA A"),  # A can only pass
    ("quad", "sudden_death=convert", "XXOO/OOXX/XXOO/OOXX X"),
    ("quad", "sudden_death=none", "XXOO/OOXX/XXOO/OOXX X"),  # a tie
    ("quad", "size=3", "XOX/OXO/XOX O"),
    ("numbers", "size=4,capture=choose", "123G/45FE/67DC/89BA 1 0-0"),
)


@pytest.mark.slow
@pytest.mark.thorough
def test_only_touching_its_squares_makes_a_move() -> None:
    """Two squares make the move that changes these two or are refused in words; so are one and none."""
    for name, options, line in POSITIONS:
        game = load(name, options)
        every = [game.read_position(line)] if line else find_reachable(game)
        for position in every[:: len(every) // many(80) + 1]:
            only_its_squares_make_a_move(game, position)


def only_its_squares_make_a_move(game: Game, position: Position) -> None:
    tabletop, match = Tabletop(game), Match.of(game, position)
    squares = range(len(tabletop.squares(position)))
    told = {tabletop.touched_squares(position, move): int(move) for move in match.legal_moves}
    found = {touched: tabletop.find_move(position, touched) for touched in told}
    assert found == told, "a click is a move without being written as words"
    pairs, luck = list(product(squares, repeat=2)), Random(game.write_position(position))
    for touched in [(), *((one,) for one in squares), *luck.sample(pairs, min(PAIRS_TRIED, len(pairs)))]:
        after: Match | BadMove
        try:
            after = touch(match, touched)
        except BadMove as refused:
            after = refused
        if isinstance(after, BadMove):
            assert touched not in told
            assert len(touched) < 2 or isinstance(after, IllegalMove | UnreadableMove)
            assert str(after).endswith("."), str(after)
        else:
            old, new = (game.write_position(each).split()[0].replace("/", "") for each in (position, after.position))
            changed = {number for number in squares if old[number] != new[number]}
            assert changed >= {*touched} if len(touched) == 1 else changed == {*touched}


# What moves have done, held against their words and the scores; and the position by which a game is recognised

OTHERS = [*map(registry.load, ("center", "numbers", "quad", "showdown", "snatchers")), HOP, DROP]
MORE = [registry.load("quad", "size=3,sudden_death=convert"), registry.load("numbers", "capture=choose")]


def named(game: Game, squares: tuple[int, ...]) -> str:
    return " ".join(game.words.square_name(square) for square in squares)


def slides(match: Match) -> list[tuple[str, str]]:
    """The pieces that the last move has brought elsewhere, by the names of the squares."""
    game = match.game
    seen = find_slides(*(game.words.shown(position) for position in match.positions[-2:]))
    return sorted((named(game, (left,)), named(game, (reached,))) for left, reached in seen)


def told(match: Match) -> list[tuple[str, str]]:
    """The same, from the words of the move, or from where the token stood and stands."""
    move, (before, after) = str(match.moves[-1]), match.positions[-2:]
    if re.match("up|down|left|right", move):
        field = "token" if "token" in before._fields else ("first", "second")[before.mover]
        return [(named(match.game, (getattr(before, field),)), named(match.game, (getattr(after, field),)))]
    if said := re.fullmatch(r"move (\d) (\d) (\d) (\d)", move):
        return [(f"({said[1]},{said[2]})", f"({said[3]},{said[4]})")]
    if said := re.fullmatch(r"(?:swap )?([A-F]\d) ([A-F]\d)", move):
        there, back = (said[1], said[2]), (said[2], said[1])
        return sorted([there, back] if move.startswith("swap") else [there])
    return []


@pytest.mark.slow
def test_what_slid_is_what_the_move_says_and_what_was_captured_is_what_was_scored() -> None:
    for game in OTHERS + MORE:
        for match in playouts(game, matches=6, turns=20):
            assert not match.moves or slides(match) == told(match), game
            remains, bare = find_remains(match), Tabletop(game).squares(match.position)
            points = game.points(match.position)
            if not points:
                assert remains == {}
                continue
            begun = enumerate(Tabletop(game).squares(match.start))
            captured = {square: number.text for square, number in begun if not bare[square].text}
            assert {square: each.text for square, each in remains.items()} == captured
            assert points == tuple(sum(int(each.text) for each in remains.values() if each.captor == s) for s in Side)
    # Pieces that look the same are not told apart.
    assert find_slides(["A", "A", "", ""], ["", "", "A", "A"]) == ()
    assert find_slides(["A", "B", "", ""], ["", "", "B", "A"]) == ((1, 2), (0, 3))
    assert find_slides(["A"], ["", "A"]) == ()


def test_what_decided_is_marked() -> None:
    for name, options, line, moves, where in (
        ("hop", "", "DDDD/..../..../LLLL L", ("A4 A3", "A1 A2", "B4 B3", "A2 A4"), "A4"),
        ("quad", "", "XX.O/X.X./OXXO/OOO. X", ("B2",), "A1 B1 A2 B2 C2 B3 C3"),
        ("center", "", "A--/--B/--- A", ("place 0 2", "move 1 2 1 1"), "(1,1)"),
        ("center", "stalemate=loses", "ABA/B-B/A-A B", ("place 2 1",), "(0,0) (0,2) (2,0) (2,2)"),  # who is blocked
        ("snatchers", "", "1.2../...../...../...../..... 1", ("right 2",), "(3,1)"),
        ("numbers", "size=2", "12/34 1 0-0", ("2 2", "1 1"), "(1,2) (2,1) (2,2)"),
    ):
        game = load(name, options)
        match = played(Match.of(game, game.read_position(line)), *moves)
        assert match.outcome
        assert match.outcome.winner is not None
        assert named(game, tuple(sorted(find_deciding(match)))) == where, line
        assert find_deciding(match.undo()) == ()
    match = played(Match.of(registry.load("quad")), "A1")  # an end that the players made was decided nowhere
    assert find_deciding(match.resign(Side.FIRST)) == ()
    assert find_deciding(match.end_with(Outcome(None, "a draw was agreed"))) == ()


def test_a_picture_is_always_the_same_and_neither_the_start_nor_an_end() -> None:
    for game in [*OTHERS, HEAP]:
        picture = choose_picture(game)
        assert game.result(picture) is None
        assert picture != game.start(), game
        assert game.read_position(game.write_position(picture)) == picture
        choose_picture.cache_clear()
        assert choose_picture(game) == picture, game
        if Tabletop(game).fits(picture):
            squares = Tabletop(game).squares(picture)
            assert 0 < len([square for square in squares if square.text]) < len(squares)
    large = registry.load("quad", "size=5")
    assert choose_picture(large) == large.start()
    line = "DDDD/..../L.../.LLL D"

    chosen = type("Chosen", (Hop,), {"Words": type("ChosenWords", (Hop.Words,), {"picture": line})})()
    assert chosen.write_position(choose_picture(chosen)) == line, "a game may say which"
