"""The prompt, read back: what it says of goal, sides, coordinates and moves is what the rules do, in both seats.

Nothing but the text of the prompt is believed, and it is held against the rules as tests/restated.py says them again.
"""

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from squarely import Game, Match, Side
from squarely.core.rules import registry
from squarely.core.rules.options import Ruling
from squarely.players.prompt import write_prompt
from tests import restated
from tests.boards import playouts
from tests.games.outside_games import HEAP, HOP, Hop
from tests.restated import Moves

Restated = Callable[[str], tuple[str, Moves]]


def hop(line: str) -> tuple[str, Moves]:
    """Hop, said a second time."""
    board, me = restated.parted(line)
    you = "D" if me == "L" else "L"
    if any(board[3 if you == "D" else 0, c] == you for c in range(4)):
        return ("first" if you == "L" else "second"), {}
    ahead, moves = (-1 if me == "L" else 1), {}
    for (r, c), piece in board.items():
        over = board.get((r + ahead, c), ".") != "."
        targets = [(r + ahead, c), (r, c - 1), (r, c + 1), *([(r + 2 * ahead, c)] if over else [])]
        for target in targets:
            if piece == me and board.get(target) == ".":
                words = " ".join(f"{'ABCD'[column]}{row + 1}" for row, column in ((r, c), target))
                moves[words] = restated.joined({**board, (r, c): ".", target: me}, you)
    return ("" if moves else "first" if you == "L" else "second"), moves


TWINS: dict[str, Restated] = {
    "center": restated.center,
    "numbers": restated.numbers,
    "quad": restated.quad,
    "showdown": restated.showdown,
    "snatchers": restated.snatchers,
    "hop": hop,
}


@cache
def game_of(name: str, options: str = "") -> Game:
    return Hop(options) if name == "hop" else registry.load(name, options)


@cache
def positions(name: str) -> tuple[str, ...]:
    """Position lines to ask about: every one of the small games, many of the others, ends included."""
    game = game_of(name)
    if name in ("showdown", "snatchers", "center"):
        every = sorted(restated.reachable(TWINS[name], game.write_position(game.start())))
        return tuple(Random(1).sample(every, min(1500, len(every))))
    played = playouts(game, matches=60, turns=40)
    return tuple(sorted({game.write_position(match.position) for match in played}))


@cache
def asked(name: str) -> tuple[tuple[Match, Side, "Told"], ...]:
    """Every such position with what each seat is told."""
    game = game_of(name)
    matches = [Match.of(game, game.read_position(line)) for line in positions(name)]
    return tuple((match, side, read(write_prompt(match, side))) for match in matches for side in Side)


class Told(NamedTuple):
    """A prompt, read."""

    goal: str
    you: str
    turn: str  # who is to move; empty if the match is over
    marks: dict[str, str]  # by name of the side
    columns: list[str]
    rows: list[str]
    names: list[str]  # of the squares row by row; none where the game has no names
    filled: dict[str, tuple[str, str]]  # by name of the square: what stands there, and whose
    special: dict[str, str]
    line: str
    drawn: str
    moves: dict[str, list[str]]  # the legal moves, and the squares told with each
    outcome: str

    def at(self, column: str, row: str) -> int:
        """The number of the square with these labels."""
        return self.rows.index(row) * len(self.columns) + self.columns.index(column)


def read(text: str) -> Told:
    parts = dict(part.partition("\n")[::2] for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:])
    sides, squares, where = parts["Sides"], parts["Squares"], parts["Position"]
    marks = dict(re.findall(r"^- (.+?) is the (?:first|second) side, written (\S+) where", sides, re.MULTILINE))
    (you,) = re.findall(r"^- (.+?) is the .* This is you\.$", sides, re.MULTILINE)
    listed = re.findall(r"^- `(.+)`(?: (.+))?$", parts.get("Legal moves", ""), re.MULTILINE)
    turn = re.findall(r"^It is (?:your turn, |the turn of )(.+)\.$", parts.get("Legal moves", ""), re.MULTILINE)
    grid = re.findall(r"^Row by row from the top: (.+)$", squares, re.MULTILINE)
    taken = re.findall(r"^Not empty: (.+)$", squares, re.MULTILINE)
    stands = re.findall(r"(\S+) (\w+|\*)(?: of ([\w ]+))?(?:, |$)", taken[0] if taken else "")
    drawn, _, line = where.partition("As a line: ")
    over = re.findall(r"^The match is over: (.+)\.$", where, re.MULTILINE)
    return Told(
        re.findall(r"^The goal: (.+)$", text, re.MULTILINE)[0],
        you,
        turn[0] if turn else "",
        marks,
        re.findall(r"^Columns from left to right: (.+)$", squares, re.MULTILINE)[0].split(),
        re.findall(r"^Rows from top to bottom: (.+)$", squares, re.MULTILINE)[0].split(),
        grid[0].replace("/", " ").split() if grid else [],
        {name: (what, whose) for name, what, whose in stands if name != "no"},
        dict(re.findall(r"^(\(\S+\)) is the (.+)$", squares, re.MULTILINE)),
        line.splitlines()[0],
        drawn.rstrip("\n"),
        {move: squares.split(" to ") if squares else [] for move, squares in listed},
        over[0] if over else "",
    )


