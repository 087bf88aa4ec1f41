"""What the operator reads when the embedded server cannot be had."""

import os
import re
from pathlib import Path

import pytest

from mesh_project.embedded_postgres import cluster, layout, programs, server
from mesh_project.embedded_postgres.account import ServerAccount
from mesh_project.embedded_postgres.errors import EmbeddedPostgresError
from mesh_project.embedded_postgres.layout import Layout, refuse_to_abandon_data
from mesh_project.embedded_postgres.server import ensure_running
from tests.project.servers import ask


def refusal(checkout: Path) -> str:
    """Ask for a server that cannot be had, and give the message."""
    with pytest.raises(EmbeddedPostgresError) as refused:
        ensure_running(checkout)
    assert "set DATABASE_URL=" in str(refused.value)
    return str(refused.value)


def test_a_server_that_does_not_start_shows_the_end_of_its_log(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(server.SERVER_SETTINGS, "shared_buffers", "as much as there is")
    message = refusal(checkout)
    assert 'invalid value for parameter "shared_buffers"' in message
    assert str(Layout.of(checkout).log) in message


def test_a_full_disk_is_named_before_anything_is_written(
    empty_checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SPACE_NEEDED", 2**60)
    assert re.search(r"has \d+ MiB of free space", refusal(empty_checkout))
    assert not Layout.of(empty_checkout).data.exists()


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PACKAGE", "no_such_package")
    assert "is not installed. Run `make setup`." in refusal(tmp_path)


def test_a_package_without_programs_for_this_platform_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "BIN", Path("nowhere"))
    assert "brings no PostgreSQL for this platform" in refusal(tmp_path)


def test_data_of_another_major_version_is_left_alone_and_named(empty_checkout: Path) -> None:
    layout = Layout.of(empty_checkout)
    layout.prepare()
    layout.data.mkdir()
    (layout.data / "PG_VERSION").write_text("17\n")
    assert "was made by PostgreSQL 17" in refusal(empty_checkout)
    assert [path.name for path in layout.data.iterdir()] == ["PG_VERSION"]


def test_an_interrupted_beginning_is_begun_again(empty_checkout: Path) -> None:
    layout = Layout.of(empty_checkout)
    layout.prepare()
    (layout.home / "data.partial/base").mkdir(parents=True)
    assert ask(ensure_running(empty_checkout), "SELECT 1") == 1


def test_data_in_a_checkout_that_became_unreachable_is_not_abandoned(tmp_path: Path) -> None:
    account = ServerAccount("a stranger", os.geteuid() + 1, os.getegid() + 1)
    (tmp_path / "data").mkdir()
    with pytest.raises(EmbeddedPostgresError, match="which account 'a stranger' can no longer enter"):
        refuse_to_abandon_data(tmp_path, account)


def test_a_failing_initdb_tells_its_own_words(empty_checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "INITDB_OPTIONS", ("--encoding=KLINGON",))
    assert "KLINGON" in refusal(empty_checkout)
    assert not Layout.of(empty_checkout).data.exists()


def test_a_folder_that_others_may_enter_is_refused(empty_checkout: Path) -> None:
    Layout.of(empty_checkout).prepare()
    home = Layout.of(empty_checkout).home
    home.chmod(0o755)
    assert f"{home} must be a folder of account" in refusal(empty_checkout)


def test_a_short_socket_folder_that_somebody_else_put_there_is_refused(
    empty_checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "SHORT_ROOT", empty_checkout)
    monkeypatch.setattr(layout, "SOCKET_PATH_LIMIT", 10)
    Layout.of(empty_checkout).sockets.symlink_to(empty_checkout)
    assert "must be a folder of account" in refusal(empty_checkout)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    assert f"{tmp_path}/var cannot be made: File exists" in refusal(tmp_path)


def test_an_account_without_an_entry_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_000)
    assert "user id 4000000 has no entry in the account database" in refusal(tmp_path)


def test_data_of_another_account_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "var/postgres").mkdir(parents=True)
    somebody_else = 1 if os.geteuid() != 1 else 2
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    assert "Run this command as its owner" in refusal(tmp_path)
