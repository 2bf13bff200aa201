"""A match that nobody wants to keep: one that is played while its rules are still being written."""

from pathlib import Path

from squarely.core.match.record import Record
from squarely.files.output_file import check_writable
from squarely.files.saved_matches import MatchSaver, replace_text, write_for_path


class UnkeptMatch(MatchSaver):
    """Saves nothing by itself; `save FILE` writes the match as it stands."""

    @property
    def resume_with(self) -> str:
        """There is no such command."""
        return ""

    @property
    def review_with(self) -> str:
        """Nor such a one."""
        return ""

    def save(self, record: Record) -> bool:  # noqa: ARG002
        """Nothing is to be saved, and that is no trouble."""
        return True

    def save_as(self, path: Path, record: Record) -> None:
        """Write it into this file, once."""
        check_writable(path)
        replace_text(path, write_for_path(path, record))

    def release(self) -> None:
        """It is in no file."""
