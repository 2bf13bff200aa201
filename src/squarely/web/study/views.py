"""Positions and games as messages: what a page needs to show a board and to let it be touched."""

from functools import lru_cache
from typing import Any, Literal

from squarely import facts as about
from squarely.game import Game, Position
from squarely.tabletop import Tabletop
from squarely.web.messages import Board, GameFacts, LegalMove, OptionFacts, Shown, SideName, Square

SIDES: tuple[Literal["first"], Literal["second"]] = ("first", "second")
_KEPT = 4096  # positions; matches of a small game come to the same ones again and again
_KEPT_LARGE = 128  # of those with more moves than this, whose messages are large
_LARGE = 40


@lru_cache(maxsize=_KEPT)
def board(game: Game, position: Position) -> Board:
    """The squares row by row, with what the columns and rows are called; the game's drawing where they do not fit."""
    if not tabletop(game).fits(position):
        return Board([], [], [], [], game.draw(position))
    columns, rows = _labels(game)
    squares = [
        Square(name, text, None if side is None else SIDES[side], place)
        for name, text, side, place in tabletop(game).squares(position)
    ]
    return Board(columns, rows, squares, list(tabletop(game).tokens))


def legal(game: Game, position: Position) -> list[LegalMove]:
    """Every legal move, with the squares to touch for it and how the board looks then."""
    return (_many if _choices(game, position) > _LARGE else _few)(game, position)


@lru_cache(maxsize=_KEPT)
def _choices(game: Game, position: Position) -> int:
    return len(game.legal_moves(position))


def _legal(game: Game, position: Position) -> list[LegalMove]:
    table = tabletop(game)
    if not table.fits(position):
        return [LegalMove(move.text, [], {}) for move in game.legal_moves(position)]
    results = table.results(position)
    return [
        LegalMove(move.text, list(table.touched(position, move)), results[int(move)])
        for move in game.legal_moves(position)
    ]


_few, _many = lru_cache(maxsize=_KEPT)(_legal), lru_cache(maxsize=_KEPT_LARGE)(_legal)


@lru_cache(maxsize=_KEPT)
def holdings(game: Game, position: Position) -> list[str]:
    """What each side has in hand or has captured, in words."""
    return list(tabletop(game).holdings(position))


def changed(game: Game, before: Position, after: Position) -> list[int]:
    """The squares that do not show the same in both positions."""
    return list(tabletop(game).changed(before, after))


def mover(position: Position) -> SideName:
    """Whose turn it is; after an end, whose turn it would be."""
    return SIDES[position.mover]


def shown(game: Game, position: Position) -> Shown:
    """A position to look at."""
    return Shown(game.write_position(position), mover(position), board(game, position), holdings(game, position))


def facts(game: Game) -> GameFacts:
    """What there is to know about a game before playing it."""
    known = about.facts(game)
    options = [_option(**option) for option in known.pop("options")]
    return GameFacts(**known, dealt=game.is_dealt, board=board(game, game.start()), options=options)


def _option(default: object, setting: object, **known: Any) -> OptionFacts:  # noqa: ARG001, a message names defaults
    return OptionFacts(default=str(default), **known)


@lru_cache(maxsize=64)
def tabletop(game: Game) -> Tabletop:
    """The table top of a game, laid once."""
    return Tabletop(game)


@lru_cache(maxsize=64)
def _labels(game: Game) -> tuple[list[str], list[str]]:
    """They are the same for every position of a game, and reading them off a drawing takes longer than all else."""
    columns, rows = tabletop(game).labels(game.start())
    return list(columns), list(rows)
