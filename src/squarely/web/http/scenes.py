"""The picture of each page, as a scene: what a link to it shows in a chat."""

from collections.abc import Sequence

from squarely.core.rules.game import Game
from squarely.core.rules.rulebook import write_goal
from squarely.web.match.stored_match import StoredMatch
from squarely.web.pictures.scene import Scene, SceneBoard
from squarely.web.protocol.messages import GameFacts, PuzzleTask
from squarely.web.study.views import SIDES, board_message, find_changed, game_message

_SHOWN = 4  # boards at most


def show_home(games: Sequence[GameFacts]) -> Scene:
    """The first boards."""
    boards = [SceneBoard.of(each.picture) for each in games if each.picture.squares]
    return Scene("Small games, fair and square", "Play them, and know the truth of every move.", tuple(boards[:_SHOWN]))


def show_puzzles(games: Sequence[GameFacts]) -> Scene:
    """The same boards, for whoever is asked no puzzle yet."""
    return show_home(games)._replace(title="Puzzles", about="Positions where few moves are right. Find one.")


def show_puzzle(task: PuzzleTask) -> Scene:
    """The position of a puzzle, and what is asked."""
    return Scene("Puzzle", task.task, _fitting(SceneBoard.of(task.board)), status="Find the move", side=task.mover)


def show_game(game: Game) -> Scene:
    """A board out of the middle of a match."""
    return Scene(game.title, write_goal(game), _fitting(SceneBoard.of(game_message(game).picture)))


def show_atlas(game: Game) -> Scene:
    """The same board."""
    about = "Every position, and its value under perfect play."
    return show_game(game)._replace(title=f"Atlas of {game.title}", about=about)


def show_match(stored: StoredMatch) -> Scene:
    """The board as it stands, who plays, and whose turn it is or who won."""
    row, played = stored.row, stored.log.match
    changed = find_changed(played.game, played.positions[-2], played.position) if played.moves else []
    board = SceneBoard.of(board_message(played.game, played.position), tuple(changed))
    status = f"{played.mover_name} to move"
    side: int | None = played.mover
    if outcome := played.outcome:
        status = f"{played.names[outcome.winner]} won" if outcome.winner is not None else "Nobody won"
        side = outcome.winner
    elif row.kind == "link" and not (row.first_secret and row.second_secret):
        status, side = f"{played.names[1 - row.invited]} invites you", 1 - row.invited
    seen = None if side is None else SIDES[side]
    return Scene(played.game.title, write_goal(played.game), _fitting(board), tuple(played.names), status, seen)


def _fitting(board: SceneBoard) -> tuple[SceneBoard, ...]:
    return (board,) if board.squares else ()
