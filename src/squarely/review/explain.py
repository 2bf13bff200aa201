"""Because: the one sentence that says most about a move, read off the solution; and the lines that it shows."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from squarely.core.rules.game import Move, Position, Side
from squarely.core.rules.moves import PASS
from squarely.core.text.notation import YOU, capitalise, count_noun, join_with_or, whose, with_verb
from squarely.review.grading import AnyGrade, BelievedGrade, Grade, MatchReview
from squarely.solver.believer import Believer
from squarely.solver.oracle import Oracle
from squarely.solver.values import BY_REPETITION, TIE, Value, describe_distance

_NAMED = 3  # of several moves that would do, that many are named
_LONG = 7  # moves of a line that is still written out; of a longer one the beginning, and the move that ends it
_BEGINNING = 4


class BestLine(NamedTuple):
    """Best play from a position to the end: the winner hurries, the loser holds out."""

    value: Value  # of the position
    moves: tuple[Move, ...]
    movers: tuple[Side, ...]  # who makes each of them
    forced: tuple[int, ...]  # which of them are forced: replies of the side that does not win, all others worse
    reason: str  # why it is over at the end

    @classmethod
    def of(cls, oracle: Oracle, start: Position, first: Move | None = None) -> "BestLine":
        """The line from a position, with this first move if it is one of several best; none where play can go on."""
        moves, movers, forced, position = list[Move](), list[Side](), list[int](), start
        while oracle.value(position).distance:
            mover, judged = Side(position.mover), oracle.value_moves(position)
            alike = [each for each in judged if each.value == judged[0].value]
            best = next((each for each in alike if not moves and each.move == first), judged[0])
            is_reply = bool(movers) and movers[-1] != mover != best.value.winner
            if is_reply and len(alike) == 1 and (best.value.winner is not None or len(moves) % 2 == 1):
                forced.append(len(moves))
            moves.append(best.move)
            movers.append(mover)
            position = best.position
        outcome = oracle.game.result(position)
        reason = outcome.reason if outcome else ""
        return cls(oracle.value(start), tuple(moves), tuple(movers), tuple(forced), reason)

    @property
    def first(self) -> str:
        return str(self.moves[0]) if self.moves else ""

    def tell_end(self, names: Sequence[str]) -> str:
        """`in 3 moves (both sides counted): Ann C3, …`, `at once: C3`; `by repetition`, where there is no line."""
        if self.value.is_by_repetition:
            return BY_REPETITION
        margin, moves = self.value.describe_margin(), self.value.distance or 0
        end = f"at once{margin}" if moves == 1 else f"{margin} in {describe_distance(moves)}".lstrip()
        return f"{end}: {self.tell(names)}"

    def tell(self, names: Sequence[str]) -> str:
        """`Ann C3 (forcing A1), Ann B4; the end: X formed a square`; a single move alone, as it follows `at once`."""
        if len(self.moves) == 1:
            return str(self.moves[0])
        ends = f"; the end: {self.reason}" if self.value.margin is None and self.reason else ""
        moves = self.moves
        if ends and moves and str(moves[-1]) == PASS.word:  # which says no more than the reason
            moves, ends = moves[:-1], f"; {self.reason}"
        shown = len(moves) if len(moves) <= _LONG else _BEGINNING
        apart = ": " if any(str(move)[:1].isdigit() for move in moves) else " "  # not `Player 1 2 3`
        parts: list[str] = []
        for number, (move, mover) in enumerate(zip(moves[:shown], self.movers, strict=False)):
            if number in self.forced:
                parts[-1] += f" (forcing {move})"
            else:
                parts.append(f"{names[mover]}{apart}{move}")
        if left := len(moves) - shown:
            mover = self.movers[len(moves) - 1]
            parts += [count_noun(left - 1, "more move"), f"then {names[mover]}{apart}{moves[-1]}"]
        return ("; " if any("," in part for part in parts) else ", ").join(parts) + ends


class Explanation(NamedTuple):
    """A sentence about a move, one word for its kind, and the line that it shows first: from here, or in reply."""

    kind: str
    text: str
    moves: tuple[Move, ...] = ()


def explain_move(grade: AnyGrade, judge: Oracle | Believer, names: Sequence[str]) -> Explanation:
    """The most telling sentence about a move."""
    if isinstance(grade, BelievedGrade):
        return _explain_belief(grade, judge, names)
    return _Explainer(grade, judge if isinstance(judge, Oracle) else judge.near_end, names).explain()


def explain_answer(grade: Grade, oracle: Oracle, names: Sequence[str]) -> Explanation:
    """How a move that loses the result is answered, without a word about a better one."""
    told = _Explainer(grade, oracle, names)
    return told.explain_end() if told.outcome else told.explain_allowed()


def explain_match(review: MatchReview, judge: Oracle | Believer) -> tuple[Explanation, ...]:
    """The sentence for every move of a match."""
    return tuple(explain_move(grade, judge, review.match.names) for grade in review.grades)


def tell_move(grade: AnyGrade, judge: Oracle | Believer, names: Sequence[str]) -> str:
    """The same alone; of what is believed with how it stands after it."""
    told = explain_move(grade, judge, names).text
    return f"{told} After {grade.move}: {grade.after.describe(names)}." if isinstance(grade, BelievedGrade) else told


def _explain_belief(grade: BelievedGrade, judge: Oracle | Believer, names: Sequence[str]) -> Explanation:
    """Whether other moves look better; or what the move is known to give away."""
    move, moves = grade.move, grade.valued_moves
    if outcome := judge.game.result(grade.reached):
        return Explanation("ends", f"{move} ends the game: {outcome.reason}.")
    if not grade.keeps_result:
        what = "the win" if grade.before.winner == grade.side else "the tie"
        return Explanation("gives", f"{move} gives {what} away. Before it: {grade.before.describe(names)}.")
    if len(moves) == 1:
        return Explanation("forced", f"{move} is the only legal move.")
    if not grade.share_lost:
        looks = "best" if move == moves[0].move else "about as good as the best"
        looks = "as good as any" if len(grade.flawless) == len(moves) else looks
        return Explanation("believed", f"{move} looks {looks} of {len(moves)} moves.")
    better, those = list_alternatives(each.move for each in grade.flawless), "these" if grade.flawless[1:] else "that"
    told = f"{move} looks worse than {better} (with {those}: {moves[0].value.describe(names)})."
    return Explanation("believed", told)


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
        how = "ends the game in a tie"
        if winner is not None:
            won = f"ends the game and {with_verb(self.names[winner], 'wins')}"
            how = "wins at once" if winner == self.side else won
        return Explanation("ends", f"{self.move} {how}: {reason}.")

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
        wins = with_verb(self.other, "wins")
        if self.outcome:
            return f"The game ends {'in a tie' if self.now.winner is None else f'and {wins}'}"
        if self.now.winner is not None:
            return f"Now {wins} {self.then.tell_end(self.names)}"
        escapes = self.oracle.find_keeping_moves(self.grade.reached)
        if len(escapes) == 1:
            return f"{capitalise(with_verb(self.other, 'has'))} one way out, {escapes[0].move}"
        return f"Now {'it is ' if self.now.ending == TIE else ''}{self.now.describe(self.names)}"

    def _explain_overlooked(self) -> Explanation:
        instead = list_alternatives(self.better)
        how = f"It had to be stopped, with {instead}"
        if self.before.winner == self.side.other:
            lasts = "stops it and lasts" if len(self.better) == 1 else "stop it and last"
            longest, wins = describe_distance(self.before.distance or 0), with_verb(self.other, "wins")
            how = f"{instead} {lasts} {longest}, but {wins} in any case"
        threat = f"{whose(self.other)} {self.overlooked}, which wins at once"
        return Explanation("overlooks", f"{self.move} overlooks {threat}. {how}.")

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
        move, names, best, winner = self.move, self.names, self.best, self.before.winner
        only, longest = f"is the only one of {self.legal} moves that ", self.before.distance or 0
        wins = "" if winner is None else with_verb(names[winner], "wins")
        takes, shown = (self.now.distance or 0) + 1, best.tell(names)
        if not self.before.is_by_repetition:
            if winner == self.side and self.grade.moves_lost:
                slow = f"With {move} {names[winner]} still win{'s' * (names[winner].lower() != YOU)}"
                how = f"at once: {best.reason}" if longest == 1 else f"in {longest}: {shown}"
                told = f"{slow}, but only in {describe_distance(takes)}. {best.first} wins {how}."
                return Explanation("dawdles", told, best.moves)
            if winner == self.side.other and self.overlooked:
                return self._explain_overlooked()
            if self.blocked and (winner is None or best.first == str(move)):
                told = f"{move} blocks {whose(self.other)} {self.blocked}, which would win at once"
                if self.good == 1 and winner != self.side.other:
                    told += f". It {only}does this without losing"
                if winner is None:
                    return Explanation("blocks", f"{told}.")
                same = "" if winner == self.side else " all the same,"
                return Explanation("blocks", f"{told}. {capitalise(wins)}{same} {best.tell_end(names)}.", best.moves)
            if winner == self.side:
                end = f" {best.tell_end(names)}"
                if longest == 3:
                    end = f": after any reply {wins} at once, after {' with '.join(map(str, best.moves[-2:]))}"
                return Explanation("wins", f"{move} {only * (self.good == 1)}wins{end}.", best.moves)
            if winner is not None:
                how = f"lasts longest, {describe_distance(longest)}"
                if self.grade.moves_lost:
                    how = f"loses in {count_noun(takes, 'move')}; {best.first} would have lasted {longest}"
                return Explanation("loses", f"{capitalise(wins)} in any case. {move} {how}: {shown}.", best.moves)
        do = "every move here does" if self.good == self.legal else f"{self.good} of the {self.legal} moves do"
        keeps = f"{only}keeps the result" if self.good == 1 else f"keeps the result, as {do}"
        return Explanation("keeps", f"{move} {keeps}: {self.now.describe_result(names)}.")
