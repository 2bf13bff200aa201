"""A recording of asciinema, cut at its markers: one frame a step, each as long as the script says, on any machine."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any


class Cast:
    """What asciinema has written so far: a head, then one event a line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _lines(self) -> list[Any]:
        whole = self._path.read_text(encoding="utf-8").rpartition("\n")[0] if self._path.exists() else ""
        return [json.loads(line) for line in whole.splitlines()]

    def has_markers(self, count: int) -> bool:
        """Whether so many steps have been recorded."""
        kinds = [kind for _, kind, _ in self._lines()[1:]]
        return kinds.count("m") == count

    def retimed(self, seconds: Sequence[float]) -> str:
        """The recording with everything up to a marker in one frame, shown for so long, and nothing of this machine."""
        head, *events = self._lines()
        frames, printed = [], ""
        for _, kind, text in events:
            if kind == "o":
                printed += text
            elif kind == "m":
                frames.append(printed)
                printed = ""
        assert len(frames) == len(seconds), f"{len(frames)} frames for {len(seconds)} steps"
        lines: list[Any] = [{"version": 2, "width": head["width"], "height": head["height"]}]
        at = 0.0
        for frame, lasts in zip(frames, seconds, strict=True):
            lines.append([round(at, 3), "o", frame])
            at += lasts
        lines.append([round(at, 3), "o", ""])  # or the last frame would be gone as soon as it is there
        return "".join(f"{json.dumps(line)}\n" for line in lines)