each_game = pytest.mark.parametrize("name", TWINS)


@each_game
def test_there_is_enough_to_ask_about(name: str) -> None:
    ended = [line for line in positions(name) if TWINS[name](line)[0]]
    assert len(positions(name)) >= 77
    assert ended
    assert len({line.split()[1] for line in ended}) == (1 if name == "showdown" else 2)


# Sides and turns


@each_game
def test_both_seats_are_told_who_is_who_and_whose_turn_it_is(name: str) -> None:
    names = game_of(name).players
    for match, side, told in asked(name):
        line = game_of(name).write_position(match.position)
        assert told.line == line
        assert told.you == names[side]
        assert tuple(told.marks) == names
        if not TWINS[name](line)[0]:
            assert told.marks[told.turn] == line.split()[1]


# The board and its coordinates

CELLS = {
    "center": r"[AB-](?=\s|$)",
    "numbers": r"(?<=\| )[ \d](?= \|)",
    "quad": r"[XO.](?= )",
    "showdown": r"(?<=\| )[ *](?= \|)",
    "snatchers": r"(?<=\|)(?: P1 | P2 |    )(?=\|)",
    "hop": r"[LD.](?= |$)",
}


def cells(name: str, drawn: str) -> str:
    """The squares of a drawn board row by row, as a position line writes them."""
    empty = "-" if name == "center" else "."
    rows = [line for line in drawn.splitlines() if re.match(r"(?:Row )?\d |\| ", line)]
    labelled = name != "numbers"
    bodies = [re.sub(r"^(?:Row )?\d ", "", row) if labelled else row for row in rows]
    found = [[cell.strip() or empty for cell in re.findall(CELLS[name], body)] for body in bodies]
    return "/".join("".join(cell[-1] for cell in row) for row in found)


@each_game
def test_the_board_is_drawn_as_the_line_has_it(name: str) -> None:
    for _, _, told in asked(name):
        assert cells(name, told.drawn) == told.line.split()[0], told.drawn


@each_game
def test_what_is_said_to_stand_on_a_square_stands_there(name: str) -> None:
    pieces = {"center": "AB", "quad": "XO", "hop": "LD", "snatchers": ("P1", "P2")}.get(name, ())
    for _, _, told in asked(name):
        board = told.line.split()[0].replace("/", "")
        assert set(told.filled) == {told.names[at] for at, cell in enumerate(board) if cell not in ".-"}
        for square, (what, whose) in told.filled.items():
            assert what[-1] == board[told.names.index(square)]
            assert whose == (game_of(name).players[list(pieces).index(what)] if pieces else "")


@each_game
def test_the_labels_are_those_that_the_names_are_made_of(name: str) -> None:
    _, _, told = asked(name)[0]
    write = {"quad": "{c}{r}", "hop": "{c}{r}", "snatchers": "({c},{r})"}.get(name, "({r},{c})")
    assert told.names == [write.format(c=column, r=row) for row in told.rows for column in told.columns]
    assert told.columns == list({"center": "012", "numbers": "123", "quad": "ABCD", "hop": "ABCD"}.get(name, "12345"))


def test_a_game_without_squares_names_none() -> None:
    text = write_prompt(Match.of(HEAP), Side.FIRST)
    assert "Row by row" not in text
    assert "Not empty" not in text
    assert "As a line: 11 A\n" in text
    assert "- `take 1`\n- `take 2`\n- `take 3`\n" in text


