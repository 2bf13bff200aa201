"""Hints and the worth of every move: true at every step, and not the whole answer before the last."""

import re
from random import Random

import pytest

from squarely import Game
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules import registry
from squarely.core.rules.game import Position
from squarely.core.text.notation import spell_number
from squarely.review.hints import STEPS, find_squares, give_hint, write_move_values
from squarely.solver.oracle import Oracle

from ..thorough import many
from .matches import ALL
from .plain import Plain, Truth, plain_from
from .reproof import NAMES

pytestmark = pytest.mark.xdist_group("brute force")
SPELLED = {number: spell_number(number).capitalize() for number in range(1, 13)}
MOST = many(1200)  # positions of one game
REASONED = many(80)  # of them whose last hint, with its reason, and whose list of moves is looked at too


@pytest.mark.slow
def test_four_steps_to_the_move() -> None:
    """The first two are held against brute force in every position below, and words of the others."""
    center = registry.load("center")
    assert [give_hint(Oracle(center), center.start(), NAMES, step) for step in range(1, STEPS + 1)] == [
        "With best play: you win in 3 moves (both sides counted).",
        "4 of your 8 moves win. All are equally fast.",
        "Look at (0,0), (0,1) or (0,2): a best move goes to one of them.",
        "Try place 0 1. place 0 1 wins: after any reply you win at once, after place 0 0 with move 0 1 1 1.",
    ]


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("named", ALL, ids=",".join)
def test_hints_are_true_in_every_position(named: tuple[str, str]) -> None:
    """Each of the first three steps, read back word by word, is what brute force counts; of large games in a sample."""
    game: Game = registry.load(*named)
    plain, oracle, chance = plain_from(game, game.start_for(0)), Oracle(game), Random(str(named))
    oracle.value(plain.start)
    going_on = [position for position in plain.after if not plain.ended(position)]
    for number, position in enumerate(chance.sample(going_on, min(len(going_on), MOST))):
        mover = position.mover
        names = ("you", NAMES[1]) if mover == 0 else (NAMES[0], "you")
        truth = plain.truth(position)
        first, second, third = (give_hint(oracle, position, NAMES, step) for step in (1, 2, 3))
        stands = "Against best play you lose" if truth.winner == 1 - mover else "With best play"
        nobody = " nobody wins" if truth.ending == "endless" else ""
        assert first == f"{stands}{nobody}: {truth.says(names)}."
        best = find_best(plain, position)
        assert second == how_many(plain, position, best)
        pointed = check_pointing(game, position, third, find_squares(oracle, position, 3), best)
        assert set(find_squares(oracle, position, 4)) in [set(touched(game, position, move)) for move in best & pointed]
        assert find_squares(oracle, position, 1) == find_squares(oracle, position, 2) == ()
        if number < REASONED:
            check_last(plain, position, give_hint(oracle, position, NAMES, STEPS), best & pointed)
            check_list(plain, position, oracle)
        assert ("lasts longest" in third) <= (truth.winner == 1 - mover)


def find_best(plain: Plain, position: Position) -> set[str]:
    """The moves that the mover likes best, however long it takes where points count."""
    liked = {
        move: plain.truth(after).liking(position.mover)[: 2 if plain.truth(after).points is not None else 3]
        for move, after in plain.after[position].items()
    }
    return {move for move in liked if liked[move] == max(liked.values())}


def check_last(plain: Plain, position: Position, said: str, left: set[str]) -> None:
    """The move is one of those that the steps before have left, and the quickest win or the slowest loss of them."""
    legal, mover = plain.after[position], position.mover
    if len(legal) == 1:
        assert said.startswith(f"{next(iter(legal))} is the only legal move; with it: ")
        return
    alike = " Any other move is as good." * (find_best(plain, position) == set(legal))
    [move] = [each for each in legal if said.startswith(f"Try {each}.{alike} ")]
    assert move in left
    assert plain.truth(legal[move]).liking(mover) == max(plain.truth(after).liking(mover) for after in legal.values())
    assert "Nothing is lost" not in said


def touched(game: Game, position: Position, text: str) -> tuple[int, ...]:
    move = next(each for each in game.named_moves(position) if str(each) == text)
    return Tabletop(game).touched_squares(position, move)


