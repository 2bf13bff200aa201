"""How much memory this process has used and may still use: what the machine has, and what its limits leave."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

NO_LIMIT = 1 << 62
NO_MEMORY = (
    "there is not enough memory for this process to solve this game. A smaller size, a --position nearer to the end "
    "or a higher limit would help; the game can be played all the same"
)
_PROC, _GROUPS = Path("/proc"), Path("/sys/fs/cgroup")


def peak_memory() -> int | None:
    """The most bytes of memory held so far, or None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows, Pyodide
        return None
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def measure_free_memory() -> int:
    """Bytes that may still be used, with a little left for others. All there is, if unknown."""
    return min(_free_of_machine(_PROC), _free_of_process(_PROC), _free_of_group(_PROC, _GROUPS)) * 9 // 10


def _free_of_machine(proc: Path) -> int:
    try:
        lines = dict(line.split(":") for line in (proc / "meminfo").read_text().splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return NO_LIMIT


def _free_of_process(proc: Path) -> int:
    """What `ulimit -v` and `ulimit -d` leave."""
    try:
        import resource  # only where there are such limits

        pages = [int(number) for number in (proc / "self" / "statm").read_text().split()]
    except (ImportError, OSError, ValueError):
        return NO_LIMIT
    left = NO_LIMIT
    for limit, used in ((resource.RLIMIT_AS, pages[0]), (resource.RLIMIT_DATA, pages[5])):
        allowed, _ = resource.getrlimit(limit)
        if allowed != resource.RLIM_INFINITY:
            left = min(left, max(0, allowed - used * os.sysconf("SC_PAGE_SIZE")))
    return left


def _free_of_group(proc: Path, groups: Path) -> int:
    """What the control groups of a container or service leave. Cached files can be given back."""
    left = NO_LIMIT
    for folder, most, used, given_back in _find_group_folders(proc, groups):
        try:
            limit, in_use = int((folder / most).read_text()), int((folder / used).read_text())
            stat = dict(line.split() for line in (folder / "memory.stat").read_text().splitlines())
        except (OSError, ValueError):  # no limit, or none that this process may read
            continue
        left = min(left, max(0, limit - in_use + int(stat.get(given_back, 0))))
    return left


def _find_group_folders(proc: Path, groups: Path) -> Iterator[tuple[Path, str, str, str]]:
    """Every group this process is in, the outer ones too, and what the files are called there."""
    try:
        lines = (proc / "self" / "cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if kinds == "":
            root, names = groups, ("memory.max", "memory.current", "inactive_file")
        elif "memory" in kinds.split(","):
            root, names = groups / "memory", ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        folder = root / path.strip("/")
        for each in (folder, *folder.parents):
            if each == root or root in each.parents:
                yield each, *names