def named(name: str, told: Told, move: str) -> list[int]:
    """The squares that a move names, in its own words or in those beside it, by the coordinates of the prompt."""
    if name == "hop":
        return [told.at(word[0], word[1]) for word in move.split()]
    if told.moves[move]:
        return [told.names.index(square) for square in told.moves[move]]
    parts = re.findall(r"[A-D]?\d", move)
    if name != "quad":
        parts = [f"({row},{column})" for row, column in zip(parts[::2], parts[1::2], strict=True)]
    return [told.names.index(part) for part in parts]


@each_game
def test_a_move_changes_the_squares_that_it_names_by_these_coordinates(name: str) -> None:
    for _, side, told in asked(name):
        if side == Side.SECOND:
            continue  # told the same squares, which another test sees to
        board = told.line.split()[0].replace("/", "")
        for move, after in TWINS[name](told.line)[1].items():
            reached = after.split()[0].replace("/", "")
            changed = {at for at in range(len(board)) if board[at] != reached[at]}
            squares = named(name, told, move)
            if name == "numbers":  # what is selected, and what it captures next to it
                assert squares[0] in changed
                assert all(abs(at // 3 - squares[0] // 3) + abs(at % 3 - squares[0] % 3) < 2 for at in changed)
            else:
                assert set(squares) == changed
            if len(squares) == 2 and name != "quad":  # from there to here
                assert reached[squares[0]] in ".-"
                assert reached[squares[1]] == board[squares[0]]


@each_game
def test_both_seats_are_told_the_same_squares(name: str) -> None:
    told = [told for _, _, told in asked(name)]
    for first, second in zip(told[::2], told[1::2], strict=True):
        assert first._replace(you="") == second._replace(you="")


# Moves


@each_game
def test_the_moves_listed_are_the_legal_ones(name: str) -> None:
    for _, _, told in asked(name):
        _, moves = TWINS[name](told.line)
        assert sorted(told.moves) == sorted(moves)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("center", "stalemate=loses,diagonal=allowed,size=5"),
        ("numbers", "capture=choose,size=4,komi=3"),
        ("quad", "sudden_death=convert,size=3"),
        ("quad", "sudden_death=none,size=5,block=3"),
        ("showdown", "first=2,reversal=allowed,size=6,start=2-3,goal=4-4"),
        ("snatchers", "up=screen,size=4,reach=3"),
        ("snatchers", "up=cartesian"),
        ("hop", "size=3"),
    ],
)
def test_the_moves_listed_under_other_options_are_those_that_can_be_played(name: str, options: str) -> None:
    game, seen = game_of(name, options), 0
    for match in playouts(game, matches=5, turns=25):
        told = read(write_prompt(match, match.mover))
        assert sorted(told.moves) == sorted(str(move) for move in match.legal_moves)
        for move, squares in told.moves.items():
            seen += 1
            after = game.write_position(match.play(move).position).split()[0].replace("/", "")
            if squares:
                assert after[told.names.index(squares[-1])] != told.line.split()[0].replace("/", "")[
                    told.names.index(squares[-1])
                ]  # fmt: skip
    assert seen > 20


# Goals


def two_by_two(told: Told, mark: str) -> bool:
    corners = [(c, r) for c in range(3) for r in range(3)]
    board = told.line.split()[0].replace("/", "")
    return any(all(board[(r + down) * 4 + c + on] == mark for down in (0, 1) for on in (0, 1)) for c, r in corners)


def on_the_center(told: Told, mark: str) -> bool:
    (center,) = [square for square, what in told.special.items() if what == "center"]
    return told.filled.get(center, ("", ""))[0] == mark


def pushed_onto_the_goal(told: Told, mark: str) -> bool:
    (goal,) = [square for square, what in told.special.items() if what == "goal"]
    return goal == "(3,3)" and goal in told.filled and told.line.split()[1] != mark


def captured_the_other(told: Told, mark: str) -> bool:
    return {what for what, _ in told.filled.values()} == {f"P{mark}"}


def higher_total(told: Told, mark: str) -> bool:
    first, second = map(int, told.line.split()[2].split("-"))
    return not told.filled and (first > second if mark == "1" else second > first)


def on_the_far_row(told: Told, mark: str) -> bool:
    return mark in told.line.split("/")[0 if mark == "L" else 3].split()[0]


GOALS: dict[str, Callable[[Told, str], bool]] = {
    "Be the first to move one of your tokens onto the center square.": on_the_center,
    "Capture numbered squares and have the higher total at the end.": higher_total,
    "Be the first to form a 2x2 square with your markers.": two_by_two,
    "Be the one who moves the shared token onto the center square.": pushed_onto_the_goal,
    "Capture the opponent's token by moving onto it.": captured_the_other,
    "Be the first to bring a piece to the far row.": on_the_far_row,
}


