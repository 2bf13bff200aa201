"""The documentation, proved: what a page shows is what the program does.

Fenced blocks carry their meaning in the word after the fence, then `refused`, a game and options where needed:

    text, json   a record                     board    the last record's final position
    position     one position a line          moves    position, move, position after, how the game ended
    options      one options text a line      typed    position, what is typed, the move it means
    proof        a whole proof               shell, printed, client    run against a server in tests/web
    screen       a full screen that tests/terminal/full_screen plays up to
    console      a step of the tutorial, carried out in tests/authoring/test_tutorial.py
"""

import doctest
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner
from textual.binding import Binding

from squarely.core.errors import BadOption, BadPosition
from squarely.core.match import record
from squarely.core.match.match import Match
from squarely.core.rules import registry
from squarely.core.rules.compose import list_universal, sum_up
from squarely.core.rules.game import Game
from squarely.core.rules.options import Dial, Option, Ruling, SquareDial
from squarely.proofs import checker
from squarely.solver.certificate import write_certificate
from squarely.solver.oracle import Oracle
from tests.terminal.driving import Desk

ROOT = Path(__file__).resolve().parent.parent
DOCS, DECISIONS = ROOT / "docs", ROOT / "decisions"
PAGES = sorted([*DOCS.rglob("*.md"), *DECISIONS.glob("*.md")])
GAME_PAGES = sorted((DOCS / "games").glob("*.md"))
OURS = sorted(e.name for e in entry_points(group=registry.GROUP) if e.value.startswith("squarely.games."))

SHAPE = ["Goal", "Setup", "Moving", "Winning", "Rulings", "Options", "Text forms", "A played example"]
DECISION_SHAPE = ["Context", "Choice", "What it costs"]
KINDS = {
    "text", "json", "board", "position", "moves", "typed", "options", "proof", "python", "screen", "console",
    "shell", "printed", "client", "file",  # proved in tests/web
}  # fmt: skip


class Block(NamedTuple):
    page: Path
    line: int
    kind: str
    refused: bool
    game: str
    options: str
    body: str

    @property
    def lines(self) -> list[str]:
        return self.body.splitlines()

    def rules(self) -> Game:
        return registry.load(self.game, self.options)


def blocks_of(page: Path) -> list[Block]:
    blocks, opened = [], None
    lines = page.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if opened is None and line.startswith("```"):
            opened = number
        elif opened is not None and line == "```":
            blocks.append(_block(page, opened, lines[opened - 1][3:], "\n".join(lines[opened : number - 1])))
            opened = None
    assert opened is None, f"{page.name}:{opened} opens a block that is never closed"
    return blocks


def _block(page: Path, line: int, info: str, body: str) -> Block:
    kind, *more = info.split() or [""]
    refused = "refused" in more
    game = next((word for word in more if word in registry.names()), page.stem)
    options = [word for word in more if word not in ("refused", game)]
    return Block(page, line, kind, refused, game, ",".join(options), body)


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def each(kind: str, refused: bool = False) -> Iterator[Block]:
    """The blocks of a kind; the test that loops over them fails with the place of one on its screen."""
    found = [block for block in BLOCKS if (block.kind, block.refused) == (kind, refused)]
    assert found
    for block in found:
        print(f"{block.page.name}:{block.line}")  # noqa: T201, pytest shows the last one where the loop fails
        yield block


def headings(page: Path) -> list[str]:
    return re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def columns(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip())


# The pages


def test_every_game_has_a_page_of_the_fixed_shape() -> None:
    assert [page.stem for page in GAME_PAGES] == OURS
    for page in GAME_PAGES:
        assert headings(page) == SHAPE, page
        heading, empty, sentence, after = page.read_text(encoding="utf-8").splitlines()[:4]
        assert heading.startswith(f"# {registry.find_class(page.stem).title}")
        assert heading.endswith(f"(`{page.stem}`)")
        assert (empty, after) == ("", "")
        assert re.fullmatch(r"[A-Z][^.!?]+\.", sentence), page
        played, board = blocks_of(page)[-2:]
        assert (played.kind, board.kind) == ("text", "board"), "it ends with a finished match and its board"
        match = record.read(played.body).match
        assert match.game.name == page.stem
        assert match.game.result(match.position)


def test_decisions_are_few_numbered_without_holes_and_of_one_shape() -> None:
    pages = sorted(DECISIONS.glob("0*.md"))
    assert len(pages) <= 20
    for number, page in enumerate(pages, 1):
        assert page.name.startswith(f"{number:04d}-")
        assert page.read_text(encoding="utf-8").startswith(f"# {number}. ")
        assert headings(page) == DECISION_SHAPE, page


