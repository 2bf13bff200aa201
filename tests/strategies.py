"""What Hypothesis draws: options that make a game, matches that were played, records of them."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from squarely import Game, Match, Outcome, Side
from squarely.core import registry
from squarely.core.errors import BadOption
from squarely.core.options import Dial, Place, Ruling
from squarely.core.record import Record
from squarely.core.rules import Rules

MOST_MOVES = 40
TAGS = ("Game", "Options", "First", "Second", "Date", "Start", "Result", "Reason")


@st.composite
def games(draw: DrawFn, name: str, rules: Rules) -> Game:
    """The game of this name under options of which any may differ from the rulebook's."""
    settings: dict[str, object] = {}
    for option in Game.of(name, rules).declared:
        if not draw(st.booleans(), label=f"{option.name} as in the rulebook"):
            settings[option.name] = draw(_setting(option, int(str(settings.get("size", 3)))), label=option.name)
    try:
        return Game.of(name, rules, settings)
    except BadOption:
        assume(False)
        raise


def _setting(option: Dial | Ruling | Place, size: int) -> SearchStrategy[int] | SearchStrategy[str]:
    if isinstance(option, Dial):
        return st.integers(option.low, option.high)
    if isinstance(option, Ruling):
        return st.sampled_from(list(option.readings))
    return st.builds("{}-{}".format, st.integers(1, size), st.integers(1, size))


@st.composite
def matches(draw: DrawFn, game: Game, most: int = MOST_MOVES) -> Match:
    """A match of a number of random moves, over or not."""
    match = Match.of(game, game.deal(draw(st.integers(0, game.deals - 1), label="deal")))
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=most), label="choices"):
        legal = match.legal_moves
        if not legal:
            break
        match = match.play(int(legal[choice % len(legal)]))
    return match


def printable(most: int = 30) -> SearchStrategy[str]:
    """One line of text with something on it: quotes, backslashes, brackets and any writing of the world."""
    awkward = st.sampled_from(['"', "\\", '\\"', '"]', "[", "]", "{", "*", "1-0", "'", " ", "Ç", "名前", "🙂", "ש"])
    anything = st.characters(exclude_categories=("C", "Zl", "Zp")).filter(str.isprintable)
    return st.lists(awkward | anything, min_size=1, max_size=most).map("".join).filter(str.strip)


@st.composite
def ended(draw: DrawFn, match: Match) -> Match:
    """The match as its players may have ended it, if the rules have not; or going on."""
    if match.outcome:
        return match
    ways: dict[str, Callable[[], Match]] = {
        "going on": lambda: match,
        "first resigned": lambda: match.resign(Side.FIRST),
        "second resigned": lambda: match.resign(Side.SECOND),
        "drawn": match.agree_to_draw,
        "out of time": match.run_out_of_time,
        "otherwise": lambda: match.end_with(Outcome(draw(st.sampled_from([*Side, None])), draw(printable()))),
    }
    return ways[draw(st.sampled_from(list(ways)))]()


@st.composite
def records(draw: DrawFn, name: str) -> Record:
    """A record with everything that one may have."""
    match = draw(matches(draw(games(name, registry.rules(name)))))
    named = replace(match, names=draw(st.just(match.names) | st.tuples(printable(), printable())))
    tags = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True).filter(lambda tag: tag not in TAGS)
    notes = draw(st.dictionaries(tags, printable(), max_size=3))
    return Record(draw(ended(named)), draw(st.just("") | st.just("2026-11-15") | printable()), notes)
