"""Starting, finding and stopping the embedded server."""

from pathlib import Path

import pytest

from mesh_project.embedded_postgres.postmaster import PidFile, find_process, is_ready
from mesh_project.embedded_postgres.server import SERVER_SETTINGS, ensure_running, stop
from tests.project.servers import ask, bystander, crash, process_of, start_in_another_process


def test_commands_that_start_at_once_on_a_fresh_checkout_share_one_server(empty_checkout: Path) -> None:
    commands = [start_in_another_process(empty_checkout) for _ in range(3)]
    assert len({command.communicate()[0] for command in commands}) == 1


def test_two_checkouts_side_by_side_have_a_server_and_data_each(checkout: Path, other_checkout: Path) -> None:
    one, other = ensure_running(checkout), ensure_running(other_checkout)
    ask(one, "CREATE TABLE only_here AS SELECT 1")
    assert ask(one, "SELECT to_regclass('only_here')::text") == "only_here"
    assert ask(other, "SELECT to_regclass('only_here')::text") is None


def test_stop_ends_the_server_of_its_own_checkout_only(checkout: Path, other_checkout: Path) -> None:
    ensure_running(checkout)
    survivor = ensure_running(other_checkout)
    assert stop(checkout)
    assert not stop(checkout)
    assert is_ready(survivor)


def test_data_is_there_after_a_stop_and_a_start(checkout: Path) -> None:
    ask(ensure_running(checkout), "CREATE TABLE kept AS SELECT 7 AS answer")
    stop(checkout)
    assert ask(ensure_running(checkout), "SELECT answer FROM kept") == 7


def test_a_crash_is_recovered_from(checkout: Path) -> None:
    layout = ensure_running(checkout)
    ask(layout, "CREATE TABLE survived AS SELECT 7 AS answer")
    crash(process_of(layout))
    assert ask(ensure_running(checkout), "SELECT answer FROM survived") == 7


def test_a_stale_pid_file_that_names_an_innocent_process_harms_neither(checkout: Path) -> None:
    layout = ensure_running(checkout)
    stop(checkout)
    with bystander(layout) as innocent:
        for left_behind in (layout.data / "postmaster.pid", layout.sockets / ".s.PGSQL.5432.lock"):
            left_behind.write_text(f"{innocent.pid}\n{layout.data}\n")
        assert find_process(layout) is None
        assert not stop(checkout)
        assert is_ready(ensure_running(checkout))
        assert innocent.poll() is None
        innocent.kill()


def test_a_half_written_pid_file_names_nobody(checkout: Path) -> None:
    layout = ensure_running(checkout)
    stop(checkout)
    (layout.data / "postmaster.pid").write_text("")
    assert PidFile.read(layout.data) is None
    assert is_ready(ensure_running(checkout))


def test_a_changed_server_setting_reaches_a_cluster_that_exists(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SERVER_SETTINGS, "max_connections", "17")
    assert ask(ensure_running(checkout), "SHOW max_connections") == "17"


def test_a_long_log_is_set_aside_at_the_next_start(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = ensure_running(checkout)
    stop(checkout)
    long_log = layout.log.read_text()
    monkeypatch.setattr("mesh_project.embedded_postgres.server.LOG_LIMIT", len(long_log) - 1)
    ensure_running(checkout)
    assert layout.log.with_name("server.log.1").read_text() == long_log
