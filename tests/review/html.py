"""A page of ours, taken apart."""

from html.parser import HTMLParser


class Html(HTMLParser):
    """Every element with its attributes, and every text with the element that began last before it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.texts.append((self.elements[-1][0] if self.elements else "", data))

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.texts)

    def all_of(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]

    def by_id(self, name: str) -> tuple[str, dict[str, str]]:
        (found,) = [each for each in self.elements if each[1].get("id") == name]
        return found

    @property
    def policy(self) -> str:
        (found,) = [a["content"] for _, a in self.elements if a.get("http-equiv") == "Content-Security-Policy"]
        return found
