"""The screen of a full-screen app as somebody sees it: lines of text, without what only colour says."""

from typing import Any

from textual.app import App


def read_screen(app: App[Any]) -> list[str]:
    """Every line of the screen, without the blanks at its end; an empty one while nothing has been laid out."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips] or [""]


def read_text(app: App[Any]) -> str:
    """The screen as one text."""
    return "\n".join(read_screen(app))
