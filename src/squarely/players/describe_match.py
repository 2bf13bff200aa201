"""Where a match stands, told in words: squares, board, history, whose turn it is and what can be played."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from random import Random

from squarely.core.match.match import Match
from squarely.core.match.tabletop import SeenSquare, Tabletop
from squarely.core.rules.game import Game, Side
from squarely.core.text.notation import split_words

_REMEMBERED = 60  # moves of a long match that are told
_PLAYOUTS, _TURNS = 24, 60  # in which the ways to write a move are found


def describe_situation(match: Match, side: Side, lists_moves: bool = True) -> str:
    """All of it, for whoever plays this side."""
    game, position, table = match.game, match.position, Tabletop(match.game)
    fits = table.fits(position)
    lines = [
        *(_describe_board(match, table) if fits else []),
        "# Position",
        game.words.draw(position),
        f"As a line: {game.write_position(position)}",
        *(["(the rows from top to bottom joined by /, then whose turn it is, then what else matters)"] if fits else []),
        *game.words.beside(position, match.names),
        *_describe_history(match),
        *filter(None, [game.words.news(match)]),
        "",
        *_describe_turn(match, side, lists_moves),
    ]
    return "\n".join(lines)


def _describe_board(match: Match, table: Tabletop) -> list[str]:
    columns, rows = table.labels()
    return [
        "# Squares",
        f"Columns from left to right: {' '.join(columns)}",
        f"Rows from top to bottom: {' '.join(rows)}",
        *_describe_squares(match, table, len(columns)),
        "",
    ]


def _describe_squares(match: Match, table: Tabletop, columns: int) -> list[str]:
    """What squares are called and what stands on them; nothing where the game has no names for them."""
    if not match.game.has_board:
        return []
    squares = table.squares(match.position)
    names = [square.name for square in squares]
    rows = [" ".join(names[at : at + columns]) for at in range(0, len(names), columns)]
    letters = match.game.position_line(match.position).glyphs
    taken = [
        _describe_square(match, square, letter) for square, letter in zip(squares, letters, strict=False) if square.text
    ]
    return [
        f"Row by row from the top: {' / '.join(rows)}",
        *(f"{square.name} is the {square.place}" for square in squares if square.place),
        f"Not empty: {', '.join(taken) or 'no square'}",
    ]


def _describe_square(match: Match, square: SeenSquare, letter: str) -> str:
    """What stands on a square and whose it is; a sign that only a page can show as its letter in the line."""
    owner = "" if square.side is None else f" of {match.names[square.side]}"
    return f"{square.name} {square.text if square.text.isascii() else letter}{owner}"


def _describe_history(match: Match) -> list[str]:
    """The moves so far, the last ones of a long match; and how often the position has been there, if that counts.

    Where the sides did not take turns one by one, each move is told with who made it.
    """
    first = max(0, len(match.moves) - _REMEMBERED)
    movers = [position.mover for position in match.positions]
    alternate = all(mover != after for mover, after in pairwise(movers[:-1]))
    told = [
        f"{number}. {'' if alternate else f'{match.names[movers[number - 1]]}: '}{match.moves[number - 1]}"
        for number in range(first + 1, len(match.moves) + 1)
    ]
    lines = [f"Moves so far{' (earlier ones left out)' if first else ''}: {'; '.join(told) or 'none'}"]
    if match.game.settings["repetition"] != "play_on":
        lines.append(f"Occurrences of this position so far: {match.positions.count(match.position)}")
    return lines


def _describe_turn(match: Match, side: Side, lists_moves: bool) -> list[str]:
    if outcome := match.outcome:
        result = "nobody wins" if outcome.winner is None else f"{match.names[outcome.winner]} wins"
        return [f"The match is over: {outcome.reason}; {result}."]
    turn = f"It is your turn, {match.mover_name}." if side == match.mover else f"It is the turn of {match.mover_name}."
    if lists_moves:
        return ["# Legal moves", turn, *_list_moves(match)]
    here = {_form_of(str(move)): str(move) for move in match.legal_moves}
    shown = {**here, **find_move_forms(match.game)}  # an example from here only where there is none from elsewhere
    return [
        "# How moves are written",
        turn,
        "Examples, from elsewhere: not all are legal now.",
        *map(_item, shown.values()),
    ]


def _list_moves(match: Match) -> list[str]:
    """Every legal move, with the squares it touches if its own words do not name them."""
    texts, table = [str(move) for move in match.legal_moves], Tabletop(match.game)
    if not match.game.has_board:
        return [_item(text) for text in texts]
    names = [square.name for square in table.squares(match.position)]
    touched = [[names[at] for at in table.touched_squares(match.position, move)] for move in match.legal_moves]
    if all(
        {*split_words(name)} <= {*split_words(text)}
        for text, squares in zip(texts, touched, strict=True)
        for name in squares
    ):
        return [_item(text) for text in texts]
    return [f"{_item(text)} {' to '.join(squares)}" for text, squares in zip(texts, touched, strict=True)]


def _item(text: str) -> str:
    return f"- `{text}`"


@lru_cache(maxsize=64)
def find_move_forms(game: Game) -> Mapping[str, str]:
    """A move of each form that random play comes across, such as `place 0 1` and `move 0 1 1 1`."""
    found: dict[str, str] = {}
    for seed in range(_PLAYOUTS):
        chance, position = Random(f"forms {seed}"), game.start_for(seed)
        for _ in range(_TURNS):
            moves = list(game.legal_moves(position))
            if not moves:
                break
            move = game.name_move(position, chance.choice(moves))
            found.setdefault(_form_of(str(move)), str(move))
            position = game.play(position, move)
    return dict(sorted(found.items()))


def _form_of(text: str) -> str:
    """The words of a move without its squares and numbers."""
    return re.sub(r"\w*\d\w*", "#", text)
