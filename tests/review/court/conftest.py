"""The findings about our five games, worked out once."""

import pytest

from squarely.core.rules import registry
from squarely.review.court import Finding, judge_claims
from tests.review.court.bench import OURS


@pytest.fixture(scope="session")
def findings() -> dict[str, list[Finding]]:
    return {name: list(judge_claims(registry.load(name))) for name in OURS}
