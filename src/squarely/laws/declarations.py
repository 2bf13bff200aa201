"""What a game declares, held against what it does: options, rule sets, deals and where it begins."""

from collections.abc import Callable, Iterator

from squarely.core.author_errors import describe_author_error, describe_error
from squarely.core.errors import BadOption, SquarelyError
from squarely.core.game import Game
from squarely.core.options import Option
from squarely.core.rules import ONGOING
from squarely.laws.faults import Fault
from squarely.laws.law import describe_position

MOST_SETTINGS = 8  # of one option that are tried


def find_declaration_faults(game: Game) -> list[Fault]:
    """What a game declares and does not keep, besides its options."""
    faults = []
    for check, mend in _CHECKS.items():
        try:
            what = next(check(game), "")
        except Exception as error:  # whatever an author's function may raise
            what = f"fails: {describe_author_error(error) or describe_error(error)}"
        if what:
            name, promise = check.__name__.replace("_", " ").strip(), (check.__doc__ or "").strip()
            faults.append(Fault(name, promise, what, mend, game.options))
    return faults


def list_settings(option: Option) -> list[str]:
    """Settings of an option to try besides its default: all of a few, or some from the least to the greatest."""
    others = [setting for setting in option.choices if setting != str(option.default)]
    if len(others) <= MOST_SETTINGS:
        return others
    return [others[at * (len(others) - 1) // (MOST_SETTINGS - 1)] for at in range(MOST_SETTINGS)]


def vary(game: Game) -> Iterator[Game | Fault | None]:
    """The game with each single option changed: None where that makes no game, a fault where it fails."""
    for option in game.declared:
        for setting in list_settings(option):
            given = f"{option.name}={setting}"
            try:
                yield Game.of(game.name, game.rules, {**game.settings, option.name: setting})
            except BadOption:
                yield None
            except SquarelyError as refused:
                yield _option_fault(given, str(refused).rstrip("."))
            except Exception as error:  # whatever `enact` may raise
                yield _option_fault(given, describe_author_error(error) or describe_error(error))


def _option_fault(given: str, what: str) -> Fault:
    mend = "`enact` makes a law of these options, or raises BadOption with what would be right."
    return Fault("options make games", "Every choice of options makes a game or is refused.", what, mend, given)


def the_start_goes_on(game: Game) -> Iterator[str]:
    """A match is not over before it begins."""
    start = game.start()
    if game.rules.outcome(game.law, start) != ONGOING:
        yield f"the start {describe_position(game, start)} is over already"


def starts_are_the_same_each_time(game: Game) -> Iterator[str]:
    """The same options and the same deal make the same start."""
    if game.start() != game.start():
        yield "`start` gives another position each time"
    if game.is_dealt:
        if type(game.deals) is not int or game.deals < 1:
            yield f"`deals` gives {game.deals!r}"
        for seed in range(MOST_SETTINGS):
            if game.start(seed) != game.start(seed):
                yield f"`deal` gives another position each time for the seed {seed}"


def all_words_about_it_are_text(game: Game) -> Iterator[str]:
    """Rule book, goal and what options change about them are text."""
    for old, new in game.rules.reworded(game.law).items():
        if not isinstance(old, str) or not isinstance(new, str):
            yield f"`reworded` replaces {old!r} by {new!r}"


def claims_are_filed(game: Game) -> Iterator[str]:
    """What the rulebook claims is a list of claims."""
    game.rules.claims(game)  # which refuses what is none
    yield from ()


def squares_that_are_special_exist(game: Game) -> Iterator[str]:
    """Places are squares of the board."""
    count = game.rules.shape(game.law).squares
    for square, text in game.rules.places(game.law).items():
        if not (isinstance(square, int) and 0 <= square < count and isinstance(text, str)):
            yield f"`places` calls the square {square!r} {text!r}; squares go from 0 to {count - 1}"


_CHECKS: dict[Callable[[Game], Iterator[str]], str] = {
    the_start_goes_on: "`start` gives a position in which somebody can move.",
    starts_are_the_same_each_time: "`start` and `deal` follow from what they are given, without `random`.",
    all_words_about_it_are_text: "`reworded(law)` maps phrases of the docstring to what holds instead.",
    claims_are_filed: "`claims(game)` gives claims; a Docket is such a function.",
    squares_that_are_special_exist: '`places(law)` maps numbers of squares to what they are, such as {4: "center"}.',
}
