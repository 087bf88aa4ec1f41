"""The settings, as different environments make them."""

import runpy
from collections.abc import Callable
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

Load = Callable[..., dict[str, Any]]

SETTINGS_FILE = Path(settings.BASE_DIR) / "mesh_project/settings.py"
URL = "postgresql://me@host/name"
VARIABLES = (
    "DATABASE_URL",
    "DJANGO_SECRET_KEY",
    "MESH_AGENT_MASTER_KEY",
    "MESH_AUDIT_SEAL_KEY",
    "MESH_AUDIT_SEAL_PUBLIC_KEYS",
    "ALLOWED_HOSTS",
    "DEBUG",
    "REQUIRE_TLS",
)


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load the settings afresh under some variables."""

    def load(**variables: str) -> dict[str, Any]:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS_FILE))

    return load


def test_debug_is_off_unless_it_is_asked_for(load: Load) -> None:
    assert load()["DEBUG"] is False
    assert load(DEBUG="on")["DEBUG"] is True


def test_without_configuration_only_this_machine_is_served_over_plain_http(load: Load) -> None:
    loaded = load()
    assert loaded["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert loaded["SECURE_SSL_REDIRECT"] is False


def test_serving_another_host_name_demands_tls(load: Load) -> None:
    loaded = load(ALLOWED_HOSTS="mesh.example.org, localhost")
    for name in ("SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS"):
        assert loaded[name]


def test_tls_can_be_left_to_a_proxy_by_saying_so(load: Load) -> None:
    assert load(ALLOWED_HOSTS="mesh.example.org", REQUIRE_TLS="off")["SECURE_SSL_REDIRECT"] is False


def test_a_database_of_its_own_demands_a_secret_key_and_says_how_to_make_one(load: Load) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"DJANGO_SECRET_KEY is not set.*secrets\.token_urlsafe"):
        load(DATABASE_URL=URL)


def test_a_given_secret_key_is_used(load: Load) -> None:
    given = token_urlsafe()
    assert load(DATABASE_URL=URL, DJANGO_SECRET_KEY=given)["SECRET_KEY"] == given


def test_the_embedded_database_comes_with_a_random_key_that_is_kept(load: Load) -> None:
    assert load()["SECRET_KEY"] == load()["SECRET_KEY"]
    assert len(load()["SECRET_KEY"]) >= 50


def test_the_master_key_is_empty_unless_given(load: Load) -> None:
    assert load()["MESH_AGENT_MASTER_KEY"] == ""
    assert load(MESH_AGENT_MASTER_KEY="any string")["MESH_AGENT_MASTER_KEY"] == "any string"


def test_the_key_of_the_seal_comes_from_a_variable_or_a_file_and_from_nothing_else(
    load: Load, tmp_path: Path
) -> None:
    assert (load()["MESH_AUDIT_SEAL_KEY"], load()["MESH_AUDIT_SEAL_PUBLIC_KEYS"]) == ("", [])
    file = tmp_path / "seal"
    file.write_text("a secret from a file\n")
    loaded = load(MESH_AUDIT_SEAL_KEY_FILE=str(file), MESH_AUDIT_SEAL_PUBLIC_KEYS="ab, cd")
    assert loaded["MESH_AUDIT_SEAL_KEY"] == "a secret from a file"
    assert loaded["MESH_AUDIT_SEAL_PUBLIC_KEYS"] == ["ab", "cd"]


def test_every_page_forbids_inline_code_and_foreign_files(client: Client) -> None:
    policy = client.get("/nothing-here")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.django_db
def test_static_files_carry_the_policy_too(client: Client) -> None:
    answer = client.get("/static/ninja/favicon.svg")
    answer.close()
    assert answer.status_code == 200
    assert "default-src 'none'" in answer["Content-Security-Policy"]
