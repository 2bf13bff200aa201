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
from collections.abc import Iterator
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
from squarely.solver.certificate import find_certificate, write_certificate
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

    def rules(self) -> Game:
        return registry.load(self.game, self.options)


def blocks_of(page: Path) -> list[Block]:
    text, blocks = page.read_text(encoding="utf-8"), []
    for found in re.finditer(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE):
        kind, *more = found[1].split() or [""]
        game = next((word for word in more if word in registry.names()), page.stem)
        options = ",".join(word for word in more if word not in ("refused", game))
        line = text.count("\n", 0, found.start()) + 1
        blocks.append(Block(page, line, kind, "refused" in more, game, options, found[2].removesuffix("\n")))
    assert len(re.findall("^```", text, re.MULTILINE)) == 2 * len(blocks), f"a block of {page.name} is never closed"
    return blocks


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def each(kind: str, refused: bool = False) -> Iterator[Block]:
    """The blocks of a kind; the test that loops over them fails with the place of one on its screen."""
    for block in [block for block in BLOCKS if (block.kind, block.refused) == (kind, refused)]:
        print(f"{block.page.name}:{block.line}")  # noqa: T201, pytest shows the last one where the loop fails
        yield block


def each_line(kind: str, refused: bool = False) -> Iterator[tuple[Block, str]]:
    return ((block, line) for block in each(kind, refused) for line in block.body.splitlines())


def headings(page: Path) -> list[str]:
    return re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)


def section(text: str, heading: str) -> str:
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


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


