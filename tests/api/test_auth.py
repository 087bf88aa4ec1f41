"""A key names its agent; without a valid one the answer is always the same."""

import hashlib
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client

from conversation_search.api.auth import caller
from conversation_search.errors import Unauthenticated
from conversation_search.identity import api_keys
from conversation_search.models import ApiKey
from tests import database
from tests.api.door import Door

pytestmark = pytest.mark.django_db
ANY = "/api/v1/connectors"
BODY = {"type": "slack", "name": "acme"}


def put(authorization: str | None) -> Any:  # noqa: ANN401
    """Put a connector with this header."""
    headers = {} if authorization is None else {"authorization": authorization}
    return Client().put(ANY, BODY, content_type="application/json", headers=headers)


def test_a_valid_key_is_admitted() -> None:
    key = api_keys.issue("agent", ("ingest",)).key
    assert put(f"Bearer {key}").status_code == 200
    assert put(f"bearer {key}").status_code == 200


def test_every_invalid_key_gets_the_identical_answer() -> None:
    revoked = api_keys.issue("agent", ("ingest",)).key
    ApiKey.objects.update(revoked_at="2026-01-01T00:00:00Z")
    bad = [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        f"Basic {revoked}",
        revoked,
        f"Bearer {revoked}",
        "Bearer é",
        "Bearer " + "x" * 5000,
    ]
    answers = [put(one) for one in bad]
    assert {answer.status_code for answer in answers} == {401}
    bodies = [
        {name: value for name, value in answer.json().items() if name != "request_id"} for answer in answers
    ]
    assert all(body == bodies[0] for body in bodies)
    assert bodies[0]["code"] == "unauthenticated"
    assert {answer["WWW-Authenticate"] for answer in answers} == {"Bearer"}


@pytest.mark.parametrize("scope", ["ingest", "runtime", "operator"])
def test_a_key_may_do_what_its_scope_says_and_nothing_else(scope: api_keys.Scope) -> None:
    answer = Door(scopes=(scope,)).put("/connectors", BODY)
    assert (answer.status, answer.code) == ((200, None) if scope == "ingest" else (403, "missing_scope"))


def test_the_scope_is_looked_at_before_the_body() -> None:
    assert Door(scopes=("runtime",)).put("/connectors", {"nonsense": 1}).status == 403


def test_only_the_hash_of_a_key_is_stored() -> None:
    issued = api_keys.issue("agent", ("ingest", "runtime"))
    row = database.row("SELECT prefix, key_hash, scopes FROM api_keys")
    assert (row[0], bytes(row[1])) == (issued.key[:12], hashlib.sha256(issued.key.encode()).digest())
    assert row[2] == ["ingest", "runtime"]
    everything = database.value("SELECT string_agg(key::text, ' ') FROM api_keys AS key")
    assert issued.key not in everything


def test_two_keys_of_one_agent_see_the_same_perspective() -> None:
    first, second = api_keys.issue("agent", ("ingest",)), api_keys.issue("agent", ("ingest",))
    assert first.key != second.key
    assert (first.agent_created, second.agent_created) == (True, False)
    assert first.agent_id == second.agent_id


def test_an_agent_keeps_its_secrets_when_it_gets_another_key() -> None:
    api_keys.issue("agent", ("ingest",))
    before = database.row("SELECT public_id_key, digest_salt FROM runtime_agents")
    api_keys.issue("agent", ("ingest",))
    assert database.row("SELECT public_id_key, digest_salt FROM runtime_agents") == before


def test_a_request_that_was_not_admitted_has_no_caller() -> None:
    with pytest.raises(Unauthenticated):
        caller(HttpRequest())
