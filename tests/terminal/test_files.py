"""Files that somebody names: written whole, never over something else, never into folders nobody made; and read."""

import codecs
import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from squarely.cli import squarely
from squarely.core.errors import BadRecord, SquarelyError
from squarely.core.match import record
from squarely.files import saved_matches
from squarely.files.output_file import BadFile, Kind, check_writable, open_for_writing, quote_path, read_name, write

from .driving import COMMAND, PATIENCE, Desk, moves_in

PLAN = 'players = ["random"]\nseeds = "1-2"\ngames = ["center"]\n'
OVER = ["right", "down", "down", "right"]
WRITERS = {  # everything that writes a file; it is named where the brace is
    "play": ("play", "quad", "--save", "{}"),
    "review": ("review", "game.match", "--html", "{}"),
    "prove": ("prove", "center", "--out", "{}"),
    "log": ("arena", "run", "plan.toml", "--log", "{}"),
    "page of a run": ("arena", "run", "plan.toml", "--html", "{}"),
    "page of a log": ("arena", "report", "plan.jsonl", "--html", "{}"),
    "questions": ("arena", "probe", "center", "--export", "3", "{}"),
}
every_writer = pytest.mark.parametrize("writer", WRITERS)
NO_NAMES = {  # what no file can be called, or what is no file; and a word of the sentence about it
    "": "a file needs a name",
    " ": "a file needs a name",
    "folder": "folder",
    "folder/": "is the name of a folder; a file needs a name",
    "new/": "is the name of a folder; a file needs a name",
    ".": "is the name of a folder; a file needs a name",
    "folder/..": "is the name of a folder; a file needs a name",
    "/": "is the name of a folder; a file needs a name",
    "red\x1b[31m": "is not the name of a file",
    "two\nlines": "is not the name of a file",
    "fol\x07der/x": "is not the name of a file",
    "x" * 300: "cannot be written: File name too long",
    "nowhere/deep/x.json": "nowhere/deep/x.json cannot be written: there is no such folder; make it first",
    "plan.toml/x": "plan.toml/x cannot be written: Not a directory",
    "to nowhere": "to nowhere cannot be written: there is no such folder; make it first",
    "circle": "circle cannot be written: Too many levels of symbolic links",
    "plan.toml": "plan.toml exists already",
    "to the plan": "to the plan exists already",
    "pipe": "pipe",
    "--help": "a file needs a name; '--help' looks like an option",
}


@pytest.fixture
def full(desk: Desk) -> Desk:
    """A folder in which every writer finds what it reads."""
    (desk.here / "plan.toml").write_text(PLAN)
    (desk.here / "plan.jsonl").write_text("")
    match = '[Game "showdown"]\n[Result "0-1"]\n\n1. right\n2. down\n3. down\n4. right\n0-1\n'
    (desk.here / "game.match").write_text(match)
    (desk.here / "folder").mkdir()
    (desk.here / "to nowhere").symlink_to("nowhere/x")
    (desk.here / "circle").symlink_to("circle")
    (desk.here / "to the plan").symlink_to("plan.toml")
    os.mkfifo(desk.here / "pipe")
    return desk


def contents(desk: Desk) -> dict[str, bytes | None]:
    """Everything in the folder, and what is in it."""
    return {path.name: path.read_bytes() if path.is_file() else None for path in sorted(desk.here.rglob("*"))}


def refusal(*args: str) -> str:
    """What the command says that does not even begin."""
    with pytest.raises((click.UsageError, SquarelyError)) as told:
        squarely.main(list(args), standalone_mode=False)
    return told.value.format_message() if isinstance(told.value, click.UsageError) else str(told.value)


