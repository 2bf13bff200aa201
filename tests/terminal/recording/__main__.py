"""Play the match of the script in a terminal, have it recorded, and draw it into docs/pictures.

The recording of asciinema is cut at its markers: one frame a step, each as long as the script says, on any machine.
"""

import json
import shlex
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.patience import wait_until
from tests.terminal.driving import Desk
from tests.terminal.recording.picture import tidy
from tests.terminal.tmux import Tmux, open_tmux

ROOT = Path(__file__).resolve().parents[3]
PICTURE = ROOT / "docs" / "pictures" / "match.svg"
SIZE = (80, 24)
_MARKER = "C-]"
_CONFIG = f"[record]\nadd_marker_key = {_MARKER}\n[notifications]\nenabled = no\n"
_DRAW = Path(__file__).parent / "node_modules" / ".bin" / "svg-term"


class Step(NamedTuple):
    """Keys, what stands on the screen then, and for how many seconds that is looked at."""

    keys: tuple[str, ...]
    shown: str
    seconds: float


# The computer begins, goes wrong twice, and is beaten; the seed makes it the same match every time.
COMMAND = "squarely play quad --first level:3 --seed 156 --screen"
SCRIPT = (
    Step((), "O Player 2 · you", 2.5),
    Step(("Enter",), "3  X  D3", 2.0),
    Step(("Down",), "3  X  D3", 0.5),
    Step(("Enter",), "5  X  B4", 2.0),
    Step(("v",), "Values", 3.0),
    Step(("Enter",), "played D2", 2.5),
    Step(("Down",), "played D2", 0.5),
    Step(("Left",), "played D2", 0.5),
    Step(("Left",), "played D2", 0.8),
    Step(("Enter",), "You won", 3.0),
    Step(("Enter",), "turning point", 3.5),
    Step(("t",), "turning point", 3.5),
    Step(("Escape",), "You won", 0.3),
    Step(("Escape",), "p puzzles", 3.5),
)


def record(desk: Desk, command: str) -> str:
    """The recording of the script, played at that desk."""
    config, cast = desk.here.parent / "config", desk.here.parent / "match.cast"
    config.mkdir()
    (config / "config").write_text(_CONFIG)
    environment = desk.environment(ASCIINEMA_CONFIG_HOME=str(config), COLORTERM="truecolor")
    with open_tmux(desk.here, environment, SIZE) as tmux:
        asciinema = Path(sys.executable).parent / "asciinema"
        words = (str(asciinema), "rec", "-q", "-c", command, str(cast))
        tmux.enter(f"clear; {shlex.join(words)}")
        for number, step in enumerate(SCRIPT, 1):
            tmux.press(*step.keys) if step.keys else None
            tmux.wait_for(step.shown)
            _settle(tmux)
            tmux.press(_MARKER)
            wait_until(partial(_has_frames, cast, number))
        tmux.press("q")  # or asciinema, which does not mind a closed terminal, would stay with it
        tmux.wait_for_shell()
    return _retime(_read_frames(cast))


def _read_frames(cast: Path) -> list[str]:
    """What was printed up to each marker that has been recorded so far."""
    written = cast.read_text(encoding="utf-8").rpartition("\n")[0] if cast.exists() else ""
    events = [json.loads(line) for line in written.splitlines()[1:]]
    ends = [at for at, (_, kind, _) in enumerate(events) if kind == "m"]
    begins = [0, *ends]
    return ["".join(text for _, kind, text in events[a:b] if kind == "o") for a, b in zip(begins, ends, strict=False)]


def _has_frames(cast: Path, count: int) -> bool:
    return len(_read_frames(cast)) == count


def _retime(frames: list[str]) -> str:
    """The recording with everything up to a marker in one frame, shown for so long, and nothing of this machine."""
    lines: list[Any] = [{"version": 2, "width": SIZE[0], "height": SIZE[1]}]
    at = 0.0
    for frame, step in zip(frames, SCRIPT, strict=True):
        lines.append([round(at, 3), "o", frame])
        at += step.seconds
    lines.append([round(at, 3), "o", ""])  # or the last frame would be gone as soon as it is there
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def _settle(tmux: Tmux) -> None:
    """Wait until nothing moves on the screen any more."""
    seen = tmux.lines("-e")
    while True:
        time.sleep(0.3)
        if (now := tmux.lines("-e")) == seen:
            return
        seen = now


def draw(cast: str) -> str:
    """The recording as an animated picture."""
    with tempfile.TemporaryDirectory() as folder:
        inside, outside = Path(folder, "match.cast"), Path(folder, "match.svg")
        inside.write_text(cast, encoding="utf-8")
        subprocess.run([_DRAW, "--in", inside, "--out", outside, "--window", "--no-optimize"], check=True)
        return tidy(outside.read_text(encoding="utf-8"))


def main() -> None:
    """Record and draw."""
    with tempfile.TemporaryDirectory() as folder:
        cast = record(Desk(Path(folder)), COMMAND)
    PICTURE.write_text(draw(cast), encoding="utf-8")


if __name__ == "__main__":
    main()
