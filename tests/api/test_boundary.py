"""Every answer below /api/v1 has a request id, and every refusal is a problem."""

import logging

import pytest
from django.db import OperationalError
from django.test import Client

from conversation_search.api import readiness
from conversation_search.api.routes import ingest
from conversation_search.ingest import connectors
from conversation_search.managers.transactions import StatementError
from mesh_project.api import api
from tests.api.door import Door

PROBLEM = "application/problem+json"
BODY = {"type": "slack", "name": "acme"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("POST", "/api/v1/nothing", 404, "not_found"),
        ("POST", "/api/v1/runs/", 404, "not_found"),
        ("GET", "/api/v1/", 404, "not_found"),
        ("GET", "/api/v1/messages/x/y", 404, "not_found"),
        ("POST", "/api/v1/healthz", 405, "method_not_allowed"),
        ("GET", "/api/v1/messages", 405, "method_not_allowed"),
        ("PATCH", "/api/v1/connectors", 405, "method_not_allowed"),
    ],
)
def test_an_address_or_a_method_that_is_not_there_is_a_problem(
    method: str, path: str, status: int, code: str
) -> None:
    response = Client(enforce_csrf_checks=True).generic(method, path)
    assert (response.status_code, response["Content-Type"], response.json()["code"]) == (
        status,
        PROBLEM,
        code,
    )
    assert response["X-Request-ID"] == response.json()["request_id"]


def test_the_methods_that_are_there_are_named() -> None:
    assert set(Client().post("/api/v1/healthz")["Allow"].split(", ")) == {"GET", "HEAD"}


def test_a_host_that_is_not_ours_is_a_problem() -> None:
    response = Client().get("/api/v1/healthz", headers={"host": "evil.example"})
    assert (response.status_code, response["Content-Type"]) == (422, PROBLEM)
    assert "evil" not in response.content.decode()


def test_pages_outside_the_api_are_left_alone() -> None:
    response = Client().get("/nothing")
    assert "X-Request-ID" not in response


@pytest.mark.parametrize("sane", ["abc", "0" * 64, "a-B_c.9"])
def test_a_sane_request_id_is_kept(sane: str) -> None:
    assert Client().get("/api/v1/healthz", headers={"x-request-id": sane})["X-Request-ID"] == sane


@pytest.mark.parametrize("odd", ["", " ", "a b", "a" * 65, "a\tlevel=ERROR", "é", "<b>"])
def test_any_other_request_id_is_replaced_by_one_of_ours(odd: str) -> None:
    given = Client().get("/api/v1/healthz", headers={"x-request-id": odd})["X-Request-ID"]
    assert given != odd
    assert len(given) == 32


def test_requests_have_ids_of_their_own() -> None:
    ids = {Client().get("/api/v1/healthz")["X-Request-ID"] for _ in range(3)}
    assert len(ids) == 3


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let the service behind PUT /connectors fail."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(connectors, "put", fail)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (StatementError("put_connector", "57014"), 503, "database_unavailable"),
        (OperationalError("server closed the connection: secret"), 503, "database_unavailable"),
        (ValueError("secret"), 500, "internal_error"),
        (RuntimeError("secret"), 500, "internal_error"),
    ],
)
def test_what_goes_wrong_here_is_a_problem_without_a_trace(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
    code: str,
) -> None:
    failing(monkeypatch, error)
    door = Door()
    with caplog.at_level(logging.ERROR):
        answer = door.put("/connectors", BODY)
    assert (answer.status, answer.media_type, answer.code) == (status, PROBLEM, code)
    assert "secret" not in str(answer.body) + caplog.text
    assert "Traceback" not in str(answer.body)
    assert str(answer.body["request_id"]) in caplog.text
    assert type(error).__name__ in caplog.text


def test_the_log_of_a_failure_says_where_it_was(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, db: None
) -> None:
    assert db is None
    failing(monkeypatch, ValueError("secret"))
    with caplog.at_level(logging.ERROR):
        Door().put("/connectors", BODY)
    assert f"{ingest.__file__}:" in caplog.text


def test_a_database_that_cannot_be_reached_is_told_when_it_comes_to_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: str) -> None:
        raise StatementError("find_key_holder", "08000")

    monkeypatch.setattr("conversation_search.api.auth.find_caller", fail)
    response = Client().put("/api/v1/connectors", BODY, headers={"authorization": "Bearer x"})
    assert (response.status_code, response.json()["code"]) == (503, "database_unavailable")


def test_the_openapi_document_says_how_to_authenticate_and_what_a_refusal_is() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    assert document["components"]["securitySchemes"]["BearerKey"] == {"type": "http", "scheme": "bearer"}
    for path in document["paths"].values():
        for operation in path.values():
            content = operation["responses"]["default"]["content"]
            assert content[PROBLEM]["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_every_call_but_the_probes_needs_a_key() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    for address, path in document["paths"].items():
        for operation in path.values():
            assert bool(operation.get("security")) is not address.endswith(("/healthz", "/readyz")), address


def test_every_operation_has_a_name_of_its_own() -> None:
    document = api.get_openapi_schema()
    names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))


def test_the_document_shows_the_shape_of_a_message() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    messages = document["components"]["schemas"]["MessagesBody"]["properties"]["messages"]
    assert messages["items"] == {"$ref": "#/components/schemas/MessageBlock"}
    assert messages["maxItems"] == 500


def test_the_documentation_is_a_page() -> None:
    response = Client().get("/api/v1/docs")
    assert (response.status_code, response["Content-Type"]) == (200, "text/html; charset=utf-8")


def test_the_process_is_up_without_asking_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "checks", None)
    assert Client().get("/api/v1/healthz").json() == {"status": "ok"}
