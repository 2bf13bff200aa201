"""Positions and games as messages: what a page needs to show a board and to let it be touched."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal

from msgspec import convert
from msgspec.json import Decoder

from squarely.core.match.last_move import find_remains, find_slides
from squarely.core.match.match import Match
from squarely.core.match.picture import choose_picture
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Game, Move, Position, Side
from squarely.core.rules.rulebook import collect_facts, write_subtitle
from squarely.core.rules.words import Words
from squarely.web.protocol.messages import Board, GameFacts, LegalMove, Shown, SideName, Square

SIDES: tuple[Literal["first"], Literal["second"]] = ("first", "second")
# msgspec learns a type when it is first used, and crashes where two threads do that at once: the menu has a thread.
Decoder(GameFacts)
_KEPT = 4096  # pairs of positions; matches of a small game come to the same ones again and again


def board_message(game: Game, position: Position) -> Board:
    """The squares row by row, with what the columns and rows are called; the game's drawing where they do not fit."""
    table = load_tabletop(game)
    if not table.fits(position):
        return Board([], [], [], [], game.words.draw(position))
    columns, rows = table.labels()
    squares = [Square(name, text, side_name(side), place) for name, text, side, place, _ in table.squares(position)]
    shared, closed = list(table.shared_tokens), game.words.closed_places(position)
    return Board(columns, rows, squares, list(table.tokens(position)), shared=shared, closed=closed)


def legal_messages(game: Game, position: Position) -> list[LegalMove]:
    """Every legal move, with the squares to touch for it and how the board looks then."""
    table, moves = load_tabletop(game), game.named_moves(position)
    if not table.fits(position):
        return [LegalMove(move.text, [], {}) for move in moves]
    touched, results = [list(table.touched_squares(position, move)) for move in moves], table.results(position)
    return [
        LegalMove(move.text, squares, results[int(move)], note_move(game.words, position, move))
        for move, squares in zip(moves, touched, strict=True)
    ]


def note_move(words: Words[Any], position: Position, move: Move) -> str:
    """The move as a list of moves shows it; nothing where that is its words."""
    note = words.note(position, int(move))
    return "" if note == move.text else note


@lru_cache(maxsize=_KEPT)
def tell_move(game: Game, position: Position, move: Move) -> tuple[str, str]:
    """The move as a list of moves shows it, and what the mover did, for a reader who does not see the board."""
    return note_move(game.words, position, move), game.words.tell_move(position, int(move))


@lru_cache(maxsize=_KEPT)
def find_changed(game: Game, before: Position, after: Position) -> list[int]:
    """The squares that do not show the same in both positions."""
    return list(load_tabletop(game).changed_squares(before, after))


def find_last_changed(match: Match) -> list[int]:
    """The squares that the last move of a match has changed."""
    return find_changed(match.game, match.positions[-2], match.position) if match.moves else []


@lru_cache(maxsize=_KEPT)
def find_moved(game: Game, before: Position, after: Position) -> list[tuple[int, int]]:
    """From where to where pieces have gone between two positions."""
    return list(find_slides(game.words.shown(before), game.words.shown(after)))


def remains_message(match: Match) -> dict[int, Square]:
    """What was captured on the squares that are bare now, on the side that captured it."""
    name, remains = match.game.words.square_name, find_remains(match)
    return {square: Square(name(square), each.text, SIDES[each.captor]) for square, each in remains.items()}


def side_name(side: Side | None) -> SideName | None:
    """A side as messages name it."""
    return None if side is None else SIDES[side]


def position_message(game: Game, position: Position) -> Shown:
    """A position to look at."""
    board, holdings = board_message(game, position), list(game.words.holdings(position))
    return Shown(game.write_position(position), SIDES[position.mover], board, holdings)


def describe_game(game: Game) -> dict[str, Any]:
    """Which game it is, in the fields that several messages have."""
    named = {"game": game.name, "title": game.title, "subtitle": write_subtitle(game)}
    return {**named, "options": game.options, "sides": list(game.players)}


def list_games() -> Iterator[Game]:
    """Every installed game that can be shown: one that is broken hides no other."""
    for name in registry.names():
        try:
            game = registry.load(name)
            game_message(game)
        except Exception:  # whatever a game from outside does; asked for by its name, it says so
            continue
        yield game


@lru_cache(maxsize=64)
def game_message(game: Game) -> GameFacts:
    """What there is to know about a game before playing it."""
    facts = collect_facts(game) | {"dealt": game.is_dealt, "chosen": game.options}
    facts["options"] = [option | {"default": str(option["default"])} for option in facts["options"]]
    facts |= {"board": board_message(game, game.start()), "picture": board_message(game, choose_picture(game))}
    return convert(facts, GameFacts)


@lru_cache(maxsize=64)
def load_tabletop(game: Game) -> Tabletop:
    """The table top of a game, laid once."""
    return Tabletop(game)
