"""From DATABASE_URL to Django's database settings."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from mesh_project.database import EMBEDDED_ENGINE, database_settings
from mesh_project.env import Environment


def settings_of(url: str, **others: str) -> dict[str, Any]:
    return database_settings(Environment({"DATABASE_URL": url, **others}))


def test_without_a_url_the_database_is_the_embedded_one() -> None:
    settings = database_settings(Environment({}))
    assert settings["ENGINE"] == EMBEDDED_ENGINE
    assert settings["NAME"] == settings["USER"] == "mesh"


def test_each_part_of_a_url_is_decoded_into_its_key() -> None:
    settings = settings_of("postgresql://me%40here:p%3Aw%2F@db.example:6543/my%20name?sslmode=require")
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert (settings["USER"], settings["PASSWORD"]) == ("me@here", "p:w/")
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example", "6543", "my name")
    assert settings["OPTIONS"]["sslmode"] == "require"


def test_a_url_may_point_to_a_socket_folder() -> None:
    assert settings_of("postgres:///mesh?host=/run/postgresql")["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    "url", ["mysql://me:hush@host/name", "postgresql://me:hush@[host/name", "me:hush", "/hush"]
)
def test_a_malformed_url_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must look like postgresql://") as refused:
        settings_of(url)
    assert "hush" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_url_without_a_database_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL names no database"):
        settings_of("postgresql://me@host")


def test_parameters_are_bound_by_the_server_and_statements_are_prepared() -> None:
    options = settings_of("postgresql://host/name")["OPTIONS"]
    assert options["server_side_binding"] is True
    assert options["prepare_threshold"] == 5


def test_every_session_has_its_time_zone_and_its_timeouts() -> None:
    options = settings_of("postgresql://host/name", DATABASE_STATEMENT_TIMEOUT="7")["OPTIONS"]["options"]
    for option in ("TimeZone=UTC", "statement_timeout=7s", "lock_timeout=10s", "idle_in_transaction"):
        assert f"-c {option}" in options


def test_session_options_of_the_url_are_kept() -> None:
    url = "postgresql://host/name?options=-c%20work_mem%3D8MB"
    assert settings_of(url)["OPTIONS"]["options"].startswith("-c work_mem=8MB -c TimeZone=UTC")


@pytest.mark.django_db
def test_a_connection_has_these_session_settings() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('TimeZone'), current_setting('statement_timeout')")
        assert cursor.fetchone() == ("UTC", "30s")