def test_links_lead_somewhere_the_index_lists_every_page_and_blocks_are_of_a_kind_that_is_proved() -> None:
    papers = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    links = {page: re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")) for page in papers}
    for page, targets in links.items():
        for target in targets:
            assert target.startswith("https://") or (page.parent / target).exists(), f"{page.name} links to {target}"
    index = DOCS / "README.md"
    assert set(PAGES) - {(DOCS / target).resolve() for target in links[index]} == {index}
    assert {block.kind for block in BLOCKS} == KINDS
    assert {block.kind for block in BLOCKS if block.refused} >= {"options", "position"}


def test_screens_are_those_that_the_app_is_tested_with_and_the_recording_is_small_and_always_the_same() -> None:
    """`make recording` draws it: an animation, without a path of the machine or the day it was made on."""
    for block in each("screen"):
        played = ROOT / "tests" / "terminal" / "full_screen" / "screens" / f"{block.game}-80x24.txt"
        assert block.body.splitlines() == played.read_text(encoding="utf-8").splitlines()
    picture = (DOCS / "pictures" / "match.svg").read_text(encoding="utf-8")
    assert len(picture.encode()) < 150_000
    assert "@keyframes" in picture
    assert re.findall(r"/(?:home|tmp|root|work)/|\b20\d\d-\d\d-\d\d\b", picture) == []


def test_the_keys_of_the_app_are_those_that_its_page_names() -> None:
    """Letters and function keys: none is missing, and none is made up."""
    from squarely.terminal.full_screen.home_screen import HomeScreen
    from squarely.terminal.full_screen.match_screen import MatchScreen
    from squarely.terminal.full_screen.puzzle_screen import PuzzleScreen
    from squarely.terminal.full_screen.record_screen import ReplayScreen, ReviewScreen

    page = (DOCS / "full-screen.md").read_text(encoding="utf-8")
    owners: dict[tuple[str, ...], tuple[type[Any], ...]] = {
        ("Home",): (HomeScreen,),
        ("A match",): (MatchScreen,),
        ("Review", "Replay"): (ReviewScreen, ReplayScreen),
        ("Puzzles",): (PuzzleScreen,),
    }
    for sections, screens in owners.items():
        text = "".join(section(page, each) for each in sections)
        named = {letter or key.lower() for letter, key in re.findall(r"`([A-Za-z])`|\b(F\d)\b", text)}
        bound = [each for screen in screens for each in screen.BINDINGS if isinstance(each, Binding)]
        keys = {key for each in bound if not each.action.startswith("type(") for key in each.key.split(",")}
        assert named == {key for key in keys if re.fullmatch(r"[A-Za-z]|f\d", key)}, sections


@pytest.mark.slow
@pytest.mark.parametrize("compiles", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_python_examples_run(compiles: bool) -> None:
    for page in PAGES:
        if (page.name == "environments.md") == compiles:
            assert doctest.testfile(str(page), module_relative=False, encoding="utf-8").failed == 0, page


def test_flags_that_the_pages_name_exist() -> None:
    from squarely.cli import squarely as program

    context = click.Context(program)
    calls = [["lab", "export"]]
    for name in program.list_commands(context):
        found = program.get_command(context, name)
        calls += [[name], *([name, part] for part in (found.commands if isinstance(found, click.Group) else ()))]
    shown = "".join(CliRunner().invoke(program, [*call, "--help"]).output for call in calls)
    # The page of the design has names of style sheets, which are tested with those.
    texts = [page.read_text(encoding="utf-8") for page in PAGES if page.name != "design.md"]
    named = {flag for text in texts for flag in re.findall(r"`(--[a-z-]+)", text)}
    assert named
    assert {flag for flag in named if not re.search(rf"{flag}\b(?!-)", shown)} == set()


def test_the_words_at_a_prompt_are_those_that_the_page_names(tmp_path: Path) -> None:
    page = section((DOCS / "playing.md").read_text(encoding="utf-8"), "At any prompt")
    told = Desk(tmp_path).squarely("play", "quad", typed=["help", "quit"]).out.partition("enter one of these:")[2]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == re.findall(r"^  ([a-z]+) +\w", told, re.MULTILINE)


# The options


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


def test_the_options_tables_are_what_the_games_declare_and_examples_are_accepted_or_refused() -> None:
    table = (DOCS / "rules.md").read_text(encoding="utf-8").partition("\n## Options of every game\n")[2]
    for page in GAME_PAGES:
        kind = registry.find_class(page.stem)
        universal = {option.name for each in list_universal(kind) for option in sum_up(each, Option).values()}
        cells = {option.name: [f"`{option.name}`", values(option), f"`{option.default}`"] for option in kind().declared}
        lines = section(page.read_text(encoding="utf-8"), "Options").splitlines()
        head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"]
        assert head == ["name", "values", "default", "meaning"]
        assert [row[:3] for row in rows] == [cells[name] for name in cells if name not in universal], page
        assert all(meaning for *_, meaning in rows)
        assert all(f"| {' | '.join(cells[name])} |" in table for name in universal & {*cells})
    for block, line in each_line("options"):
        assert registry.load(block.game, line).options == line
    for block, line in each_line("options", refused=True):
        with pytest.raises(BadOption, match=r"makes no game|is off the"):
            registry.load(block.game, line)


# Positions and moves


def test_positions_are_accepted_and_written_alike_or_refused() -> None:
    for block, line in each_line("position"):
        assert block.rules().write_position(block.rules().read_position(line)) == line
    for block, line in each_line("position", refused=True):
        with pytest.raises(BadPosition):
            block.rules().read_position(line)
    for page in GAME_PAGES:
        game = registry.load(page.stem)
        setup = next(block for block in blocks_of(page) if block.kind == "position")
        usual = game.write_position(game.start())
        assert setup.body == usual or (game.is_dealt and sorted(setup.body) == sorted(usual)), page


def test_moves_lead_and_typed_words_mean_what_the_page_says() -> None:
    for block, line in each_line("moves"):
        game, (before, move, after, *ending) = block.rules(), columns(line)
        match = Match.of(game, game.read_position(before)).play(move)
        assert str(match.moves[-1]) == move
        assert game.write_position(match.position) == after
        assert game.read_position(after) == match.position
        told = [f"{record.Record(match).result} {match.outcome.reason}"] if match.outcome else []
        assert ending == told
    for block, line in each_line("typed"):
        game, (before, typed, move) = block.rules(), columns(line)
        assert str(Match.of(game, game.read_position(before)).play(typed).moves[-1]) == move


# Records and proofs


@pytest.mark.slow
def test_records_json_and_boards_are_of_the_same_match_and_proofs_hold_and_are_what_is_written() -> None:
    for block in each("proof"):
        proof = checker.check_proof(f"{block.body}\n")
        known = find_certificate(proof.game, proof.position, 0) if proof.tried else None
        assert (known or write_certificate(Oracle(proof.game), proof.position)) == f"{block.body}\n"
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
    texts = [other for other in BLOCKS if (other.page, other.kind) == (block.page, "text") and other.line < block.line]
    return record.read(f"{texts[-1].body}\n")
