"""Every law can be broken, and the smallest position that shows it is told, with the moves that lead there."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from squarely import Dial, Game, load, testing
from squarely.core.board.grid import Symmetries
from squarely.core.board.square_names import Shape
from squarely.core.errors import BadOption, BrokenRules
from squarely.core.rules.game import Position
from squarely.laws import examine
from squarely.laws.examine import LAWS, find_counter, require_laws
from squarely.laws.faults import find_faults
from squarely.laws.law import Law
from squarely.laws.walk import MOST, walk_through
from squarely.testing import BrokenLaw, check_game, examine_game, find_reachable, positions
from tests.games.outside.squarely_cram import Cram
from tests.laws.mistakes import ROW

_MODULE = sys.modules["row_of_the_laws"] = ModuleType("row_of_the_laws")
exec(ROW, vars(_MODULE))
Row: type[Game] = vars(_MODULE)["Row"]
BY_NAME: dict[str, Law] = {law.__name__: law for law in LAWS}
At = Row.Position


def changed(options: str = "", words: dict[str, Any] | None = None, **names: Any) -> Game:
    """Row with other methods in the place of some."""
    kind: type[Game] = type("Row", (Row,), {**names, "Words": type("RowWords", (Row.Words,), words or {})})
    return kind(options)


def later(verb: str, result: Callable[[Position], Any]) -> dict[str, Any]:
    """A verb that gives something else as soon as the second side has moved."""
    right = getattr(Row, verb)
    return {verb: lambda game, position, *rest: result(position) if position.second else right(game, position, *rest)}


_count = iter(range(10**9))

# For each law what breaks it, and what is said then
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "the_start_goes_on": ({"start": lambda _: At(5, 2, 1)}, "is over at its start, ABA B"),
    "starts_are_the_same_each_time": ({"start": lambda _: At(next(_count) % 2, 0, 0)}, "another position each time"),
    "symmetries_are_a_group": (
        {"symmetries": Symmetries(((0, 1, 2), (1, 2, 0)), ((0, 1, 2, 3), (0, 1, 2, 3)))},
        "has two symmetries, and not the one",
    ),
    "what_is_declared_fits": ({"players": ("Ann",)}, "has the `players` ('Ann',); they are two different texts"),
    "words_about_it_are_text": ({"words": {"places": lambda _: {9: "center"}}}, "calls the square 9 'center'"),
    "a_position_is_plain_numbers": ({}, "is a Position with True, a bool, in its mover"),
    "the_outcome_is_one_of_four": (later("outcome", lambda _: 4), "has the outcome 4"),
    "moves_are_numbers_in_order": (later("legal_moves", lambda _: iter([1, 0])), "not in ascending order"),
    "moves_end_where_the_game_ends": (later("legal_moves", lambda _: iter(())), "has no legal move and has not ended"),
    "play_leads_to_a_position": (later("play", lambda p: (p,)), "a tuple and no Position"),
    "a_move_changes_the_position": (later("play", lambda p: p), "is the same after the move"),
    "rules_remember_nothing": (later("outcome", lambda _: next(_count) // 2 % 2), "after other positions"),
    "fields_are_within_their_ranges": (
        {"play": lambda game, p, move: Row.play(game, p, move)._replace(first=8)},
        "has 8 as its `first`, which is a set of squares",
    ),
    "points_are_two_numbers": ({"points": lambda _, p: (1, 2) if not p.second else 3}, "has the points 3"),
    "points_decide_only_the_end": (
        {
            "points_only_at_end": True,
            "points": lambda _, p: (p.second, 0),
            "without_points": lambda _, p: p._replace(second=0),
        },
        "without its points",
    ),
    "a_transformed_board_is_the_same_game": (
        {"outcome": lambda game, p: Row.outcome(game, p) and 1 + (p.first & 1)},
        "is another game under symmetry",
    ),
    "moves_are_transformed_with_their_board": ({"transform_move": lambda *given: given[2]}, "see `transform_move`"),
    "a_position_is_its_line": ({"read_position": lambda game, _: game.start()}, "is read as ... A"),
    "a_move_is_its_words": ({"words": {"write_move": lambda *_: "x"}}, "writes two of its moves as 'x'"),
    "touching_makes_the_move": ({"words": {"touched_squares": lambda *_: (0, 0)}}, "which touches the squares 0, 0"),
    "what_is_said_is_text": ({"words": {"reason": lambda *_: " "}}, "has nothing said by `reason`"),
    "extra_planes_are_within_their_maxima": (
        {"extra_planes": {"free": lambda *_: -1}},
        "shows -1 on its plane 'free', which goes from 0 to 1",
    ),
}


def test_every_law_has_a_promise_holds_can_be_broken_and_says_how() -> None:
    assert [*BROKEN] == [law.__name__ for law in LAWS]
    right = changed()
    for law in LAWS:
        assert (law.promise[-1], law.mend[-1]) == (".", "."), law
        for position in positions(right):
            law(right, position)
        names, says = BROKEN[law.__name__]
        game, start = changed(**names), right.start()
        reached = [Row.play(game, start, move) for move in range(3)]
        near = [start, *reached, game.play(start, 0), At(1, 2, 0), At(5, 2, 1), At(6, 1, 1), At(1, 0, True)]
        faults = (law.find_fault(game, position) for position in near)
        assert says in next(filter(None, faults), ""), law


@pytest.mark.slow
def test_all_words_and_all_that_is_declared_are_looked_at() -> None:
    words: tuple[tuple[str, Any, str], ...] = (
        ("draw", lambda *_: "\a", r"has '\x07' said by `draw`"),
        ("shown", lambda *_: ["A"], "shows 1 squares of 3"),
        ("holdings", lambda *_: (1, 2), "has 1 said by `holdings`"),
        ("ask", lambda *_: iter([5]), "has 5 said by `ask`"),
        ("why_illegal", lambda *_: "", "has nothing said by `why_illegal`"),
        ("captured_squares", lambda *_: (9,), "has (9,) given by `captured_squares`; squares go from 0 to 2"),
        ("read_move", lambda *_: 1, "reads 'A1' as 1, which is no list of moves"),
        ("read_touch", lambda *_: "A1", "and touching its squares is read as 'A1'"),
        ("phrases", lambda _: {"a": 5}, "replaces 'a' by 5 in `phrases`"),
        ("picture", "ABA B", "has a `picture` in which the match is over"),
    )
    declared: tuple[tuple[str, Any, str], ...] = (
        ("marks", ("A", "Bob"), "writes `second` as 'Bob' on its board"),
        ("empty", "A", "writes `first` as 'A' on its board, where each has a letter of its own"),
        ("maxima", lambda _: {"turns": 3}, "gives a maximum of turns, which is neither a field nor an extra plane"),
        ("length", Dial(9, 2, 4, "?"), "has an option length with the default 9; it is a whole number from 2 to 4"),
        ("rule_sets", {"small": "seize=2"}, "is refused by the game itself: there is no option 'seize'"),
        ("set_up", lambda game: Row.set_up(game) or game.__dict__.update(goal=7), "sets `goal` in `set_up`"),
        ("shape", Shape(0, 0), "has a board, and neither `size` nor `rows` and `columns`"),
    )
    tried = [({"words": {name: other}}, says) for name, other, says in words]
    for names, says in [*tried, *(({name: other}, says) for name, other, says in declared)]:
        faults = examine_game(changed(**names), under_options=False).faults
        assert says in " ".join(fault.sentence for fault in faults), names


def test_a_domino_needs_to_say_what_it_becomes_in_the_mirror() -> None:
    part_by_part: type[Game] = type("Cram", (Cram,), {"transform_move": Game.transform_move})
    (fault,) = examine_game(part_by_part, under_options=False).faults
    assert "see `transform_move`" in fault.what


@pytest.mark.slow
def test_the_smallest_position_is_told() -> None:
    """In a game that is looked through and in one that is not: a play that shows it is made shorter."""
    for size, wanted in ((4, 0b1001), (4, 0b10), (13, 0b111), (13, 1 << 12)):
        draw: Any = lambda _, position, w=wanted: "" if position.first & w == w else "drawn"  # noqa: E731
        game = changed(f"length={size}", {"draw": draw}, length=Dial(3, 2, 13, "squares in the row"))
        walk = walk_through(game)
        assert walk.is_whole == (size == 4)
        (fault,) = find_faults(game, [BY_NAME["what_is_said_is_text"]], walk)
        position = game.start()
        for words in fault.moves:
            (move,) = [move for move in game.named_moves(position) if str(move) == words]
            position = game.play(position, move)
        assert (game.write_position(position), position.first & wanted) == (fault.position, wanted)
        layer, moves = {game.start()}, 0  # how long it takes, layer by layer, sharing nothing with the walk
        while not any(position.first & wanted == wanted for position in layer):
            layer = {game.play(position, move) for position in layer for move in game.legal_moves(position)}
            moves += 1
        assert len(fault.moves) == moves


def test_a_small_game_is_looked_through_and_what_is_worth_knowing_is_told() -> None:
    game = changed()
    assert set(positions(game)) == set(find_reachable(game))
    assert not walk_through(game, 5).is_whole
    walk = walk_through(game)
    assert examine.describe_end(game, walk) == "Play always ends, after 3 moves at most."
    assert examine.describe_bits(game, walk) == "A position takes 7 bits; the solver can keep 63."
    wide = load("numbers", "size=4")
    told = examine.describe_bits(wide, walk_through(wide, 5))
    assert "not solved, unless squares only ever lose what they held" in told
    wrong = changed(points=lambda _, position: (position.second.bit_count(), position.first.bit_count()))
    assert "Points do not decide: " in examine.describe_points(wrong, walk_through(wrong))
    right = changed(points=lambda _, position: (position.first.bit_count(), position.second.bit_count()))
    assert examine.describe_points(right, walk_through(right)).startswith("Points are a margin")


def test_circles_and_a_field_that_only_counts_are_told() -> None:
    endless: dict[str, Any] = {
        "play": lambda _, position, move: At(position.first ^ 1 << move, 0, 1 - position.mover),
        "outcome": lambda *_: 0,
        "legal_moves": lambda game, _: iter(range(game.columns)),
    }
    game = changed(**endless)
    assert examine.describe_end(game, walk_through(game)).startswith("Play need not end: 2 moves from ")
    assert find_counter(game) == ""
    counting = changed(**{**endless, "play": lambda _, p, __: At(p.first, p.second + 1, 1 - p.mover)})
    assert find_counter(counting) == "second"


@pytest.mark.slow
def test_a_report_is_told_and_raised() -> None:
    assert check_game(changed()).is_lawful
    assert check_game("showdown", "size=3", under_options=False).looked_at == (
        "Tried in all 21 positions that play can reach.",
    )
    silent = changed(words={"reason": lambda *_: ""})
    assert examine.find_broken_law(changed()) == ""
    assert "ABA B has nothing said by `reason` (after A1, B1, C1). Each method" in examine.find_broken_law(silent)
    with pytest.raises(BrokenLaw, match=r"row: ABA B has nothing said by `reason`\. Each method of `Words` returns"):
        BY_NAME["what_is_said_is_text"](silent, At(5, 2, 1))
    with pytest.raises(BrokenLaw) as broken:
        check_game(silent)
    assert str(broken.value).startswith(
        "row breaks 1 law.\n\n"
        "Broken: Everything that is drawn, shown and said is text, also why it is over and why a move is refused.\n"
        "  ABA B has nothing said by `reason`.\n"
        "  After 3 moves (A1, B1, C1):\n      A B C\n    1 A B A\n"
        "  To mend it: Each method of `Words` returns text; `ask` yields it; squares of the board are numbers from 0.\n"
        "\nTried in all 13 positions that play can reach.\n"
    )


def test_options_are_tried_too_and_make_a_game_or_are_refused() -> None:
    words: dict[str, Any] = {"reason": lambda words, _: "" if words.game.columns == 4 else "full"}
    (fault,) = examine_game(changed(words=words)).faults
    assert (fault.options, fault.position) == ("length=4", "ABAB A")

    def set_up(game: Any) -> None:
        if game.length == 4:
            raise BadOption("four is too many")
        Row.set_up(game)

    report = examine_game(changed(set_up=set_up))
    assert report.is_lawful
    assert "1 choice made no game and said so" in report.looked_at[1]


@pytest.mark.slow
def test_points_that_are_said_to_decide_nothing_are_tried_more_widely() -> None:
    """One position in thousands that the usual sample does not come to."""
    wanted = 0b1011011

    def outcome(game: Any, position: Position) -> int:
        return 1 if position.first == wanted and position.second else Row.outcome(game, position)

    wide: dict[str, Any] = {
        "length": Dial(9, 2, 9, "squares in the row"),
        "points_only_at_end": True,
        "points": lambda _, p: (0, p.second.bit_count()),
        "without_points": lambda _, p: p._replace(second=0) if p.first == wanted else p,
        "outcome": outcome,
        "legal_moves": lambda game, p: Row.legal_moves(game, p) if not game.outcome(p) else iter(()),
        "symmetric": False,
    }
    report = examine_game(changed(**wide), under_options=False, most=500)
    assert (examine.POINTS, examine.SOME_POINTS) == (200_000, 20_000)
    assert [fault.law for fault in report.faults] == ["points decide only the end"]
    assert report.looked_at[1].startswith("Points: Tried in all ")


def test_a_game_is_tried_before_it_is_solved_and_once() -> None:
    asked: Any = []
    game = changed(outcome=lambda *given: (asked.append(given[1]), Row.outcome(*given))[1])
    require_laws(game)
    count = len(asked)
    require_laws(game)
    assert count == len(asked) > 0
    for name, (names, _) in BROKEN.items():
        if BY_NAME[name].is_for_truth and names and name != "rules_remember_nothing":
            with pytest.raises(BrokenRules, match="row cannot be solved: "):
                require_laws(changed(**names))


def test_the_page_names_every_law_and_everything_that_is_for_tests() -> None:
    page = (Path(__file__).parents[2] / "docs" / "checking-a-game.md").read_text(encoding="utf-8")
    for law in LAWS:
        assert f"| {law.name} | {law.promise} |" in page
    for name in testing.__all__:
        assert f"`{name}`" in page
    for figure in (f"up to {MOST:,} positions", f"{examine.POINTS:,}", f"{examine.SOME_POINTS:,}"):
        assert figure in page