def check_pointing(game: Game, position: Position, said: str, lit: tuple[int, ...], best: set[str]) -> set[str]:
    """The third hint points at what a best move touches, and is no move by itself where there is another.

    Returns the moves that it leaves.
    """
    legal = {str(move): touched(game, position, str(move)) for move in game.named_moves(position)}
    if len(legal) == 1:
        assert said == f"The only move is {next(iter(legal))}."
        return set(legal)
    assert (said == "No move is better than another.") == (best == set(legal))
    if best == set(legal):
        assert not lit
        return set(legal)
    names = [square.name for square in Tabletop(game).squares(position)]
    wanted = "(the best move|a best move|the move that lasts longest)"
    found = re.fullmatch(rf"Look at (.+): {wanted} (begins|goes) (there|to one of them)\.", said)
    assert found
    assert (found[2] == "the best move") <= (len(best) == 1)
    assert re.split(", (?![0-9]+\\))| or ", found[1]) == [names[square] for square in lit]
    assert (found[4] == "there") == (len(lit) == 1)
    at = 0 if found[3] == "begins" else -1
    assert set(lit) & {legal[move][at] for move in best}
    assert set(lit) <= {squares[at] for squares in legal.values()}
    if found[3] == "begins":
        assert any(len(legal[move]) > 1 for move in best)
    elif len(lit) == 1:
        assert not {squares[at] for move, squares in legal.items() if move not in best} - set(lit)
    return {move for move, squares in legal.items() if squares[at] in lit}


def how_many(plain: Plain, position: Position, best: set[str]) -> str:
    """How many moves keep the result, or lose it where play need not end; and how many of those are the best."""
    truth, count, mover = plain.truth(position), len(plain.after[position]), position.mover
    keeping, lost, points = plain.keeping(position), truth.winner == 1 - mover, truth.points is not None
    assert best <= set(keeping)
    if count == 1:
        return "There is only one legal move."
    losing = count - len(keeping)
    if truth.ending == "endless":
        if not losing:
            return f"None of your {count} moves loses."
        lose = f"{SPELLED.get(losing, losing)} of the {count} moves lose{'s' * (losing == 1)}."
        other = "third" if count == 3 else "other" if count == 2 else "other one"
        return f"{lose} Find {f'the {other}' if len(keeping) == 1 else f'one of the other {len(keeping)}'}."
    does, one = ("lose", "loses") if lost else ("win", "wins") if truth.winner == mover else ("keep", "keeps")
    tie = " the tie" if truth.winner is None else ""
    if len(keeping) == count:
        said = f"Both of your moves {does}{tie}." if count == 2 else f"Every one of your {count} moves {one}{tie}."
    elif len(keeping) == 1:
        return f"Only one of your {count} moves {one}{tie}."
    else:
        said = f"{len(keeping)} of your {count} moves {does}{tie}."
    s = "s" * (len(best) == 1)
    if len(best) == len(keeping):
        none = "None costs points." if points else "All are equally fast."
        lose = "All lose by equally many points." if points else "All last equally long."
        return f"{said} {lose if lost else none}"
    if points:
        which = f"lose{s} by the fewest points" if lost else f"cost{s} no points"
    else:
        won = f"win{s} fastest" if truth.winner == mover else f"end{s} the game fastest"
        which = f"last{s} longest" if lost else won
    return f"{said} {SPELLED.get(len(best), len(best))} {which}."


def check_list(plain: Plain, position: Position, oracle: Oracle) -> None:
    """Every move is listed once with what it is worth, however little room there is."""
    mover, legal = position.mover, {move: plain.truth(after) for move, after in plain.after[position].items()}
    heading, *lines = write_move_values(oracle, position, NAMES, 10_000).split("\n")
    counts = "1 move" if len(legal) == 1 else f"{len(legal)} moves"
    counted = "; moves of both sides are counted" if any(truth.moves for truth in legal.values()) else ""
    assert heading == f"{NAMES[mover]} has {counts}, the best first{counted}:"
    worths = {move: worth(truth, mover) for move, truth in legal.items()}
    room = max(map(len, worths.values()))
    listed = [(move, line[2 : room + 2].rstrip()) for line in lines for move in split(line[room + 4 :], legal)]
    assert dict(listed) == worths
    liked = [legal[move].liking(mover) for move, _ in listed]
    assert liked == sorted(liked, reverse=True)
    narrow = write_move_values(oracle, position, NAMES, 40)
    assert narrow.replace(",", "").split() == "\n".join([heading, *lines]).replace(",", "").split()
    assert all(len(line) <= 40 for line in narrow.split("\n"))


def split(text: str, legal: dict[str, Truth]) -> list[str]:
    """The moves of a line; those that have commas of their own are apart by semicolons."""
    if text in legal:
        return [text]
    return text.split("; " if any("," in move for move in legal) and "; " in text else ", ")


def worth(truth: Truth, mover: int) -> str:
    """What a move that leads there is worth to whoever makes it, the move counted."""
    if truth.ending == "endless":
        return "never ends"
    how = "ties" if truth.winner is None else "wins" if truth.winner == mover else "loses"
    return f"{how}{truth.by_points} {f'in {truth.moves + 1}' if truth.moves else 'at once'}"
