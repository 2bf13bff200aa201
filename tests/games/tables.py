"""What the tests of our games say in tables: by options and a position, what is answered to what.

A position is a line, or "" for the start. Several moves or answers in a row are parted by semicolons.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from squarely import Match, SquarelyError
from squarely.core.errors import BadOption, BadPosition
from squarely.core.rules import registry
from tests.boards import at, conversation, legal, played, refusal, written

Table: TypeAlias = Mapping[tuple[str, str], Mapping[str, str]]


def begin(name: str, options: str = "", position: str = "") -> Match:
    game = registry.load(name, options)
    return at(game, position) if position else Match.of(game)


def told(match: Match) -> str:
    if not match.outcome:
        return written(match)
    assert legal(match) == []
    winner = match.outcome.winner
    return f"{'nobody' if winner is None else winner}: {match.outcome.reason}"


def rows(name: str, table: Table) -> Iterator[tuple[Match, list[str], str, str]]:
    """Each row of a table: the match, what is said in it, what is wanted, and where the row is found."""
    for (options, position), given in table.items():
        for said, wanted in given.items():
            yield begin(name, options, position), said.split("; "), wanted, f"{options} {position} {said}"


def check_leads(name: str, table: Table) -> None:
    for match, moves, wanted, row in rows(name, table):
        assert told(played(match, *moves)) == wanted, row


def check_refused(name: str, error: type[SquarelyError], table: Table) -> None:
    """The last move is refused, once the ones before it are made."""
    for match, (*before, move), why, row in rows(name, table):
        assert refusal(error, played(match, *before).play, move) == why, row


def check_asked(name: str, table: Table) -> None:
    """Answers and questions make this screen, and this move in its last line."""
    for match, answers, wanted, row in rows(name, table):
        screen, _, move = wanted.rpartition("\n")
        assert conversation(match, *answers) == (f"{screen}\n", move), row


def check_answer_refused(name: str, error: type[SquarelyError], table: Table) -> None:
    for match, answers, why, row in rows(name, table):
        assert refusal(error, conversation, match, *answers) == why, row


def check_no_options(name: str, table: Mapping[str, str]) -> None:
    for options, why in table.items():
        assert refusal(BadOption, registry.load, name, options) == why


def check_no_position(name: str, table: Mapping[str, Mapping[str, str]]) -> None:
    for options, given in table.items():
        for position, why in given.items():
            assert refusal(BadPosition, registry.load(name, options).read_position, position) == why, position


def check_read(name: str, table: Table) -> None:
    """What each spelling, parted from the next by a bar, is taken for."""
    for (options, position), given in table.items():
        for move, spellings in given.items():
            for said in spellings.split("|"):
                assert str(begin(name, options, position).play(said).moves[-1]) == move, f"{options} {said}"


def check_unreadable(name: str, error: type[SquarelyError], wanted: str, words: str) -> None:
    """Nothing of what is parted by bars is a move at the start; `{}` stands for what was said."""
    for said in words.split("|"):
        assert refusal(error, begin(name).play, said) == wanted.format(said.strip())
