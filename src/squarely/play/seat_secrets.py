"""Seats are secrets: minted when a seat is taken, told once, kept as a hash, compared in constant time."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from squarely.core.rules.game import SIDES, Side

SECRET_BYTES = 32
_ID_BYTES = 9  # twelve characters: 72 bits, too many to guess


def mint_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def mint_match_id() -> str:
    """A name for a new match."""
    return secrets.token_urlsafe(_ID_BYTES)


def hash_secret(secret: str) -> str:
    """What is kept of a secret. It is long and random, so that one round of hashing is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def find_holder(hashes: Sequence[str], secret: str) -> Side | None:
    """The side whose secret this is, or None. Always compares with both; the hash of a free seat is empty."""
    given = hash_secret(secret)
    opens = [hmac.compare_digest(given, stored) for stored in hashes]
    return SIDES[opens.index(True)] if True in opens else None
