"""Whatever an author gets wrong is told in a sentence, by every command: no traceback, and never a wrong truth."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from squarely import cli
from squarely.core.rules import registry
from tests.authoring.packages import declare
from tests.laws.mistakes import MISTAKES, ROW, Mistake
from tests.terminal.driving import Said

Run = Callable[..., Said]
pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """The command in this process, where the game in the file row.py is installed and nothing else is kept."""
    declare(tmp_path, "row = row")
    monkeypatch.syspath_prepend(str(tmp_path))
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setattr(registry, "names", lambda: ("row",))
    registry.look_again()

    def run(*arguments: str) -> Said:
        """The command in this process, where the game in the file row.py is installed and nothing else is kept."""
        monkeypatch.setattr(sys, "argv", ["squarely", *arguments])
        code = cli.main()
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        return Said(code, " ".join(told.out.split()), " ".join(told.err.split()))

    yield run
    sys.modules.pop("row", None)
    registry.look_again()


_PLAY = ("play", "row", "--first", "random", "--second", "random", "--seed", "1")
_CHECK = ("check-game", "row", "--interpreted")


def test_the_game_itself_is_right(run: Run, tmp_path: Path) -> None:
    (tmp_path / "row.py").write_text(ROW)
    assert "Mark the last square." in run("games").out
    assert "Ann to move: Ann wins in 3 moves" in run("solve", "row").out
    assert run(*_PLAY).code == 0
    checked = run(*_CHECK)
    assert (checked.code, checked.out.partition(":")[0]) == (0, "row keeps the laws"), checked.out


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_a_sentence(mistake: Mistake, run: Run, tmp_path: Path) -> None:
    (tmp_path / "row.py").write_text(mistake.text)
    said = mistake.says
    listed, played, solved, checked = run("games"), run(*_PLAY), run("solve", "row"), run(*_CHECK)
    assert (checked.code, said in checked.out) == (1, True), checked.out
    if mistake.stage == "load":
        assert "(left out: the game 'row' " in listed.err
        assert [each.code for each in (listed, played, solved)] == [0, 2, 2]
        assert all(said in each.err for each in (listed, played, solved)), (listed.err, played.err, solved.err)
    elif mistake.stage == "truth":
        assert (solved.code, solved.out) == (2, ""), solved.out
        assert "squarely: row cannot be solved: " in solved.err
        assert said in solved.err
    if mistake is MISTAKES["a verb that fails"]:  # in a match, too, the line and what to do are named
        what = said.removeprefix("makes `play` fail: ") + ": integer division or modulo by zero)"
        assert played.err == f"squarely: `play` of Row fails: {what}; run `squarely check-game row`"
