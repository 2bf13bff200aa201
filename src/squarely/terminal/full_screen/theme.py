"""The two themes of the full-screen app, dark and light: the colours of the browser, by the names that screens use."""

from textual.theme import Theme

DARK, LIGHT = "squarely-dark", "squarely-light"

# What is not one of Textual's own names. Colour is never the only sign of any of them.
_OURS = {
    "first": ("#6fd0ea", "#0a6580"),  # the two sides
    "second": ("#f5b969", "#964800"),
    "mark": ("#544716", "#ffe6a1"),  # under the last move
    "won": ("#1f5130", "#bfe8c8"),  # under the squares that decided
    "good": ("#7fdc98", "#1b6e33"),  # values
    "bad": ("#ff9d94", "#a8231b"),
    "even": ("#c8c0d2", "#5f5868"),
    "endless": ("#a8c7fa", "#0b57d0"),
    "soft": ("#a9b1ba", "#555c66"),  # text that can wait
    "line": ("#333b42", "#ddd7c9"),  # between things
    "edge": ("#7d868f", "#82867f"),  # around what can be operated
    "here": ("#282a3b", "#ebe8f6"),  # chosen, or under the pointer
    "on-accent": ("#17134a", "#ffffff"),
    "frame": ("#17404e", "#1c4552"),  # the board, from outside in
    "on-frame": ("#b9d2da", "#d3e3e8"),
    "tray": ("#0a0c0e", "#d8cfbc"),  # a square that lies deeper: burnt, for one
    "tile": ("#2a3138", "#fbf7ec"),
    "tile-other": ("#242a31", "#f3ecdc"),
}
# Textual's own parts, in our colours.
_PARTS = {
    "footer-background": ("#1b2025", "#fffefb"),
    "footer-foreground": ("#a9b1ba", "#555c66"),
    "footer-key-foreground": ("#b6b2ff", "#4639b8"),
    "footer-description-foreground": ("#a9b1ba", "#555c66"),
    "footer-item-background": ("#1b2025", "#fffefb"),
    "footer-description-background": ("#1b2025", "#fffefb"),
    "footer-key-background": ("#1b2025", "#fffefb"),
    "block-cursor-background": ("#b6b2ff", "#4639b8"),
    "block-cursor-foreground": ("#17134a", "#ffffff"),
    "block-cursor-text-style": ("bold", "bold"),
    "input-cursor-background": ("#e9ebee", "#1b2027"),
    "input-cursor-foreground": ("#121518", "#f5f2ea"),
    "input-selection-background": ("#3a3d57", "#cfcaf0"),
    "border": ("#7d868f", "#82867f"),
    "border-blurred": ("#333b42", "#ddd7c9"),
    "scrollbar": ("#333b42", "#ddd7c9"),
    "scrollbar-hover": ("#7d868f", "#82867f"),
    "scrollbar-active": ("#b6b2ff", "#4639b8"),
    "scrollbar-background": ("#121518", "#f5f2ea"),
    "scrollbar-background-hover": ("#121518", "#f5f2ea"),
    "scrollbar-background-active": ("#121518", "#f5f2ea"),
    "scrollbar-corner-color": ("#121518", "#f5f2ea"),
    "link-color": ("#b6b2ff", "#4639b8"),
    "link-background": ("#121518 0%", "#f5f2ea 0%"),
}


def make_themes() -> tuple[Theme, Theme]:
    """The dark one and the light one."""
    return _make_theme(DARK, 0), _make_theme(LIGHT, 1)


def _make_theme(name: str, which: int) -> Theme:
    def pick(*pair: str) -> str:
        return pair[which]

    return Theme(
        name,
        dark=which == 0,
        primary=pick("#b6b2ff", "#4639b8"),
        secondary=pick("#6fd0ea", "#0a6580"),
        accent=pick("#b6b2ff", "#4639b8"),
        foreground=pick("#e9ebee", "#1b2027"),
        background=pick("#121518", "#f5f2ea"),
        surface=pick("#1b2025", "#fffefb"),
        panel=pick("#232930", "#ece7db"),
        success=pick("#7fdc98", "#1b6e33"),
        warning=pick("#f5b969", "#964800"),
        error=pick("#ff9d94", "#a8231b"),
        variables={part: colours[which] for part, colours in (_OURS | _PARTS).items()},
    )
