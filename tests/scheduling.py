"""Which tests the same process runs, one after the other: those of a file, and all that share what takes long."""

from xdist.scheduler import LoadScopeScheduling

# The plain twins of whole games and the findings of the court; the compiled steps of a game.
SHARING = (
    ("tests/review/",),
    (
        "tests/environments/test_vector.py",
        "tests/environments/test_gym_vector.py",
        "tests/environments/test_reset_options.py",
    ),
)


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """As `--dist loadfile`, but files that share something count as one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((files[0] for files in SHARING if nodeid.startswith(files)), nodeid.partition("::")[0])
