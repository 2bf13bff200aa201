"""Positions and games as messages: what a page needs to show a board and to let it be touched."""

from functools import lru_cache
from typing import Any, Literal

from squarely.core.match.last_move import find_remains, find_slides
from squarely.core.match.match import Match
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position
from squarely.core.rules.rulebook import collect_facts
from squarely.web.protocol.messages import (
    Board,
    GameFacts,
    LegalMove,
    OptionFacts,
    RuleSetFacts,
    Shown,
    SideName,
    Square,
)

SIDES: tuple[Literal["first"], Literal["second"]] = ("first", "second")
_KEPT = 4096  # pairs of positions; matches of a small game come to the same ones again and again


def board_message(game: Game, position: Position) -> Board:
    """The squares row by row, with what the columns and rows are called; the game's drawing where they do not fit."""
    table = load_tabletop(game)
    if not table.fits(position):
        return Board([], [], [], [], game.words.draw(position))
    columns, rows = table.labels()
    squares = [
        Square(name, text, None if side is None else SIDES[side], place)
        for name, text, side, place, _ in table.squares(position)
    ]
    return Board(columns, rows, squares, list(table.tokens(position)), shared=list(table.shared_tokens))


def legal_messages(game: Game, position: Position) -> list[LegalMove]:
    """Every legal move, with the squares to touch for it and how the board looks then."""
    table = load_tabletop(game)
    if not table.fits(position):
        return [LegalMove(move.text, [], {}) for move in game.named_moves(position)]
    results = table.results(position)
    return [
        LegalMove(move.text, list(table.touched_squares(position, move)), results[int(move)])
        for move in game.named_moves(position)
    ]


def describe_holdings(game: Game, position: Position) -> list[str]:
    """What each side has in hand or has captured, in words."""
    return list(game.words.holdings(position))


@lru_cache(maxsize=_KEPT)
def find_changed(game: Game, before: Position, after: Position) -> list[int]:
    """The squares that do not show the same in both positions."""
    return list(load_tabletop(game).changed_squares(before, after))


@lru_cache(maxsize=_KEPT)
def find_moved(game: Game, before: Position, after: Position) -> list[tuple[int, int]]:
    """From where to where pieces have gone between two positions."""
    return list(find_slides(game.words.shown(before), game.words.shown(after)))


def remains_message(match: Match) -> dict[int, Square]:
    """What was captured on the squares that are bare now, on the side of whoever captured it."""
    name = match.game.words.square_name
    return {
        square: Square(name(square), captured.text, SIDES[captured.captor])
        for square, captured in find_remains(match).items()
    }


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
    known = collect_facts(game)
    options, rule_sets = known.pop("options"), known.pop("rule_sets")
    return GameFacts(
        **known,
        dealt=game.is_dealt,
        board=board_message(game, game.start()),
        picture=board_message(game, choose_picture(game)),
        options=[_option_message(**option) for option in options],
        chosen=game.options,
        rule_sets=[RuleSetFacts(**rule_set) for rule_set in rule_sets],
    )


def _option_message(default: object, setting: object, **known: Any) -> OptionFacts:  # noqa: ARG001, a message names defaults
    return OptionFacts(default=str(default), **known)


@lru_cache(maxsize=64)
def load_tabletop(game: Game) -> Tabletop:
    """The table top of a game, laid once."""
    return Tabletop(game)