def test_links_lead_somewhere_and_the_index_lists_every_page() -> None:
    papers = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    links = {page: re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")) for page in papers}
    for page, targets in links.items():
        for target in targets:
            assert target.startswith("https://") or (page.parent / target).exists(), f"{page.name} links to {target}"
    index = DOCS / "README.md"
    assert set(PAGES) - {(DOCS / target).resolve() for target in links[index]} == {index}


def test_blocks_are_of_a_kind_that_is_proved() -> None:
    assert {block.kind for block in BLOCKS} == KINDS


def test_the_recording_is_small_and_the_same_wherever_it_is_made() -> None:
    """`make recording` draws it: an animation, without a path of the machine or the day it was made on."""
    picture = (DOCS / "pictures" / "match.svg").read_text(encoding="utf-8")
    assert len(picture.encode()) < 150_000
    assert "@keyframes" in picture
    assert re.findall(r"/(?:home|tmp|root|work)/|\b20\d\d-\d\d-\d\d\b", picture) == []


def test_screens_are_those_that_the_app_is_tested_with() -> None:
    for block in each("screen"):
        played = ROOT / "tests" / "terminal" / "full_screen" / "screens" / f"{block.game}-80x24.txt"
        assert block.lines == played.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("sections", [("Home",), ("A match",), ("Review", "Replay"), ("Puzzles",)], ids="-".join)
def test_the_keys_of_the_app_are_those_that_its_page_names(sections: tuple[str, ...]) -> None:
    """Letters and function keys: none is missing, and none is made up."""
    from squarely.terminal.full_screen.home_screen import HomeScreen
    from squarely.terminal.full_screen.match_screen import MatchScreen
    from squarely.terminal.full_screen.puzzle_screen import PuzzleScreen
    from squarely.terminal.full_screen.record_screen import ReplayScreen, ReviewScreen

    owners: dict[str, tuple[type[Any], ...]] = {
        "Home": (HomeScreen,),
        "A match": (MatchScreen,),
        "Review": (ReviewScreen, ReplayScreen),
        "Replay": (ReplayScreen,),
        "Puzzles": (PuzzleScreen,),
    }
    page = (DOCS / "full-screen.md").read_text(encoding="utf-8")
    text = "".join(page.partition(f"\n## {each}\n")[2].partition("\n## ")[0] for each in sections)
    named = {letter or key.lower() for letter, key in re.findall(r"`([A-Za-z])`|\b(F\d)\b", text)}
    assert named == {key for each in sections for owner in owners[each] for key in _keys_of(owner.BINDINGS)}


def _keys_of(bindings: Iterable[object]) -> set[str]:
    """The letters and function keys among those of a screen."""
    named = [each for each in bindings if isinstance(each, Binding) and not each.action.startswith("type(")]
    keys = {key for each in named for key in each.key.split(",")}
    return {key for key in keys if re.fullmatch(r"[A-Za-z]|f\d", key)}


@pytest.mark.slow
def test_python_examples_run() -> None:
    for page in PAGES:
        assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0, page


def test_flags_that_the_pages_name_exist() -> None:
    from squarely.cli import squarely as program

    context = click.Context(program)
    commands = {name: program.get_command(context, name) for name in program.list_commands(context)}
    groups = {name: found for name, found in commands.items() if isinstance(found, click.Group)}
    calls = [*([name] for name in commands), *([name, part] for name in groups for part in groups[name].commands)]
    calls.append(["lab", "export"])
    shown = "".join(CliRunner().invoke(program, [*call, "--help"]).output for call in calls)
    # The page of the design has names of style sheets, which are tested with those.
    texts = [page.read_text(encoding="utf-8") for page in PAGES if page.name != "design.md"]
    named = {flag for text in texts for flag in re.findall(r"`(--[a-z-]+)", text)}
    assert named
    assert {flag for flag in named if not re.search(rf"{flag}\b(?!-)", shown)} == set()


def test_the_words_at_a_prompt_are_those_that_the_page_names(tmp_path: Path) -> None:
    page = (DOCS / "playing.md").read_text(encoding="utf-8").partition("\n## At any prompt\n")[2].partition("\n## ")[0]
    told = Desk(tmp_path).squarely("play", "quad", typed=["help", "quit"]).out.partition("enter one of these:")[2]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == re.findall(r"^  ([a-z]+) +\w", told, re.MULTILINE)


# The options


def option_rows(page: Path) -> list[list[str]]:
    """The cells of the options table, without its head."""
    section = page.read_text(encoding="utf-8").partition("\n## Options\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    assert rows[0] == ["name", "values", "default", "meaning"]
    return rows[2:]


def values(option: Option[Any]) -> str:
    """How a page writes the values an option takes."""
    match option:
        case Dial():
            return f"`{option.low}` to `{option.high}`"
        case Ruling():
            return ", ".join(f"`{reading}`" for reading in option.readings)
        case SquareDial():
            return f"`{option.default}` or a square as row-column"
        case _:
            return f"`{option.default}` or {'a move' if option.name == 'forbidden_first' else 'moves'}"


def own_and_universal(name: str) -> tuple[list[Option[Any]], list[Option[Any]]]:
    """The options of a game alone, and those of every game."""
    kind = registry.find_class(name)
    universal = {option.name for each in list_universal(kind) for option in sum_up(each, Option).values()}
    declared = kind().declared
    return [o for o in declared if o.name not in universal], [o for o in declared if o.name in universal]


def test_the_options_tables_are_what_the_games_declare() -> None:
    for page in GAME_PAGES:
        declared, _ = own_and_universal(page.stem)
        rows = [[f"`{option.name}`", values(option), f"`{option.default}`"] for option in declared]
        assert [row[:3] for row in option_rows(page)] == rows, page
        assert all(meaning for *_, meaning in option_rows(page))
    _, universal = own_and_universal("quad")
    table = (DOCS / "rules.md").read_text(encoding="utf-8").partition("\n## Options of every game\n")[2]
    for option in universal:
        assert f"| `{option.name}` | {values(option)} | `{option.default}` |" in table


def test_options_are_accepted_and_written_alike_or_refused() -> None:
    for block in each("options"):
        for line in block.lines:
            assert registry.load(block.game, line).options == line
    for block in each("options", refused=True):
        for line in block.lines:
            with pytest.raises(BadOption, match=r"makes no game|is off the"):
                registry.load(block.game, line)


# Positions and moves


def test_positions_are_accepted_and_written_alike_or_refused() -> None:
    for block in each("position"):
        for line in block.lines:
            assert block.rules().write_position(block.rules().read_position(line)) == line
    for block in each("position", refused=True):
        for line in block.lines:
            with pytest.raises(BadPosition):
                block.rules().read_position(line)
    for page in GAME_PAGES:
        game = registry.load(page.stem)
        setup = next(block for block in blocks_of(page) if block.kind == "position")
        usual = game.write_position(game.start())
        assert setup.body == usual or (game.is_dealt and sorted(setup.body) == sorted(usual)), page


def test_moves_lead_where_the_page_says() -> None:
    for block in each("moves"):
        game = block.rules()
        for line in block.lines:
            before, move, after, *ending = columns(line)
            match = Match.of(game, game.read_position(before)).play(move)
            assert str(match.moves[-1]) == move
            assert game.write_position(match.position) == after
            assert game.read_position(after) == match.position
            told = [f"{record.Record(match).result} {match.outcome.reason}"] if match.outcome else []
            assert ending == told


def test_typed_words_mean_what_the_page_says() -> None:
    for block in each("typed"):
        game = block.rules()
        for line in block.lines:
            before, typed, move = columns(line)
            assert str(Match.of(game, game.read_position(before)).play(typed).moves[-1]) == move


@pytest.mark.slow
def test_proofs_hold_and_are_what_is_written() -> None:
    for block in each("proof"):
        proof = checker.check_proof(f"{block.body}\n")
        assert write_certificate(Oracle(proof.game), proof.position) == f"{block.body}\n"


# Records


def test_records_json_and_boards_are_of_the_same_match() -> None:
    for block in each("text"):
        found = record.read(f"{block.body}\n")
        assert record.write(found) == f"{block.body}\n"
        assert record.read_json(record.write_json(found)) == found
    for block in each("json"):
        found = record.read_json(block.body)
        assert record.write_json(found) == block.body
        assert found == _record_before(block)
    for block in each("board"):
        match = _record_before(block).match
        assert match.game.words.draw(match.position) == block.body


def _record_before(block: Block) -> record.Record:
    texts = [other for other in blocks_of(block.page) if other.kind == "text" and other.line < block.line]
    return record.read(f"{texts[-1].body}\n")
