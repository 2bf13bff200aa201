"""The prompt, read back: what it says of goal, sides, coordinates and moves is what the rules do, in both seats.

Nothing but the text of the prompt is believed, and it is held against the rules as tests/restated.py says them again.
"""

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from squarely import Game, Match, Side
from squarely.core.rules import registry
from squarely.core.rules.options import Ruling
from squarely.players.prompt import write_prompt
from tests import restated
from tests.boards import played, playouts
from tests.games.outside_games import HEAP, Hop
from tests.restated import Moves


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


TWINS: dict[str, Callable[[str], tuple[str, Moves]]] = {
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
def asked(name: str) -> tuple[tuple[Side, "Told"], ...]:
    """What each seat is told in every position of the small games, in many of the others, ends included."""
    game = game_of(name)
    if name in ("showdown", "snatchers", "center"):
        every = sorted(restated.reachable(TWINS[name], game.write_position(game.start())))
        lines = Random(1).sample(every, min(500, len(every)))
    else:
        lines = [game.write_position(match.position) for match in playouts(game, matches=30, turns=40)]
    matches = [Match.of(game, game.read_position(line)) for line in sorted(set(lines))]
    told = tuple((side, Told(write_prompt(match, side))) for match in matches for side in Side)
    assert [each.line for _, each in told[::2]] == sorted(set(lines))
    return told


class Told:
    """A prompt, read."""

    def __init__(self, text: str) -> None:
        parts = dict(part.partition("\n")[::2] for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:])

        def found(part: str, pattern: str) -> list[Any]:
            return re.findall(f"^{pattern}$", parts.get(part, ""), re.MULTILINE)

        (columns,), (rows,) = found("Squares", "Columns from .*: (.+)"), found("Squares", "Rows from .*: (.+)")
        (grid,), (taken,) = found("Squares", "Row by row from the top: (.+)"), found("Squares", "Not empty: (.+)")
        stands = re.findall(r"(\S+) (\w+|\*)(?: of ([\w ]+))?(?:, |$)", taken)
        (self.goal,) = re.findall(r"^The goal: (.+)$", text, re.MULTILINE)
        (self.you,) = found("Sides", r"- (.+?) is the .* This is you\.")
        self.marks: dict[str, str] = dict(
            found("Sides", r"- (.+?) is the (?:first|second) side, written (\S+) where .*")
        )
        self.turn = "".join(found("Legal moves", r"It is (?:your turn, |the turn of )(.+)\."))
        self.columns, self.rows, self.names = columns.split(), rows.split(), grid.replace("/", " ").split()
        self.filled = {name: (what, whose) for name, what, whose in stands if name != "no"}
        self.special = dict(found("Squares", r"(\(\S+\)) is the (.+)"))
        (self.line,) = found("Position", "As a line: (.+)")
        self.board, self.mover = self.line.split()[0].replace("/", ""), self.line.split()[1]
        self.drawn = parts["Position"].partition("As a line: ")[0].rstrip("\n")
        moves = found("Legal moves", "- `(.+)`(?: (.+))?")
        self.moves: dict[str, list[str]] = {move: at.split(" to ") if at else [] for move, at in moves}
        self.outcome = "".join(found("Position", r"The match is over: (.+)\."))


each_game = pytest.mark.parametrize("name", TWINS)
CELLS = {
    "center": r"[AB-](?=\s|$)",
    "numbers": r"(?<=\| )[ \d](?= \|)",
    "quad": r"[XO.](?= )",
    "showdown": r"(?<=\| )[ *](?= \|)",
    "snatchers": r"(?<=\|)(?: P1 | P2 |    )(?=\|)",
    "hop": r"[LD.](?= |$)",
}
PIECES = {"center": "AB", "quad": "XO", "hop": "LD", "snatchers": ("P1", "P2")}


def cells(name: str, drawn: str) -> str:
    """The squares of a drawn board row by row, as a position line writes them."""
    empty = "-" if name == "center" else "."
    rows = [line for line in drawn.splitlines() if re.match(r"(?:Row )?\d |\| ", line)]
    bodies = [row if name == "numbers" else re.sub(r"^(?:Row )?\d ", "", row) for row in rows]
    return "/".join("".join((cell.strip() or empty)[-1] for cell in re.findall(CELLS[name], body)) for body in bodies)


