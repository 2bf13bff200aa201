"""The worst mistakes of a run, each with its board and the sentence that says why it is one."""

from collections.abc import Iterable
from typing import NamedTuple

from squarely.arena.run.match_result import MatchResult, MoveGrade
from squarely.arena.statistics.skill import Row
from squarely.core.errors import SquarelyError
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.text.notation import count_noun
from squarely.review.explain import explain_move
from squarely.review.grading import grade_move
from squarely.solver.oracle import find_oracle


class Mistake(NamedTuple):
    """A move that lost something."""

    player: str
    played: MatchResult
    number: int  # of the move, counted from 1 after the opening
    graded: MoveGrade

    def sort_key(self) -> tuple[int, float, str, int, int]:
        """The worst come first."""
        fixture, graded = self.played.fixture, self.graded
        return -graded.cost, -graded.good / graded.legal, fixture.title, fixture.seed, self.number


class ShownMistake(Row, frozen=True):
    """A mistake in words, with the position before it."""

    player: str
    game: str
    name: str
    options: str
    seed: int
    number: int
    side: str
    position: str
    board: str
    move: str
    lost: str
    because: str


def find_worst_mistakes(matches: Iterable[MatchResult], player: str, most: int) -> list[Mistake]:
    """A player's worst mistakes, at most one from an opening.

    Where there are points, those that lost the most; else those in the easiest positions: where the most moves would
    have done. Of different kinds of games the worst are listed in turn.
    """
    by_unit: dict[bool, list[Mistake]] = {True: [], False: []}
    for played in matches:
        for number, (side, graded) in enumerate(zip(played.movers, played.grades or (), strict=False), 1):
            if graded and graded.cost and played.fixture.player(side) == player and not played.fixture.is_control:
                by_unit[played.has_points].append(Mistake(player, played, number, graded))
    lists = []
    for found in by_unit.values():
        by_opening: dict[tuple[str, int, str], Mistake] = {}
        for each in sorted(found, key=Mistake.sort_key):
            fixture = each.played.fixture
            by_opening.setdefault((fixture.title, fixture.seed, fixture.position), each)
        lists.append(list(by_opening.values()))
    return [found[at] for at in range(most) for found in lists if at < len(found)][:most]


def describe_mistake(mistake: Mistake) -> ShownMistake:
    """The mistake with its board and its reason, worked out again from the moves of the match.

    SquarelyError if it is none: a log can say anything.
    """
    played, fixture = mistake.played, mistake.played.fixture
    try:
        game = registry.load(fixture.game, fixture.options)
        match = Match.of(game, game.read_position(played.start))
        for move in (*played.opening, *played.moves[: mistake.number]):
            match = match.play(move)
    except SquarelyError as error:
        raise SquarelyError(f"the log has a match that cannot be played again ({fixture}): {error}") from None
    oracle = find_oracle(match)
    found = grade_move(oracle, match.positions[-2], match.moves[-1], mistake.number) if oracle else None
    if oracle is None or found is None or not found.cost:
        raise SquarelyError(f"the log calls a move a mistake that is none ({fixture}, move {mistake.number})")
    lost = "the result" if found.points_lost is None else count_noun(found.points_lost, "point")
    return ShownMistake(
        mistake.player, fixture.title, game.name, game.options, fixture.seed, mistake.number, str(found.side),
        game.write_position(found.position), game.words.draw_alone(found.position, game.players), str(found.move),
        lost, explain_move(found, oracle, game.players).text,
    )  # fmt: skip
