"""Reading a request: its path, query, secret and body, each validated before anything looks at it."""

import msgspec
from starlette.requests import ClientDisconnect, Request

from squarely.web.http.endpoints import ApiEndpoint, Call
from squarely.web.http.error_responses import explain_invalid
from squarely.web.http.rate_limits import BODY
from squarely.web.protocol.messages import MatchId
from squarely.web.protocol.refusals import Refusal


async def read_call(endpoint: ApiEndpoint, request: Request) -> Call:
    """The request, if it is what the endpoint takes; a Refusal says why it is not."""
    query = _read_query(endpoint, request)
    call = Call(request, query, None)
    if "match" in request.path_params:
        try:
            msgspec.convert(call.match, MatchId)
        except msgspec.ValidationError:
            raise Refusal("unknown", "there is no such match") from None
    if endpoint.signed and not call.secret:
        raise Refusal("unsigned", "say who you are: Authorization: Bearer SECRET, the secret of your seat")
    if endpoint.takes is None:
        return call
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", "send JSON, with Content-Type: application/json")
    body = await _read_body(request)
    with explain_invalid(endpoint.takes):
        return Call(request, query, msgspec.json.decode(body, type=endpoint.takes))


def _read_query(endpoint: ApiEndpoint, request: Request) -> object:
    given = request.query_params.multi_items()
    if len(dict(given)) != len(given):
        raise Refusal("invalid", "something is asked for twice in the address")
    with explain_invalid(endpoint.query):
        return msgspec.convert(dict(given), endpoint.query, strict=False)


async def _read_body(request: Request) -> bytes:
    """The body, read no further than the limit."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > BODY:
                raise Refusal("too_large", f"a request has at most {BODY} bytes")
    except ClientDisconnect:
        raise Refusal("invalid", "the request was cut short") from None
    return bytes(body)
