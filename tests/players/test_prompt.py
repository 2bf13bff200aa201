"""The prompt, read back: what it says of sides, coordinates and moves is what the rules do, in both seats.

Nothing but the text of the prompt is believed, and it is held against the rules as tests/restated.py says them again.
"""

import re
from random import Random
from typing import Any

import pytest

from squarely import Game, Match, Side
from squarely.core.rules import registry
from squarely.core.rules.options import Ruling
from squarely.players.prompt import write_prompt
from tests import restated
from tests.boards import played, playouts
from tests.games.outside_games import DROP, HEAP

PIECES = {"center": ("A", "B"), "quad": ("X", "O"), "snatchers": ("P1", "P2")}
each_game = pytest.mark.parametrize("name", registry.names())


class Told:
    def __init__(self, text: str) -> None:
        parts = dict(part.partition("\n")[::2] for part in re.split(r"^# ", text, flags=re.MULTILINE)[1:])

        def found(part: str, pattern: str) -> list[Any]:
            return re.findall(f"^{pattern}$", parts.get(part, ""), re.MULTILINE)

        (grid,), (taken,) = found("Squares", "Row by row from the top: (.+)"), found("Squares", "Not empty: (.+)")
        stands = re.findall(r"(\S+) (\w+|\*)(?: of ([\w ]+))?(?:, |$)", taken)
        (self.you,) = found("Sides", r"- (.+?) is the .* This is you\.")
        self.marks = dict(found("Sides", r"- (.+?) is the (?:first|second) side, written (\S+) where .*"))
        self.turn = "".join(found("Legal moves", r"It is (?:your turn, |the turn of )(.+)\."))
        self.names = grid.replace("/", " ").split()
        self.filled = {name: (what, whose) for name, what, whose in stands if name != "no"}
        (self.line,) = found("Position", "As a line: (.+)")
        self.board, self.mover = self.line.split()[0].replace("/", ""), self.line.split()[1]
        moves = found("Legal moves", "- `(.+)`(?: (.+))?")
        self.moves: dict[str, list[str]] = {move: at.split(" to ") if at else [] for move, at in moves}
        self.outcome = "".join(found("Position", r"The match is over: (.+)\."))


def standings(name: str, game: Game) -> list[Match]:
    if name in ("showdown", "snatchers", "center"):
        every = sorted(restated.reachable(getattr(restated, name), game.write_position(game.start())))
        lines = Random(1).sample(every, min(200, len(every)))
    else:
        lines = sorted({game.write_position(match.position) for match in playouts(game, matches=10)})
    return [Match.of(game, game.read_position(line)) for line in lines]


def named(name: str, told: Told, move: str) -> list[int]:
    """The squares that a move names, in its own words or in those beside it, by the coordinates of the prompt."""
    parts = told.moves[move]
    if not parts:
        parts = re.findall(r"[A-D]?\d", move)
        if name != "quad":
            parts = [f"({row},{column})" for row, column in zip(parts[::2], parts[1::2], strict=True)]
    return [told.names.index(part) for part in parts]


@pytest.mark.slow
@each_game
def test_both_seats_are_told_who_is_who_what_stands_where_and_what_every_move_changes(name: str) -> None:
    game, twin, ended = registry.load(name), getattr(restated, name), 0
    for match in standings(name, game):
        text, other_text = (write_prompt(match, side) for side in Side)
        assert f"# Position\n{game.words.draw(match.position)}\nAs a line: " in text
        told, other = Told(text), Told(other_text)
        assert (told.you, other.you) == tuple(told.marks) == game.players
        assert vars(told) | {"you": ""} == vars(other) | {"you": ""}
        assert set(told.filled) == {told.names[at] for at, cell in enumerate(told.board) if cell not in ".-"}
        for square, (what, whose) in told.filled.items():
            assert what[-1] == told.board[told.names.index(square)]
            assert whose == (game.players[PIECES[name].index(what)] if name in PIECES else "")
        winner, moves = twin(told.line)
        ended += bool(winner)
        if winner:
            assert told.outcome.endswith(f"; {game.players[winner == 'second']} wins")
        else:
            assert (told.marks[told.turn], told.outcome) == (told.mover, "")
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
    assert ended


@each_game
def test_the_rulebook_and_every_ruling_in_force_is_told(name: str) -> None:
    game = registry.load(name)
    text = write_prompt(Match.of(game), Side.SECOND)
    assert f"\nThe goal: {game.goal}\n" in text
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
    assert "Columns from left to right: A B C D\nRows from top to bottom: 1 2 3\n" in write_prompt(
        Match.of(DROP), Side(0)
    )
    text = write_prompt(Match.of(HEAP), Side.FIRST)
    assert "Row by row" not in text
    assert "Not empty" not in text
    assert "As a line: 11 A\n" in text
    assert "- `take 1`\n- `take 2`\n- `take 3`\n" in text


def test_the_history_whoever_began_news_repetitions_and_names_are_told_and_how_to_answer() -> None:
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
    circle = ("right 1", "left 1", "left 1", "right 1")
    text = write_prompt(played(Match.of(registry.load("snatchers")), *circle * 20), Side.FIRST)
    assert "\nMoves so far (earlier ones left out): 21. right 1; 22. left 1;" in text
    assert "80. right 1\n" in text
    assert "Occurrences" not in text
    drawn = played(Match.of(registry.load("snatchers", "repetition=draw")), *circle)
    assert "\nOccurrences of this position so far: 2\n" in write_prompt(drawn, Side.FIRST)
    text = write_prompt(Match.of(registry.load("center"), names=("Ann", "Bob")), Side.SECOND)
    assert "- Ann (the rules say Player A) is the first side, written A where" in text
    assert "- Bob (the rules say Player B) is the second side, written B where its turn is noted. This is you." in text
    assert "\n(1,1) is the center\n" in text
    assert "\nIt is the turn of Ann.\n" in text
    assert "\nAnn has 4 tokens in hand, Bob has 4 tokens in hand.\n" in text
