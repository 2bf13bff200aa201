"""Seats are secrets: minted when a seat is taken, told once, kept as a hash, compared in constant time."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from squarely.game import Side
from squarely.web.storage.matches import Kept

_BYTES = 32
_ID_BYTES = 9  # twelve characters: a link that nobody guesses


def minted() -> str:
    """A new secret."""
    return secrets.token_urlsafe(_BYTES)


def match_id() -> str:
    """A name for a new match."""
    return secrets.token_urlsafe(_ID_BYTES)


def hashed(secret: str) -> str:
    """What is kept of a secret. It is long and random, so that one round of hashing is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def holder(kept: Kept, secret: str) -> Side | None:
    """Whose secret this is, or None if it opens no seat of this match. Always compares with both."""
    given = hashed(secret)
    opens = [hmac.compare_digest(given, stored) for stored in (kept.first_secret, kept.second_secret)]
    return Side(opens.index(True)) if any(opens) else None


def held(kept: Kept, given: Iterable[str]) -> list[Side]:
    """The sides that these secrets open, in order."""
    return sorted({side for secret in given if (side := holder(kept, secret)) is not None})
