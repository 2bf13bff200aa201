"""Because: the one sentence that says most about a move, read off the solution."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from squarely.core.rules.game import Move
from squarely.core.text.notation import YOU, capitalise, count_noun, join_with_or, whose, with_verb
from squarely.review.best_line import BestLine
from squarely.review.grading import Grade, MatchReview
from squarely.solver.oracle import Oracle
from squarely.solver.values import TIE, describe_distance

_NAMED = 3  # of several moves that would do, so many are named


class Explanation(NamedTuple):
    """A sentence about a move, one word for its kind, and the line that it shows first: from here, or in reply."""

    kind: str
    text: str
    moves: tuple[Move, ...] = ()


def explain_move(grade: Grade, oracle: Oracle, names: Sequence[str]) -> Explanation:
    """The most telling sentence about a move."""
    return _Explainer(grade, oracle, names).explain()


def explain_answer(grade: Grade, oracle: Oracle, names: Sequence[str]) -> Explanation:
    """How a move that loses the result is answered, without a word about a better one."""
    told = _Explainer(grade, oracle, names)
    return told.explain_end() if told.outcome else told.explain_allowed()


def explain_match(review: MatchReview, oracle: Oracle) -> tuple[Explanation, ...]:
    """The sentence for every move of a match."""
    return tuple(explain_move(grade, oracle, review.match.names) for grade in review.grades)


def list_alternatives(moves: Iterable[Move]) -> str:
    """`A1`, `A1 or B2`, `A1, B2 or 4 more`; quoted where a move has commas of its own."""
    texts = [f"'{move}'" if "," in str(move) else str(move) for move in moves]
    if len(texts) > _NAMED:
        texts = [*texts[: _NAMED - 1], f"{len(texts) - _NAMED + 1} more"]
    return join_with_or(texts)


class _Explainer:
    """A move, the facts that its sentence may speak of, and every sentence that there is."""

    def __init__(self, grade: Grade, oracle: Oracle, names: Sequence[str]) -> None:
        self.grade, self.oracle, self.names, self.move, self.side = grade, oracle, names, grade.move, grade.side
        self.before, self.now, self.other = grade.before, grade.after, names[grade.side.other]
        self.legal, self.good = len(grade.valued_moves), len(grade.flawless)
        self.outcome = oracle.game.result(grade.reached)

    @cached_property
    def best(self) -> BestLine:
        """Best play before the move, beginning with it if it is one of the best."""
        return BestLine.of(self.oracle, self.grade.position, self.move)

    @cached_property
    def then(self) -> BestLine:
        """Best play after it."""
        return BestLine.of(self.oracle, self.grade.reached)

    @cached_property
    def better(self) -> tuple[Move, ...]:
        """What keeps the result or, where that is lost, lasts longest."""
        keeping = [each for each in self.grade.valued_moves if each.value.has_same_result(self.before)]
        is_lost = self.before.winner == self.side.other
        return tuple(each.move for each in keeping if not is_lost or each.value == keeping[0].value)

    @cached_property
    def threats(self) -> dict[str, list[Move]]:
        """The replies that win at once after more than half of the moves, the most frequent first, each with those."""
        after: dict[str, list[Move]] = {}
        for each in self.grade.valued_moves:
            if each.value.winner == self.side.other and each.value.distance == 1:
                for reply in self.oracle.value_moves(each.position):
                    if reply.value.winner == self.side.other and reply.value.distance == 0:
                        after.setdefault(str(reply.move), []).append(each.move)
        often = sorted(after, key=lambda text: -len(after[text]))
        return {text: after[text] for text in often if 2 * len(after[text]) > self.legal}

    @property
    def overlooked(self) -> str:
        """A threat that this move leaves standing, and none of the better ones does; or nothing."""
        left = next((text for text, moves in self.threats.items() if self.move in moves), "")
        return "" if left and set(self.threats[left]) & set(self.better) else left

    @property
    def blocked(self) -> str:
        """A threat that this move stops; or nothing."""
        return next((text for text, moves in self.threats.items() if self.move not in moves), "")

    def explain(self) -> Explanation:
        if not self.grade.keeps_result or self.grade.cost:
            return self._explain_mistake()
        if self.legal == 1:
            stands = self.now.earlier().describe(self.names)
            return Explanation("forced", f"{self.move} is the only legal move; with it: {stands}.")
        if self.before.margin is not None:
            return self._explain_score()
        return self.explain_end() if self.outcome else self._explain_kept()

    def explain_end(self) -> Explanation:
        winner, reason = self.outcome or (None, "")
        how = (
            "ends the game in a tie" if winner is None else f"ends the game and {with_verb(self.names[winner], 'wins')}"
        )
        return Explanation("ends", f"{self.move} {'wins at once' if winner == self.side else how}: {reason}.")

    def explain_allowed(self) -> Explanation:
        if self.now.winner != self.side.other:
            return Explanation("leaves", f"After {self.move}: {self.now.describe(self.names)}.")
        told = f"{self.move} allows {self.other} to win {self.then.tell_end(self.names)}."
        return Explanation("allows", told, self.then.moves)

    def _explain_mistake(self) -> Explanation:
        """That points are lost, or a win or a tie is missed, or that the opponent can win."""
        before, now, best, names = self.before, self.now, self.best, self.names
        if self.grade.keeps_result:
            cost, result = count_noun(self.grade.cost, "point"), before.describe_result(names)
            most = f"with {best.first} by {before.margin}: {best.tell(names)}"
            return Explanation("costs", f"{self.move} costs {cost}: {result} by {now.margin}, and {most}.", best.moves)
        if now.winner is None or (before.winner == self.side and before.distance == 1):
            what = f"{'a tie' if before.ending == TIE else 'a win'} {best.tell_end(names)}"
            return Explanation("misses", f"{self.move} misses {what}. {self._tell_missed()}.", best.moves)
        if self.outcome:
            return self.explain_end()
        return self._explain_overlooked() if before.margin is None and self.overlooked else self.explain_allowed()

    def _tell_missed(self) -> str:
        """What there is instead of what was missed."""
        if self.outcome:
            how = "in a tie" if self.now.winner is None else f"and {with_verb(self.other, 'wins')}"
            return f"The game ends {how}"
        if self.now.winner is not None:
            return f"Now {with_verb(self.other, 'wins')} {self.then.tell_end(self.names)}"
        escapes = self.oracle.find_keeping_moves(self.grade.reached)
        if len(escapes) == 1:
            return f"{capitalise(with_verb(self.other, 'has'))} one way out, {escapes[0].move}"
        return f"Now {'it is ' if self.now.ending == TIE else ''}{self.now.describe(self.names)}"

    def _explain_overlooked(self) -> Explanation:
        instead = list_alternatives(self.better)
        told = f"{self.move} overlooks {whose(self.other)} {self.overlooked}, which wins at once"
        if self.before.winner != self.side.other:
            return Explanation("overlooks", f"{told}. It had to be stopped, with {instead}.")
        lasts = "stops it and lasts" if len(self.better) == 1 else "stop it and last"
        longest = describe_distance(self.before.distance or 0)
        all_the_same = f"but {with_verb(self.other, 'wins')} in any case"
        return Explanation("overlooks", f"{told}. {instead} {lasts} {longest}, {all_the_same}.")

    def _explain_score(self) -> Explanation:
        """In a game with points, that no move gets more."""
        good, legal, then = self.good, self.legal, self.then
        same = "as every move here" if good == legal else f"as {good} of the {legal} moves do"
        does = f"is the only one of {legal} moves that costs no points" if good == 1 else f"costs no points, {same}"
        stays = f"{self.now.describe_result(self.names)}{self.now.describe_margin()}"
        line = f"; then {then.tell(self.names)}" if then.moves else ""
        return Explanation("scores", f"{self.move} {does}: {stays}{line}.", then.moves)

    def _explain_kept(self) -> Explanation:
        """That a result stays: won later than could be, or lost whatever is played, or by blocking a threat."""
        winner, only = self.before.winner, f"is the only one of {self.legal} moves that "
        if not self.before.is_by_repetition:
            if winner == self.side and self.grade.moves_lost:
                return self._explain_delay()
            if winner == self.side.other and self.overlooked:
                return self._explain_overlooked()
            if self.blocked and (winner is None or self.best.first == str(self.move)):
                return self._explain_block()
            if winner == self.side:
                end = f" {self.best.tell_end(self.names)}"
                if self.before.distance == 3:
                    reply, me = " with ".join(map(str, self.best.moves[-2:])), with_verb(self.names[winner], "wins")
                    end = f": after any reply {me} at once, after {reply}"
                return Explanation("wins", f"{self.move} {only * (self.good == 1)}wins{end}.", self.best.moves)
            if winner is not None:
                return self._explain_loss()
        stays = self.now.describe_result(self.names)
        if self.good == 1:
            return Explanation("keeps", f"{self.move} {only}keeps the result: {stays}.")
        do = "every move here does" if self.good == self.legal else f"{self.good} of the {self.legal} moves do"
        return Explanation("keeps", f"{self.move} keeps the result, as {do}: {stays}.")

    def _explain_delay(self) -> Explanation:
        me, best, soonest = self.names[self.side], self.best, self.before.distance
        later = f"but only in {describe_distance((self.now.distance or 0) + 1)}"
        slow = f"With {self.move} {me} still win{'s' * (me.lower() != YOU)}, {later}"
        how = f"at once: {best.reason}" if soonest == 1 else f"in {soonest}: {best.tell(self.names)}"
        return Explanation("dawdles", f"{slow}. {best.first} wins {how}.", best.moves)

    def _explain_block(self) -> Explanation:
        winner = self.before.winner
        told = f"{self.move} blocks {whose(self.other)} {self.blocked}, which would win at once"
        if self.good == 1 and winner != self.side.other:
            told += f". It is the only one of {self.legal} moves that does this without losing"
        if winner is None:
            return Explanation("blocks", f"{told}.")
        wins = f"{capitalise(with_verb(self.names[winner], 'wins'))}{'' if winner == self.side else ' all the same,'}"
        return Explanation("blocks", f"{told}. {wins} {self.best.tell_end(self.names)}.", self.best.moves)

    def _explain_loss(self) -> Explanation:
        opening = f"{capitalise(with_verb(self.other, 'wins'))} in any case. {self.move}"
        longest, told = self.before.distance or 0, self.best.tell(self.names)
        how = f"lasts longest, {describe_distance(longest)}: {told}"
        if self.grade.moves_lost:
            moves = count_noun((self.now.distance or 0) + 1, "move")
            how = f"loses in {moves}; {self.best.first} would have lasted {longest}: {told}"
        return Explanation("loses", f"{opening} {how}.", self.best.moves)
