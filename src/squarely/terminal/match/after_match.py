"""Once a match is over, the same in line mode and in the app: what is worth knowing about it, and what to do next."""

from typing import NamedTuple

from squarely.files.my_results import note_match
from squarely.players import HUMAN
from squarely.players.level_words import describe_level
from squarely.terminal.match.advice import Advice
from squarely.terminal.match.live_match import LiveMatch
from squarely.terminal.match.new_match import arrange_again
from squarely.terminal.match.series import next_level


class NextStep(NamedTuple):
    """One thing to do next: the letter that chooses it, and what it is called."""

    letter: str
    name: str


REMATCH, SWAP = NextStep("r", "rematch"), NextStep("s", "swap sides")
REVIEW, NEW, QUIT = NextStep("v", "review"), NextStep("n", "new game"), NextStep("q", "quit")
LEVEL = "l"


def sum_up(live: LiveMatch, advice: Advice) -> list[str]:
    """Sentences: the turning point, and the level at which a person played a computer. The result is noted."""
    from squarely.players.level_estimate import describe_played_level

    match, person = live.match, live.seats.only_person
    if not match.moves:
        return []
    levels = () if person is None else advice.measure_levels(match, person)
    trouble = ""
    if None in live.seats.computers and live.saver.keeps:
        opponent = HUMAN if person is None else live.seats.computers[person.other]
        trouble = note_match(live.saver.path.name, match, opponent or HUMAN, person, levels)
    played = describe_played_level(levels) if levels else ""
    return [*filter(None, (advice.find_turning_point(match, person), played, trouble))]


def list_next_steps(live: LiveMatch) -> list[NextStep]:
    """All of them, in the order in which they are offered; another level only where one is."""
    level = next_level(live.series, live.settings)
    ladder = [NextStep(LEVEL, describe_level(f"level:{level}"))] if level else []
    return [REMATCH, SWAP, *ladder, REVIEW, NEW, QUIT]


def arrange_next(live: LiveMatch, letter: str) -> LiveMatch:
    """The match that a step leads to: again, with sides swapped, or against another level."""
    level = next_level(live.series, live.settings) if letter == LEVEL else None
    return arrange_again(live, is_swapped=letter == SWAP.letter, level=level)
