"""Functions that are written out for one kind of position, so that they compile to plain reads and writes."""

from typing import Any


def define_functions(source: str, **names: Any) -> dict[str, Any]:
    """The functions of this source, which may use these names. The only place where source is made at run time."""
    defined = dict(names)
    exec(source, defined)
    return defined
