"""How much memory this process has used."""

import sys


def peak_memory() -> int | None:
    """The most bytes of memory held so far, or None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows, Pyodide
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
