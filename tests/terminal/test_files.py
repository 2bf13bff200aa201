"""Files that somebody names: written whole, never over something else, never into folders nobody made; and read."""

import codecs
import os
import re
from pathlib import Path

import pytest

from squarely.core.errors import BadRecord
from squarely.core.match import record
from squarely.files.output_file import BadFile, Kind, open_for_writing, write

from .driving import Desk, moves_in, printed, refusal

PLAN = 'players = ["random"]\nseeds = "1-2"\ngames = ["center"]\n'
OVER = ["right", "down", "down", "right"]
WRITERS = {  # everything that writes a file; it is named where the brace is
    "play": ("play", "quad", "--save", "{}"),
    "review": ("review", "game.match", "--html", "{}"),
    "prove": ("prove", "showdown", "--out", "{}"),
    "log": ("arena", "run", "plan.toml", "--log", "{}"),
    "page of a run": ("arena", "run", "plan.toml", "--html", "{}"),
    "page of a log": ("arena", "report", "plan.jsonl", "--html", "{}"),
    "questions": ("arena", "probe", "center", "--export", "3", "{}"),
}
NO_NAMES = {  # what no file can be called, or what is no file; and a word of the sentence about it
    " ": "a file needs a name",
    "--help": "a file needs a name; '--help' looks like an option",
    "folder": "folder",
    **dict.fromkeys(("new/", "folder/.."), "is the name of a folder; a file needs a name"),
    **dict.fromkeys(("red\x1b[31m", "two\nlines"), "is not the name of a file"),
    "x" * 300: "cannot be written: File name too long",
    "nowhere/deep/x.json": "nowhere/deep/x.json cannot be written: there is no such folder; make it first",
    "plan.toml/x": "plan.toml/x cannot be written: Not a directory",
    "to nowhere": "to nowhere cannot be written: there is no such folder; make it first",
    "circle": "circle cannot be written: Too many levels of symbolic links",
    "to the plan": "to the plan exists already",
    "pipe": "pipe",
}


def called(writer: str, name: str) -> list[str]:
    return [part.format(name) for part in WRITERS[writer]]


