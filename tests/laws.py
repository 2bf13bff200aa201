"""The laws that every game obeys in every position. Each takes a game and a position, and complains in words.

They ask nothing of a game but its rules, so they hold for a game from outside just as for ours.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from squarely import Game, Match
from squarely.core.rules import ONGOING, Position

Law: TypeAlias = Callable[[Game, Position], None]

MOVES_TRIED = 60  # of the moves of a position, where there are more: evenly spread


def moves_end_where_the_game_ends(game: Game, position: Position) -> None:
    ended = game.rules.outcome(game.law, position) != ONGOING
    assert ended == (not list(game.rules.legal_moves(game.law, position))), at(game, position)


def the_outcome_is_stable_and_says_why(game: Game, position: Position) -> None:
    outcome = game.outcome(position)
    assert outcome == game.outcome(position), at(game, position)
    if outcome:
        assert outcome.reason.strip(), at(game, position)
        assert not Match.of(game, position).legal_moves, at(game, position)


def legal_moves_come_once_in_ascending_order(game: Game, position: Position) -> None:
    numbers = list(game.rules.legal_moves(game.law, position))
    assert numbers == sorted(set(numbers)), at(game, position)
    assert numbers == list(game.rules.legal_moves(game.law, position)), at(game, position)
    assert numbers == [int(move) for move in game.legal_moves(position)], at(game, position)


def play_changes_nothing_it_was_given(game: Game, position: Position) -> None:
    """A position is made of plain integers and unchangeable tuples, and the same move leads to the same one again."""
    before, law = repr(position), game.rules.enact(game.settings)
    assert all(type(leaf) is int for leaf in leaves(position)), at(game, position)
    for move in tried(game, position):
        after = game.rules.play(game.law, position, move)
        assert all(type(leaf) is int for leaf in leaves(after)), at(game, position, move)
        assert after == game.rules.play(game.law, position, move), at(game, position, move)
        assert after != position, at(game, position, move)
    assert repr(position) == before
    assert game.law == law


def the_turn_passes_to_the_other_side(game: Game, position: Position) -> None:
    assert position.mover in (0, 1), at(game, position)
    for move in tried(game, position):
        assert game.play(position, move).mover == 1 - position.mover, at(game, position, move)


def a_position_is_its_line(game: Game, position: Position) -> None:
    line = game.write_position(position)
    assert line == " ".join(line.split()), line
    assert game.read_position(line) == position, line
    assert type(game.read_position(line)) is type(position), line
    assert game.write_position(game.read_position(line)) == line


def a_move_is_its_words(game: Game, position: Position) -> None:
    """The words of a legal move, played in a match, give that move and no other."""
    match = Match.of(game, position)
    texts = [str(move) for move in match.legal_moves]
    assert len(set(texts)) == len(texts), at(game, position)
    for move in tried(game, position):
        text = game.rules.write_move(game.law, position, move)
        assert text == " ".join(text.split()), text
        played = match.play(text)
        assert [int(m) for m in played.moves] == [move], at(game, position, move)
        assert str(played.moves[0]) == text
        assert played.position == game.play(position, move), at(game, position, move)


def a_transformed_board_is_the_same_game(game: Game, position: Position) -> None:
    """A symmetry maps legal moves onto legal moves and commutes with playing and with the outcome."""
    rules, moves = game.rules, legal(game, position)
    for number in range(len(game.symmetries.squares)):
        image = rules.transform(game.symmetries, position, number) if game.has_symmetry else position
        expected = {game.transform_move(position, move, number) for move in moves}
        assert expected == set(legal(game, image)), (at(game, position), number)
        assert rules.outcome(game.law, image) == rules.outcome(game.law, position), (at(game, position), number)
        assert number or (image == position and expected == {*moves}), at(game, position)
        for move in tried(game, position):
            played_then_transformed = game.transform(rules.play(game.law, position, move), number)
            transformed_then_played = rules.play(game.law, image, game.transform_move(position, move, number))
            assert played_then_transformed == transformed_then_played, (at(game, position, move), number)


def transforming_twice_is_transforming_once(game: Game, position: Position) -> None:
    """The symmetries are a whole group: transforming an image again gives the same images."""

    def images(of: Position) -> set[Position]:
        return {game.transform(of, number) for number in range(len(game.symmetries.squares))}

    assert len({*game.symmetries.squares}) == len(game.symmetries.squares)
    found = images(position)
    assert images(max(found)) == found, at(game, position)


def the_drawing_is_a_board(game: Game, position: Position) -> None:
    drawn = game.draw(position)
    assert drawn == game.draw(position)
    assert len(drawn.splitlines()) > 1, drawn
    assert all(line.isprintable() for line in drawn.splitlines()), drawn


LAWS: tuple[Law, ...] = (
    moves_end_where_the_game_ends,
    the_outcome_is_stable_and_says_why,
    legal_moves_come_once_in_ascending_order,
    play_changes_nothing_it_was_given,
    the_turn_passes_to_the_other_side,
    a_position_is_its_line,
    a_move_is_its_words,
    a_transformed_board_is_the_same_game,
    transforming_twice_is_transforming_once,
    the_drawing_is_a_board,
)


def reachable(game: Game) -> list[Position]:
    """Every position that play from the start can reach."""
    found, seen = [game.start()], {game.start()}
    for position in found:  # grows while it is read
        for move in game.rules.legal_moves(game.law, position):
            after = game.rules.play(game.law, position, move)
            if after not in seen:
                seen.add(after)
                found.append(after)
    return found


def tried(game: Game, position: Position) -> tuple[int, ...]:
    moves = legal(game, position)
    return moves[:: len(moves) // MOVES_TRIED + 1]


@lru_cache(maxsize=50_000)
def legal(game: Game, position: Position) -> tuple[int, ...]:
    """The legal moves, asked for once: several laws need those of the same position."""
    return tuple(game.rules.legal_moves(game.law, position))


def leaves(value: Any) -> Iterator[Any]:
    """The plain values that a position is made of."""
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def at(game: Game, position: Position, move: int | None = None) -> str:
    """Where a law was broken."""
    played = "" if move is None else f", {game.rules.write_move(game.law, position, move)}"
    return f"{game.name} {game.options}: {game.write_position(position)}{played}"
