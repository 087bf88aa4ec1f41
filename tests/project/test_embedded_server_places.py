"""Where the embedded server's files and its socket go."""

import os
import socket
from pathlib import Path

import pytest

from mesh_project.embedded_postgres import layout as layout_module
from mesh_project.embedded_postgres.layout import (
    REACHABLE_ROOT,
    SHORT_ROOT,
    SOCKET_PATH_LIMIT,
    Layout,
    socket_folder,
)
from mesh_project.embedded_postgres.programs import packaged_programs
from mesh_project.embedded_postgres.server import ensure_running, stop
from tests.project.servers import ask


def test_everything_lies_under_var_of_a_checkout_that_the_account_can_use(empty_checkout: Path) -> None:
    layout = Layout.of(empty_checkout)
    usable = layout.account.can_use(packaged_programs())
    assert (layout.home == empty_checkout / "var/postgres") == usable
    assert layout.sockets == layout.home / "run"


def test_a_checkout_that_the_account_cannot_enter_is_served_from_a_folder_that_it_can(
    empty_checkout: Path,
) -> None:
    empty_checkout.chmod(0o700)
    layout = ensure_running(empty_checkout)
    assert ask(layout, "SELECT 1") == 1
    assert layout.home.is_relative_to(REACHABLE_ROOT) == (os.geteuid() == 0)
    assert layout.account.can_use(layout.data, layout.programs / "postgres")


def test_a_socket_path_over_the_limit_moves_to_a_short_folder_of_the_account_alone(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Layout.of(checkout)
    monkeypatch.setattr(layout_module, "SOCKET_PATH_LIMIT", len(str(usual.socket)) - 1)
    layout = ensure_running(checkout)
    assert ask(layout, "SELECT 1") == 1
    assert layout.data == usual.data
    assert layout.sockets.parent == SHORT_ROOT
    assert layout.sockets.stat().st_mode & 0o077 == 0
    stop(checkout)
    layout.sockets.rmdir()


@pytest.mark.parametrize("spare", [-2, -1, 0, 1, 2])
def test_a_socket_stays_with_its_data_as_long_as_its_path_fits(spare: int) -> None:
    length = SOCKET_PATH_LIMIT - spare - len("/" + "/run/.s.PGSQL.5432")
    home = Path("/" + "ü" * (length // 2) + "u" * (length % 2))
    assert socket_folder(home, "key").is_relative_to(home) == (spare >= 0)


def test_the_limit_is_one_that_the_kernel_takes(empty_checkout: Path) -> None:
    path = empty_checkout / ("s" * (SOCKET_PATH_LIMIT - len(str(empty_checkout)) - 1))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
    assert path.is_socket()