@pytest.fixture
def full(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A folder in which every writer finds what it reads, and in which we are."""
    monkeypatch.chdir(desk.here)
    (desk.here / "plan.toml").write_text(PLAN)
    (desk.here / "plan.jsonl").write_text("")
    match = '[Game "showdown"]\n[Result "0-1"]\n\n1. right\n2. down\n3. down\n4. right\n0-1\n'
    (desk.here / "game.match").write_text(match)
    (desk.here / "folder").mkdir()
    for link, target in (("to nowhere", "nowhere/x"), ("circle", "circle"), ("to the plan", "plan.toml")):
        (desk.here / link).symlink_to(target)
    os.mkfifo(desk.here / "pipe")
    return desk


def contents(desk: Desk) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in sorted(desk.here.rglob("*"))}


def test_what_cannot_be_written_is_said_at_once(full: Desk) -> None:
    """By every command, and by `save` in a match."""
    before = contents(full)
    for writer in WRITERS:
        for name, why in NO_NAMES.items():
            assert why in refusal(*called(writer, name)), (writer, name)
    names = {name: why for name, why in NO_NAMES.items() if name.strip() and "\n" not in name}
    names |= {"nul\0/x": "", "~nobody-here/x": "'~nobody-here/x' cannot be written: "}
    said = full.squarely("play", "quad", typed=["B2", *(f"save {name}" for name in names), "A1"])
    refusals = [line for line in said.out.splitlines() if line.startswith("Sorry, ")]
    for (name, why), refused in zip(names.items(), refusals, strict=True):
        assert why in refused, name
    assert (contents(full), full.kept_moves()) == (before, ["B2", "A1"])
    again = full.squarely("play", "quad", "--save=game.match")
    assert again.err == (
        "squarely: game.match exists already; go on with `squarely resume game.match` or choose another name\n"
    )


@pytest.mark.slow
def test_a_disk_that_fills_is_said_and_a_log_is_a_file_of_its_own(full: Desk) -> None:
    named = full.here / "named.jsonl"
    named.write_text(PLAN)
    run = ("arena", "run", "plan.toml")
    for args, why in (
        (called("review", "/dev/full"), "/dev/full cannot be written: No space left on device"),
        (called("log", "/dev/full"), "/dev/full cannot be a log of the arena: it is not a file on a disk"),
        ([*run, "--log", "one", "--html", "./one"], "one cannot be both the log and the page; please choose"),
        (["arena", "run", "named.jsonl"], "named.jsonl exists already and is not a log of the arena"),
    ):
        assert why in refusal(*args), args
    assert named.read_text() == PLAN


@pytest.mark.slow
def test_the_same_kind_is_written_again_and_through_a_link_and_nowhere(full: Desk) -> None:
    Path("link").symlink_to("out")
    for name in ("out", "link", "/dev/null"):
        assert printed(*called("review", name)) == f"Written: {name}\n"
    assert Path("link").is_symlink()
    assert Path("/dev/null").is_char_device()
    through = full.squarely(*called("review", "/dev/stdout"))
    assert through.out.startswith(Path("out").read_text())
    for writer in ("prove", "questions") * 2:
        assert printed(*called(writer, writer))


@pytest.mark.slow
def test_the_command_that_is_printed_can_be_pasted(desk: Desk) -> None:
    name = "-x it's $HOME;b~#*"
    said = desk.squarely("play", "quad", typed=["B2", f"save {name}", "quit"])
    pasted = desk.bash(said.out.partition("To continue: ")[2].partition("\n")[0], typed=b"A1\nquit\n")
    assert (pasted.code, pasted.err) == (0, "")
    assert moves_in(desk.here / name) == ["B2", "A1"]


# The one way of writing

POEM = Kind("a poem", "Roses")


def test_a_file_of_its_kind_or_one_that_was_begun_is_replaced_and_any_other_left_alone(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 120 + "xxxxx")  # a long name is a name
    for there in ("", "Ro", "Roses are dead"):
        path.write_text(there)
        write(path, "Roses are red", POEM)
        assert path.read_text() == "Roses are red"
        assert list(tmp_path.iterdir()) == [path]
    for there in ("Violets", "Rx"):
        path.write_text(there)
        with pytest.raises(BadFile, match="exists already and is not a poem"):
            write(path, "Roses are red", POEM)
        assert path.read_text() == there


def test_what_fails_or_appears_meanwhile_leaves_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "poem"

    def disturbed() -> None:
        with open_for_writing(path, POEM) as file:
            file.write("Roses are red")
            path.write_text("Violets")

    with pytest.raises(BadFile, match="is not a poem"):
        disturbed()
    assert [each.read_text() for each in tmp_path.iterdir()] == ["Violets"]
    path.write_text("Roses")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadFile, match="poem cannot be written: No space left on device"):
        write(path, "Roses are red", POEM)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["Roses"]


# A home that takes nothing


def test_a_data_folder_that_cannot_be_written_is_said_once_and_not_pointed_to(desk: Desk) -> None:
    """What is said, and which commands are named, is tried in tests/files/test_kept.py."""
    desk.data.write_text("a file, where a folder should be")
    said = desk.squarely("play", "quad", typed=["B2", "A1", "C3", "quit"])
    assert said.out.count("This match cannot be saved (") == said.out.count("It can still be played.") == 1
    assert re.search(r"The match could not be saved \(.*\)\.\n$", said.out)
    assert said.code == 0
    said = desk.squarely("play", "showdown", typed=OVER)
    assert (said.code, "\nReview\n" in said.out, "squarely review" in said.out) == (0, True, False)
    assert desk.squarely("resume").code == 0


@pytest.mark.slow
def test_a_disk_that_takes_not_a_byte(desk: Desk) -> None:
    said = desk.bash("ulimit -f 0; exec squarely play showdown --save mine", typed=b"right\n")
    assert "This match cannot be saved (" in said.out
    assert "could not be saved (" in said.out
    assert "squarely resume" not in said.out
    assert (said.err, contents(desk)) == ("", {})


# Files that are read


def test_resume_and_review_pass_by_what_is_no_match(desk: Desk) -> None:
    """A link that leads nowhere or in a circle, a folder, a pipe."""
    for where in (desk.data / "squarely" / folder for folder in ("unfinished", "finished")):
        where.mkdir(parents=True)
        (where / "9nowhere.match").symlink_to("gone")
        (where / "9circle.match").symlink_to("9circle.match")
        (where / "9folder.match").mkdir()
        os.mkfifo(where / "9pipe.match")
    assert "no match has been finished on this machine yet" in desk.squarely("review").err
    assert desk.squarely("resume").out == "There is no unfinished match. Begin one with: squarely play GAME\n"
    desk.squarely("play", "showdown", typed=OVER)
    (desk.data / "squarely" / "finished" / "9.match").write_text("rubbish")
    said = desk.squarely("review")
    assert (said.err.startswith("(left out: "), "Center Square Showdown" in said.out) == (True, True)


def test_a_byte_order_mark_is_read_over(desk: Desk) -> None:
    """In a record, a proof and a plan."""
    path = desk.here / "game.match"
    desk.squarely("play", "quad", "--save", path.name, typed=["B2"])
    desk.squarely("prove", "showdown", "--out", "a.proof")
    for name, command, told in (
        ("game.match", "show", "Unfinished; Player 2 is to move."),
        ("a.proof", "check", "neither side can force a win"),
    ):
        file = desk.here / name
        file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
        assert told in desk.squarely(command, name).out
    (desk.here / "plan.toml").write_bytes(codecs.BOM_UTF8 + b"players = []")
    assert "this is not TOML" not in desk.squarely("arena", "run", "plan.toml").err
    path.write_bytes(path.read_text().encode("utf-16"))
    said = desk.squarely("show", path.name)
    assert said.err == f"squarely: {path.name} is not a record: it is text in UTF-16; save it as UTF-8\n"


@pytest.mark.slow
def test_a_record_of_many_names_is_read_before_anybody_leaves() -> None:
    """Compared each with each, 50,000 names take minutes."""
    names = "".join(f', "a{number}": "x"' for number in range(50_000))
    with pytest.raises(BadRecord, match="'a0' is not a tag of a record"):
        record.read(f'{{"game": "quad", "result": "*", "moves": []{names}}}')
