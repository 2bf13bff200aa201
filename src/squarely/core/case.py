"""What whoever checks a claim of a rulebook is given: a game, everything that play can reach, matches in evidence.

Nothing here knows a rule; what perfect play says is answered by whoever makes the case, see `squarely.review.court`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, NamedTuple, Protocol

from squarely.core.dialogue import Questions
from squarely.core.errors import BadMove
from squarely.core.game import Move, Side
from squarely.core.match import WINNER_BY_REPETITION, Match
from squarely.core.notation import join_with_and
from squarely.core.options import REPETITION
from squarely.core.reachable import Reachable, Step
from squarely.core.rules import Position
from squarely.core.verdict import Verdict, decide, find_inapplicable

_ENDLESS = "endless"


class Worth(Protocol):
    """What a position is worth with best play: who wins, after how many moves if play ends, by how many points."""

    @property
    def winner(self) -> Side | None: ...
    @property
    def ending(self) -> str: ...
    @property
    def distance(self) -> int | None: ...
    @property
    def margin(self) -> int | None: ...
    def has_same_result(self, other: Any) -> bool: ...
    def describe(self, names: Sequence[str]) -> str: ...


class Opening(NamedTuple):
    """A dealt start, what it is worth, and its first moves, the best first, with what they lead to."""

    start: Position
    value: Worth
    moves: dict[Step, Worth]


class Case(Reachable, ABC):
    """One game and what a check may ask about it; what was worked out once is remembered."""

    # What perfect play says of it

    @abstractmethod
    def value(self, position: Position) -> Worth:
        """What a position is worth."""

    @abstractmethod
    def ranked_moves(self, position: Position) -> list[Move]:
        """The legal moves, the mover's best first."""

    @property
    @abstractmethod
    def openings(self) -> list[Opening]:
        """Where the start is dealt: what the first move is worth on the boards of the first seeds."""

    def describe_value(self, position: Position) -> str:
        """What a position is worth in words, with the winner's name."""
        return self.value(position).describe(self.game.rules.NAMES)

    def is_endless(self, position: Position) -> bool:
        """Whether with best play the game can go on for ever from here."""
        return self.value(position).ending == _ENDLESS

    def keeps_result(self, step: Step) -> bool:
        """Whether the result after the move is still what it was before."""
        return self.value(step.after).has_same_result(self.value(step.before))

    def keeping_moves(self, position: Position) -> list[Move]:
        """The moves after which the result is still what it was."""
        return [step.move for step in self.steps_from(position) if self.keeps_result(step)]

    # Matches in evidence

    def answer(self, match: Match, answers: Sequence[str]) -> Match:
        """The match after the mover was asked and answered so."""
        questions = Questions(match)
        after = [questions.answer(each) for each in answers][-1]
        if after is None:
            raise AssertionError(f"{answers[-1]} leaves a question open")
        return after

    def reply(self, match: Match) -> list[str]:
        """What is printed after the last move of a match, line by line."""
        return self.game.rules.show_move(match, True).splitlines()

    def talk(self, answers: Sequence[str], start: Position | None = None) -> list[str]:
        """What is printed, line by line, in a match in which these answers are given; the next question stands last."""
        match = Match.of(self.game, start)
        rules, said, questions = self.game.rules, [self.game.rules.welcome(match)], None
        for answer in answers:
            said += [] if questions else [rules.announce_turn(match)]
            questions = questions or Questions(match)
            said.append(f"{questions.question}{answer}")
            try:
                after = questions.answer(answer)
            except BadMove as refusal:
                said.append(f"Sorry, {refusal}")
                continue
            if after:
                match, questions = after, None
                said.append(rules.show_move(match, True))
        if match.outcome:
            said.append(rules.closing(match))
        else:
            said += [*([] if questions else [rules.announce_turn(match)]), (questions or Questions(match)).question]
        return "\n".join(filter(None, said)).splitlines()

    def play_until_repeated(self, choose: Callable[[Position], int | None], match: Match | None = None) -> Match | None:
        """Play on by this choice until a position comes again; None if the play ends first."""
        match = match or Match.of(self.game)
        while match.position not in match.positions[:-1]:
            if match.outcome or (move := choose(match.position)) is None:
                return None
            match = match.play(move)
        return match

    def peaceful_move(self, position: Position) -> Move | None:
        """The last move in the order of the rules that does not end the game."""
        peaceful = [step.move for step in self.steps_from(position) if not self.game.outcome(step.after)]
        return peaceful[-1] if peaceful else None

    def describe_repetition(self, match: Match) -> str:
        """When the last position of a match was there before."""
        first = match.positions.index(match.position)
        return f"After move {len(match.moves)} the position is the one after move {first} again, and so on for ever."

    # What several rulebooks claim

    def prove_always(self, obeys: Callable[[Step], bool], *says: str) -> Verdict:
        """Proved if every move there is obeys; else one that does not."""
        broken = next((step for step in self.steps if not obeys(step)), None)
        return self.refute_by(broken) if broken else decide(True, f"Looked through {self.scope}: no exception.", *says)

    def refute_by(self, step: Step) -> Verdict:
        """Refuted by one move."""
        shown = f"In {self.write(step.before)} the move {step.move} leads to {self.write(step.after)}."
        return decide(False, shown, match=self.play([step.move], step.before))

    def check_alternation(self, begins: int) -> Verdict:
        """Whether this side begins and every move hands over to the other."""
        first = all(start.mover == begins for start in self.starts)
        return self.prove_always(lambda step: first and step.after.mover != step.before.mover)

    def check_move_count(self, expected: Callable[[Position], int], says: str) -> Verdict:
        """Whether there are as many moves as expected wherever play goes on."""
        for position in self.ongoing:
            moves = self.write_moves(position)
            if len(moves) != expected(position):
                return decide(
                    False, f"{self.write(position)}: {join_with_and(moves)}.", match=Match.of(self.game, position)
                )
        return decide(True, says)

    def check_pointless(self) -> Verdict:
        """Whether the rules count no points."""
        points = self.game.points(self.starts[0])
        return decide(points is None, f"At the start there are {points}." if points else "The rules count none.")

    def check_termination(self) -> Verdict:
        """Refuted if play can go on for ever: by best play of both sides, or at least by their consent."""
        if self.game.settings[REPETITION.name] in WINNER_BY_REPETITION:
            return decide(True, f"It does: {REPETITION.readings[str(self.game.settings[REPETITION.name])]}.")
        start = self.starts[0]
        endless = sum(map(self.is_endless, self.positions))
        share = f"With best play, play can go on for ever from {endless:,} of {len(self.positions):,} positions."
        if self.is_endless(start):
            match = self.play_until_repeated(lambda position: self.keeping_moves(position)[0])
            why = "Nobody can force a win from the start."
        else:
            match, value = self.play_until_repeated(self.peaceful_move), self.describe_value(start)
            why = f"Nothing in the rules stops that, though from the start, with best play, {value}."
        if match is None:
            return decide(not self.has_cycle(), f"Looked for a position that comes again in {self.scope}.")
        return decide(False, self.describe_repetition(match), why, share, match=match)

    def has_cycle(self) -> bool:
        """Whether any position at all can come again."""
        order = TopologicalSorter[Position]()
        for step in self.steps:
            order.add(step.before, step.after)
        try:
            order.prepare()
        except CycleError:
            return True
        return False

    def check_printed_game(
        self, turns: Sequence[tuple[str, str]], winner: int | None, start: Position | None = None
    ) -> Verdict:
        """Whether the printed moves are legal, give the printed boards and end as announced."""
        match = self.play([move for move, _ in turns], start)
        boards = [self.position_line(position).board for position in match.positions[1:]]
        wrong = [number for number, (_, board) in enumerate(turns) if board != boards[number]]
        ended = match.outcome.winner if match.outcome else None
        says = [f"All {len(turns)} printed moves are legal."]
        says += [f"After move {n + 1} the board is {boards[n]}, not {turns[n][1]}." for n in wrong]
        says.append(f"The result: {match.outcome.reason}." if match.outcome else "The game goes on.")
        return self._decide_printed(not wrong and ended == winner, *says, match=match)

    def check_printed_drawing(self, printed: Sequence[str], position: Position) -> Verdict:
        """Whether a position is drawn to the character as the rulebook prints it."""
        drawn = self.game.draw(position).splitlines()
        same = sum(ours == theirs for ours, theirs in zip(drawn, printed, strict=False))
        says = f"{same} of the {len(printed)} printed lines are drawn to the character."
        return self._decide_printed(drawn == list(printed), says, match=Match.of(self.game, position))

    def check_printed_talk(self, said: Sequence[str], blocks: Sequence[str]) -> Verdict:
        """Whether these printed blocks come to the character, one after the other, in what was said."""
        heard, at = 0, 0
        for block in (text.splitlines() for text in blocks):
            found = [n for n in range(at, len(said)) if list(said[n : n + len(block)]) == block]
            heard += bool(found)
            at = found[0] + len(block) if found else at
        says = f"{heard} of {len(blocks)} printed pieces come to the character."
        return self._decide_printed(heard == len(blocks), says)

    def check_always_drawn(self, steps: Sequence[Step]) -> Verdict:
        """Whether the board as it is now is shown after each of these moves."""
        for step in steps:
            match = self.play([step.move], step.before)
            if self.game.draw(step.after) not in "\n".join(self.reply(match)):
                return decide(False, f"After {step.move} the board is not shown.", match=match)
        return decide(True, f"So it is after each of {len(steps):,} moves.")

    def check_typed(self, steps: Sequence[Step]) -> Verdict:
        """Whether each of these moves can be entered as text, and means itself alone."""
        wrong = next((step for step in steps if not self._means_itself(step)), None)
        return self.refute_by(wrong) if wrong else decide(True, f"So it is with each of {len(steps):,} moves.")

    def _means_itself(self, step: Step) -> bool:
        return list(self.game.rules.read_move(self.game.law, step.before, str(step.move))) == [int(step.move)]

    def check_printed_replies(self, turns: Sequence[tuple[Sequence[str], str]]) -> Verdict:
        """Whether the printed answers, turn by turn, are met with the printed replies."""
        match, heard = Match.of(self.game), 0
        for answers, reply in turns:
            match = self.answer(match, answers)
            heard += reply in self.reply(match)
        says = f"{heard} of {len(turns)} printed replies come word for word."
        return self._decide_printed(heard == len(turns), says, match=match)

    def _decide_printed(self, holds: bool, *says: str, match: Match | None = None) -> Verdict:
        """Whether what is printed comes out; under other options than those it was printed for it need not."""
        if holds or not self.game.options:
            return decide(holds, *says, match=match)
        return find_inapplicable(f"It was printed for the rulebook's own rules, not for {self.game.options}.", *says)
