"""Whatever is sent as a body, the answer is a clear refusal: never a crash, and never the body again."""

import json
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client

from tests.api.door import Answer, Door

pytestmark = pytest.mark.django_db
SECRET = "the-secret-text"  # noqa: S105 - it stands for a text


def send(door: Door, body: bytes, path: str = "/connectors", method: str = "PUT") -> Answer:
    """Send bytes as they are."""
    response = door.client.generic(
        method,
        f"/api/v1{path}",
        body,
        content_type="application/json",
        headers={"authorization": f"Bearer {door.key}"},
    )
    return Answer(response.status_code, response.headers["Content-Type"], json.loads(response.content))


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"{'type': 'slack'}",
        b"nonsense " + SECRET.encode(),
        b'{"type": "\xff\xfe"}',
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}",
        b'{"type": NaN}',
        b'{"type": -Infinity}',
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"type": ' + b"1" * 5_000 + b"}",
        b"\x00",
    ],
    ids=lambda body: repr(body[:12]),
)
def test_what_is_not_json_is_refused_as_the_body(body: bytes) -> None:
    answer = send(Door(), body)
    assert (answer.status, answer.media_type, answer.code) == (
        422,
        "application/problem+json",
        "invalid_argument",
    )
    assert answer.refused_fields == ["body"]
    assert SECRET not in json.dumps(answer.body)


@pytest.mark.parametrize("body", [b"", b"[]", b"null", b"1", b'"text"', b"true"])
def test_what_is_not_an_object_is_refused_as_the_body(body: bytes) -> None:
    answer = send(Door(), body)
    assert (answer.status, answer.code, answer.refused_fields) == (422, "invalid_argument", ["body"])


def test_a_missing_field_and_one_of_another_type_are_named() -> None:
    answer = send(Door(), b'{"name": 7}')
    assert (answer.status, answer.code, answer.refused_fields) == (422, "invalid_argument", ["type", "name"])


def test_an_unknown_key_is_refused_and_the_same_body_without_it_is_not() -> None:
    door = Door()
    good = {"type": "slack", "name": "acme"}
    answer = door.put("/connectors", {**good, "agent_acount_ids": []})
    assert (answer.status, answer.code, answer.refused_fields) == (
        422,
        "unknown_argument",
        ["agent_acount_ids"],
    )
    assert door.put("/connectors", good).status == 200


def test_a_key_that_looks_like_text_is_not_repeated() -> None:
    answer = send(Door(), json.dumps({"type": "slack", "name": "acme", SECRET + " ": 1}).encode())
    assert (answer.code, answer.refused_fields) == ("unknown_argument", ["?"])
    assert SECRET not in json.dumps(answer.body)


def test_a_key_with_a_lone_surrogate_is_refused() -> None:
    answer = send(Door(), b'{"type": "slack", "name": "acme", "\\ud800": 1}')
    assert (answer.status, answer.code) == (422, "invalid_argument")


@pytest.mark.parametrize("value", ["true", 1, 0, "yes", [], {}])
def test_nothing_is_converted_into_a_flag(value: object) -> None:
    answer = Door().put("/connectors", {"type": "slack", "name": "acme", "public": value})
    assert (answer.status, answer.refused_fields) == (422, ["public"])


@pytest.mark.parametrize("field", ["agent_account_ids", "joiners_read_history", "public"])
def test_null_is_the_same_as_leaving_a_field_out(field: str) -> None:
    door = Door()
    plain = door.put("/connectors", {"type": "slack", "name": "acme"})
    assert door.put("/connectors", {"type": "slack", "name": "acme", field: None}) == plain


def test_a_value_that_is_refused_is_not_repeated() -> None:
    answer = Door().put("/connectors", {"type": SECRET.upper(), "name": f" {SECRET}", "public": SECRET})
    assert answer.status == 422
    assert SECRET not in json.dumps(answer.body).lower()


def test_a_body_of_the_largest_size_is_read_and_one_byte_more_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = json.dumps({"type": "slack", "name": "acme"}).encode()
    monkeypatch.setattr(settings, "DATA_UPLOAD_MAX_MEMORY_SIZE", len(body))
    door = Door()
    assert send(door, body).status == 200
    answer = send(door, body + b" ")
    assert (answer.status, answer.media_type, answer.code) == (413, "application/problem+json", "too_large")


def test_a_body_that_ends_early_is_refused() -> None:
    door = Door()
    response = door.client.put(
        "/api/v1/connectors",
        headers={"authorization": f"Bearer {door.key}"},
        **{"wsgi.input": Broken(), "CONTENT_LENGTH": 100},  # type: ignore[arg-type] # the environment of a request
    )
    assert (response.status_code, response.json()["errors"][0]["field"]) == (422, "body")


class Broken(BytesIO):
    """A connection that was cut."""

    def read(self, *_: object) -> bytes:
        """Fail as a socket does."""
        raise OSError


def test_a_cross_site_form_cannot_do_anything() -> None:
    client = Client(enforce_csrf_checks=True)
    assert (
        client.put("/api/v1/connectors", {}, content_type="application/x-www-form-urlencoded").status_code
        == 401
    )
