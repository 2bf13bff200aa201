"""What a new game may be called, and how large its board may be."""

import pytest

from squarely.authoring.package_name import BadBoard, BadName, PackageName, read_board, read_name


def test_a_name_gives_a_module_and_a_title() -> None:
    assert read_name("three-men", ()) == PackageName("three-men", "squarely_three_men")
    assert read_name("three_men", ()).title == "Three men"
    assert read_name("a" * 32, ()).game == "a" * 32


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "such as corners"),
        ("Corners", "such as corners$"),
        ("my game!", "such as my-game$"),
        ("../corners", "such as corners$"),
        ("9men", "such as men$"),
        ("a" * 33, "up to 32"),
        ("über", "small letters"),
        ("a\nb", "such as a-b$"),
        ("-corners", "such as corners$"),
        ("corners-", "such as corners$"),
        ("class", "a word of Python"),
        ("play", "a word of the command line"),
        ("quad", "there is a game 'quad' already"),
        ("taken", "a module squarely_taken already"),
    ],
)
def test_other_names_are_refused_with_what_would_do(typed: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("squarely.authoring.package_name.find_spec", lambda name: name == "squarely_taken" or None)
    with pytest.raises(BadName, match=why):
        read_name(typed, ("quad",), ("play", "class"))


def test_boards_are_rows_and_columns() -> None:
    assert read_board("4x4") == (4, 4)
    assert read_board("3X21") == (3, 21)
    assert read_board(" 7 × 9 ") == (7, 9)
    assert read_board("5") == (5, 5)


@pytest.mark.parametrize(
    ("typed", "why"),
    [("8x8", "64 squares"), ("3x22", "66 squares"), ("2x5", "too small"), ("0x0", "too small"), ("x", "such as 4x4")],
)
def test_other_boards_are_refused(typed: str, why: str) -> None:
    with pytest.raises(BadBoard, match=why):
        read_board(typed)
