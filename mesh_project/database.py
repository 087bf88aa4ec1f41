"""Turns `DATABASE_URL`, or its absence, into Django's database settings."""

from typing import Any

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict

from mesh_project.env import Environment

EMBEDDED_ENGINE = "mesh_project.embedded_postgres"
EMBEDDED_NAME = "mesh"

# One process serves its requests from a few threads; ten connections keep them all busy and leave room on a
# server of a hundred for other processes. Attempts to reconnect double their pauses, so they start anew every
# few seconds: a database that comes back is used again soon.
POOL = {"min_size": 1, "max_size": 10, "timeout": 10, "reconnect_timeout": 5}

# Executions after which psycopg prepares a statement on its connection.
PREPARE_THRESHOLD = 5

LOCK_TIMEOUT_SECONDS = 10
IDLE_IN_TRANSACTION_TIMEOUT_SECONDS = 60


def database_settings(environment: Environment) -> dict[str, Any]:
    """Describe the one database: the server of `DATABASE_URL`, else the embedded one."""
    url = environment.secret("DATABASE_URL")
    address, extra = _address_of(url) if url else _embedded_address()
    session = _session_options(environment)
    return {
        **address,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        # Several test runs on one server each name their own database.
        "TEST": {"NAME": environment.text("TEST_DATABASE") or None},
        "OPTIONS": {
            "application_name": "mesh",
            "connect_timeout": 10,
            **extra,
            "options": f"{extra.get('options', '')} {session}".strip(),
            "pool": POOL,
            "prepare_threshold": PREPARE_THRESHOLD,
            "server_side_binding": True,
        },
    }


def _embedded_address() -> tuple[dict[str, str], dict[str, str]]:
    # The engine starts the server and fills in the host when a connection is first wanted.
    return {"ENGINE": EMBEDDED_ENGINE, "NAME": EMBEDDED_NAME, "USER": EMBEDDED_NAME}, {}


def _address_of(url: str) -> tuple[dict[str, str], dict[str, str]]:
    """Split a PostgreSQL URI into Django's keys and the connection parameters that Django has no key for."""
    hint = "DATABASE_URL must look like postgresql://user:password@host:5432/name."
    if not url.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(hint)
    try:
        parameters = {key: str(value) for key, value in conninfo_to_dict(url).items()}
    except psycopg.Error:
        # libpq repeats parts of the URL, which may be the password.
        raise ImproperlyConfigured(hint) from None
    if not parameters.get("dbname"):
        message = f"DATABASE_URL names no database. {hint}"
        raise ImproperlyConfigured(message)
    address = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parameters.pop("dbname"),
        "USER": parameters.pop("user", ""),
        "PASSWORD": parameters.pop("password", ""),
        "HOST": parameters.pop("host", ""),
        "PORT": parameters.pop("port", ""),
    }
    return address, parameters


def _session_options(environment: Environment) -> str:
    statement_timeout = environment.number("DATABASE_STATEMENT_TIMEOUT", default=30)
    return " ".join(
        (
            "-c TimeZone=UTC",
            f"-c statement_timeout={statement_timeout}s",
            f"-c lock_timeout={LOCK_TIMEOUT_SECONDS}s",
            f"-c idle_in_transaction_session_timeout={IDLE_IN_TRANSACTION_TIMEOUT_SECONDS}s",
        )
    )
