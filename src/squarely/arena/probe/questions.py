"""Probes: questions whose answers are known, about one position shown in several ways."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import count, takewhile
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from squarely.arena.probe.position_views import PositionView, make_views
from squarely.core.errors import BadMove
from squarely.core.match.match import Match
from squarely.core.match.tabletop import Tabletop
from squarely.core.rules.game import Game, Position, Side
from squarely.players.prompt import describe_rules
from squarely.review.grading import measure_cost
from squarely.solver.oracle import Oracle, find_oracle

# What is asked, by kind. The names in braces are filled in as a view calls them.
TASKS = {
    "best": "Which move is best? Where several are equally good, any of them will do.\n"
            "The legal moves, one a line:\n{moves}",
    "legal": "Is this move legal now: {move}\nAnswer yes or no.",
    "over": "Is the game over?\nAnswer yes or no.",
    "winner": "Who wins if both play their best from here?\n"
              "Answer {first}, {second} or nobody; nobody if neither can force a win.",
    "distance": "After how many moves, counting those of both, is the game over if both play their best?\n"
                "The winner hurries and the loser holds out; where there are points, they come first.",
}  # fmt: skip
BEST, LEGAL, OVER, WINNER, DISTANCE = KINDS = tuple(TASKS)
YES, NO, NOBODY = "yes", "no", "nobody"
_ENDING = "Think first if you like. End with one line of this form and nothing after it:\nANSWER: the answer"
_ATTEMPTS, _LONGEST = 300, 40
_ENOUGH = 40  # misses in a row, of one kind in one game with the answer that is due: then there are no others
_SEARCHED = 60  # positions that are looked at for an answer that was rare so far


class Question(NamedTuple):
    """A question, whole in itself, and every answer that is right."""

    id: str
    group: str  # questions of one group ask the same of the same position
    game: str
    options: str
    position: str  # as the plain view has it
    kind: str
    view: str
    text: str
    answers: tuple[str, ...]
    choices: int  # how many answers a guesser chooses from; 0 if unknown

    @property
    def guess(self) -> float:
        """How often a random choice is right. What a constant answer scores depends on the set."""
        return (len(self.answers) if self.kind == BEST else 1) / self.choices if self.choices else 0.0


class _Subject(NamedTuple):
    """What is asked: of a position, and for `legal` of a move, which is legal there or was elsewhere."""

    position: Position
    kind: str
    oracle: Oracle | None
    elsewhere: Position | None = None
    move: int = 0


def generate_questions(games: Mapping[Game, Sequence[str]], seed: int) -> Iterator[Question]:
    """Questions of these kinds about these games, in turn, always the same for the same seed.

    All views of a position come together, and no position is asked the same twice. The answer that was right least
    often so far is due next, and a kind ends in a game when no such position turns up; so no answer is right too often
    where others can be had.
    """
    seen: set[bytes] = set()
    answered: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    misses: Counter[tuple[str, str]] = Counter()
    every = [(game.name, kind) for game, kinds in games.items() for kind in kinds]
    for number in takewhile(lambda _: any(misses[where] <= _ENOUGH for where in every), count()):
        for game, kinds in games.items():
            kind = kinds[number % len(kinds)]
            where = game.name, kind
            asked = ask_in_every_view(game, kind, seed, number, answered[where]) if misses[where] <= _ENOUGH else []
            key = blake2b(asked[0].text.encode(), digest_size=10).digest() if asked else b""
            if not asked or key in seen:
                misses[where] += 1
                continue
            misses[where] = 0
            seen.add(key)
            answered[where][asked[0].answers[0]] += kind != BEST
            yield from asked


def ask_in_every_view(
    game: Game, kind: str, seed: int, number: int, answered: Mapping[str, int] = MappingProxyType({})
) -> list[Question]:
    """The same question in every view, the plain one first; nothing if there is no position to ask it of.

    An answer that was right less often before, as `answered` counts, is preferred.
    """
    name = " ".join(filter(None, [game.name, game.options, str(seed), str(number)]))
    chance = Random(f"probe {name} {kind}")
    subject = _draw_subject(game, kind, chance, answered)
    if subject is None:
        return []
    line = game.write_position(subject.position)
    return [
        Question(
            f"{name} {view.name}", name, game.name, game.options, line, kind, view.name,
            _write_question(view, subject), *_collect_answers(view, subject),
        )
        for view in make_views(game, subject.position, chance)
    ]  # fmt: skip


def find_askable_kinds(game: Game, kinds: Sequence[str] = KINDS) -> tuple[str, ...]:
    """The kinds of questions that have known answers in a game: some need the truth about it."""
    solved = find_oracle(Match.of(game, game.start_for(0))) is not None
    return tuple(kind for kind in kinds if solved or kind in (LEGAL, OVER))


def _draw_subject(game: Game, kind: str, chance: Random, answered: Mapping[str, int]) -> _Subject | None:
    """A position of which this can be asked, reached by chance; None where none turns up."""
    yes, no = answered.get(YES, 0), answered.get(NO, 0)
    wanted = chance.random() < 0.5 if yes == no else yes < no  # half of the yes-or-no questions are answered yes
    settled: tuple[int, _Subject] | None = None  # the rarest answer so far: how often it was right
    for attempt in range(_ATTEMPTS):
        match = Match.of(game, game.start_for(chance.randrange(2**32)))
        oracle = find_oracle(match)
        for _ in range(_LONGEST if kind == OVER and wanted else chance.randrange(_LONGEST)):
            if moves := game.named_moves(match.position):
                match = match.play(chance.choice(moves))
        if kind == OVER:
            if bool(game.result(match.position)) == wanted:
                return _Subject(match.position, kind, oracle)
            continue
        position = chance.choice([position for position in match.positions if not game.result(position)])
        subject = _Subject(position, kind, oracle)
        if kind == LEGAL:
            if about := _pick_move(match, position, wanted, chance):
                return subject._replace(elsewhere=about[0], move=about[1])
        elif oracle and _is_suitable(oracle, position, kind):
            plain = "" if kind == BEST else _collect_answers(PositionView(game, position), subject)[0][0]
            often = answered.get(plain, 0)
            if settled is None or often < settled[0]:
                settled = often, subject
            if kind == BEST or often < max(answered.values(), default=1):
                break
            if len(set(answered.values())) == 1 < len(answered):  # all that are known were right as often
                break
        if settled and attempt >= _SEARCHED:
            break
    return settled and settled[1]


def _is_suitable(oracle: Oracle, position: Position, kind: str) -> bool:
    value = oracle.value(position)
    if kind == BEST:
        return any(measure_cost(value, each.value, Side(position.mover)) for each in oracle.value_moves(position))
    return kind == WINNER or (value.winner is not None and value.distance is not None)


def _pick_move(match: Match, position: Position, legal: bool, chance: Random) -> tuple[Position, int] | None:
    """A move that is legal here, or one that the same side had elsewhere in the match and has not here."""
    game = match.game
    if legal:
        return position, chance.choice(game.named_moves(position))
    elsewhere = [each for each in match.positions if each.mover == position.mover and not game.result(each)]
    moves = [(each, move) for each in elsewhere for move in game.named_moves(each)]
    chance.shuffle(moves)
    here = Match.of(game, position)
    return next(((each, move) for each, move in moves if _is_refused(here, each, move)), None)


def _is_refused(here: Match, elsewhere: Position, move: int) -> bool:
    """Whether neither its words nor the squares that it touches elsewhere mean a move that is legal here."""
    words, table = str(here.game.name_move(elsewhere, int(move))), Tabletop(here.game)
    touched = table.touched_squares(elsewhere, int(move))
    if any(touched == table.touched_squares(here.position, each) for each in here.legal_moves):
        return False
    try:
        here.play(words)
    except BadMove:
        return True
    return False


def _collect_answers(view: PositionView, subject: _Subject) -> tuple[tuple[str, ...], int]:
    """The right answers, and from how many choices a guess is made."""
    game, (position, kind, oracle, elsewhere, move) = view.game, subject
    if kind == LEGAL:
        return (YES if elsewhere == position and move in game.named_moves(position) else NO,), 2
    if kind == OVER:
        return (YES if game.result(position) else NO,), 2
    assert oracle
    value = oracle.value(position)
    if kind == WINNER:
        return (NOBODY,) if value.winner is None else (view.sides[value.winner], view.marks[value.winner]), 3
    if kind == DISTANCE:
        return (str(value.distance),), 0
    judged = oracle.value_moves(position)
    good = [each.move for each in judged if not measure_cost(value, each.value, Side(position.mover))]
    return tuple(view.write_move(position, move) for move in sorted(good)), len(judged)


def _write_question(view: PositionView, subject: _Subject) -> str:
    position, kind, _, elsewhere, move = subject
    listed = view.game.named_moves(position) if kind == BEST else ()
    task = TASKS[kind].format(
        first=view.sides[0],
        second=view.sides[1],
        move=view.write_move(elsewhere, move) if elsewhere else "",
        moves="\n".join(view.write_move(position, each) for each in listed),
    )
    turn = f"Whose turn it is: {view.sides[position.mover]}"
    return "\n".join([
        describe_rules(view.game), "", "# Position", *view.draw(), turn, "", "# Question", task, "", _ENDING,
    ])  # fmt: skip
