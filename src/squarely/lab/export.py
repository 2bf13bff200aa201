"""A suite: unpublished rule sets, spread over depth and length, as a plan for the arena."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from squarely.core.errors import BadOption, SquarelyError
from squarely.core.rules import registry
from squarely.core.rules.game import Game
from squarely.core.rules.options import Dial, Ruling
from squarely.core.rules.rulebook import list_rule_sets
from squarely.core.text.notation import count_noun
from squarely.files.output_file import Kind
from squarely.lab.measure.measures import Measures
from squarely.lab.report.words import describe_truth
from squarely.lab.sweep.bench import Bench
from squarely.lab.sweep.questions import Question
from squarely.lab.sweep.rule_sets import choose_axes, identify, list_settings
from squarely.solver.oracle import QUICK

SUITE = Kind("a plan of the lab", "# A plan by Squarely's lab")
_POOL = 4  # rule sets that are looked at for each that is wanted
_TRIED = 40  # rule sets that are solved for each that is wanted, at most: many of some games may be too large
_HOPELESS = 4  # games that were too large, and none that was not, before a setting is not drawn any more
_DRAWS = 60  # that are tried for each that is looked at, before the games are taken to have no more
_CHANCE = 0.05  # that an option of every game is changed, too
_FEWEST = 100  # positions of a game that is worth playing
_DEPTHS = (3, 5, 8, 11, 15, 20)  # moves of the longest forced win at which another band begins
_LENGTHS = (4, 8, 12, 18, 26)  # moves of play at which another band begins


def choose_suite(count: int, seed: int, games: Sequence[str], bench: Bench) -> list[Measures]:
    """That many rule sets, no two alike, from every band of depth and length alike; always the same by the seed.

    Each is small enough that the arena knows the truth of every move at once.
    """
    chance, drawn = Random(f"lab export {seed}"), _Drawn()
    source, pool = drawn.draw_games(games, chance), dict[Measures, Measures]()
    for _ in range(_TRIED):
        asked = [Question("truth", game.name, game.options, limit=QUICK) for game in islice(source, count)]
        for each in bench.ask(asked, "rule sets drawn by lot")[0] if asked and len(pool) < _POOL * count else ():
            drawn.note(registry.load(each.question.game, each.question.options), each.found is not None)
            if isinstance(found := each.found, Measures) and found.openings > 1 and found.positions >= _FEWEST:
                pool.setdefault(found._replace(options=""), found)
    if len(pool) < count:
        raise SquarelyError(f"only {count_noun(len(pool), 'rule set')} that differ could be found, not {count}")
    return _spread(list(pool.values()), count, chance)


def render_suite(chosen: Sequence[Measures], seed: int) -> str:
    """The plan as TOML, with the truth of each rule set beside it."""
    lines = [
        f"{SUITE.begins}: squarely lab export --count {len(chosen)} --seed {seed}",
        "# Rule sets that nobody has seen, each with the exact truth. Carry it out: squarely arena run FILE",
        'players = ["random", "level:3", "level:6", "perfect"]',
        'seeds = "1-5"',
        "opening_moves = 2",
        "control = []",
    ]
    for each in chosen:
        options = [f'options = "{each.options}"'] if each.options else []
        lines += ["", "[[games]]", f'name = "{each.game}"', *options, f"# {describe_truth(each)}"]
    return "\n".join(lines) + "\n"


class _Drawn:
    """Games drawn by lot. Settings of dials that always led to games that are too large are not drawn again."""

    def __init__(self) -> None:
        self._tried, self._solved = Counter[object](), Counter[object]()

    def note(self, game: Game, is_solved: bool) -> None:
        """What became of a game."""
        self._tried.update(_list_dials(game))
        self._solved.update(_list_dials(game) if is_solved else ())

    def draw_games(self, names: Sequence[str], chance: Random) -> Iterator[Game]:
        """The names in turn: no law twice, and none that is a rule set with a name."""
        kinds = [registry.find_class(name) for name in names]
        seen = {identify(kind(each.options)) for kind in kinds for each in list_rule_sets(kind)}
        while kinds:
            for kind in list(kinds):
                drawn = (_draw_game(kind, chance) for _ in range(_DRAWS))
                new = (game for game in drawn if game and not self._is_hopeless(game) and identify(game) not in seen)
                if game := next(new, None):
                    seen.add(identify(game))
                    yield game
                else:
                    kinds.remove(kind)

    def _is_hopeless(self, game: Game) -> bool:
        return any(self._tried[dial] >= _HOPELESS and not self._solved[dial] for dial in _list_dials(game))


def _list_dials(game: Game) -> list[object]:
    return [(game.name, each.name, game.settings[each.name]) for each in game.declared if isinstance(each, Dial)]


def _draw_game(kind: type[Game], chance: Random) -> Game | None:
    """A game under options drawn by lot, those of every game now and then; None where they make none."""
    printed = kind()
    own = {axis.name for axis in choose_axes(printed)}
    options = [each for each in printed.declared if isinstance(each, Dial | Ruling)]
    drawn = [each for each in options if each.name in own or chance.random() < _CHANCE]
    try:
        return kind({each.name: chance.choice(list_settings(printed, each, is_thin=True)) for each in drawn})
    except BadOption:
        return None


def _spread(pool: Sequence[Measures], count: int, chance: Random) -> list[Measures]:
    """That many of them: one from each band of depth and length in turn, as long as there are any."""
    bands: dict[tuple[int, int], list[Measures]] = {}
    for each in pool:
        band = bisect_right(_DEPTHS, each.longest_win), bisect_right(_LENGTHS, len(each.keeping_by_ply))
        bands.setdefault(band, []).append(each)
    for found in bands.values():
        chance.shuffle(found)
    chosen: list[Measures] = []
    while len(chosen) < count:
        for band in sorted(bands):
            if bands[band] and len(chosen) < count:
                chosen.append(bands[band].pop())
    return sorted(chosen, key=lambda measures: (measures.game, measures.longest_win, measures.options))
