"""What Hypothesis draws: options that make a game, matches that were played, records of them."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from squarely import Game, Match, Outcome, Side
from squarely.core.errors import BadOption
from squarely.core.match.record import Record
from squarely.core.rules import registry
from squarely.core.rules.options import Dial, Option, Ruling
from squarely.core.variations.openings import MoveOption

MOST_MOVES = 40
TAGS = ("Game", "Options", "First", "Second", "Date", "Start", "Result", "Reason")


@st.composite
def games(draw: DrawFn, kind: type[Game]) -> Game:
    """The game of this class under options of which any may differ from the rulebook's, as far as they go together."""
    game, waiting = kind(), dict[str, int | str]()
    declared = sorted(game.declared, key=lambda option: isinstance(option, MoveOption))  # moves are named at the end
    for option in declared:
        if not draw(st.booleans(), label=f"{option.name} as in the rulebook"):
            moves = _draw_moves(draw, game) if isinstance(option, MoveOption) else None
            waiting[option.name] = moves or _setting(draw, option)
        for name in [*waiting]:  # some make a game only with others that come later
            with suppress(BadOption):
                game = game.with_options(**{name: waiting[name]})
                del waiting[name]
    return game


def _setting(draw: DrawFn, option: Option[Any]) -> int | str:
    if isinstance(option, Dial):
        return draw(st.integers(option.low, option.high), label=option.name)
    if isinstance(option, Ruling):
        return draw(st.sampled_from(list(option.readings)), label=option.name)
    row, column = draw(st.tuples(*[st.integers(1, 3)] * 2), label=option.name)
    return f"{row}-{column}"


def _draw_moves(draw: DrawFn, game: Game) -> str:
    """One or two moves with which a match can begin, as an option names them; none where one cannot be so named."""
    position, named = game.start(), []
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=2), label="moves"):
        moves = [move for move in game.named_moves(position) if move.text.replace(" ", "").isalnum()]
        if moves:
            move = moves[choice % len(moves)]
            named.append(move.text.replace(" ", "_"))
            position = game.play(position, move)
    return "+".join(named) or "none"


@st.composite
def matches(draw: DrawFn, game: Game, most: int = MOST_MOVES) -> Match:
    """A match of a number of random moves, over or not."""
    match = Match.of(game, game.deal(draw(st.integers(0, game.deals() - 1), label="deal")))
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
    match = draw(matches(draw(games(registry.find_class(name)))))
    named = replace(match, names=draw(st.just(match.names) | st.tuples(printable(), printable())))
    tags = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True).filter(lambda tag: tag not in TAGS)
    notes = draw(st.dictionaries(tags, printable(), max_size=3))
    return Record(draw(ended(named)), draw(st.just("") | st.just("2026-11-15") | printable()), notes)
