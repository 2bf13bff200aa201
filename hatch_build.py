"""What hatchling asks when it builds the package: README as a package index shows it."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_CLONED = re.compile(r"<!-- clone:begin -->.*?<!-- clone:end -->", re.DOTALL)
_INSTALLED = """```text
pip install 'squarely[screen]'
squarely
```"""
_PICTURE = re.compile(r"!\[[^\]]*\]\((?!https:)[^)]*\)\n*")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https:)[^)]*\)")


def describe(readme: str) -> str:
    """README for whoever has no clone: how to install it, and nothing that leads into one."""
    return _LINK.sub(r"\1", _PICTURE.sub("", _CLONED.sub(_INSTALLED, readme)))


class Description(MetadataHookInterface):
    """The long description of the package."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put it in."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": describe(readme)}
