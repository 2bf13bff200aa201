"""A column that scrolls to whatever is focused in it, and leaves the arrow keys to the screen."""

from textual.containers import VerticalScroll


class FollowingScroll(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolled by the focus and by the mouse wheel alone."""
