"""Checkouts to start embedded servers in."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mesh_project.embedded_postgres.cluster import ensure_cluster
from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.server import stop


def make_empty_checkout() -> Path:
    """Make a folder that every account may enter, unlike pytest's own temporary folders."""
    checkout = Path(tempfile.mkdtemp(prefix="mesh-checkout-"))
    checkout.chmod(0o755)
    return checkout


def stop_and_remove(checkout: Path) -> None:
    """End the server of a checkout and remove all that it left."""
    stop(checkout)
    layout = Layout.of(checkout)
    for folder in (layout.home, layout.sockets, checkout):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def empty_checkout() -> Iterator[Path]:
    """Give a checkout whose server was never started."""
    checkout = make_empty_checkout()
    yield checkout
    stop_and_remove(checkout)


@pytest.fixture(scope="session")
def finished_cluster() -> Iterator[Layout]:
    """Make one cluster for the others to be copies of, because making one takes a second."""
    checkout = make_empty_checkout()
    layout = Layout.of(checkout)
    layout.prepare()
    ensure_cluster(layout)
    yield layout
    stop_and_remove(checkout)


@pytest.fixture
def make_checkout(finished_cluster: Layout) -> Iterator[Callable[[], Path]]:
    """Make checkouts whose cluster exists and whose server does not run."""
    made: list[Path] = []

    def make() -> Path:
        made.append(make_empty_checkout())
        layout = Layout.of(made[-1])
        layout.prepare()
        shutil.copytree(finished_cluster.data, layout.data)
        for path in (layout.data, *layout.data.rglob("*")):
            layout.account.own(path)
        return made[-1]

    yield make
    for checkout in made:
        stop_and_remove(checkout)


@pytest.fixture
def checkout(make_checkout: Callable[[], Path]) -> Path:
    """Give one such checkout."""
    return make_checkout()


@pytest.fixture(scope="module")
def shared_checkout() -> Iterator[Path]:
    """Give a checkout that the tests of one module share; they leave it as they found it."""
    checkout = make_empty_checkout()
    yield checkout
    stop_and_remove(checkout)
