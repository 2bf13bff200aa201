"""What the players are told: hints and reasons during a match, a short review after it. Beliefs where nobody knows.

What must be worked out first is worked out in the background, from the beginning of the match on.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from squarely import Game, Match, Position, Side, SquarelyError, TooLarge
from squarely.core.errors import BrokenRules
from squarely.core.text.notation import capitalise, name_reader, whose
from squarely.core.text.wrapping import wrap

if TYPE_CHECKING:
    from squarely.review.grading import MatchReview
    from squarely.solver.background import BackgroundSolve
    from squarely.solver.believer import BelievedMove, Believer
    from squarely.solver.oracle import Oracle, ValuedMove

_REVIEWED = 4.0  # seconds that the review at the end may search


class Advice:
    """Advice for one match at a time; what a search believes where a game cannot be solved."""

    def __init__(self, game: Game, patience: float = 3.0) -> None:
        """`patience` is how many seconds a question may wait for what is not worked out yet."""
        self._game, self._patience = game, patience
        self._solving: BackgroundSolve | None = None
        self._near_end: Oracle | None = None
        self._believer: tuple[Match, Believer] | None = None
        self._reviewed: tuple[Match, Oracle | Believer, MatchReview] | None = None
        self._hinted: Match | None = None
        self._waited_for: Match | None = None
        self._step, self._has_helped = 0, False

    def begin(self, match: Match) -> "BackgroundSolve":
        """Begin to work out, in the background, what a match needs, unless that has begun. Returns at once."""
        from squarely.solver.background import solve_beside

        self._solving = solve_beside(self._game, match.start)
        self._solving.follow(match)
        return self._solving

    def follow(self, match: Match) -> None:
        """The match stands so now: what may be asked next is prepared, if anything is."""
        if self._solving:
            self._solving.follow(match)

    def progress_line(self) -> str:
        """How far that is, once it takes a while; "" where there is nothing to wait for."""
        progress = self._solving.progress if self._solving else ""
        return progress and f"Hints are being prepared: {progress}."

    def hint(self, match: Match) -> str:
        """The next hint: one step further each time, from the beginning once the match has changed."""
        from squarely.review.hints import give_hint

        try:
            judge = self._find_judge(match)
            self._step = self._step + 1 if match is self._hinted else 1
            self._hinted, self._has_helped = match, True
            return give_hint(judge, match.position, match.names, self._step)
        except SquarelyError as error:
            return f"There are no hints here: {error}."

    def hinted_squares(self, match: Match) -> tuple[int, ...]:
        """The squares that the hint given last points at; none where it points at none, or there was none."""
        from squarely.review.hints import find_squares

        return find_squares(self._find_judge(match), match.position, self._step) if match is self._hinted else ()

    def judge_moves(self, match: Match) -> "Sequence[ValuedMove] | Sequence[BelievedMove]":
        """Every legal move with where it leads and what that is worth; SquarelyError if it is not known."""
        self._has_helped = True
        return self._find_judge(match).value_moves(match.position)

    def value_moves(self, match: Match, width: int) -> str:
        """Every legal move with what it is worth to the mover, the best first, in lines of that width."""
        from squarely.review.hints import write_move_values

        try:
            judge, self._has_helped = self._find_judge(match), True
            return write_move_values(judge, match.position, match.names, width)
        except SquarelyError as error:
            return f"There are no values here: {error}."

    def why(self, match: Match, person: Side | None = None) -> str:
        """What is to be said about the last move; with the side of a `person` who plays a computer, about both last."""
        if not match.moves:
            return "No move has been made yet."
        names = name_reader(match.names, person)
        movers = [Side(position.mover) for position in match.positions[: len(match.moves)]]
        last = sorted(max(at for at, mover in enumerate(movers) if mover == side) for side in {*movers})
        try:
            if person is None:
                return self._explain(match, names, last[-1])
            said = [f"{whose(names[movers[at]])} move: {self._explain(match, names, at)}" for at in last]
            return "\n".join(map(capitalise, said))
        except SquarelyError as error:
            return f"There is no explanation here: {error}."

    def review(self, match: Match, plain: bool, more_with: str, width: int, person: Side | None = None) -> str:
        """The short review of a match that is over, or why there is none. `more_with` is the command for the rest."""
        from squarely.review.report import write_short

        if not match.moves:
            return ""
        try:
            judge, found = self._judge_match(match)
            return write_short(found, judge, plain, more_with, width, person)
        except SquarelyError as error:
            more = more_with and f" More with: {more_with}"
            return wrap(f"\nThere is no review of the whole match: {error}.{more}", width)

    def look_back(self, match: Match, person: Side | None = None) -> tuple[str, tuple[float, ...]]:
        """The move that changed the result last, in a sentence, and how likely each level would have played so.

        "" where no move did, () where advice has helped, neither where nobody knows.
        """
        from squarely.players.level_estimate import measure_likelihoods
        from squarely.review.report import describe_turning_point
        from squarely.solver.oracle import Oracle

        try:
            judge, found = self._judge_match(match)
            levels: tuple[float, ...] = ()
            if isinstance(judge, Oracle) and person is not None and not self._has_helped:
                levels = measure_likelihoods(match, person, judge)
            return describe_turning_point(found, person), levels
        except SquarelyError:
            return "", ()

    def _explain(self, match: Match, names: Sequence[str], at: int) -> str:
        from squarely.review.explain import tell_move
        from squarely.review.grading import grade_by

        judge = self._find_judge(match, match.positions[at])
        return tell_move(grade_by(judge, match.positions[at], match.moves[at]), judge, names)

    def _judge_match(self, match: Match) -> "tuple[Oracle | Believer, MatchReview]":
        """The review of a match with its judge, worked out once."""
        from squarely.review.grading import judge_match
        from squarely.solver.oracle import Oracle

        if self._reviewed is None or self._reviewed[0] is not match:
            judge = self._find_judge(match, match.start)
            self._reviewed = match, *judge_match(match, judge if isinstance(judge, Oracle) else None, _REVIEWED)
        return self._reviewed[1:]

    def _find_judge(self, match: Match, position: Position | None = None) -> "Oracle | Believer":
        """The oracle of the whole match or, if that is too large, of what can follow this position or the last one;
        where that is too large as well, what a search believes.
        """
        from squarely.review.grading import is_known
        from squarely.solver.believer import Believer
        from squarely.solver.oracle import Oracle

        patience = 0.0 if match.outcome and match is self._waited_for else self._patience  # at the end, once
        self._waited_for = match
        try:
            return self.begin(match).wait(patience)
        except BrokenRules:
            raise
        except TooLarge:
            pass
        here = match.position if position is None else position
        self._near_end = self._near_end or Oracle(self._game)
        if is_known(self._near_end, here):
            return self._near_end
        if self._believer is None or self._believer[0] is not match:
            self._believer = match, Believer(match)
        return self._believer[1]
