"""Who may reach the embedded server, what it may do, and what it never tells."""

import os
from pathlib import Path

import psycopg
import pytest

from mesh_project.embedded_postgres.server import ensure_running
from tests.project.servers import ask, process_of, start_in_another_process

PUT_THERE_BY_POSTGRESQL = {"PGDATA", "PGLOCALEDIR", "PGSYSCONFDIR", "PG_GRANDPARENT_PID"}


def test_the_next_command_finds_the_server_that_an_earlier_one_started(checkout: Path) -> None:
    pid = int(start_in_another_process(checkout).communicate()[0])
    assert process_of(ensure_running(checkout)).pid == pid


def test_it_outlives_the_terminal_of_the_command_that_started_it(checkout: Path) -> None:
    server = process_of(ensure_running(checkout))
    assert os.getsid(server.pid) == server.pid


def test_it_never_runs_as_root(checkout: Path) -> None:
    assert process_of(ensure_running(checkout)).uids().effective != 0


def test_it_has_no_network_port(checkout: Path) -> None:
    assert process_of(ensure_running(checkout)).net_connections(kind="inet") == []


def test_nobody_else_may_enter_its_folders(checkout: Path) -> None:
    layout = ensure_running(checkout)
    for folder in (layout.home, layout.data, layout.sockets):
        assert folder.stat().st_mode & 0o077 == 0


def test_it_sees_none_of_our_variables(checkout: Path) -> None:
    environment = process_of(ensure_running(checkout)).environ()
    assert set(environment) <= {"PATH", "LC_ALL", "PWD"} | PUT_THERE_BY_POSTGRESQL


def test_our_role_is_no_superuser_but_may_make_databases_and_trusted_extensions(
    checkout: Path,
) -> None:
    layout = ensure_running(checkout)
    assert ask(layout, "SELECT NOT rolsuper AND rolcreatedb FROM pg_roles WHERE rolname = current_user")
    for thing in ("EXTENSION unaccent", "EXTENSION pg_trgm", "DATABASE another"):
        ask(layout, f"CREATE {thing}")
        ask(layout, f"DROP {thing}")


def test_text_is_stored_as_utf8_and_folded_the_same_everywhere(checkout: Path) -> None:
    layout = ensure_running(checkout)
    assert ask(layout, "SHOW server_encoding") == "UTF8"
    assert ask(layout, "SELECT lower('ÀÉÎ')") == "àéî"


def test_no_text_of_a_failing_statement_reaches_the_log(checkout: Path) -> None:
    layout = ensure_running(checkout)
    with pytest.raises(psycopg.Error, match="unspeakable"):
        ask(layout, "SELECT 'unspeakable'::integer")
    assert "unspeakable" not in layout.log.read_text()


def test_data_is_written_durably(checkout: Path) -> None:
    layout = ensure_running(checkout)
    for setting in ("fsync", "full_page_writes", "synchronous_commit", "data_checksums"):
        assert ask(layout, f"SHOW {setting}") == "on"
