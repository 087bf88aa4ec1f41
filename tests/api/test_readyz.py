"""Readiness: each check alone can say no, and says what is missing."""

from typing import Any

import pytest
from django.test import Client

from conversation_search.api.readiness import CREATE_FUNCTION, CREATE_TRIGGER, known_objects
from conversation_search.managers import readiness
from conversation_search.managers.transactions import StatementError
from tests.cast import Cast
from tests.database import column, execute

pytestmark = pytest.mark.django_db


def ask() -> tuple[int, dict[str, Any]]:
    """Ask and return the status and the checks."""
    response = Client().get("/api/v1/readyz")
    body = response.json()
    assert body["status"] == ("ready" if response.status_code == 200 else "not_ready")
    return response.status_code, body["checks"]


def failed(checks: dict[str, Any]) -> list[str]:
    """Return the checks that did not pass."""
    return [name for name, check in checks.items() if not check["ok"]]


def test_a_migrated_database_is_ready(cast: Cast) -> None:
    cast.says(cast.ana, cast.launch, "hello")
    status, checks = ask()
    assert (status, failed(checks)) == (200, [])
    assert list(checks) == ["database", "functions", "migrations", "collation", "extensions", "index"]


def test_a_trigger_that_is_switched_off_is_named() -> None:
    execute("ALTER TABLE message_events DISABLE TRIGGER message_events_guard")
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["functions"])
    assert "message_events_guard" in checks["functions"]["detail"]


def test_a_function_that_is_missing_is_named() -> None:
    execute("ALTER FUNCTION mesh_exclusion_rule RENAME TO elsewhere")
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["functions"])
    assert "mesh_exclusion_rule" in checks["functions"]["detail"]


def test_a_migration_that_was_not_applied_is_named() -> None:
    execute("DELETE FROM django_migrations WHERE name = '0004_disclosure_rule'")
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["migrations"])
    assert checks["migrations"]["detail"] == "not applied: conversation_search.0004_disclosure_rule"


def test_a_missing_collation_is_told() -> None:
    execute("ALTER COLLATION mesh_unicode RENAME TO elsewhere")
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["collation"])


def test_a_collation_that_the_server_has_changed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = readiness.CollationState(installed=1, outdated=1)
    monkeypatch.setattr(readiness, "collation_state", lambda: changed)
    assert failed(ask()[1]) == ["collation"]


def test_an_extension_that_is_missing_is_named() -> None:
    execute("DROP EXTENSION unaccent")
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["extensions"])
    assert checks["extensions"]["detail"] == "not in the schema public: unaccent"


def test_documents_of_older_rules_are_told_and_still_searched(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    execute(
        "UPDATE message_search_documents SET tokenizer_version = 1 WHERE message_event_id = %(id)s",
        id=said.pk,
    )
    status, checks = ask()
    assert (status, failed(checks)) == (200, [])
    assert "1 of older text rules" in checks["index"]["detail"]


def test_a_message_that_is_not_indexed_is_told(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    execute("DELETE FROM message_search_documents WHERE message_event_id = %(id)s::bigint", id=said.pk)
    status, checks = ask()
    assert (status, failed(checks)) == (503, ["index"])
    assert checks["index"]["detail"].startswith("1 messages behind")


def test_a_tombstone_is_not_missed_in_the_index(cast: Cast) -> None:
    said = cast.says(cast.ana, cast.launch, "hello")
    execute("UPDATE message_events SET deleted_at = now(), body = '' WHERE id = %(id)s::bigint", id=said.pk)
    assert ask()[0] == 200


def test_a_database_that_does_not_answer_is_told_and_asked_no_further(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise StatementError("read_clock", "08000")

    monkeypatch.setattr("conversation_search.api.readiness.read_clock", fail)
    status, checks = ask()
    assert (status, list(checks), failed(checks)) == (503, ["database"], ["database"])


def test_readiness_knows_every_function_and_trigger_that_is_installed() -> None:
    functions = column(
        "SELECT DISTINCT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'mesh%%'"
    )
    triggers = column("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0")
    assert sorted(functions) == list(known_objects(CREATE_FUNCTION))
    assert sorted(triggers) == list(known_objects(CREATE_TRIGGER))


@pytest.mark.parametrize("path", ["healthz", "readyz"])
def test_a_probe_may_ask_for_the_head_alone(client: Client, path: str) -> None:
    asked, told = client.head(f"/api/v1/{path}"), client.get(f"/api/v1/{path}")
    assert (asked.status_code, asked.headers["Content-Type"]) == (told.status_code, "application/json")
    assert told.status_code == 200
