"""The games of `tests/games/outside`, loaded from their files: nobody has to install them."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from squarely.core.rules.game import Game
from squarely.core.rules.registry import find_game_in

FOLDER = Path(__file__).parent / "outside"
HOP_FILE, DROP_FILE, HEAP_FILE = (FOLDER / f"squarely_{name}.py" for name in ("hop", "drop", "heap"))


def load_file(file: Path) -> ModuleType:
    """The module that a file defines, under its own name: what it defines can be pickled."""
    if file.stem not in sys.modules:
        spec = spec_from_file_location(file.stem, file)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[file.stem] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[file.stem])
    return sys.modules[file.stem]


def load_class(file: Path) -> type[Game]:
    return find_game_in(load_file(file))


Hop, Drop, Heap = map(load_class, (HOP_FILE, DROP_FILE, HEAP_FILE))
HOP, DROP, HEAP = Hop(), Drop(), Heap()
