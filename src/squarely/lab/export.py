"""A suite: rule sets that nobody has seen, spread over depth and length, as a plan for the arena."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from squarely.core import registry
from squarely.core.errors import BadOption, SquarelyError
from squarely.core.game import Game
from squarely.core.notation import count_noun
from squarely.core.options import Dial, Place, Setting
from squarely.files.output_file import Kind
from squarely.lab.measures import Measures, read_measures
from squarely.lab.questions import Question
from squarely.lab.report import describe_truth
from squarely.lab.run import Bench
from squarely.lab.sweep import identify, list_settings
from squarely.solver.oracle import QUICK

SUITE = Kind("a plan of the lab", "# A plan by Squarely's lab")
_POOL = 4  # rule sets that are looked at for each that is wanted
_TRIED = 40  # rule sets that are solved for each that is wanted, at most: many of some games may be too large
_HOPELESS = 4  # games that were too large, and none that was not, before a setting is not drawn any more
_DRAWS = 60  # that are tried for each that is looked at, before the games are taken to have no more
_CHANCE = 0.25  # that an option of every game is changed, too
_DEPTHS = (3, 5, 8, 11, 15, 20)  # moves of the longest forced win at which another band begins
_LENGTHS = (4, 8, 12, 18, 26)  # moves of play at which another band begins


class TooFew(SquarelyError):
    """There are not as many rule sets as are wanted."""


def choose_suite(count: int, seed: int, games: Sequence[str], bench: Bench) -> list[Measures]:
    """So many rule sets, no two of them alike, from every band of depth and length alike; always the same by the seed.

    Each is small enough that the arena knows the truth of every move at once.
    """
    chance = Random(f"lab export {seed}")
    sizes, seen = _Sizes(), set[object]()
    source = _draw_games(games, chance, sizes)
    pool: list[Measures] = []
    for _ in range(_TRIED):
        if len(pool) >= _POOL * count:
            break
        for measures in _measure(list(islice(source, count)), sizes, bench):
            alike = measures._replace(options="")
            if measures.openings > 1 and alike not in seen:
                seen.add(alike)
                pool.append(measures)
    if len(pool) < count:
        raise TooFew(f"only {count_noun(len(pool), 'rule set')} that differ could be found, not {count}")
    return _spread(pool, count, chance)


def render_suite(chosen: Sequence[Measures], seed: int) -> str:
    """The plan as TOML, with the truth of each rule set beside it."""
    head = [
        f"{SUITE.begins}: squarely lab export --count {len(chosen)} --seed {seed}",
        "# Rule sets that nobody has seen, each with the exact truth. Carry it out: squarely arena run FILE",
        'players = ["random", "level:3", "level:6", "perfect"]',
        'seeds = "1-5"',
        "opening_moves = 2",
        "control = []",
    ]
    return "\n".join([*head, *(_render_rule_set(measures) for measures in chosen)]) + "\n"


def _render_rule_set(measures: Measures) -> str:
    options = f'options = "{measures.options}"\n' if measures.options else ""
    return f'\n[[games]]\nname = "{measures.game}"\n{options}# {describe_truth(measures)}'


class _Sizes:
    """Which settings of dials have always led to games that are too large: there is no use in drawing more of them."""

    def __init__(self) -> None:
        self._tried, self._solved = Counter[object](), Counter[object]()

    def note(self, game: Game, is_solved: bool) -> None:
        """What became of a game."""
        self._tried.update(_list_dials(game))
        self._solved.update(_list_dials(game) if is_solved else ())

    def rule_out(self, game: Game) -> bool:
        """Whether a game is most likely too large."""
        return any(self._tried[dial] >= _HOPELESS and not self._solved[dial] for dial in _list_dials(game))


def _list_dials(game: Game) -> list[object]:
    dials = (option for option in game.declared if isinstance(option, Dial))
    return [(game.name, option.name, game.settings[option.name]) for option in dials]


def _draw_games(names: Sequence[str], chance: Random, sizes: _Sizes) -> Iterator[Game]:
    """Games under options drawn by lot, the names in turn: no law twice, and none that is a rule set with a name."""
    seen = {identify(registry.load(name, text)) for name in names for text in registry.rules(name).RULE_SETS.values()}
    alive = list(names)
    while alive:
        for name in list(alive):
            for _ in range(_DRAWS):
                game = _draw_game(name, chance)
                if game and not sizes.rule_out(game) and (same := identify(game)) not in seen:
                    seen.add(same)
                    yield game
                    break
            else:
                alive.remove(name)


def _draw_game(name: str, chance: Random) -> Game | None:
    printed = registry.load(name)
    own = {option.name for option in printed.rules.OPTIONS}
    settings: dict[str, Setting] = {}
    for option in printed.declared:
        if not isinstance(option, Place) and (option.name in own or chance.random() < _CHANCE):
            settings[option.name] = chance.choice(list_settings(option))
    try:
        return registry.load(name, settings)
    except BadOption:
        return None


def _measure(games: Sequence[Game], sizes: _Sizes, bench: Bench) -> list[Measures]:
    asked = [Question("truth", game.name, game.options, limit=QUICK) for game in games]
    answers, _ = bench.ask(asked, "rule sets drawn by lot") if asked else ([], [])
    for each in answers:
        sizes.note(registry.load(each.question.game, each.question.options), each.found is not None)
    return [read_measures(each.found) for each in answers if each.found]


def _spread(pool: Sequence[Measures], count: int, chance: Random) -> list[Measures]:
    """So many of them: one from each band of depth and length in turn, as long as there are any."""
    bands: dict[tuple[int, int], list[Measures]] = {}
    for measures in pool:
        bands.setdefault(_find_band(measures), []).append(measures)
    for band in bands.values():
        chance.shuffle(band)
    chosen: list[Measures] = []
    while len(chosen) < count:
        for key in sorted(bands):
            if bands[key] and len(chosen) < count:
                chosen.append(bands[key].pop())
    return sorted(chosen, key=lambda measures: (measures.game, measures.longest_win, measures.options))


def _find_band(measures: Measures) -> tuple[int, int]:
    length = measures.length_random.mean if measures.length_random else len(measures.keeping_by_ply)
    return bisect_right(_DEPTHS, measures.longest_win), bisect_right(_LENGTHS, length)