@every_writer
def test_what_cannot_be_written_is_said_at_once_and_changes_nothing(
    full: Desk, writer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(full.here)
    before = contents(full)
    for name, why in NO_NAMES.items():
        assert why in refusal(*(part.format(name) for part in WRITERS[writer])), name
    assert contents(full) == before
    assert capsys.readouterr() == ("", "")
    said = full.squarely(*(part.format("red\x1b[31m") for part in WRITERS[writer]))
    assert (said.code, "red?[31m" in said.err) == (2, True)


def test_the_same_names_typed_in_a_match_are_refused_too(full: Desk) -> None:
    names = [name for name in NO_NAMES if name.strip() and "\n" not in name]
    before, more = contents(full), ["nul\0/x", "~nobody/x"]
    said = full.squarely("play", "quad", typed=["B2", *(f"save {name}" for name in [*names, *more])])
    refusals = [line for line in said.out.splitlines() if line.startswith("Sorry, ")]
    assert len(refusals) == len([*names, *more])
    for name, refused in zip(names, refusals, strict=False):
        assert NO_NAMES[name] in refused
    assert contents(full) == before


def test_a_long_name_is_a_name(full: Desk) -> None:
    name = "ä" * 120 + "xxxxx"
    for writer in ("play", "review", "prove"):
        full.squarely(*(part.format(f"{writer} {name}") for part in WRITERS[writer]), typed=["B2"])
        assert (full.here / f"{writer} {name}").stat().st_size


def test_a_disk_that_fills_while_one_writes_is_said(full: Desk) -> None:
    for writer in ("review", "prove", "page of a run", "questions"):
        said = full.squarely(*(part.format("/dev/full") for part in WRITERS[writer]))
        assert (said.code, said.err.splitlines()[-1]) == (
            2,
            "squarely: /dev/full cannot be written: No space left on device",
        )
    said = full.squarely("arena", "run", "plan.toml", "--log", "/dev/full")
    assert "/dev/full cannot be a log of the arena: it is not a file on a disk" in " ".join(said.err.split())


def test_a_log_and_a_page_are_two_files(full: Desk) -> None:
    said = full.squarely("arena", "run", "plan.toml", "--log", "one", "--html", "./one")
    assert (said.code, said.err) == (
        2,
        "squarely: one cannot be both the log and the page; please choose another name for one of them\n",
    )


def test_a_plan_named_like_its_log_is_not_ruined(desk: Desk) -> None:
    (desk.here / "plan.jsonl").write_text(PLAN)
    said = desk.squarely("arena", "run", "plan.jsonl")
    assert (said.code, "plan.jsonl exists already and is not a log of the arena" in said.err) == (2, True)
    assert (desk.here / "plan.jsonl").read_text() == PLAN


@pytest.mark.parametrize("writer", ["review", "prove", "questions"])
def test_the_same_kind_is_written_again_and_through_a_link_and_nowhere(full: Desk, writer: str) -> None:
    (full.here / "link").symlink_to("out")
    for name in ("out", "out", "link", "/dev/null"):
        said = full.squarely(*(part.format(name) for part in WRITERS[writer]))
        assert (said.code, said.err) == (0, "")
    assert (full.here / "link").is_symlink()
    assert Path("/dev/null").is_char_device()
    through = full.squarely(*(part.format("/dev/stdout") for part in WRITERS[writer]))
    assert through.out.startswith((full.here / "out").read_text())


@pytest.mark.parametrize("name", ["as x", "my game.match", "$HOME", "it's", "-x", "a;b", "a~", "#1", "*"])
def test_the_command_that_is_printed_can_be_pasted(desk: Desk, name: str) -> None:
    said = desk.squarely("play", "quad", typed=["B2", f"save {name}", "quit"])
    pasting = said.out.partition("To continue: ")[2].partition("\n")[0]
    done = subprocess.run(
        ["bash", "-c", pasting],
        input=b"A1\nquit\n",
        env=desk.environment(),
        cwd=desk.here,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b""), pasting
    assert moves_in(desk.here / name) == ["B2", "A1"]
    begun = desk.squarely("play", "quad", f"--save={name}")
    assert begun.err == (
        f"squarely: {name} exists already; go on with `squarely resume {quote_path(Path(name))}` "
        "or choose another name\n"
    )


def test_a_name_is_pasted_as_one_word() -> None:
    for name in ("a b", "-x", "--", "$(x)", "'\"", "\\", "ä"):
        (word,) = shlex.split(quote_path(Path(name)))
        assert Path(word) == Path(name)
        assert not word.startswith("-")


# The one way of writing

POEM = Kind("a poem", "Roses")


@pytest.mark.parametrize("there", ["", "Ro", "Roses are dead"])
def test_a_file_of_its_kind_or_one_that_was_begun_is_replaced(tmp_path: Path, there: str) -> None:
    path = tmp_path / "poem"
    path.write_text(there)
    write(path, "Roses are red", POEM)
    assert path.read_text() == "Roses are red"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("there", ["Violets", "roses", " Roses", "Rx"])
def test_any_other_file_is_left_alone(tmp_path: Path, there: str) -> None:
    path = tmp_path / "poem"
    path.write_text(there)
    with pytest.raises(BadFile, match="exists already and is not a poem"):
        write(path, "Roses are red", POEM)
    assert path.read_text() == there


def test_what_appears_while_one_writes_is_left_alone_too(tmp_path: Path) -> None:
    path = tmp_path / "poem"

    def written() -> Iterator[None]:
        with open_for_writing(path, POEM) as file:
            file.write("Roses are red")
            path.write_text("Violets")
            yield

    with pytest.raises(BadFile, match="is not a poem"):
        list(written())
    assert [each.read_text() for each in tmp_path.iterdir()] == ["Violets"]


def test_what_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "poem"
    path.write_text("Roses")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="poem cannot be written: No space left on device"):
        write(path, "Roses are red", POEM)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["Roses"]


