"""Who gets in at `/mcp`, with what, and what everybody else is told."""

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from django.conf import settings

from conversation_search import limits
from conversation_search.identity.run_tokens import RunGrant, RunTokens
from tests.api.door import Body, Door
from tests.database import execute, row
from tests.mcp.asking import call, opened
from tests.serving import Served, served

__all__ = ["served"]

pytestmark = pytest.mark.usefixtures("committed")

REVOKE = "UPDATE api_keys SET revoked_at = now() WHERE id = %(key)s::bigint"
NARROW = "UPDATE api_keys SET scopes = ARRAY['ingest'] WHERE id = %(key)s::bigint"
USE_UP = (
    "UPDATE api_key_usage SET requests = 1200, window_started_at = now() WHERE api_key_id = %(key)s::bigint"
)
LAST_ROW = """
SELECT status, refusal FROM conversation_search_events WHERE runtime_agent_id = %(agent)s::bigint
ORDER BY id DESC LIMIT 1
"""
ACCEPT = {"Accept": "application/json, text/event-stream"}


def rpc(method: str = "tools/call", **parameters: object) -> Body:
    """Return one message of the protocol, as clients before July 2026 send it."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}


SEARCH = rpc(name="search_history", arguments={"query": "migration"})


def post(served: Served, token: str, message: object = SEARCH, **headers: str) -> httpx.Response:
    """Send one message."""
    sent = {**ACCEPT, "Authorization": f"Bearer {token}", **headers}
    return httpx.post(f"{served.address}/mcp", json=message, headers=sent)


def test_the_token_of_a_run_is_let_in_without_a_session(served: Served) -> None:
    response = post(served, opened(Door())["mcp_token"])
    assert response.status_code == 200
    assert response.json()["result"]["structuredContent"]["count"] == 1
    assert "Mcp-Session-Id" not in response.headers


def forged(run: Body, door: Door) -> str:
    """Return the token with another run in it."""
    other = opened(Door())["mcp_token"]
    assert door.key
    return str(other[:17] + run["mcp_token"][17:])


def over(run: Body, door: Door) -> str:
    """Return a token that has ended."""
    grant = RunGrant(door.caller.public_ids.decode("run", run["run_id"]), door.caller.api_key_id)
    return RunTokens(settings.SECRET_KEY).mint(grant, datetime.now(UTC) - timedelta(seconds=1))


def the_key(run: Body, door: Door) -> str:
    """Return the API key: it names no run."""
    assert run["mcp_token"]
    return door.key


def revoked(run: Body, door: Door) -> str:
    """Return the token of a key that was revoked after the run was opened."""
    execute(REVOKE, key=door.caller.api_key_id)
    return str(run["mcp_token"])


def nothing(run: Body, door: Door) -> str:
    """Return what is no token."""
    assert run["mcp_token"] != door.key
    return "x"


@pytest.mark.parametrize("token", [forged, over, the_key, revoked, nothing])
def test_anything_but_the_living_token_of_a_run_is_refused_alike(
    token: Callable[[Body, Door], str], served: Served
) -> None:
    door = Door()
    response = post(served, token(opened(door), door), **{"X-Request-ID": "same"})
    assert (response.status_code, response.headers["Content-Type"]) == (401, "application/problem+json")
    assert (response.json()["code"], response.headers["WWW-Authenticate"]) == ("unauthenticated", "Bearer")


def test_the_token_opens_nothing_but_mcp(served: Served) -> None:
    run = opened(Door())
    headers = {"Authorization": f"Bearer {run['mcp_token']}"}
    for address in (f"runs/{run['run_id']}/recheck", f"runs/{run['run_id']}/tools/search_history"):
        assert httpx.post(f"{served.address}/api/v1/{address}", json={}, headers=headers).status_code == 401


def test_a_key_that_lost_its_scope_takes_its_tokens_with_it(served: Served) -> None:
    door = Door()
    run = opened(door)
    execute(NARROW, key=door.caller.api_key_id)
    assert post(served, run["mcp_token"]).json()["code"] == "missing_scope"


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_there_is_no_stream_and_no_session_to_ask_for(method: str, served: Served) -> None:
    headers = {**ACCEPT, "Authorization": f"Bearer {opened(Door())['mcp_token']}"}
    response = httpx.request(method, f"{served.address}/mcp", headers=headers)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")


def test_a_host_that_is_not_ours_is_refused(served: Served) -> None:
    response = post(served, opened(Door())["mcp_token"], Host="evil.example")
    assert (response.status_code, "evil" in response.text) == (422, False)


def test_a_message_that_is_too_large_is_refused(served: Served) -> None:
    token = opened(Door())["mcp_token"]
    message = rpc(name="search_history", arguments={"query": "x" * limits.MCP_BODY_BYTES})
    assert post(served, token, message).status_code == 413


@pytest.mark.parametrize(
    "message",
    [rpc(name="forget"), rpc("tools/unknown"), [SEARCH], {}, rpc(name="search_history", arguments=[])],
)
def test_what_is_not_of_the_protocol_is_an_error_of_the_protocol(message: Any, served: Served) -> None:  # noqa: ANN401
    response = post(served, opened(Door())["mcp_token"], message)
    assert "result" not in response.json()
    assert response.status_code < 500


def test_every_answer_tells_how_key_and_run_stand(served: Served) -> None:
    token = opened(Door())["mcp_token"]
    headers = post(served, token, **{"X-Request-ID": "abc"}).headers
    assert headers["X-Request-ID"] == "abc"
    assert headers["RateLimit-Policy"] == '"key";q=1200;w=60, "run";q=120;w=3600'
    assert '"run";r=119;' in headers["RateLimit"]


def test_a_key_beyond_its_limit_is_refused_over_mcp_too_and_its_search_is_audited(served: Served) -> None:
    door = Door()
    token = opened(door)["mcp_token"]
    execute(USE_UP, key=door.caller.api_key_id)
    response = post(served, token)
    assert (response.status_code, response.json()["code"]) == (429, "rate_limited")
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert row(LAST_ROW, agent=door.caller.agent_id) == ("refused", "rate_limited")


def test_a_call_that_comes_again_with_its_key_is_answered_alike(served: Served) -> None:
    token = opened(Door())["mcp_token"]
    first, again = (post(served, token, **{"Idempotency-Key": "call-1"}).json() for _ in range(2))
    assert first["result"]["structuredContent"] == again["result"]["structuredContent"]
    assert first["result"]["structuredContent"]["count"] == 1


def test_the_line_of_a_call_has_the_id_of_its_run_and_no_word_of_it(served: Served) -> None:
    run = opened(Door())
    post(served, run["mcp_token"], rpc(name="zanzibarcanary", arguments={"query": "zanzibarcanary"}))
    post(served, run["mcp_token"], rpc("zanzibarcanary"))
    call(served, run["mcp_token"], {"query": "zanzibarcanary", "zanzibarcanary": 1})
    post(served, "zanzibarcanary", "zanzibarcanary")
    lines = [json.loads(line) for line in served.log.splitlines()]
    assert [line["route"] for line in lines if line.get("run_id") == run["run_id"]][:2] == ["/mcp", "/mcp"]
    assert "zanzibar" not in served.log


def test_a_key_that_is_revoked_closes_its_runs_at_once(served: Served) -> None:
    door = Door()
    run = opened(door)
    assert post(served, run["mcp_token"]).status_code == 200
    execute(REVOKE, key=door.caller.api_key_id)
    started = time.monotonic()
    assert post(served, run["mcp_token"]).status_code == 401
    assert time.monotonic() - started < 10
