"""A match from its start, move by move, small enough to be sent in one piece: a board, and what each move changed."""

from itertools import pairwise

from squarely.core.match.last_move import find_captures, find_slides
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.web.protocol.messages import PlayedMove, Replay
from squarely.web.study.views import SIDES, board_message


def replay_match(match: Match, turn: int) -> Replay:
    """How a match came to its turn."""
    game, table = match.game, Tabletop(match.game)
    shown = [game.words.shown(position) for position in match.positions]
    fits, moves = all(map(table.fits, match.positions)), []  # where one position has no squares, all are drawn
    for (before, after), (old, new), move in zip(pairwise(match.positions), pairwise(shown), match.moves, strict=True):
        moves.append(
            PlayedMove(
                side=SIDES[before.mover],
                move=move.text,
                position=game.write_position(after),
                looks={square: new[square] for square in table.changed_squares(before, after)} if fits else {},
                moved=list(find_slides(old, new)) if fits else [],
                captured={square: each.text for square, each in find_captures(game, before, after).items()},
                drawing="" if fits else game.words.draw(after),
            )
        )
    return Replay(turn, game.write_position(match.start), board_message(game, match.start), moves)
