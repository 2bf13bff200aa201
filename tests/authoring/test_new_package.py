"""A package on the disk: all of it or nothing; and a rulebook that is read."""

from pathlib import Path

import pytest

from squarely.authoring.new_package import read_rulebook, write_package
from squarely.authoring.package_files import write_files
from squarely.authoring.package_name import read_name
from squarely.core.errors import SquarelyError
from squarely.core.squares import Shape
from squarely.files.output_file import BadFile
from tests.authoring.packages import imported


def test_nothing_is_written_over(tmp_path: Path) -> None:
    folder = tmp_path / "corners"
    for there in (folder.mkdir, lambda: folder.symlink_to("nowhere"), lambda: folder.write_text("mine")):
        there()
        with pytest.raises(BadFile, match="exists already"):
            write_package(folder, {"a.txt": "a"})
        folder.rmdir() if folder.is_dir() else folder.unlink()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("files", [{"a.txt": "a", "a.txt/b.txt": "b"}, {"a.txt": "a", "b" * 300: "b"}])
def test_what_fails_leaves_nothing_behind(tmp_path: Path, files: dict[str, str]) -> None:
    with pytest.raises(BadFile, match="cannot be written"):
        write_package(tmp_path / "corners", files)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_nothing_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot be written: Not a directory"):
        write_package(tmp_path / "file" / "corners", {"a.txt": "a"})


def test_a_rulebook_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    for name, content, why in (
        ("binary.md", b"\xff\xfe\x00", "not a text in UTF-8"),
        ("empty.md", b" \n", "is empty"),
        ("long.md", b"a" * 1_000_001, "too long"),
        ("gone.md", None, "No such file"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(SquarelyError, match=why):
            read_rulebook(tmp_path / name)
    with pytest.raises(SquarelyError, match="Is a directory"):
        read_rulebook(tmp_path)


HARD = f'''# It's "hard"

He said "go". It's {{not}} a \\ "trap" @name@ % """ '.
A sentence that is much longer than any line of code should be, with 'single' and "double" quotes and more than that, \
so that it has to be written in several literals, one below the other, which Python joins again when it reads them.
See https://corners.example/{"rules-" * 40} first.
'''


def test_a_device_that_never_ends_is_too_long() -> None:
    with pytest.raises(SquarelyError, match="too long"):
        read_rulebook(Path("/dev/zero"))


def test_every_sentence_of_a_rulebook_is_quoted_as_it_is(tmp_path: Path) -> None:
    write_package(tmp_path / "corners", write_files(read_name("corners", ()), Shape(4, 4), "place", HARD))
    with imported(tmp_path / "corners") as game:
        claims = game.rules.claims(game)
    assert [claim.text for claim in claims] == [
        'He said "go".',
        'It\'s {not} a \\ "trap" @name@ % """ \'.',
        " ".join(HARD.splitlines()[3].split()),
        HARD.splitlines()[4],
    ]
    assert {claim.section for claim in claims} == {'It\'s "hard"'}
    assert (tmp_path / "corners" / "RULEBOOK.md").read_text(encoding="utf-8") == HARD