@each_game
def test_whoever_reaches_the_goal_that_is_told_has_won_and_nobody_else(name: str) -> None:
    names, won = game_of(name).players, 0
    for _, _, told in asked(name):
        winner = TWINS[name](told.line)[0]
        reached = [side for side in names if GOALS[told.goal](told, told.marks[side])]
        if not winner:
            assert (reached, told.outcome) == ([], "")
            continue
        won += 1
        side, other = names if winner == "first" else reversed(names)
        assert told.outcome.endswith(f"; {side} wins")
        if len(reached) == 2:  # by one swap, which wins for whoever made it, as the ruling says
            assert told.line.split()[1] == told.marks[other]
        else:
            assert reached == [side] or told.outcome.startswith(f"{other} cannot move")
    assert won


# Rules and rulings


@each_game
def test_the_rulebook_and_every_ruling_in_force_is_told(name: str) -> None:
    game = game_of(name)
    text = write_prompt(Match.of(game), Side.SECOND)
    told = dict(re.findall(r"^- (\w+)=(\S+?):? ", text, re.MULTILINE))
    assert told == {option.name: str(game.settings[option.name]) for option in game.declared}
    for paragraph in ("Goal.", "Setup.", "Moving.", "Winning."):
        assert f"\n{paragraph} " in text
    for option in game.declared:
        assert option.says in text
        if isinstance(option, Ruling):
            assert option.readings[option.default] in text
            assert [
                meaning for reading, meaning in option.readings.items() if reading != option.default and meaning in text
            ] == []


def test_what_differs_from_the_rulebook_says_so() -> None:
    text = write_prompt(Match.of(registry.load("quad", "sudden_death=convert,size=5")), Side.FIRST)
    told = "in sudden death, one of the opponent's markers becomes yours.\n"
    assert f"- sudden_death=convert (the rulebook has exchange): {told}" in text
    assert "exchange places" not in text
    assert "swapping" not in text.split("# Squares")[0].replace("sudden_death", "")
    assert "- size=5 (the rulebook has 4): rows and columns of the grid\n" in text
    assert "Where one of these differs from the rules above, it is this that holds." in text


# The match so far


def test_the_history_is_told_and_whoever_began() -> None:
    match = Match.of(registry.load("quad")).play("B2").play("A1")
    text = write_prompt(match, Side.FIRST)
    assert "\nMoves so far: 1. B2; 2. A1\n" in text
    assert "In this match Player 1 moved first." in text
    assert "In this match Player 2 moves first." in write_prompt(
        Match.of(registry.load("showdown", "first=2")), Side.FIRST
    )


def test_of_a_long_match_the_last_moves_are_told_and_repetitions_where_they_count() -> None:
    match = Match.of(registry.load("snatchers"))
    for _ in range(20):
        for move in ("right 1", "left 1", "left 1", "right 1"):
            match = match.play(move)
    text = write_prompt(match, Side.FIRST)
    assert "\nMoves so far (earlier ones left out): 21. right 1; 22. left 1;" in text
    assert "80. right 1\n" in text
    assert "Occurrences" not in text
    drawn = Match.of(registry.load("snatchers", "repetition=draw"))
    for move in ("right 1", "left 1", "left 1", "right 1"):
        drawn = drawn.play(move)
    assert "\nOccurrences of this position so far: 2\n" in write_prompt(drawn, Side.FIRST)


def test_names_are_joined_with_those_of_the_rules() -> None:
    match = Match.of(registry.load("center"), names=("Ann", "Bob"))
    text = write_prompt(match, Side.SECOND)
    assert "- Ann (the rules say Player A) is the first side, written A where" in text
    assert "- Bob (the rules say Player B) is the second side, written B where its turn is noted. This is you." in text
    assert "\nIt is the turn of Ann.\n" in text
    assert "\nAnn has 4 tokens in hand, Bob has 4 tokens in hand.\n" in text


def test_news_are_told() -> None:
    game = registry.load("quad")
    before = Match.of(game, game.read_position("XXOO/OOXX/XXOO/OXX. O"))
    assert "Sudden Death begins!" in write_prompt(before.play("D4"), Side.SECOND)
    assert "Sudden Death begins!" not in write_prompt(before, Side.FIRST)


def test_it_ends_with_how_to_answer() -> None:
    assert write_prompt(Match.of(HOP), Side.FIRST).endswith("\nMOVE: the move")
