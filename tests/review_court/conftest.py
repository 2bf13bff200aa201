"""The findings about our five games, worked out once."""

import pytest

from squarely import registry
from squarely.review.court import judged
from squarely.review.court.claim import Finding
from tests.review_court.bench import OURS


@pytest.fixture(scope="session")
def findings() -> dict[str, list[Finding]]:
    return {name: list(judged(registry.load(name))) for name in OURS}
