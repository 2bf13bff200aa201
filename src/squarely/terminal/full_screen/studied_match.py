"""A match as somebody studies it: what there is to see and to say at every step, with the truth once it is known."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from squarely.core.match.last_move import Captured, find_deciding, find_remains
from squarely.core.match.match import Match
from squarely.core.match.record import Record
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Move, Position, Side
from squarely.core.text.notation import as_sentence
from squarely.review.claims import MoveClaim
from squarely.review.grading import MatchReview
from squarely.review.report import describe_accuracy, describe_loss, glue_moves
from squarely.review.steps import MatchStep, judged_steps, replay
from squarely.terminal.match.match_settings import MatchSettings
from squarely.terminal.match.result_text import describe_result


class StepView(NamedTuple):
    """What a step shows: the board with its marks, and what is said beside it."""

    position: Position
    last: tuple[int, ...]  # squares that the last move has changed
    won: tuple[int, ...]
    remains: Mapping[int, Captured]
    best: tuple[int, ...]  # squares of the best move from here
    heading: str
    verdict: str  # what the move lost; nothing if it lost nothing
    told: tuple[str, ...]  # sentences, their moves glued: why, how it stands, what decides beside the board, the result


class StudiedMatch:
    """The steps of a recorded match: step 0 is the start, step n the position after move n."""

    def __init__(self, record: Record) -> None:
        self.record, self.match = record, record.match
        self.review: MatchReview | None = None
        self._claims: Sequence[MoveClaim] = ()
        self._steps: Sequence[MatchStep] = replay(self.match)
        self._table = Tabletop(self.match.game)

    @property
    def last_step(self) -> int:
        """The number of the last step: how many moves there are."""
        return len(self.match.moves)

    @property
    def headings(self) -> list[str]:
        """`Start.`, then `1. Ann: B2.` for every move."""
        return [step.said for step in self._steps]

    @property
    def signs(self) -> list[str]:
        """For every step a sign of what its move lost: `!` the result, `-2` points, nothing."""
        return ["!" if step.turning else f"-{step.cost}" if step.cost else "" for step in self._steps]

    @property
    def turning_points(self) -> tuple[int, ...]:
        """The steps whose moves changed the result; none before the truth is known."""
        return tuple(grade.number for grade in self.review.turning_points) if self.review else ()

    @property
    def players(self) -> tuple[str, ...]:
        """Both by name, and who that is: `Ann (you)`, `Bob (level:3)`; people among themselves know it."""
        seats = MatchSettings.from_tags(self.record.notes).seats
        who = [seats.computers[side] or ("you" if seats.only_person == side else "") for side in Side]
        return tuple(
            f"{self.match.names[side]} ({who[side]})" if who[side] else self.match.names[side] for side in Side
        )

    def describe_accuracies(self, width: int) -> str:
        """How each side played, as much of it as fits; nothing before the truth is known."""
        review, names = self.review, self.match.names
        told = [describe_accuracy(review, side) for side in Side] if review else []
        long, short = (
            "   ".join(f"{name}: {text}" for name, text in zip(names, texts, strict=False))
            for texts in (told, [text.partition(":")[0] for text in told])
        )
        return long if len(long) <= width else short

    def judge(self, review: MatchReview, claims: Sequence[MoveClaim]) -> None:
        """From now on tell the truth, too."""
        self.review, self._claims, self._steps = review, claims, judged_steps(review, claims)

    def find_turning_point(self, here: int, before: bool = False) -> int | None:
        """The next step that changed the result, or the one before, then round again; None if there is none."""
        points = self.turning_points
        if not points:
            return None
        if before:
            return next((step for step in reversed(points) if step < here), points[-1])
        return next((step for step in points if step > here), points[0])

    def view(self, number: int) -> StepView:
        """What is shown at a step."""
        step, here = self._steps[number], self.cut(number)
        best = self._best_move(number)
        grade = self.review.grades[number - 1] if self.review and number else None
        return StepView(
            step.position,
            step.changed,
            find_deciding(here),
            find_remains(here),
            self._table.touched_squares(step.position, best) if best is not None and self._fits(step) else (),
            step.said,
            self._glue(_as_sentence(describe_loss(grade)) if grade else "", number),
            tuple(self._glue(told, number) for told in (step.because, *self._tell(step, here, best)) if told),
        )

    def cut(self, step: int) -> Match:
        """The match up to this step, as if nothing had been played since."""
        if step == self.last_step:
            return self.match
        return replace(
            self.match, moves=self.match.moves[:step], positions=self.match.positions[: step + 1], ending=None
        )

    def _tell(self, step: MatchStep, here: Match, best: Move | None) -> list[str]:
        ends = here is self.match
        return [
            "" if ends and here.outcome else _as_sentence(step.stands),
            f"Best now: {best}." if best is not None else "",
            *(() if here.game.result(step.position) else here.game.words.beside(step.position, here.names)),
            describe_result(here).strip().split("\n\n")[0] if ends else "",  # without the board, which is there already
        ]

    def _best_move(self, number: int) -> Move | None:
        """The best move from here: the grade of the next move knows it; None where nobody does, or it is over."""
        if self.review is None or number == self.last_step:
            return None
        return self.review.grades[number].valued_moves[0].move

    def _glue(self, text: str, number: int) -> str:
        """The text with every move that it may name in one piece, however it is wrapped."""
        if not self.review or not number:
            return text
        grade, claim = self.review.grades[number - 1], self._claims[number - 1]
        return glue_moves(text, [*claim.moves, *(each.move for each in grade.valued_moves)])

    def _fits(self, step: MatchStep) -> bool:
        return self._table.fits(step.position)


def _as_sentence(text: str) -> str:
    """With a capital letter and a full stop; nothing stays nothing."""
    return as_sentence(f"{text[0].upper()}{text[1:]}") if text else ""
