"""Positions and games as messages: what a page needs to show a board and to let it be touched."""

from functools import lru_cache
from typing import Any, Literal

from squarely.core import game_facts as about
from squarely.core.game import Game
from squarely.core.rules import Position
from squarely.core.tabletop import Tabletop
from squarely.web.protocol.messages import Board, GameFacts, LegalMove, OptionFacts, Shown, SideName, Square

SIDES: tuple[Literal["first"], Literal["second"]] = ("first", "second")
_KEPT = 4096  # positions; matches of a small game come to the same ones again and again
_KEPT_LARGE = 128  # of those with more moves than this, whose messages are large
_LARGE = 40


@lru_cache(maxsize=_KEPT)
def board_message(game: Game, position: Position) -> Board:
    """The squares row by row, with what the columns and rows are called; the game's drawing where they do not fit."""
    if not load_tabletop(game).fits(position):
        return Board([], [], [], [], game.draw(position))
    columns, rows = load_tabletop(game).labels()
    squares = [
        Square(name, text, None if side is None else SIDES[side], place)
        for name, text, side, place in load_tabletop(game).squares(position)
    ]
    return Board(columns, rows, squares, list(load_tabletop(game).tokens))


def legal_messages(game: Game, position: Position) -> list[LegalMove]:
    """Every legal move, with the squares to touch for it and how the board looks then."""
    return (_many if _count_choices(game, position) > _LARGE else _few)(game, position)


@lru_cache(maxsize=_KEPT)
def _count_choices(game: Game, position: Position) -> int:
    return len(game.legal_moves(position))


def _list_legal(game: Game, position: Position) -> list[LegalMove]:
    table = load_tabletop(game)
    if not table.fits(position):
        return [LegalMove(move.text, [], {}) for move in game.legal_moves(position)]
    results = table.results(position)
    return [
        LegalMove(move.text, list(table.touched_squares(position, move)), results[int(move)])
        for move in game.legal_moves(position)
    ]


_few, _many = lru_cache(maxsize=_KEPT)(_list_legal), lru_cache(maxsize=_KEPT_LARGE)(_list_legal)


@lru_cache(maxsize=_KEPT)
def describe_holdings(game: Game, position: Position) -> list[str]:
    """What each side has in hand or has captured, in words."""
    return list(load_tabletop(game).holdings(position))


def find_changed(game: Game, before: Position, after: Position) -> list[int]:
    """The squares that do not show the same in both positions."""
    return list(load_tabletop(game).changed_squares(before, after))


def mover_name(position: Position) -> SideName:
    """Whose turn it is; after an end, whose turn it would be."""
    return SIDES[position.mover]


def position_message(game: Game, position: Position) -> Shown:
    """A position to look at."""
    return Shown(
        game.write_position(position),
        mover_name(position),
        board_message(game, position),
        describe_holdings(game, position),
    )


def game_message(game: Game) -> GameFacts:
    """What there is to know about a game before playing it."""
    known = about.collect_facts(game)
    options = [_option_message(**option) for option in known.pop("options")]
    return GameFacts(**known, dealt=game.is_dealt, board=board_message(game, game.start()), options=options)


def _option_message(default: object, setting: object, **known: Any) -> OptionFacts:  # noqa: ARG001, a message names defaults
    return OptionFacts(default=str(default), **known)


@lru_cache(maxsize=64)
def load_tabletop(game: Game) -> Tabletop:
    """The table top of a game, laid once."""
    return Tabletop(game)
