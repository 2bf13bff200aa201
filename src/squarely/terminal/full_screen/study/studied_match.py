"""A recorded match as it is studied: what there is to see and to say at every step, with the truth once it is known."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from squarely.core.match.last_move import find_deciding, find_remains
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Move, Side
from squarely.core.text.notation import as_sentence, capitalise
from squarely.review.claims import MoveClaim
from squarely.review.grading import MatchReview
from squarely.review.report import describe_accuracy, describe_loss, glue_moves
from squarely.review.steps import MatchStep, judged_steps, replay
from squarely.terminal.match.match_events import describe_result
from squarely.terminal.match.match_settings import MatchSettings


class StudiedMatch:
    """The steps of a recorded match: step 0 is the start, step n the position after move n."""

    def __init__(self, record: Record) -> None:
        self.record, self.match = record, record.match
        self.last_step = len(self.match.moves)
        self.review: MatchReview | None = None
        self.turning_points: tuple[int, ...] = ()  # the steps whose moves changed the result
        self._claims: Sequence[MoveClaim] = ()
        self._steps: Sequence[MatchStep] = replay(self.match)
        self._table = Tabletop(self.match.game)

    def judge(self, review: MatchReview, claims: Sequence[MoveClaim]) -> None:
        """From now on tell the truth, too."""
        self.review, self._claims, self._steps = review, claims, judged_steps(review, claims)
        self.turning_points = tuple(grade.number for grade in review.turning_points)

    @property
    def signs(self) -> list[str]:
        """For every step a sign of what its move lost: `!` the result, `-2` points, nothing."""
        return ["!" if step.turning else f"-{step.cost}" if step.cost else "" for step in self._steps]

    @property
    def players(self) -> str:
        """Both by name, and who that is where a person played a computer: `Ann (you) against Bob (level:3)`."""
        seats, names = MatchSettings.from_tags(self.record.notes).seats, self.match.names
        who = [seats.computers[side] or ("you" if seats.only_person == side else "") for side in Side]
        return " against ".join(f"{names[side]} ({who[side]})" if who[side] else names[side] for side in Side)

    @property
    def accuracies(self) -> str:
        """How each side played; nothing before the truth is known."""
        if self.review is None:
            return ""
        return "   ".join(f"{self.match.names[side]}: {describe_accuracy(self.review, side)}" for side in Side)

    def find_turning_point(self, here: int, before: bool = False) -> int | None:
        """The next step that changed the result, or the one before, then round again; None if there is none."""
        points = self.turning_points[::-1] if before else self.turning_points
        return next(
            (step for step in points if (step < here if before else step > here)), points[0] if points else None
        )

    def marks(self, number: int) -> dict[str, Any]:
        """What is marked on the board at a step."""
        here, position = self._cut(number), self.match.positions[number]
        best = self._find_best(number)
        seen = best is not None and self._table.fits(position)
        return {
            "last": self._steps[number].changed,
            "won": find_deciding(here),
            "remains": find_remains(here),
            "lit": self._table.touched_squares(position, best) if best is not None and seen else (),
        }

    def paragraphs(self, number: int) -> list[tuple[str, str]]:
        """What is said at a step, each with its look: the move, what it lost, why, how it stands, how it ended."""
        step, here, best = self._steps[number], self._cut(number), self._find_best(number)
        ends, game = number == self.last_step, self.match.game
        lost = describe_loss(self.review.grades[number - 1]) if self.review and number else ""
        told = [
            step.because,
            "" if (ends and here.outcome) or not step.stands else as_sentence(capitalise(step.stands)),
            f"Best now: {best}." if best is not None else "",
            *(() if game.result(step.position) else game.words.beside(step.position, here.names)),
            describe_result(here).strip().split("\n\n")[0] if ends else "",  # without the board, which is there already
        ]
        verdict = [(f"! {as_sentence(capitalise(lost))}", "$bad bold")] if lost else []
        said = [(step.said, "bold"), *verdict, *((text, "") for text in told if text)]
        return [(self._glue(text, number), look) for text, look in said]

    def _cut(self, step: int) -> Match:
        """The match as it was at this step."""
        if step == self.last_step:
            return self.match
        moves, positions = self.match.moves[:step], self.match.positions[: step + 1]
        return replace(self.match, moves=moves, positions=positions, ending=None)

    def _find_best(self, number: int) -> Move | None:
        """The best move from here, if it is known: the grade of the next move has it."""
        if self.review is None or number == self.last_step:
            return None
        return self.review.grades[number].valued_moves[0].move

    def _glue(self, text: str, number: int) -> str:
        """The text with every move that it may name in one piece, however it is wrapped."""
        if not self.review or not number:
            return text
        grade, claim = self.review.grades[number - 1], self._claims[number - 1]
        return glue_moves(text, [*claim.moves, *(each.move for each in grade.valued_moves)])
