"""A game that is not installed, lent to this process and those it starts as if it were."""

import os
import re
import sys
from pathlib import Path

from squarely.authoring.game_source import GameSource
from squarely.core import registry
from squarely.core.errors import UnknownGame


def lend(source: GameSource, folder: Path) -> dict[str, str]:
    """Have the registry find the game, by files in this folder; returns the variables that processes need for it.

    UnknownGame if its name belongs to another package.
    """
    if source.root is None:
        return {}
    package = re.sub(r"[^A-Za-z0-9.]+", "_", source.package) or source.name
    written = folder / f"{package}-0.dist-info"
    written.mkdir()
    (written / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {source.package}\nVersion: 0\n", encoding="utf-8")
    declared = f"[{registry.GROUP}]\n{source.name} = {source.module}\n"
    (written / "entry_points.txt").write_text(declared, encoding="utf-8")
    found_in = [str(folder), str(source.root)]
    sys.path[:0] = found_in
    registry.look_again()
    if registry.find_module(source.name) != source.module:
        clash = next((each for each in registry.clashes() if f"{source.name!r}" in each), "its name is taken")
        raise UnknownGame(f"{source.name} cannot be tried: {clash}")
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([*found_in, *([before] if before else [])])}
