"""The score over rematches in one sitting, and the level that is offered next.

`Series().after(match, seats)` after each match, `swap` for a rematch with sides swapped, `describe` for the score;
`next_level` and `describe_next_level` after the last one. Nothing is kept between sittings.
"""

from typing import NamedTuple

from squarely.core.match.match import Match
from squarely.core.rules.game import Side
from squarely.core.text.notation import YOU, capitalise, count_noun
from squarely.play.seats import Seats
from squarely.players.level_words import LEVEL_WORDS, describe_level, find_level


class Series(NamedTuple):
    """Finished matches of the same two players, immutable: every match is handed the series before it."""

    players: tuple[str, str] = ("", "")
    winners: tuple[Side | None, ...] = ()  # of every match, by the seat that the winner has now; None: a draw
    is_by_seat: bool = False  # two people without names are called by their seats, not by the person

    def after(self, match: Match, seats: Seats) -> "Series":
        """The series with this match, once it is over. Other players begin another series."""
        if match.outcome is None:
            return self
        players = _name_players(match, seats)
        before = self.winners if players == self.players else ()
        is_by_seat = seats.between_people and match.names == match.game.players
        return Series(players, (*before, match.outcome.winner), is_by_seat)

    def swap(self) -> "Series":
        """The same score once the players have changed seats."""
        first, second = self.players
        players = (first, second) if self.is_by_seat else (second, first)
        return self._replace(players=players, winners=tuple(w if w is None else w.other for w in self.winners))

    def describe(self) -> str:
        """`You 2 : 1 level 4 (careful), 1 draw`; "" before the first finished match."""
        if not self.winners:
            return ""
        one = Side.SECOND if self.players[Side.SECOND] == YOU else Side.FIRST
        mine, theirs, draws = map(self.winners.count, (one, one.other, None))
        score = f"{self.players[one]} {mine} : {theirs} {self.players[one.other]}"
        if self.is_by_seat:  # such as `Player 1`, which a number cannot follow
            score = f"{self.players[one]}: {mine}, {self.players[one.other]}: {theirs}"
        return capitalise(f"{score}, {count_noun(draws, 'draw')}" if draws else score)


def next_level(series: Series, seats: Seats) -> int | None:
    """The level to offer after a series that ends with the match just over: up after a win, down after two losses."""
    person = seats.only_person
    level = None if person is None else find_level(seats.computers[person.other] or "")
    if person is None or level is None:
        return None
    is_won, is_lost = series.winners[-1:] == (person,), series.winners[-2:] == (person.other, person.other)
    offered = level + is_won - is_lost
    return offered if offered != level and offered in LEVEL_WORDS else None


def describe_next_level(series: Series, seats: Seats) -> str:
    """The offer of `next_level` in a sentence; "" where there is none."""
    level = next_level(series, seats)
    if level is None:
        return ""
    name = capitalise(describe_level(f"level:{level}"))
    return f"{name} is waiting." if series.winners[-1] == seats.only_person else f"{name} may be more fun."


def _name_players(match: Match, seats: Seats) -> tuple[str, str]:
    """Each player as the other knows them: a person who plays a computer is `you`."""
    person, computers = seats.only_person, seats.computers
    first, second = (YOU if side == person else describe_level(computers[side] or match.names[side]) for side in Side)
    return first, second