@pytest.mark.parametrize("name", [".", "..", "/", "a\nb", "a\x1bb", "x" * 300, "file/x", "link/x"])
def test_names_that_are_none(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("Roses")
    (tmp_path / "link").symlink_to("link")
    with pytest.raises(BadFile) as told:
        check_writable(read_name(name), POEM)
    assert str(told.value).isprintable()


# A home that takes nothing


def test_nothing_points_to_a_record_that_is_not_there(desk: Desk) -> None:
    desk.data.write_text("a file, where a folder should be")
    said = desk.squarely("play", "showdown", typed=OVER)
    assert "\nReview\n" in said.out
    assert "squarely review" not in said.out
    said = desk.squarely("play", "showdown", "--save", "my game", typed=OVER)
    assert "  Every move of it: squarely review 'my game'\n" in said.out
    assert desk.squarely("review", "my game").code == 0


def test_a_file_of_ones_own_is_what_is_pointed_to_then(desk: Desk) -> None:
    desk.data.write_text("")
    said = desk.squarely("play", "showdown", typed=["right", "save mine", "quit"])
    assert said.out.endswith("Your match is saved. To continue: squarely resume mine\n")
    assert moves_in(desk.here / "mine") == ["right"]


def test_a_disk_that_takes_not_a_byte(desk: Desk) -> None:
    for typed in (["right"], OVER):
        done = subprocess.run(
            ["bash", "-c", 'ulimit -f 0; exec "$0" play showdown --save mine', COMMAND],
            input="".join(f"{line}\n" for line in typed),
            env=desk.environment(),
            cwd=desk.here,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert "This match cannot be saved (" in done.stdout
        assert ("could not be saved (" in done.stdout) == (typed != OVER)
        assert "squarely review" not in done.stdout
        assert "squarely resume" not in done.stdout
        assert (done.stderr, contents(desk)) == ("", {})


def test_a_home_that_takes_it_points_there(desk: Desk) -> None:
    said = desk.squarely("play", "showdown", "--save", "my game", typed=OVER)
    assert "  Every move of it: squarely review\n" in said.out


# Files that are read


def strays(where: Path) -> None:
    """What may lie among the matches: a link that leads nowhere or in a circle, a folder, a pipe."""
    where.mkdir(parents=True, exist_ok=True)
    (where / "9nowhere.match").symlink_to("gone")
    (where / "9circle.match").symlink_to("9circle.match")
    (where / "9folder.match").mkdir()
    os.mkfifo(where / "9pipe.match")


def test_resume_and_review_pass_by_what_is_no_match(desk: Desk) -> None:
    for where in ("unfinished", "finished"):
        strays(desk.data / "squarely" / where)
    assert "no match has been finished on this machine yet" in desk.squarely("review").err
    assert desk.squarely("resume").out == "There is no unfinished match. Begin one with: squarely play GAME\n"
    desk.squarely("play", "quad", typed=["B2"])
    desk.squarely("play", "showdown", typed=OVER)
    assert "resumed after move 1 (B2)" in desk.squarely("resume", typed=["1"]).out
    assert "Center Square Showdown" in desk.squarely("review").out
    (desk.data / "squarely" / "finished" / "9.match").write_text("rubbish")
    said = desk.squarely("review")
    assert said.err.startswith("(left out: ")
    assert "Center Square Showdown" in said.out


def test_a_match_that_vanishes_while_we_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_matches, "folder", lambda: tmp_path)
    where = tmp_path / "unfinished"
    where.mkdir()
    kept = [where / f"{number}.match" for number in range(3)]
    for path in kept:
        path.write_text("")
    stat = Path.stat

    def vanishing(self: Path, **more: bool) -> os.stat_result:
        kept[1].unlink(missing_ok=True)
        return stat(self, **more)

    monkeypatch.setattr(Path, "stat", vanishing)
    assert sorted(saved_matches.list_unfinished()) == [kept[0], kept[2]]


@pytest.mark.parametrize("suffix", ["match", "json"])
def test_a_byte_order_mark_is_read_over(desk: Desk, suffix: str) -> None:
    path = desk.here / f"game.{suffix}"
    desk.squarely("play", "quad", "--save", path.name, typed=["B2"])
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
    assert desk.squarely("show", path.name, "--end").code == 0
    desk.squarely("resume", path.name, typed=["A1"])
    assert moves_in(path) == ["B2", "A1"]
    path.write_bytes(path.read_text().encode("utf-16"))
    said = desk.squarely("show", path.name)
    assert said.err == f"squarely: {path.name} is not a record: it is text in UTF-16; save it as UTF-8\n"


def test_a_plan_and_a_proof_with_a_byte_order_mark(desk: Desk) -> None:
    desk.squarely("prove", "center", "--out", "a.proof")
    proof = desk.here / "a.proof"
    proof.write_bytes(codecs.BOM_UTF8 + proof.read_bytes())
    assert desk.squarely("check", "a.proof").code == 0
    (desk.here / "plan.toml").write_bytes(codecs.BOM_UTF8 + b"players = []")
    assert "this is not TOML" not in desk.squarely("arena", "run", "plan.toml").err


def test_a_record_of_many_names_is_read_before_anybody_leaves() -> None:
    """Compared each with each, 200,000 names take minutes."""
    names = "".join(f', "a{number}": "x"' for number in range(200_000))
    text = f'{{"game": "quad", "result": "*", "moves": []{names}}}'
    with pytest.raises(BadRecord, match="'a0' is not a tag of a record"):
        record.read(text)