@pytest.mark.slow
@each_game
def test_both_seats_are_told_who_is_who_whose_turn_it_is_and_what_stands_where(name: str) -> None:
    players, pieces = game_of(name).players, list(PIECES.get(name, ""))
    for side, told in asked(name):
        assert told.you == players[side]
        assert tuple(told.marks) == players
        if not TWINS[name](told.line)[0]:
            assert told.marks[told.turn] == told.mover
        assert cells(name, told.drawn) == told.line.split()[0], told.drawn
        assert set(told.filled) == {told.names[at] for at, cell in enumerate(told.board) if cell not in ".-"}
        for square, (what, whose) in told.filled.items():
            assert what[-1] == told.board[told.names.index(square)]
            assert whose == (players[pieces.index(what)] if pieces else "")
    every = [vars(told) | {"you": ""} for _, told in asked(name)]
    assert every[::2] == every[1::2], "both seats are told the same squares"
    write = {"quad": "{c}{r}", "hop": "{c}{r}", "snatchers": "({c},{r})"}.get(name, "({r},{c})")
    assert told.names == [write.format(c=column, r=row) for row in told.rows for column in told.columns]
    assert told.columns == list({"center": "012", "numbers": "123", "quad": "ABCD", "hop": "ABCD"}.get(name, "12345"))


def named(name: str, told: Told, move: str) -> list[int]:
    """The squares that a move names, in its own words or in those beside it, by the coordinates of the prompt."""
    if name == "hop":
        return [told.rows.index(word[1]) * len(told.columns) + told.columns.index(word[0]) for word in move.split()]
    if told.moves[move]:
        return [told.names.index(square) for square in told.moves[move]]
    parts = re.findall(r"[A-D]?\d", move)
    if name != "quad":
        parts = [f"({row},{column})" for row, column in zip(parts[::2], parts[1::2], strict=True)]
    return [told.names.index(part) for part in parts]


