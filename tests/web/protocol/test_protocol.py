"""The description of the HTTP part is true: everything that it allows is answered as it says.

Left out are the checks of schemathesis that ask for something else than we promise: that whatever fits the schema be
accepted (whether a game, a move or a match exists is for the server to say, with 400, 403 or 404), that a missing
secret be answered with 400 (it is 401, as `ignored_auth` asks), and those for endpoints that delete something.
"""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from squarely.web.http.endpoints import ENDPOINTS
from squarely.web.protocol.openapi import build_description
from tests.patience import PATIENCE
from tests.thorough import IS_THOROUGH
from tests.web.serving import Served
from tests.web.visiting import acted, bearer, begin, paired

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_dict(json.loads(json.dumps(build_description())))
LEFT_OUT = {"positive_data_acceptance", "missing_required_header", "use_after_free", "ensure_resource_availability"}
CHECKED: list[Any] = [check for check in CHECKS.get_all() if check.__name__ not in LEFT_OUT]


@pytest.mark.thorough
@schema.parametrize()
@settings(
    max_examples=40 if IS_THOROUGH else 3,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_is_answered_as_described(case: schemathesis.Case[Any], served: Served) -> None:
    case.validate_response(case.call(base_url=served.url), checks=CHECKED)


class Asked(NamedTuple):
    """A request that makes sense, and the status of its answer. MATCH and OVER stand for matches."""

    method: str
    path: str
    rest: str = ""
    status: int = 200
    body: dict[str, Any] | None = None
    seat: str = ""


MOVE = {"turn": 1, "act": "move", "move": "right 1"}
LARGE = "/".join(["......"] * 6) + " X"  # nobody knows what it is worth
PUZZLE = {"game": "snatchers", "position": "...../.1.../...../.2.../..... 2"}
TRUTH = "/api/games/{game}/truth"
SENSE = [
    Asked("GET", "/api/games"),
    Asked("GET", "/api/example"),
    Asked("POST", "/api/results", "", 200, {"lines": "", "today": "2026-11-18"}),
    *(Asked("GET", "/api/games/{game}", f"/api/games/{name}") for name in ("center", "numbers", "quad", "snatchers")),
    Asked("GET", "/api/games/{game}", "/api/games/showdown?options=size=7"),
    Asked("GET", "/api/games/{game}/court", "/api/games/showdown/court"),
    Asked("GET", "/api/games/{game}/study", "/api/games/showdown/study"),
    Asked("GET", "/api/games/{game}/atlas", "/api/games/showdown/atlas"),
    Asked("GET", "/api/games/{game}/position", "/api/games/quad/position?position=XO../.X../..O./.... X"),
    Asked("GET", TRUTH, "/api/games/snatchers/truth?position=1..../...../...../...../....2 1&hint=3"),
    Asked("GET", TRUTH, "/api/games/snatchers/truth?position=2..../...../...../...../..... 1"),
    Asked("GET", TRUTH, "/api/games/center/truth?position=no", 400),
    Asked("GET", TRUTH, f"/api/games/quad/truth?options=size=6&position={LARGE}"),
    Asked("GET", "/api/puzzles", "/api/puzzles?game=snatchers&seed=1"),
    Asked("GET", "/api/puzzles", "/api/puzzles?day=2026-11-16"),
    Asked("GET", "/api/puzzles", "/api/puzzles?day=2026-11-31", 400),
    Asked("GET", "/api/puzzles", "/api/puzzles?day=9999-01-01", 400),
    Asked("GET", "/api/puzzles", "/api/puzzles?day=2026-11-16&game=quad", 400),
    Asked("GET", "/api/puzzles", "/api/puzzles?game=chess", 404),
    Asked("POST", "/api/puzzles/answer", "", 200, PUZZLE | {"move": "up 1"}),
    Asked("POST", "/api/puzzles/answer", "", 400, PUZZLE | {"move": "no"}),
    *(Asked("POST", "/api/matches", "", 201, {"game": "quad", "opponent": who}) for who in ("here", "link", "level:3")),
    Asked("POST", "/api/matches", "", 400, {"game": "quad", "opponent": "link", "position": "no"}),
    Asked("POST", "/api/matches/{match}/seat", "/api/matches/FREE/seat", 201, {"invitation": "INVITATION"}),
    Asked("POST", "/api/matches/{match}/seat", "/api/matches/MATCH/seat", 403, {"invitation": "no"}),
    Asked("POST", "/api/matches/{match}/rematch", "/api/matches/OVER/rematch", 201, seat="OVER"),
    Asked("POST", "/api/matches/{match}/rematch", "/api/matches/MATCH/rematch", 409, seat="MATCH"),
    Asked("GET", "/api/summaries", "/api/summaries?ids=MATCH,OVER,AAAAAAAAAAAA"),
    Asked("GET", "/api/matches/{match}", "/api/matches/MATCH"),
    Asked("GET", "/api/matches/{match}", "/api/matches/OVER?since=1"),
    Asked("POST", "/api/matches/{match}/turns", "/api/matches/MATCH/turns", 200, MOVE, "MATCH"),
    Asked("POST", "/api/matches/{match}/turns", "/api/matches/MATCH/turns", 403, MOVE, "OVER"),
    Asked("POST", "/api/matches/{match}/turns", "/api/matches/MATCH/turns", 409, {"turn": 9, "act": "resign"}, "MATCH"),
    Asked("GET", "/api/matches/{match}/truth", "/api/matches/OVER/truth"),
    Asked("GET", "/api/matches/{match}/truth", "/api/matches/MATCH/truth", 403),
    Asked("GET", "/api/matches/{match}/hint", "/api/matches/EXPLORE/hint?step=2"),
    Asked("GET", "/api/matches/{match}/review", "/api/matches/OVER/review"),
    Asked("GET", "/api/matches/{match}/replay", "/api/matches/OVER/replay"),
    Asked("GET", "/api/matches/{match}/record", "/api/matches/OVER/record"),
    Asked("GET", "/api/matches/{match}/record", "/api/matches/OVER/record?form=json"),
]


@pytest.mark.anyio
async def test_what_makes_sense_is_answered_as_described_and_every_endpoint_is_asked(remote: httpx.AsyncClient) -> None:
    over = await paired(remote)
    await acted(remote, over.id, over.first, 1, "move", move="right 1")
    await acted(remote, over.id, over.second, 2, "resign")
    await acted(remote, over.id, over.second, 3, "offer", offer="rematch")
    await acted(remote, over.id, over.first, 3, "accept")
    explore = await begin(remote, opponent="explore")
    meant = {"MATCH": await paired(remote), "OVER": over, "FREE": await begin(remote), "EXPLORE": explore}
    for asked in SENSE:
        path, body = asked.rest or asked.path, asked.body
        for name, match in meant.items():
            path = path.replace(name, match.id)
        if body and body.get("invitation") == "INVITATION":
            body = {"invitation": meant["FREE"].invitation}
        headers = bearer(meant[asked.seat].first) if asked.seat else {}
        answer = await remote.request(asked.method, path, json=body, headers=headers)
        assert answer.status_code == asked.status, (asked, answer.text)
        schema[asked.path][asked.method].validate_response(answer)
    description = build_description()
    described = {(method.upper(), path) for path, methods in description["paths"].items() for method in methods}
    assert described == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
    assert described == {(asked.method, asked.path) for asked in SENSE if asked.status < 300}
    assert (await remote.get("/api/openapi.json")).json() == json.loads(json.dumps(description)), "and it is served"


pytestmark = pytest.mark.slow

API = Path(__file__).resolve().parents[3] / "docs" / "api.md"


def block(kind: str) -> str:
    return API.read_text(encoding="utf-8").partition(f"```{kind}\n")[2].partition("\n```")[0]


def run(*command: str, **environment: str) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_match_with_curl_prints_what_the_page_says_and_the_client_plays_a_whole_one(base: str) -> None:
    path = "/usr/local/bin:/usr/bin:/bin"
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    printed = run("bash", "-euo", "pipefail", "-c", block("shell"), BASE=base, PATH=path)
    assert printed == block("printed").replace("TODAY", today)
    assert run(sys.executable, "-c", block("client"), base, PATH=path).startswith("all squares are captured, ")
