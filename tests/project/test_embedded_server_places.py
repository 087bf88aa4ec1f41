"""Where the embedded server's files and its socket go."""

import os
from pathlib import Path

import pytest

from mesh_project.embedded_postgres.layout import REACHABLE_ROOT, SHORT_ROOT, SOCKET_PATH_LIMIT, Layout
from mesh_project.embedded_postgres.server import ensure_running, stop
from tests.project.servers import ask


def test_everything_lies_under_var_of_an_ordinary_checkout(empty_checkout: Path) -> None:
    layout = Layout.of(empty_checkout)
    assert {layout.home, layout.sockets.parent} == {empty_checkout / "var/postgres"}


def test_a_checkout_that_the_account_cannot_enter_is_served_from_a_folder_that_it_can(
    empty_checkout: Path,
) -> None:
    empty_checkout.chmod(0o700)
    layout = ensure_running(empty_checkout)
    assert ask(layout, "SELECT 1") == 1
    assert layout.home.is_relative_to(REACHABLE_ROOT) == (os.geteuid() == 0)
    assert layout.account.can_use(layout.data, layout.programs / "postgres")


def test_a_socket_path_over_the_limit_moves_to_a_short_folder_of_the_account_alone(checkout: Path) -> None:
    deep = checkout.rename(checkout.with_name("d" * SOCKET_PATH_LIMIT))
    layout = ensure_running(deep)
    assert ask(layout, "SELECT 1") == 1
    assert layout.data.is_relative_to(deep)
    assert layout.sockets.parent == SHORT_ROOT
    assert layout.sockets.stat().st_mode & 0o077 == 0
    stop(deep)
    layout.sockets.rmdir()
    deep.rename(checkout)


@pytest.mark.parametrize("spare", [-2, -1, 0, 1, 2])
def test_a_socket_path_stays_in_the_checkout_as_long_as_it_fits(empty_checkout: Path, spare: int) -> None:
    shortest = len(os.fsencode(empty_checkout / "d/var/postgres/run/.s.PGSQL.5432"))
    folder = empty_checkout / ("d" * (1 + SOCKET_PATH_LIMIT - shortest - spare))
    folder.mkdir()
    layout = Layout.of(folder)
    assert layout.socket.is_relative_to(folder) == (spare >= 0)
    assert len(os.fsencode(layout.socket)) <= SOCKET_PATH_LIMIT