@pytest.mark.slow
@each_game
def test_the_legal_moves_are_listed_and_change_the_squares_that_they_name_by_these_coordinates(name: str) -> None:
    for _, told in asked(name)[::2]:
        moves = TWINS[name](told.line)[1]
        assert sorted(told.moves) == sorted(moves)
        for move, after in moves.items():
            reached = after.split()[0].replace("/", "")
            changed = {at for at in range(len(reached)) if told.board[at] != reached[at]}
            squares = named(name, told, move)
            if name == "numbers":  # what is selected, and what it captures next to it
                assert squares[0] in changed
                assert all(abs(at // 3 - squares[0] // 3) + abs(at % 3 - squares[0] % 3) < 2 for at in changed)
            else:
                assert set(squares) == changed
            if len(squares) == 2 and name != "quad":  # from there to here
                assert reached[squares[0]] in ".-"
                assert reached[squares[1]] == told.board[squares[0]]


@pytest.mark.slow
def test_the_moves_listed_under_other_options_are_those_that_can_be_played() -> None:
    for name, options in (
        ("center", "stalemate=loses,diagonal=allowed,size=5"),
        ("numbers", "capture=choose,size=4,komi=3"),
        ("quad", "sudden_death=convert,size=3"),
        ("quad", "sudden_death=none,size=5,block=3"),
        ("showdown", "first=2,reversal=allowed,size=6,start=2-3,goal=4-4"),
        *(("snatchers", "up=screen,size=4,reach=3"), ("snatchers", "up=cartesian"), ("hop", "size=3")),
    ):
        game = game_of(name, options)
        for match in playouts(game, matches=5, turns=25):
            told = Told(write_prompt(match, match.mover))
            assert sorted(told.moves) == sorted(str(move) for move in match.legal_moves)
            for move, squares in told.moves.items():
                after = game.write_position(match.play(move).position).split()[0].replace("/", "")
                assert not squares or after[last := told.names.index(squares[-1])] != told.board[last]


def reaches(told: Told, mark: str) -> bool:
    """Whether this side has reached the goal that is told."""
    special: dict[str, str] = {what: told.filled.get(square, ("", ""))[0] for square, what in told.special.items()}
    match told.goal:
        case "Be the first to move one of your tokens onto the center square.":
            return special["center"] == mark
        case "Capture numbered squares and have the higher total at the end.":
            first, second = map(int, told.line.split()[2].split("-"))
            return not told.filled and (first > second if mark == "1" else second > first)
        case "Be the first to form a 2x2 square with your markers.":
            corners = [4 * r + c for c in range(3) for r in range(3)]
            return any(all(told.board[at + beside] == mark for beside in (0, 1, 4, 5)) for at in corners)
        case "Be the one who moves the shared token onto the center square.":
            return told.special == {"(3,3)": "goal"} and special["goal"] == "*" and told.mover != mark
        case "Capture the opponent's token by moving onto it.":
            return {what for what, _ in told.filled.values()} == {f"P{mark}"}
        case "Be the first to bring a piece to the far row.":
            return mark in (told.board[:4] if mark == "L" else told.board[-4:])
    raise AssertionError(told.goal)


@pytest.mark.slow
@each_game
def test_whoever_reaches_the_goal_that_is_told_has_won_and_nobody_else(name: str) -> None:
    names, ended = game_of(name).players, set[str]()
    assert len(asked(name)) >= 2 * 77
    for _, told in asked(name):
        winner = TWINS[name](told.line)[0]
        reached = [side for side in names if reaches(told, told.marks[side])]
        if not winner:
            assert (reached, told.outcome) == ([], "")
            continue
        ended.add(told.mover)
        side, other = names if winner == "first" else reversed(names)
        assert told.outcome.endswith(f"; {side} wins")
        if len(reached) == 2:  # by one swap, which wins for whoever made it, as the ruling says
            assert told.mover == told.marks[other]
        else:
            assert reached == [side] or told.outcome.startswith(f"{other} cannot move")
    assert len(ended) == (1 if name == "showdown" else 2)


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
            assert [reading for reading, says in option.readings.items() if says in text] == [option.default]


def test_what_differs_from_the_rulebook_says_so_and_a_game_without_squares_names_none() -> None:
    text = write_prompt(Match.of(registry.load("quad", "sudden_death=convert,size=5")), Side.FIRST)
    told = "in sudden death, one of the opponent's markers becomes yours.\n"
    assert f"- sudden_death=convert (the rulebook has exchange): {told}" in text
    assert "exchange places" not in text
    assert "swapping" not in text.split("# Squares")[0].replace("sudden_death", "")
    assert "- size=5 (the rulebook has 4): rows and columns of the grid\n" in text
    assert "Where one of these differs from the rules above, it is this that holds." in text
    text = write_prompt(Match.of(HEAP), Side.FIRST)
    assert "Row by row" not in text
    assert "Not empty" not in text
    assert "As a line: 11 A\n" in text
    assert "- `take 1`\n- `take 2`\n- `take 3`\n" in text


def test_the_history_is_told_and_whoever_began_and_news_and_how_to_answer() -> None:
    match = Match.of(registry.load("quad")).play("B2").play("A1")
    text = write_prompt(match, Side.FIRST)
    assert "\nMoves so far: 1. B2; 2. A1\n" in text
    assert "In this match Player 1 moved first." in text
    assert text.endswith("\nMOVE: the move")
    second = write_prompt(Match.of(registry.load("showdown", "first=2")), Side.FIRST)
    assert "In this match Player 2 moves first." in second
    before = Match.of(match.game, match.game.read_position("XXOO/OOXX/XXOO/OXX. O"))
    assert "Sudden Death begins!" in write_prompt(before.play("D4"), Side.SECOND)
    assert "Sudden Death begins!" not in write_prompt(before, Side.FIRST)


def test_of_a_long_match_the_last_moves_are_told_and_repetitions_where_they_count() -> None:
    circle = ("right 1", "left 1", "left 1", "right 1")
    text = write_prompt(played(Match.of(registry.load("snatchers")), *circle * 20), Side.FIRST)
    assert "\nMoves so far (earlier ones left out): 21. right 1; 22. left 1;" in text
    assert "80. right 1\n" in text
    assert "Occurrences" not in text
    drawn = played(Match.of(registry.load("snatchers", "repetition=draw")), *circle)
    assert "\nOccurrences of this position so far: 2\n" in write_prompt(drawn, Side.FIRST)


def test_names_are_joined_with_those_of_the_rules() -> None:
    text = write_prompt(Match.of(registry.load("center"), names=("Ann", "Bob")), Side.SECOND)
    assert "- Ann (the rules say Player A) is the first side, written A where" in text
    assert "- Bob (the rules say Player B) is the second side, written B where its turn is noted. This is you." in text
    assert "\nIt is the turn of Ann.\n" in text
    assert "\nAnn has 4 tokens in hand, Bob has 4 tokens in hand.\n" in text
