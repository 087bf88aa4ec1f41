"""Fixtures that every test may ask for, and the one test database.

The rows of a test are gone with its transaction (`db`, or anything built on it such as `cast`). Where threads
or several connections must see them, `committed` is asked for instead: tables that refuse DELETE and TRUNCATE
cannot be emptied, so every such test works in a perspective of its own and leaves its rows behind.
"""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases
from pytest_django import DjangoDbBlocker

from tests.cast import Cast

pytest_plugins = ("tests.mutants.plugin",)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Make the test database from the migrations for any test, so that none ever runs on another database."""
    assert django_test_environment is None
    assert django_db_modify_db_settings is None
    # What a crash would lose is lost after the tests anyway, and hundreds of tests commit.
    connection.settings_dict["OPTIONS"]["options"] += " -c synchronous_commit=off"
    options = request.config.option
    keep = options.reuse_db and not options.create_db
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=options.verbose, interactive=False, keepdb=keep)
    yield
    if not options.reuse_db:
        with django_db_blocker.unblock():
            teardown_databases(made, verbosity=options.verbose)


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let the test commit. What it writes stays: it makes an agent of its own, as every factory does."""
    assert django_db_setup is None
    with django_db_blocker.unblock():
        yield
        assert not connection.in_atomic_block
        connections.close_all()


@pytest.fixture
def cast(db: None) -> Cast:
    """Give the cast of `tests/cast.py`, in a fresh perspective that is gone after the test."""
    assert db is None
    return Cast.assemble()


@pytest.fixture
def committed_cast(committed: None) -> Cast:
    """Give the same cast, committed."""
    assert committed is None
    return Cast.assemble()


@pytest.fixture(autouse=True)
def _master_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Key the digests, as an installation does."""
    monkeypatch.setattr(settings, "MESH_AGENT_MASTER_KEY", "a key for tests, known to everyone")
