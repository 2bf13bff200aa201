"""The limits of the server that its operator may change, and what each of them counts."""

from dataclasses import dataclass, field, fields

from squarely.core.errors import BadOption


def _limit(default: int, counts: str) -> int:
    number: int = field(default=default, metadata={"counts": counts})
    return number


@dataclass(frozen=True)
class Limits:
    """What may be set with `--limit name=number`."""

    messages_per_socket: int = _limit(100, "messages in 20 seconds")
    matches_per_address: int = _limit(120, "matches begun in an hour")
    messages_per_address: int = _limit(1000, "messages on all its sockets in 20 seconds")
    sockets_per_address: int = _limit(100, "sockets at a time")
    connections_per_address: int = _limit(200, "connections at a time that are no sockets")
    requests_per_address: int = _limit(3000, "requests of any kind in a minute")
    questions_per_address: int = _limit(240, "questions to the oracle in a minute")
    acts_per_address: int = _limit(600, "acts over HTTP in a minute")
    spectators_per_match: int = _limit(100, "sockets that watch, at a time")
    turns_per_match: int = _limit(2000, "turns of a match")
    idle_days: int = _limit(30, "days after which an idle match is forgotten")

    @classmethod
    def read(cls, texts: tuple[str, ...]) -> "Limits":
        """The limits with those changed that were given as `name=number`."""
        names, given = [field.name for field in fields(cls)], {}
        for text in texts:
            name, _, number = text.partition("=")
            if name not in names:
                raise BadOption(f"there is no limit {name!r}; there are {', '.join(names)}")
            if not (number.isascii() and number.isdigit() and 0 < int(number) <= 10**9):
                raise BadOption(f"{text} is not possible: a limit is a whole number from 1")
            given[name] = int(number)
        return cls(**given)

    @classmethod
    def describe(cls) -> list[tuple[str, str]]:
        """Each limit as it is given, with its default, and what it counts."""
        return [(f"{field.name}={field.default}", field.metadata["counts"]) for field in fields(cls)]
