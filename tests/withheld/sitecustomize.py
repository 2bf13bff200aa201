"""Read by every Python that starts with this folder on its path: what a quick run withholds cannot be imported."""

import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

NEEDS = {"numba": "the compiler", "playwright": "a browser", "psycopg": "a database"}
ASKED = "SQUARELY_QUICK_ASKED"  # the file in which processes write what they asked for


class Withheld(MetaPathFinder, Loader):
    """Finds what is withheld, so that whoever asks whether it is installed hears the truth, and loads none of it."""

    def __init__(self, refuse: Callable[[str], None]) -> None:
        self._refuse = refuse

    def find_spec(self, name: str, *_: Sequence[str] | ModuleType | None) -> ModuleSpec | None:
        """A package that is withheld, with this as its loader."""
        return ModuleSpec(name, self) if name in NEEDS and PathFinder.find_spec(name) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Refuse."""
        self._refuse(spec.name)
        raise ImportError(f"{spec.name} is withheld from a quick run")

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: no module gets so far."""


def _note(name: str) -> None:
    with open(os.environ[ASKED], "a", encoding="utf-8") as asked:
        asked.write(f"{name}\n")


if __name__ == "sitecustomize" and ASKED in os.environ:
    sys.meta_path.insert(0, Withheld(_note))
