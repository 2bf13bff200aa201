"""Secrets of seats: long, told apart, and compared without saying how near a guess was."""

from squarely.core.rules.game import Side
from squarely.play.seat_secrets import find_holder, hash_secret, mint_match_id, mint_secret


def test_a_secret_opens_its_own_seat_alone() -> None:
    first, second = mint_secret(), mint_secret()
    hashes = (hash_secret(first), hash_secret(second))
    assert (find_holder(hashes, first), find_holder(hashes, second)) == (Side.FIRST, Side.SECOND)
    for wrong in ("", first[:-1], hashes[0], mint_secret(), "\ud800"):
        assert find_holder(hashes, wrong) is None


def test_nothing_opens_a_free_seat() -> None:
    assert find_holder(("", ""), "") is None


def test_what_is_minted_is_never_the_same() -> None:
    assert len({mint_secret() for _ in range(100)}) == len({mint_match_id() for _ in range(100)}) == 100
    assert (len(mint_secret()), len(mint_match_id())) == (43, 12)
